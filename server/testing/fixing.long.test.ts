import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { Document } from '../core/document.ts';
import { lint, RuleSet } from '../core/engine/lint.ts';
import type { Edit, Finding, TextEdit } from '../core/finding.ts';
import { chooseFixes, isFixable } from '../core/fixing/choose.ts';
import { repairUntilStable, type Repaired } from '../core/fixing/repair.ts';
import { isArray, isObject, setOwn, type Json } from '../core/json/json.ts';
import { spanOf } from '../core/locate.ts';
import { lastOf, parentOf, split, type Pointer } from '../core/json/pointer.ts';
import type { Span } from '../core/syntax/lines.ts';
import { valueOf } from '../core/syntax/parse.ts';
import { Scanner } from '../core/syntax/scanner.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { fixtureOf } from './fixture.ts';
import { openSample } from './samples.ts';
import { slipped, slipsOf } from './slips.ts';

const set = new RuleSet(rules);
const find = (document: Document, workspace: Workspace): Finding[] => lint(document, workspace, set);

/** Every file in the rules' invalid examples and in the broken sample, with its surrounding files. */
const bases = [
  ...rules.flatMap(({ examples }) => examples.invalid.map(({ files }) => fixtureOf(files).workspace)),
  openSample('broken').workspace,
].flatMap(workspace =>
  workspace.documents.filter(({ kind }) => kind !== undefined).map(document => ({ workspace, document })),
);

interface Case {
  readonly workspace: Workspace;
  readonly document: Document;
}
const cases = (whole: boolean): fc.Arbitrary<Case> =>
  fc.tuple(fc.nat(bases.length - 1), slipsOf(whole), fc.boolean()).map(([pick, slips, comments]) => {
    const { workspace, document } = bases[pick]!,
      file = comments || whole ? document.file.replace(/\.json$/, '.jsonc') : document.file;
    const changed = new Document(file, slipped(document.text, slips), 1);
    return { document: changed, workspace: workspace.without(document.file).with(changed) };
  });

const repaired = (workspace: Workspace, file: string, unsafe: boolean): Repaired<Workspace> =>
  repairUntilStable(workspace, {
    check: files => files,
    fixable: files => {
      const document = files.document(file)!;
      return new Map([[document, find(document, files).filter(finding => isFixable(document, finding, { unsafe }))]]);
    },
    lint: find,
    kindOf: () => undefined,
  });

/** The comments that were inserted into a text, except those that ended up inside a string. */
function commentSpans(text: string): Span[] {
  const scanner = new Scanner(text),
    found: Span[] = [];
  for (let { kind, start, end } = scanner.next(); kind !== 'end'; { kind, start, end } = scanner.next())
    if (kind === 'comment' && /^\/[/*] #\d/.test(text.slice(start, end))) found.push({ start, end });
  return found;
}
const commentsIn = (text: string): string[] => commentSpans(text).map(({ start, end }) => text.slice(start, end));
const isSubsequence = (part: readonly string[], of: readonly string[]): boolean => {
  let at = 0;
  for (const one of of) if (one === part[at]) at++;
  return at === part.length;
};

const placeOf = (edit: Exclude<Edit, { readonly removeNode: unknown }>): Pointer => {
  if ('set' in edit) return edit.set;
  if ('remove' in edit) return edit.remove;
  return 'rename' in edit ? edit.rename : edit.within;
};

/**
 * What a fix declares to replace or remove: values with their keys, and the parts of the text that a text fix names.
 */
function meantBy(document: Document, finding: Finding): Span[] {
  const { tape } = document.parsed;
  return [
    ...finding.fix!.edits.flatMap((edit): Span[] => {
      const node = 'removeNode' in edit ? edit.removeNode : tape.find(split(placeOf(edit))).node!;
      return 'set' in edit && document.at(edit.set).exists === false
        ? []
        : [{ start: tape.keySpan(node)?.start ?? tape.start(node), end: tape.end(node) }];
    }),
    ...(finding.fix!.textEdits ?? []),
  ];
}

/** Whether a comment ends its line, and everything before it on that line is removed. */
function isRemark(text: string, { start, end }: Span, edits: readonly TextEdit[]): boolean {
  const line = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1;
  const before = Array.from(text.slice(line, start)).every(
    (char, i) =>
      /[\s,]/.test(char) || edits.some(edit => edit.start <= line + i && line + i < edit.end && edit.text === ''),
  );
  return (
    before &&
    /^[ \t]*(?:\/\*.*?\*\/[ \t]*|\/\/.*)*(?:[\r\n]|$)/.test(text.slice(end)) &&
    text.slice(line, start).trim() !== ''
  );
}

/** The value with its names as spelled in the file. */
const written = ({ parsed: { tape } }: Document): Json | undefined => valueOf(tape);

/** The value after structural edits, made on a copy. */
function edited(value: Json, edits: readonly Edit[]): Json {
  const copy = structuredClone(value);
  const holder = (pointer: Pointer): Json =>
    split(parentOf(pointer)).reduce((at, key) => (at as Record<string, Json>)[key]!, copy);
  const removed = edits.flatMap(edit => ('remove' in edit ? [edit.remove] : []));
  for (const edit of edits) {
    if ('set' in edit) {
      const parent = holder(edit.set) as Json[];
      if (isArray(parent)) (parent as Json[])[Number(lastOf(edit.set))] = edit.to;
      else setOwn(parent, lastOf(edit.set), edit.to);
    } else if ('within' in edit) {
      const parent = holder(edit.within) as unknown as Record<string, string>,
        text = parent[lastOf(edit.within)]!;
      parent[lastOf(edit.within)] = text.slice(0, edit.start) + edit.to + text.slice(edit.end);
    }
  }
  for (const edit of edits) {
    if (!('rename' in edit)) continue;
    const parent = holder(edit.rename) as unknown as Record<string, Json>;
    parent[edit.to] = parent[lastOf(edit.rename)]!;
    delete parent[lastOf(edit.rename)];
  }
  for (const pointer of removed.sort((a, b) => Number(lastOf(b)) - Number(lastOf(a)))) {
    const parent = holder(pointer);
    if (isArray(parent)) (parent as Json[]).splice(Number(lastOf(pointer)), 1);
    else if (isObject(parent)) delete (parent as unknown as Record<string, Json>)[lastOf(pointer)];
  }
  return copy;
}

/** How many of these ranges touch a range. */
const touching = (places: readonly Span[], { start, end }: Span): number =>
  places.filter(other => other.start < Math.max(end, start + 1) && Math.max(other.end, other.start + 1) > start).length;

/** A span after edits; what they replace around its ends belongs to it. */
function follow(span: Span, edits: readonly TextEdit[]): Span {
  let { start, end } = span;
  for (const edit of edits.toSorted((a, b) => b.start - a.start)) {
    const longer = edit.text.length - (edit.end - edit.start),
      isBehind = edit.start >= span.end,
      isBefore = edit.end <= span.start;
    if (isBehind) continue;
    start = isBefore ? start + longer : Math.min(start, edit.start);
    end = Math.max(start, end + longer);
  }
  return { start, end };
}

describe.each([
  ['broken or not', false],
  ['JSON with comments', true],
] as const)('in a file that is %s', (_, whole) => {
  const seen = { fixes: 0, safe: 0, remarks: 0, refused: 0, cautious: 0, rules: new Set<string>() };

  test('a single fix changes what it says and nothing else, keeps comments, and mends what it is about', () => {
    fc.assert(
      fc.property(cases(whole), ({ document, workspace }) => {
        const { text } = document,
          found = find(document, workspace);
        for (const finding of found.filter(one => isFixable(document, one, { unsafe: true }))) {
          const {
            applied,
            edits,
            text: after,
          } = chooseFixes([finding], {
            now: { document, findings: () => found },
            then: now => {
              const changed = new Document(document.file, now, 2);
              return { document: changed, findings: () => find(changed, workspace.with(changed)) };
            },
          });
          if (applied.length === 0) {
            expect(after).toBe(text);
            seen.refused++;
            continue;
          }
          seen.fixes++;
          seen.rules.add(finding.rule);
          const { safe, edits: structural, textEdits = [] } = finding.fix!;
          if (safe) seen.safe++;
          const about = JSON.stringify({ finding, text, after }, null, 1);
          // (a) outside what the fix names, only commas, whitespace and comments are removed, and only commas and
          // fields are added
          const meant = meantBy(document, finding),
            comments = commentSpans(text),
            isMeant = (offset: number): boolean => meant.some(({ start, end }) => start <= offset && offset < end);
          for (const { start, end } of edits)
            for (let i = start; i < end; i++)
              if (!isMeant(i) && !comments.some(span => span.start <= i && i < span.end))
                expect(text[i], about).toMatch(/[\s,]/);
          // (e) only comments of removed lines are lost, and with unsafe fixes those inside what is removed
          expect(isSubsequence(commentsIn(after), commentsIn(text)), about).toBe(true);
          const kept = new Set(commentsIn(after));
          for (const span of comments) {
            if (kept.has(text.slice(span.start, span.end))) continue;
            const isInside = isMeant(span.start);
            if (isInside) expect(safe, about).toBe(false);
            else expect(isRemark(text, span, edits), about).toBe(true);
            if (!isInside) seen.remarks++;
            else seen.cautious++;
          }
          // (d) at its place its rule finds less than before
          const now = new Document(document.file, after, 2),
            next = find(now, workspace.with(now));
          const isOfRule = ({ rule }: Finding): boolean => rule === finding.rule;
          const left = next.filter(isOfRule).map(other => spanOf(now, other)),
            others = found
              .filter(other => isOfRule(other) && other !== finding)
              .map(other => follow(spanOf(document, other), edits)),
            place = follow(spanOf(document, finding), edits);
          expect(touching(left, place), about).toBeLessThanOrEqual(touching(others, place));
          // what the file says, in its own spelling, is what the fix says
          if (document.valid && textEdits.length === 0 && !found.some(({ rule }) => rule === 'duplicate-key')) {
            expect(now.valid, about).toBe(true);
            expect(written(now), about).toEqual(edited(written(document)!, structural));
          }
        }
      }),
      { numRuns: 500 },
    );
    expect(seen.fixes).toBeGreaterThan(500);
    expect(seen.safe).toBeGreaterThan(50);
    expect(seen.rules.size).toBeGreaterThan(whole ? 30 : 15);
    if (whole) expect([seen.remarks, seen.cautious].map(n => n > 0)).toEqual([true, true]);
  });

  test.each([
    ['safe fixes', false],
    ['fixes', true],
  ] as const)('%s come to rest or leave it as it was, and a second run changes nothing', (__, unsafe) => {
    let changed = 0;
    fc.assert(
      fc.property(cases(whole), ({ document, workspace }) => {
        const first = repaired(workspace, document.file, unsafe),
          after = first.workspace.document(document.file)!;
        const about = JSON.stringify({ before: document.text, after: after.text }, null, 1);
        if (first.notes.some(note => note.includes('come to rest'))) {
          expect([after.text, first.applied], about).toEqual([document.text, 0]);
          return;
        }
        expect(first.applied > 0, about).toBe(after.text !== document.text);
        if (after.text !== document.text) changed++;
        if (document.valid) expect(after.valid, about).toBe(true);
        expect(isSubsequence(commentsIn(after.text), commentsIn(document.text)), about).toBe(true);
        const second = repaired(first.workspace, document.file, unsafe);
        expect([second.workspace.document(document.file)!.text, second.applied], about).toEqual([after.text, 0]);
      }),
      { numRuns: 500 },
    );
    expect(changed).toBeGreaterThan(50);
  });
});

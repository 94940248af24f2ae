import type { Document } from '../../core/document.ts';
import type { Edit, Finding, TextEdit } from '../../core/finding.ts';
import { chooseFixes, isFixable } from '../../core/fixing/choose.ts';
import { isArray, isObject, setOwn, type Json } from '../../core/json/json.ts';
import { lastOf, parentOf, split, type Pointer } from '../../core/json/pointer.ts';
import { spanOf } from '../../core/locate.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { valueOf } from '../../core/syntax/parse.ts';
import { Scanner } from '../../core/syntax/scanner.ts';
import { isDeepStrictEqual } from 'node:util';
import { firstDifference, type Violations } from './reading.ts';
import { linted, type Subject } from './subject.ts';

/** The number of checked cases of each sort, so that a test can require a minimum. */
export const tally = { fixes: 0, safe: 0, remarks: 0, refused: 0, inside: 0, rules: new Set<string>() };
/** The maximum number of fixes that are checked for an input, because each check lints again. */
const MAX_FIXES = 40;

/** A single fix changes only what it declares, keeps comments, and resolves its finding. */
export function* fixesAlone(subject: Subject): Violations {
  const { document } = subject.context;
  const fixable = subject.findings.filter(finding => isFixable(document, finding, { unsafe: true }));
  for (const finding of fixable.slice(0, MAX_FIXES))
    for (const why of wrongFix(subject, finding)) yield `${finding.rule}, "${finding.fix!.title}": ${why}`;
}

function* wrongFix({ context: { document, workspace }, findings, rules }: Subject, finding: Finding): Violations {
  const { text } = document,
    documentWith = (changedText: string) => document.withChanges([{ start: 0, end: text.length, text: changedText }]),
    findingsIn = (document: Document): Finding[] => linted(document, workspace.withDocument(document), rules);
  const {
    appliedFindings,
    edits,
    text: after,
  } = chooseFixes([finding], {
    outlookBefore: { document, findings: () => findings },
    outlookAfter: changedText => {
      const changedDocument = documentWith(changedText);
      return { document: changedDocument, findings: () => findingsIn(changedDocument) };
    },
  });
  if (appliedFindings.length === 0) {
    if (after !== text) yield 'it is refused, and changes the text';
    tally.refused++;
    return;
  }
  const { safe, edits: structural, textEdits = [] } = finding.fix!;
  tally.fixes++;
  tally.rules.add(finding.rule);
  if (safe) tally.safe++;
  // outside the places that the fix declares, only commas, whitespace and comments may be removed
  const spans = declaredSpans(document, finding),
    comments = commentSpans(text);
  const isDeclared = (offset: number): boolean => spans.some(({ start, end }) => start <= offset && offset < end);
  for (const { start, end } of edits)
    for (let i = start; i < end; i++)
      if (!isDeclared(i) && !comments.some(span => span.start <= i && i < span.end) && !/[\s,]/.test(text[i]!))
        yield `it removes ${JSON.stringify(text.slice(i, end))} which it does not name`;
  // only comments on removed lines may be lost, and comments inside removed text if the fix is unsafe
  if (!isSubsequence(commentsIn(after), commentsIn(text))) yield 'it writes or moves a comment';
  const keptComments = new Set(commentsIn(after));
  for (const span of comments) {
    if (keptComments.has(text.slice(span.start, span.end))) continue;
    const isInside = isDeclared(span.start);
    if (isInside ? safe : !isRemark(text, span, edits)) yield `it removes ${text.slice(span.start, span.end)}`;
    if (isInside) tally.inside++;
    else tally.remarks++;
  }
  // at the place of the finding, the rule may report only its other findings
  const fixedDocument = documentWith(after),
    next = findingsIn(fixedDocument);
  const isOfRule = ({ rule }: Finding): boolean => rule === finding.rule;
  const remainingSpans = next.filter(isOfRule).map(otherFinding => spanOf(fixedDocument, otherFinding)),
    otherSpans = findings
      .filter(otherFinding => isOfRule(otherFinding) && otherFinding !== finding)
      .map(otherFinding => movedSpan(spanOf(document, otherFinding), edits)),
    place = movedSpan(spanOf(document, finding), edits);
  if (countTouching(remainingSpans, place) > countTouching(otherSpans, place)) yield 'its finding is still there';
  if (!document.valid) return;
  // the resulting value, in the names of the file, must be the value that the fix declares
  if (textEdits.length === 0 && !findings.some(({ rule }) => rule === 'duplicate-key')) {
    const [value, promisedValue] = [valueAsSpelled(fixedDocument), withEdits(valueAsSpelled(document)!, structural)];
    if (!fixedDocument.valid) yield 'it breaks JSON';
    else if (!isDeepStrictEqual(value, promisedValue))
      yield `it writes otherwise than it says: ${firstDifference(JSON.stringify(value), JSON.stringify(promisedValue))}`;
  }
}

/** The spans of the comments that `withTypos` inserted, except those that became part of a string. */
function commentSpans(text: string): Span[] {
  const scanner = new Scanner(text),
    spans: Span[] = [];
  for (let { kind, start, end } = scanner.next(); kind !== 'end'; { kind, start, end } = scanner.next())
    if (kind === 'comment' && /^\/[/*] #\d/.test(text.slice(start, end))) spans.push({ start, end });
  return spans;
}
const commentsIn = (text: string): string[] => commentSpans(text).map(({ start, end }) => text.slice(start, end));
const isSubsequence = (part: readonly string[], of: readonly string[]): boolean => {
  let matchedCount = 0;
  for (const one of of) if (one === part[matchedCount]) matchedCount++;
  return matchedCount === part.length;
};

const placeOf = (edit: Exclude<Edit, { readonly removeNode: unknown }>): Pointer => {
  if ('set' in edit) return edit.set;
  if ('remove' in edit) return edit.remove;
  return 'rename' in edit ? edit.rename : edit.within;
};

/** The spans that a fix declares to replace or remove: values with their keys, and the spans of text edits. */
function declaredSpans(document: Document, finding: Finding): Span[] {
  const { nodes } = document.parsed;
  return [
    ...finding.fix!.edits.flatMap((edit): Span[] => {
      const node = 'removeNode' in edit ? edit.removeNode : nodes.find(split(placeOf(edit))).node!;
      return 'set' in edit && document.at(edit.set).exists === false
        ? []
        : [{ start: nodes.keySpan(node)?.start ?? nodes.start(node), end: nodes.end(node) }];
    }),
    ...(finding.fix!.textEdits ?? []),
  ];
}

/** Whether a comment ends a line of which all text before the comment is removed. */
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

/** The value of a document, with names as spelled in the file. */
const valueAsSpelled = ({ parsed: { nodes } }: Document): Json | undefined => valueOf(nodes);

/** Applies structural edits to a copy of a value. */
function withEdits(value: Json, edits: readonly Edit[]): Json {
  const copy = structuredClone(value);
  const holder = (pointer: Pointer): Json =>
    split(parentOf(pointer)).reduce((value, key) => (value as Record<string, Json>)[key]!, copy);
  const removedPointers = edits.flatMap(edit => ('remove' in edit ? [edit.remove] : []));
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
  for (const pointer of removedPointers.sort((a, b) => Number(lastOf(b)) - Number(lastOf(a)))) {
    const parent = holder(pointer);
    if (isArray(parent)) (parent as Json[]).splice(Number(lastOf(pointer)), 1);
    else if (isObject(parent)) delete (parent as unknown as Record<string, Json>)[lastOf(pointer)];
  }
  return copy;
}

/** The number of spans that touch a span. */
const countTouching = (places: readonly Span[], { start, end }: Span): number =>
  places.filter(
    otherSpan => otherSpan.start < Math.max(end, start + 1) && Math.max(otherSpan.end, otherSpan.start + 1) > start,
  ).length;

/** Moves a span past edits. Text that replaces either end of the span becomes part of the span. */
function movedSpan(span: Span, edits: readonly TextEdit[]): Span {
  let { start, end } = span;
  for (const edit of edits.toSorted((a, b) => b.start - a.start)) {
    const growth = edit.text.length - (edit.end - edit.start),
      isAfter = edit.start >= span.end,
      isBefore = edit.end <= span.start;
    if (isAfter) continue;
    start = isBefore ? start + growth : Math.min(start, edit.start);
    end = Math.max(start, end + growth);
  }
  return { start, end };
}

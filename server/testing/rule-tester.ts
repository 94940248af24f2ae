import { docsOf } from '../core/engine/rule-docs.ts';
import { expect } from 'vitest';
import { Document } from '../core/document.ts';
import { lint, RuleSet } from '../core/engine/lint.ts';
import type { Rule } from '../core/engine/rule.ts';
import { type Finding, pointerOf } from '../core/finding.ts';
import { applyFix } from '../core/fixing/apply.ts';
import { repairUntilStable } from '../core/fixing/repair.ts';
import type { Json } from '../core/json/json.ts';
import { spanOf } from '../core/locate.ts';
import { join, parentOf, split, type Pointer } from '../core/json/pointer.ts';
import { configurationName } from '../core/settings-files.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { annotate, folded } from './annotate.ts';
import { fixtureOf, workspaceOf } from './fixture.ts';
import { reportRun } from './run-rules.ts';

const sets = new WeakMap<Rule, RuleSet>();
function setOf(rule: Rule): RuleSet {
  let set = sets.get(rule);
  if (!set) sets.set(rule, (set = new RuleSet([rule])));
  return set;
}

/** The findings of a rule, drawn below the lines of their files. */
export function report(rule: Rule, fixture: string): string {
  if ('step' in rule) return reportRun(rule, fixture);
  const { workspace, config } = fixtureOf(fixture);
  const head =
    config === undefined || workspace.document(configurationName) ? '' : `-- preflight.config.json --\n${config}`;
  return (
    head +
    workspace.documents
      .map(document => `-- ${document.file} --\n${annotate(document, lint(document, workspace, setOf(rule)))}`)
      .join('')
  );
}

/**
 * Applies fixes until nothing changes.
 * @throws Error if a fix is skipped or does not converge
 */
function fixAll(rule: Rule, workspace: Workspace): Workspace {
  const find = (document: Document, files: Workspace): Finding[] => lint(document, files, setOf(rule));
  const result = repairUntilStable(workspace, {
    check: files => files,
    fixableFindingsOf: files =>
      new Map(
        files.documents.map(document => [document, find(document, files).filter(({ fix }) => fix !== undefined)]),
      ),
    lint: find,
    kindOf: () => undefined,
  });
  if (result.notes.length > 0) throw new Error(result.notes.join('\n'));
  return result.workspace;
}

/** Expands `«word × 2,000»` in an example to that many words, because a page cannot show them all. */
const repeat = (files: string): string =>
  files.replace(/«(.+?) × ([\d,]+)»/g, (_, text: string, times: string) => text.repeat(Number(times.replace(',', ''))));

/**
 * Runs the examples of a rule: findings must match the carets, fixes the promised results, and valid examples must
 * have no findings.
 */
export function testExamples(rule: Rule): void {
  const { invalid, valid } = docsOf(rule).examples;
  for (const example of invalid.map(example => ({ ...example, files: repeat(example.files) }))) {
    const drawing = report(rule, example.files);
    expect(
      /^ *\^/m.test(example.files),
      `draw the carets: a line of ^^^^ with the message under what is found. This is found now:\n${drawing}`,
    ).toBe(true);
    expect(folded(drawing)).toBe(folded(example.files));
    const before = workspaceOf(example.files);
    for (const document of before.documents)
      for (const finding of lint(document, before, setOf(rule))) {
        testTarget(document, pointerOf(finding.target));
        if (!guessingRules.has(rule.id)) testGuess(finding);
      }
    const repairedWorkspace = fixAll(rule, before);
    if (example.fixedFiles === undefined) {
      for (const document of repairedWorkspace.documents)
        expect(document.text, `${document.file} is changed by a fix that the example does not show`).toBe(
          before.document(document.file)!.text,
        );
      continue;
    }
    const promisedWorkspace = workspaceOf(example.fixedFiles);
    for (const document of repairedWorkspace.documents)
      expect(document.text.trimEnd()).toBe(
        (promisedWorkspace.document(document.file) ?? before.document(document.file)!).text.trimEnd(),
      );
    for (const document of repairedWorkspace.documents)
      if (before.document(document.file)!.valid)
        expect(document.valid, `${document.file} is JSON after the fix`).toBe(true);
  }
  for (const { files } of valid) expect(report(rule, repeat(files))).toBe(repeat(files));
}

/** Rules whose suggestions need no fix, because a suggestion may be wrong or duplicate a name. */
const guessingRules: ReadonlySet<string> = new Set(['unknown-field', 'preset-of-other-channel']);

/** Expects that a suggestion in a message has a fix. */
function testGuess({ message, fix }: Finding): void {
  if (/did you mean ["[{]/.test(message)) expect(fix, message).toBeDefined();
}

/** Expects that a pointer, or its parent for a missing field, exists in the file. */
function testTarget(document: Document, pointer: Pointer): void {
  const { depth } = document.parsed.nodes.find(split(pointer));
  expect(depth, `${pointer} or its parent exists in ${document.file}`).toBeGreaterThanOrEqual(
    split(parentOf(pointer)).length,
  );
}

const oddValues: readonly Json[] = [null, 0, -1.5, '', 'x', true, [], {}, [null], { __proto__x: 1 }];

/**
 * Replaces values in the examples of a rule by unexpected ones: a rule must never throw, and its findings must be
 * within the text.
 * @param amount whether each value is replaced by `one` unexpected value or by `all` of them, which takes ten times as
 * long
 * @returns the number of linted texts
 */
export function testRobustness(rule: Rule, amount: 'one' | 'all'): number {
  // a rule about the run does not read values
  if ('step' in rule) return Infinity;
  let tryCount = 0;
  for (const { files } of docsOf(rule).examples.invalid) {
    const workspace = workspaceOf(files);
    for (const document of workspace.documents) {
      if (document.value === undefined) continue;
      for (const pointer of places(document.value))
        for (const junk of amount === 'all' ? oddValues : [oddValues[tryCount % oddValues.length]!]) {
          const text =
            pointer === ''
              ? JSON.stringify(junk)
              : applyFix(document, { title: '', safe: true, edits: [{ set: pointer, to: junk }] });
          const brokenWorkspace = workspace.withDocument(new Document(document.file, text, 1));
          for (const otherDocument of brokenWorkspace.documents)
            for (const finding of lint(otherDocument, brokenWorkspace, setOf(rule))) {
              expect(finding.rule, finding.message).not.toBe('internal-error');
              const span = spanOf(otherDocument, finding);
              expect(span.start).toBeLessThanOrEqual(span.end);
              expect(span.end).toBeLessThanOrEqual(otherDocument.text.length);
            }
          tryCount++;
        }
    }
  }
  return tryCount;
}

function* places(value: Json, pointer: Pointer = ''): Generator<Pointer> {
  yield pointer;
  if (value !== null && typeof value === 'object')
    for (const [key, child] of Object.entries(value)) yield* places(child as Json, join(pointer, key));
}

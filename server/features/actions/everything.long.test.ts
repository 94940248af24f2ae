import { describe, expect, test } from 'vitest';
import { docsOf } from '../../core/engine/rule-docs.ts';
import { rules } from '../../../rules/index.ts';
import { fix, openWorkspace } from '../../api/index.ts';
import { RuleSet } from '../../core/engine/lint.ts';
import { spanOf } from '../../core/locate.ts';
import { pointerOf } from '../../core/finding.ts';
import { actingIn, withFileEdits, textsOf, type Acting, type Texts } from '../../testing/actions-at.ts';
import { CARET } from '../../testing/caret.ts';
import { fixtureOf } from '../../testing/fixture.ts';
import { samples, textsIn } from '../../testing/samples.ts';
import { actionsAt, type Action } from './actions.ts';
import { deprecations } from './fixes.ts';
import { missingRules, recordRules } from './missing.ts';

const brokenSamples = samples('broken');
const texts: Texts = Object.fromEntries(
  Object.entries(textsIn(brokenSamples)).filter(([file, text]) => /\.jsonc?$/.test(file) && !text.includes('\ufffd')),
);
const files = Object.keys(texts).filter(file => !file.startsWith('preflight.'));
const base = actingIn(texts, files[0]!, { start: 0, end: 0 });
const actingAt = (file: string, span: { start: number; end: number }): Acting => ({
  ...base,
  request: { ...base.request, document: base.request.workspace.document(file)!, span },
});
const act = ({ request: selection, findings, context }: Acting, only?: string[]): Action[] =>
  actionsAt(selection, findings, only ? { ...context, onlyKinds: only } : context);
const recognizedFiles = files.filter(file => base.request.workspace.document(file)?.kind);
const keysOf = (acting: Acting): string[] =>
  acting.findings
    .filter(({ isBaselined: baselined }) => !baselined)
    .map(({ finding }) => `${finding.rule} ${finding.file} ${pointerOf(finding.target)}`);

describe('in the broken sample', () => {
  test('all safe fixes have the same result as in the library', () => {
    const workspace = openWorkspace(brokenSamples, { today: '2026-01-15' });
    const changes: string[] = [];
    for (const file of recognizedFiles) {
      const [action] = act(actingAt(file, { start: 0, end: 0 }), ['source.fixAll']);
      const text = action ? withFileEdits(texts, action.edits)[file]! : texts[file]!;
      expect([file, text]).toEqual([file, fix(workspace, file)]);
      if (action) changes.push(file);
    }
    expect(changes.length).toBeGreaterThan(4);
  });

  test.each([
    ['Suppress', /^Suppress /, { workspace: base.request.workspace, linted: base.linted }],
    ['Add to the baseline', /^Add .+ to the baseline$/, { workspace: base.request.workspace, linted: base.linted }],
    ['Turn off', /^Turn off /, { workspace: base.request.workspace }],
  ] as const)('%s removes each finding, and causes no new findings', (title, pattern, isExact) => {
    const failures: unknown[] = [];
    const seenKeys = new Set<string>();
    const before = keysOf(base);
    for (const { finding } of base.findings) {
      const document = base.request.workspace.document(finding.file);
      // one finding of each rule in each kind of file is enough
      if (!document || seenKeys.has(`${finding.rule} ${document.kind}`)) continue;
      seenKeys.add(`${finding.rule} ${document.kind}`);
      const key = `${finding.rule} ${finding.file} ${pointerOf(finding.target)}`;
      const action = act(actingAt(finding.file, spanOf(document, finding))).find(
        action => action.finding === finding && pattern.test(action.title),
      );
      if (!action) {
        if (
          !base.findings.some(
            otherFinding => otherFinding.finding.rule === finding.rule && otherFinding.finding !== finding,
          )
        )
          failures.push(`no action: ${key}`);
        continue;
      }
      // no action changes a file of the platform, so the workspace stays the same
      expect(action.edits.filter(edit => !edit.file.startsWith('preflight.'))).toEqual([]);
      const [currentTexts, start] = [withFileEdits(texts, action.edits), { start: 0, end: 0 }];
      const after = keysOf(actingIn(currentTexts, finding.file, start, undefined, isExact));
      if (seenKeys.size === 1) expect(after).toEqual(keysOf(actingIn(currentTexts, finding.file, start)));
      const countAfter = after.filter(otherKey => otherKey === key).length,
        countBefore = before.filter(otherKey => otherKey === key).length;
      // a suppression is reported until somebody gives a reason; turning a rule off brings back the general rules that
      // it replaces, and leaves its suppressions without effect
      const isLeft = (otherKey: string): boolean =>
        (title === 'Suppress' && otherKey.startsWith('unexplained-suppression')) ||
        (title === 'Turn off' &&
          (otherKey.startsWith('unused-suppression') ||
            rules.find(({ id }) => id === finding.rule)!.replaces?.includes(otherKey.split(' ')[0]!) === true));
      const extraKeys = after.filter(otherKey => !before.includes(otherKey) && !isLeft(otherKey));
      if (countAfter >= countBefore || extraKeys.length > 0)
        failures.push({ key, added: extraKeys, edits: action.edits });
    }
    expect(failures).toEqual([]);
    expect(seenKeys.size).toBeGreaterThan(100);
  });

  test('every action of every finding fits the texts and keeps JSON valid', () => {
    let tries = 0;
    const mistakes: string[] = [];
    for (const { finding } of base.findings) {
      const document = base.request.workspace.document(finding.file);
      if (!document) continue;
      for (const action of act(actingAt(finding.file, spanOf(document, finding)))) {
        if (action.disabledReason ?? action.command) continue;
        tries++;
        const after = withFileEdits(texts, action.edits);
        for (const change of action.edits) {
          if (after[change.file] === texts[change.file])
            mistakes.push(`${action.title} changes nothing in ${change.file}`);
          if (document.valid)
            try {
              JSON.parse(after[change.file]!.replace(/^\ufeff/, '').replace(/^\s*\/\/.*$/gm, ''));
            } catch (error) {
              mistakes.push(`${action.title} in ${change.file}: ${String(error)}`);
            }
        }
        if (action.select) expect(action.select.span.end).toBeLessThanOrEqual(after[action.select.file]!.length);
      }
    }
    expect(mistakes).toEqual([]);
    expect(tries).toBeGreaterThan(1000);
  });
});

describe('in the examples of the rules', () => {
  const examples = rules
    .filter(rule => !('step' in rule))
    .flatMap(rule =>
      docsOf(rule).examples.invalid.flatMap((example, i) =>
        example.fixedFiles === undefined ? [] : [[`${rule.id} ${i}`, rule, example] as const],
      ),
    );
  test.each(examples)('the actions of %s have the result that the example states', (_, rule, example) => {
    const set = new RuleSet([rule]);
    const { workspace, config } = fixtureOf(example.files);
    let currentTexts: Texts = {
      ...(config !== undefined && {
        'preflight.config.json': JSON.stringify({ ...(JSON.parse(config) as object), rules: undefined }),
      }),
      // includes the configuration if the example shows one
      ...Object.fromEntries(workspace.documents.map(({ file, text }) => [file, text])),
    };
    for (let round = 0; round < 20; round++) {
      const before: Texts = currentTexts;
      for (const { file } of workspace.documents) {
        const {
          request: selection,
          findings,
          context,
        } = actingIn(currentTexts, file, { start: 0, end: currentTexts[file]!.length }, set);
        const actions = actionsAt(selection, findings, { ...context, onlyKinds: ['quickfix'] }).filter(
          ({ finding }) => finding?.fix,
        );
        const action =
          actions.find(({ title }) => /^Fix (all|both)/.test(title)) ??
          actions.find(({ title }) => !/^(Suppress|Add .* to the baseline|Turn|Explain)/.test(title));
        if (action) currentTexts = withFileEdits(currentTexts, action.edits);
      }
      if (JSON.stringify(before) === JSON.stringify(currentTexts)) break;
    }
    const promisedWorkspace = fixtureOf(example.fixedFiles!).workspace;
    for (const { file, text } of workspace.documents)
      expect([file, currentTexts[file]!.trimEnd()]).toEqual([
        file,
        (promisedWorkspace.document(file)?.text ?? text).trimEnd(),
      ]);
  });
  test('the command for all safe fixes is the only action if every fix is safe', () => {
    let tries = 0;
    for (const [name, rule, example] of examples) {
      const set = new RuleSet([rule]);
      const { workspace, config } = fixtureOf(example.files);
      if (config !== undefined) continue;
      let currentTexts: Texts = Object.fromEntries(workspace.documents.map(({ file, text }) => [file, text]));
      const { findings } = actingIn(currentTexts, workspace.documents[0]!.file, { start: 0, end: 0 }, set);
      if (findings.some(({ finding }) => finding.fix?.safe === false)) continue;
      tries++;
      for (const { file } of workspace.documents) {
        const {
          request: selection,
          findings: shownFindings,
          context,
        } = actingIn(currentTexts, file, { start: 0, end: 0 }, set);
        for (const action of actionsAt(selection, shownFindings, {
          ...context,
          onlyKinds: ['source.fixAll.preflight'],
        }))
          currentTexts = withFileEdits(currentTexts, action.edits);
      }
      const promisedWorkspace = fixtureOf(example.fixedFiles!).workspace;
      for (const { file, text } of workspace.documents)
        expect([name, file, currentTexts[file]!.trimEnd()]).toEqual([
          name,
          file,
          (promisedWorkspace.document(file)?.text ?? text).trimEnd(),
        ]);
    }
    expect(tries).toBeGreaterThan(5);
  });
  test('the rules named in this test exist', () => {
    const ids: readonly string[] = rules.map(({ id }) => id);
    const ruleIds = [...deprecations, ...missingRules, ...Object.keys(recordRules)];
    expect(ruleIds.filter(id => !ids.includes(id))).toEqual([]);
  });
});

test('no broken configuration or baseline makes an action throw', () => {
  const text = '{ "language": "multi" }';
  for (const content of [
    '',
    ' ',
    '{',
    '[]',
    'null',
    '{ "suppress": 1, "rules": [], "overrides": {} }',
    '{ "overrides": [1], "suppress": [] }',
    '{ "overrides": [{ "files": ["./x.agent.json"], "rules": 7 }] }',
    '\ufeff{}',
  ]) {
    const input = { 'x.agent.json': text, 'preflight.config.json': content, 'preflight.baseline.json': content };
    for (const action of act(actingIn(input, 'x.agent.json', { start: 0, end: text.length })))
      withFileEdits(input, action.edits);
  }
});

test('the fixture parser finds carets', () =>
  expect(textsOf(`-- a.json --\n{${CARET}"a"${CARET}}\n`)).toEqual({
    texts: { 'a.json': '{"a"}\n' },
    file: 'a.json',
    span: { start: 1, end: 4 },
  }));

import { describe, expect, test } from 'vitest';
import { defaultConfiguration } from '../../core/configuration/configuration.ts';
import { Document } from '../../core/document.ts';
import { RuleSet } from '../../core/engine/lint.ts';
import { defineRule } from '../../core/engine/rule.ts';
import type { Finding, Fix } from '../../core/finding.ts';
import { type ChosenFixes, chooseFixes } from '../../core/fixing/choose.ts';
import { Workspace } from '../../core/workspace/workspace.ts';
import { disk } from '../../state/source.ts';
import { rules } from '../../../rules/index.ts';
import { repair } from './fixes.ts';

const finding = (fix: Omit<Fix, 'safe'>, target: Finding['target'] = ''): Finding => ({
  rule: 'r',
  severity: 'error',
  file: 'a.agent.json',
  target,
  message: 'm',
  related: [],
  fix: { ...fix, safe: true },
});

/** Chooses fixes as if each fix removed its finding. */
const chosenFixes = (document: Document, findings: readonly Finding[]): ChosenFixes =>
  chooseFixes(findings, {
    outlookBefore: { document, findings: () => findings },
    outlookAfter: text => ({ document: new Document(document.file, text), findings: () => [] }),
  });

test('of two fixes that rename keys to the same name only one is applied, because the other would lose a value', () => {
  const document = new Document('a.agent.json', '{ "volum": 1, "volumee": 2 }');
  const [first, second] = ['volum', 'volumee'].map(key =>
    finding({ title: key, edits: [{ rename: `/${key}`, to: 'volume' }] }, `/${key}`),
  );
  expect(chosenFixes(document, [first!, second!])).toMatchObject({
    text: '{ "volume": 1, "volumee": 2 }',
    appliedFindings: [first],
  });
});

describe('a fix that would break the file', () => {
  const document = new Document('a.agent.json', '{ "voice_id": "x", "volume": 1 }');
  const breaking = finding({ title: 'break', edits: [], textEdits: [{ start: 17, end: 18, text: '' }] });
  const fineFinding = finding({ title: 'fine', edits: [{ set: '/volume', to: 2 }] });
  test('is skipped, and the others are applied', () => {
    expect(chosenFixes(document, [breaking, fineFinding])).toEqual({
      text: '{ "voice_id": "x", "volume": 2 }',
      edits: [{ start: 29, end: 30, text: '2' }],
      appliedFindings: [fineFinding],
      rejectedFixes: [{ finding: breaking, reason: 'breaks' }],
    });
  });
  test('is also refused if the file is already broken', () => {
    const brokenDocument = new Document('a.agent.json', '{ "voice_id": "x",, "volume": 1, }');
    const betterFinding = finding({ title: 'mend', edits: [], textEdits: [{ start: 18, end: 19, text: '' }] });
    const worseFinding = finding({ title: 'worse', edits: [], textEdits: [{ start: 2, end: 3, text: '[[[' }] });
    expect(chosenFixes(brokenDocument, [betterFinding])).toMatchObject({
      text: '{ "voice_id": "x", "volume": 1, }',
      rejectedFixes: [],
    });
    expect(chosenFixes(brokenDocument, [betterFinding, worseFinding])).toMatchObject({
      text: '{ "voice_id": "x", "volume": 1, }',
      appliedFindings: [betterFinding],
      rejectedFixes: [{ finding: worseFinding, reason: 'breaks' }],
    });
  });
});

describe('repair', () => {
  const base = {
    severity: 'error',
    group: 'values',
    summary: 's',
    why: 'w',
    spec: 's',
    examples: { invalid: [], valid: [] },
  } as const;
  const check = (text: string, rules: ConstructorParameters<typeof RuleSet>[0]) => {
    const workspace = new Workspace([new Document('a.agent.json', text)]);
    return {
      state: {
        root: '/w',
        configuration: defaultConfiguration,
        baseline: undefined,
        workspace,
        files: [],
        passedOver: [],
        skippedCounts: new Map(),
        unreadablePaths: [],
        nestedFolders: [],
        bytes: 0,
        unknownFiles: [],
        containedRecords: new Map(),
        leftOut: 0,
        source: disk,
        unreadableFindings: [],
      },
      selection: { root: '/w', folders: ['/w'], globs: [], files: new Set<string>() },
      rules: new RuleSet(rules),
      onlyRules: undefined,
      base: undefined,
      checksElsewhere: false,
    };
  };
  /** Returns a rule that reports one volume and changes it to another. */
  const step = (from: number, to: number, safe = true) =>
    defineRule({
      ...base,
      id: `from-${from}`,
      at: { 'agent-settings': '/volume' },
      check: node =>
        node.value === from
          ? { message: 'm', fix: { title: `to ${to}`, safe, edits: [{ set: node.pointer, to }] } }
          : undefined,
    });
  const stepsDown = (safe: boolean) => [3, 2, 1].map(from => step(from, from - 1, safe));
  test('continues as long as a fix makes another fix possible', () => {
    const { workspace, appliedCount, checked } = repair(
      check('{ "voice_id": "x", "response_engine": {}, "volume": 3 }', stepsDown(false)),
      true,
    );
    expect([workspace.documents[0]!.text, appliedCount, checked.findings]).toEqual([
      '{ "voice_id": "x", "response_engine": {}, "volume": 0 }',
      3,
      [],
    ]);
  });
  test('skips a safe fix that causes another finding, unless all fixes are requested', () => {
    const text = '{ "voice_id": "x", "response_engine": {}, "volume": 3 }';
    const { notes, appliedCount, workspace } = repair(check(text, stepsDown(true)), false);
    expect([notes, appliedCount, workspace.documents[0]!.text]).toEqual([
      ['a.agent.json: the fix "to 2" of from-3 was left out, because it would leave another finding in its place'],
      0,
      text,
    ]);
    expect(repair(check(text, stepsDown(true)), true).appliedCount).toBe(3);
  });
  test('checks a long file only a limited number of times, even if many of its fixes would cause findings', () => {
    let looks = 0;
    const counting = defineRule({
      ...base,
      id: 'counting',
      at: { 'agent-settings': '' },
      check: () => {
        looks++;
        return undefined;
      },
    });
    const flowText = '{ "voice_id": "x", "response_engine": {}, "volume": 3 }',
      text = `[${Array(1000).fill(flowText).join(',\n')}]`;
    const { notes, appliedCount } = repair(check(text, [counting, ...stepsDown(true)]), false);
    // the file is checked once for each attempt, and before and after all attempts
    expect([appliedCount, looks / 1000 <= 40, notes.at(-1)]).toEqual([
      0,
      true,
      expect.stringContaining('run it again'),
    ]);
  });
  test('makes fewer rounds over a long broken text, and reports that mistakes remain', () => {
    const broken = (length: number): string =>
      `{ "voice_id": "${'x'.repeat(length)}"\n${Array.from({ length: 400 }, (_, i) => `"k${i}": 1`).join('\n')} }`;
    const repairedText = (length: number) =>
      repair(check(broken(length), [rules.find(({ id }) => id === 'invalid-json')!]), true);
    expect(repairedText(1)).toMatchObject({ appliedCount: 400, notes: [] });
    const { appliedCount, notes } = repairedText(2_000_000);
    expect(appliedCount).toBeLessThan(300);
    expect(notes).toEqual(['a.agent.json: it has more mistakes than are fixed at a time; run it again']);
  });
  test('adds no closing bracket if the bracket may be inside an unclosed string', () => {
    const text = '[{ "agent_id": "agent_1", "version": 1,\n"tags: {}\n}]';
    const { checked, workspace } = repair(check(text, [rules.find(({ id }) => id === 'invalid-json')!]), true);
    expect([workspace.documents[0]!.text, checked.findings.map(({ message }) => message)]).toEqual([
      text,
      ['unclosed string: a double quote is missing'],
    ]);
  });
  test('applies unsafe fixes only on request', () => {
    expect(repair(check('{ "volume": 3 }', stepsDown(false)), false).appliedCount).toBe(0);
    expect(repair(check('{ "volume": 3 }', stepsDown(false)), true).appliedCount).toBe(3);
  });
  test('ends for fixes that undo each other, leaves the file unchanged, and reports it', () => {
    const { notes, checked, workspace, appliedCount } = repair(
      check('{ "volume": 3, "volume": 1 }', [step(1, 2), step(2, 1), rules.find(({ id }) => id === 'duplicate-key')!]),
      true,
    );
    expect([notes, checked.findings.length, workspace.documents[0]!.text, appliedCount]).toEqual([
      ['a.agent.json: its fixes do not converge, so the file is left unchanged'],
      2,
      '{ "volume": 3, "volume": 1 }',
      0,
    ]);
  });
  test('continues in other files if the fixes of one file do not converge', () => {
    const endlessCheck = check('{ "volume": 1 }', [
        step(1, 2),
        step(2, 1),
        ...[5, 4].map(from => step(from, from - 2)),
      ]),
      otherDocument = new Document('b.agent.json', '{ "volume": 5 }');
    const { workspace, appliedCount, notes } = repair(
      {
        ...endlessCheck,
        state: { ...endlessCheck.state, workspace: endlessCheck.state.workspace.withDocument(otherDocument) },
      },
      true,
    );
    expect([workspace.documents.map(({ text }) => text), appliedCount, notes]).toEqual([
      ['{ "volume": 1 }', '{ "volume": 3 }'],
      1,
      ['a.agent.json: its fixes do not converge, so the file is left unchanged'],
    ]);
  });
  test('skips a fix that does not resolve its own finding', () => {
    const idleRule = defineRule({
      ...base,
      id: 'idle',
      at: { 'agent-settings': '/volume' },
      check: node => ({
        message: 'm',
        fix: { title: 'add', safe: true, edits: [{ set: node.pointer, to: node.number()! + 1 }] },
      }),
    });
    const { notes, appliedCount, workspace } = repair(check('{ "volume": 1 }', [idleRule]), false);
    expect([notes, appliedCount, workspace.documents[0]!.text]).toEqual([
      ['a.agent.json: the fix "add" of idle was left out, because the finding would remain'],
      0,
      '{ "volume": 1 }',
    ]);
  });
  test('names the fixes that it skipped', () => {
    const breaker = defineRule({
      ...base,
      id: 'breaker',
      at: { 'agent-settings': '/volume' },
      check: () => ({
        message: 'm',
        fix: { title: 'break it', safe: true, edits: [], textEdits: [{ start: 0, end: 1, text: '' }] },
      }),
    });
    const { notes, appliedCount, workspace } = repair(check('{ "volume": 1 }', [breaker]), false);
    expect([notes, appliedCount, workspace.documents[0]!.text]).toEqual([
      ['a.agent.json: the fix "break it" of breaker was left out, because it would break the file'],
      0,
      '{ "volume": 1 }',
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import { defaultConfiguration } from '../../core/configuration/configuration.ts';
import { Document } from '../../core/document.ts';
import { RuleSet } from '../../core/engine/lint.ts';
import { defineRule } from '../../core/engine/rule.ts';
import type { Finding, Fix } from '../../core/finding.ts';
import { Workspace } from '../../core/workspace/workspace.ts';
import { applySafely } from '../../core/engine/safe-fixes.ts';
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

describe('a fix that would break the file', () => {
  const document = new Document('a.agent.json', '{ "voice_id": "x", "volume": 1 }');
  const breaking = finding({ title: 'break', edits: [], textEdits: [{ start: 17, end: 18, text: '' }] });
  const fine = finding({ title: 'fine', edits: [{ set: '/volume', to: 2 }] });
  test('is left out, the others are made', () => {
    expect(applySafely(document, [breaking, fine])).toEqual({
      text: '{ "voice_id": "x", "volume": 2 }',
      applied: 1,
      dropped: [breaking],
    });
  });
  test('of a broken file may not make it worse', () => {
    const broken = new Document('a.agent.json', '{ "voice_id": "x",, "volume": 1, }');
    const better = finding({ title: 'mend', edits: [], textEdits: [{ start: 18, end: 19, text: '' }] });
    const worse = finding({ title: 'worse', edits: [], textEdits: [{ start: 2, end: 3, text: '' }] });
    expect(applySafely(broken, [better])).toMatchObject({ text: '{ "voice_id": "x", "volume": 1, }', dropped: [] });
    expect(applySafely(broken, [better, worse])).toMatchObject({
      text: '{ "voice_id": "x", "volume": 1, }',
      applied: 1,
      dropped: [worse],
    });
  });
});

describe('repair', () => {
  const base = {
    severity: 'error',
    summary: 's',
    why: 'w',
    spec: 's',
    examples: { invalid: [{ files: '' }], valid: [''] },
  } as const;
  const check = (text: string, rules: ConstructorParameters<typeof RuleSet>[0]) => {
    const workspace = new Workspace([new Document('a.agent.json', text)]);
    return {
      opened: {
        root: '/w',
        configuration: defaultConfiguration,
        baseline: undefined,
        workspace,
        files: [],
        passedOver: [],
        unreadable: [],
        nested: [],
        foreign: [],
        unreadableFindings: [],
      },
      asked: { root: '/w', folders: ['/w'], globs: [], files: new Set<string>() },
      rules: new RuleSet(rules),
      only: undefined,
      base: undefined,
      elsewhere: false,
    };
  };
  const stepDown = (safe: boolean) =>
    defineRule({
      ...base,
      id: 'step',
      at: { 'agent-settings': '/volume' },
      check: node =>
        node.number()! > 0
          ? { message: 'm', fix: { title: 'one less', safe, edits: [{ set: node.pointer, to: node.number()! - 1 }] } }
          : undefined,
    });
  test('goes on as long as a fix makes room for the next', () => {
    const { workspace, applied, checked } = repair(
      check('{ "voice_id": "x", "response_engine": {}, "volume": 3 }', [stepDown(true)]),
      false,
    );
    expect([workspace.documents[0]!.text, applied, checked.findings]).toEqual([
      '{ "voice_id": "x", "response_engine": {}, "volume": 0 }',
      3,
      [],
    ]);
  });
  test('makes unsafe fixes only when asked', () => {
    expect(repair(check('{ "volume": 3 }', [stepDown(false)]), false).applied).toBe(0);
    expect(repair(check('{ "volume": 3 }', [stepDown(false)]), true).applied).toBe(3);
  });
  test('of fixes that undo each other comes to an end, and says so', () => {
    const flip = defineRule({
      ...base,
      id: 'flip',
      at: { 'agent-settings': '/volume' },
      check: node => ({
        message: 'm',
        fix: { title: 'flip', safe: true, edits: [{ set: node.pointer, to: node.value === 1 ? 2 : 1 }] },
      }),
    });
    const { notes, checked } = repair(check('{ "volume": 1 }', [flip]), false);
    expect([notes, checked.findings.length]).toEqual([
      ['a.agent.json: its fixes do not come to rest after 10 rounds, so the last ones were left out'],
      1,
    ]);
  });
  test('says which fix it left out', () => {
    const breaker = defineRule({
      ...base,
      id: 'breaker',
      at: { 'agent-settings': '/volume' },
      check: () => ({
        message: 'm',
        fix: { title: 'break it', safe: true, edits: [], textEdits: [{ start: 0, end: 1, text: '' }] },
      }),
    });
    const { notes, applied, workspace } = repair(check('{ "volume": 1 }', [breaker]), false);
    expect([notes, applied, workspace.documents[0]!.text]).toEqual([
      ['a.agent.json: the fix "break it" of breaker was left out, because it would break the file'],
      0,
      '{ "volume": 1 }',
    ]);
  });
});

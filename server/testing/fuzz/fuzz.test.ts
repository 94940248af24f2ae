import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { rules } from '../../../rules/index.ts';
import { RuleSet } from '../../core/engine/lint.ts';
import type { Problem, Rule, TextProblem } from '../../core/engine/rule.ts';
import type { Cursor } from '../../core/cursor.ts';
import { inputOf, sourcesIn } from './inputs.ts';
import { testSuite } from './json-test-suite.ts';
import { failuresOf } from './laws.ts';
import { optionsOf } from './options.ts';

const sources = sourcesIn(fileURLToPath(new URL('../../../samples', import.meta.url)));
const textsOf = (seed: number): string[] => Array.from({ length: 50 }, (_, i) => inputOf(sources, seed, i).text);

test('an input is determined by its seed and number, and other seeds give other inputs', () => {
  expect(textsOf(1)).toEqual(textsOf(1));
  expect(new Set([...textsOf(1), ...textsOf(2)]).size).toBeGreaterThan(90);
});

describe('a violated law is detected', () => {
  const commonFields = {
    severity: 'error',
    group: 'values',
    summary: '',
    why: '',
    spec: '',
    examples: { invalid: [], valid: [] },
  } as const;
  const shapes = (check: (node: Cursor) => Problem | undefined): Rule => ({
    ...commonFields,
    id: 'planted',
    at: { 'agent-settings': '' },
    check,
  });
  const texts = (span: TextProblem['span']): Rule => ({
    ...commonFields,
    id: 'planted',
    suspects: () => true,
    checkText: () => [{ message: 'planted', span }],
  });
  /** The laws that a rule violates, on some inputs from agent files. */
  const failuresWith = (rule: Rule | undefined): ReadonlySet<string> => {
    const set = new RuleSet([...rules, ...(rule ? [rule] : [])]),
      agents = { ...sources, samples: sources.samples.filter(({ file }) => file.endsWith('.agent.json')) };
    const failures = Array.from({ length: 20 }, (_, i) => failuresOf(inputOf(agents, 4, i), set)).flat();
    return new Set(failures.map(({ law }) => law));
  };
  test('correct rules violate no law', () => expect(failuresWith(undefined)).toEqual(new Set()));
  test('a rule that throws violates `lints`', () => {
    const errors = shapes(() => {
      throw new Error('planted');
    });
    expect(failuresWith(errors)).toContain('lints');
  });
  test('a finding outside its text violates `lints`', () =>
    expect(failuresWith(texts({ start: 0, end: 1e6 }))).toContain('lints'));
  test('a fix that never converges is not applied, so no law is violated', () => {
    const endlessRule = shapes(node => ({
      message: 'planted',
      fix: {
        title: 'planted',
        safe: true,
        edits: [{ set: `${node.pointer}/x`, to: (node.get('x').integer() ?? 0) + 1 }],
      },
    }));
    expect(failuresWith(endlessRule)).toEqual(new Set());
  });
});

describe('the JSON parsing test suite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'preflight-suite-'));
  afterEach(() => {
    rmSync(folder, { recursive: true });
    vi.restoreAllMocks();
  });
  test('counts the files that are judged differently than their names require', () => {
    const result = vi.spyOn(console, 'log').mockReturnValue(undefined);
    mkdirSync(join(folder, 'test_parsing'));
    const write = (name: string, text: string | Uint8Array): void => {
      writeFileSync(join(folder, 'test_parsing', name), text);
    };
    write('y_array.json', '[[]   ]');
    write('y_wrong.json', '[1,]');
    write('n_comma.json', '[,]');
    write('n_bytes.json', new Uint8Array([0x5b, 0xff, 0x5d]));
    write('n_wrong.json', '[]');
    write('i_open.json', '[1e999]');
    expect(testSuite(folder)).toBe(2);
    expect(result.mock.calls.flat()).toEqual([
      'JSON parsing test suite: y_ 1/2 accepted, n_ 2/3 refused, i_ 1/1 accepted',
      'FAILED n_wrong.json',
      'FAILED y_wrong.json',
    ]);
  });
});

test.each([
  [['--cases', 'many'], '--cases must be an integer, got many'],
  [['--share', '3/2'], '--share must be like 1/2 or 2/2, is 3/2'],
  [
    ['--ways', 'bites'],
    '--ways must be of bytes,tokens,structure,long,chained,mixed,half-typed,typos,comments, got bites',
  ],
])('the options %j are refused', (args, why) => expect(() => optionsOf(args)).toThrow(why));

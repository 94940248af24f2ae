import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import { afterEach, expect, test } from 'vitest';
import { baselineText } from '../core/configuration/baseline.ts';
import { run, scratch } from '../testing/test-io.ts';
import { lint } from './lint.ts';

let dispose: (() => void) | undefined;
afterEach(() => dispose?.());
const validator = (kind: string) =>
  new Ajv2020.default({ strict: true }).compile(
    JSON.parse(readFileSync(new URL(`../../schemas/outputs/${kind}.json`, import.meta.url), 'utf8')) as object,
  );

test('what lint prints holds to its published schema', async () => {
  const made = scratch({
    'desk.agent.json':
      '{"voice_speed": "1.5", "voice_id": "cartesia-Cimo", "fallback_voice_ids": ["cartesia-Emma"], "webhook_urll": "x"}',
    'torn.llm.json': '{"general_prompt": ',
  });
  dispose = made.dispose;
  const { code, stdout } = await run(lint, ['--format', 'json'], made.folder);
  const validate = validator('lint');
  expect(validate(JSON.parse(stdout)), JSON.stringify(validate.errors)).toBe(true);
  const { findings } = JSON.parse(stdout) as { findings: { rule: string; fix?: object; related: object[] }[] };
  expect(code).toBe(1);
  expect(findings.some(({ fix }) => fix)).toBe(true);
  expect(findings.some(({ related }) => related.length > 0)).toBe(true);
});

test('thousands of findings of one rule are counted all, and listed up to a thousand', async () => {
  const tasks = Array.from({ length: 3000 }, (_, i) => ({ to_number: i }));
  const made = scratch({ 'all.batch-call.json': JSON.stringify({ from_number: '+14155550100', tasks }) });
  dispose = made.dispose;
  const { code, stdout } = await run(lint, ['--format', 'json', '--rule', 'wrong-type'], made.folder);
  const printed = JSON.parse(stdout) as { findings: { message: string }[]; summary: { errors: number } };
  expect(code).toBe(1);
  expect(validator('lint')(printed)).toBe(true);
  expect(printed.summary.errors).toBe(3000);
  expect(printed.findings).toHaveLength(1001);
  expect(printed.findings.at(-1)!.message).toBe(
    '2000 more findings of this rule in the rest of the file are not listed',
  );
});

test('a baseline holds to its published schema', () => {
  const validate = validator('baseline');
  const entry = { rule: 'wrong-type', file: 'desk.agent.json', at: '/voice_speed', count: 1 };
  for (const entries of [[], [entry], [entry, entry, { ...entry, at: '' }]])
    expect(validate(JSON.parse(baselineText(entries))), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ version: 1, findings: [{ rule: 'wrong-type' }] })).toBe(false);
});

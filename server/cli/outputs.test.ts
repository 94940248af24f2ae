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

test('a baseline holds to its published schema', () => {
  const validate = validator('baseline');
  const entry = { rule: 'wrong-type', file: 'desk.agent.json', at: '/voice_speed', count: 1 };
  for (const entries of [[], [entry], [entry, entry, { ...entry, at: '' }]])
    expect(validate(JSON.parse(baselineText(entries))), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ version: 1, findings: [{ rule: 'wrong-type' }] })).toBe(false);
});

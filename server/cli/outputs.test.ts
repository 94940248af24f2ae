import { expect, test } from 'vitest';
import { baselineText } from '../core/configuration/baseline.ts';
import { expectOutput, outputValidator } from '../testing/outputs.ts';
import { run, scratchFolders } from '../testing/preflight.ts';
import { lint } from './lint.ts';

const folderWith = scratchFolders();

test('the output of lint matches its published schema', async () => {
  const folder = folderWith({
    'desk.agent.json':
      '{"voice_speed": "1.5", "voice_id": "cartesia-Cimo", "fallback_voice_ids": ["cartesia-Emma"], "webhook_urll": "x"}',
    'torn.llm.json': '{"general_prompt": ',
  });
  const { code, stdout } = await run(lint, ['--format', 'json'], folder);
  expectOutput('lint', JSON.parse(stdout));
  const { findings } = JSON.parse(stdout) as { findings: { rule: string; fix?: object; related: object[] }[] };
  expect(code).toBe(1);
  expect(findings.some(({ fix }) => fix)).toBe(true);
  expect(findings.some(({ related }) => related.length > 0)).toBe(true);
});

test('thousands of findings of one rule are all counted, and the first thousand are listed', async () => {
  const tasks = Array.from({ length: 3000 }, (_, i) => ({ to_number: i }));
  const folder = folderWith({ 'all.batch-call.json': JSON.stringify({ from_number: '+14155550100', tasks }) });
  const { code, stdout } = await run(lint, ['--format', 'json', '--rule', 'wrong-type'], folder);
  const output = JSON.parse(stdout) as { findings: { message: string }[]; summary: { errors: number } };
  expect(code).toBe(1);
  expectOutput('lint', output);
  expect(output.summary.errors).toBe(3000);
  expect(output.findings).toHaveLength(1001);
  expect(output.findings.at(-1)!.message).toBe(
    '2000 more findings of this rule in the rest of the file are not listed',
  );
});

test('a baseline matches its published schema', () => {
  const entry = { rule: 'wrong-type', file: 'desk.agent.json', at: '/voice_speed', count: 1 };
  for (const entries of [[], [entry], [entry, entry, { ...entry, at: '' }]])
    expectOutput('baseline', JSON.parse(baselineText(entries)));
  expect(outputValidator('baseline')({ version: 1, findings: [{ rule: 'wrong-type' }] })).toBe(false);
});

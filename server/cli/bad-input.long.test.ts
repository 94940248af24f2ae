import { expect, test } from 'vitest';
import { agent, lintJson, scratchFolders } from '../testing/preflight.ts';

const folderWith = scratchFolders();

test('a file of 50 MB is checked, and so are the files beside it', async () => {
  const tasks = Array.from(
    { length: 270_000 },
    (_, i) =>
      `    { "to_number": "+1415${String(i).padStart(7, '0')}", "service_llm_dynamic_variables": { "name": "${'x'.repeat(96)}" } }`,
  ).join(',\n');
  const text = `{\n  "from_number": "+14155550100",\n  "name": 7,\n  "tasks": [\n${tasks}\n  ]\n}\n`;
  expect(text.length).toBeGreaterThan(50_000_000 * 0.9);
  const goodAgent = agent('"voice_speed": "1.5"', 'agent_beside');
  const { lines } = await lintJson(
    ['--rule', 'wrong-type'],
    folderWith({ 'beside.agent.json': goodAgent, 'big.batch-call.json': text }),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^big\.batch-call\.json wrong-type \/name /));
  expect(lines).toContain('beside.agent.json wrong-type /voice_speed error');
});

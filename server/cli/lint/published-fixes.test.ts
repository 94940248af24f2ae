import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agent, draft, preflight, scratchFolders } from '../../testing/preflight.ts';

const folderWith = scratchFolders();
const slow = '"voice_speed": "1.5"';
const files = {
  'published.agent.json': agent(`${slow}, "volume": "2"`),
  'draft.agent.json': draft(slow, 'agent_desk', 2),
  'one.llm.json': '{ "llm_id": "llm_1", "version": 1, "is_published": true, "model_high_priority": "true" }',
  'wrapped.agent.json': `{ "agent": ${agent('', 'agent_night')}, "llm": { "llm_id": "llm_2", "model_high_priority": "true" } }`,
};
const textsIn = (folder: string): string[] => Object.keys(files).map(name => readFileSync(join(folder, name), 'utf8'));

test('safe fixes leave published versions alone, and say how many they left out', async () => {
  const folder = folderWith(files);
  const { stderr } = await preflight(['lint', '--fix'], folder);
  const [published, mended, ...others] = Object.values(files);
  expect(textsIn(folder)).toEqual([published, mended!.replace('"1.5"', '1.5'), ...others]);
  expect(stderr).toContain(
    '4 safe fixes in one.llm.json, published.agent.json and wrapped.agent.json were left out, because a published version ' +
      '(is_published: true) cannot be changed; --unsafe makes them all the same',
  );
});
test('--unsafe makes them', async () => {
  const folder = folderWith(files);
  const { stderr } = await preflight(['lint', '--fix', '--unsafe'], folder);
  expect(textsIn(folder).join('')).not.toMatch(/"1\.5"|"2"|"true"/);
  expect(stderr).not.toContain('left out');
});
test('what mends only the text of a published version is made', async () => {
  const folder = folderWith({ 'a.agent.json': agent().replace('"en-US"', '"en-US",') });
  await preflight(['lint', '--fix'], folder);
  expect(readFileSync(join(folder, 'a.agent.json'), 'utf8')).toBe(agent());
});

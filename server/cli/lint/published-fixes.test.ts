import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agent, draft, preflight, scratchFolders } from '../../testing/preflight.ts';

const folderWith = scratchFolders();
const wrongSpeed = '"voice_speed": "1.5"';
const files = {
  'published.agent.json': agent(`${wrongSpeed}, "volume": "2"`),
  'draft.agent.json': draft(wrongSpeed, 'agent_desk', 2),
  'one.llm.json': '{ "llm_id": "llm_1", "version": 1, "is_published": true, "model_high_priority": "true" }',
  'wrapped.agent.json': `{ "agent": ${agent('', 'agent_night')}, "llm": { "llm_id": "llm_2", "model_high_priority": "true" } }`,
};
const textsIn = (folder: string): string[] => Object.keys(files).map(name => readFileSync(join(folder, name), 'utf8'));

test('safe fixes are not applied to published versions, and their number is reported', async () => {
  const folder = folderWith(files);
  const { stderr } = await preflight(['lint', '--fix'], folder);
  const [publishedText, fixedText, ...otherTexts] = Object.values(files);
  expect(textsIn(folder)).toEqual([publishedText, fixedText!.replace('"1.5"', '1.5'), ...otherTexts]);
  expect(stderr).toContain(
    '4 fixes are in published versions, which the platform does not let change: make a draft to apply them ' +
      '(in one.llm.json, published.agent.json and wrapped.agent.json)',
  );
});
test.each([['--fix', '--unsafe'], ['--diff', '--unsafe'], ['--diff']])(
  '%s %s does not apply fixes to published versions',
  async (...args) => {
    const folder = folderWith(files),
      { stdout, stderr } = await preflight(['lint', ...args.filter(Boolean)], folder);
    expect(textsIn(folder).filter((_, i) => i !== 1)).toEqual(Object.values(files).filter((_, i) => i !== 1));
    expect(stdout).not.toMatch(/^\+\+\+ (?!b\/draft)/m);
    expect(stderr).toContain('4 fixes are in published versions');
  },
);
test('an entry in the version list of an agent proves that a version is published', async () => {
  const folder = folderWith({
    'a.agent.json': agent(wrongSpeed).replace('"is_published": true, ', ''),
    'agent_desk.agent-versions.json': '[{ "version": 1, "is_published": true, "last_modification_timestamp": 1 }]',
  });
  const { stdout } = await preflight(['lint', '--format', 'json'], folder),
    [finding] = (JSON.parse(stdout) as { findings: { fix?: object; needs_draft?: true }[] }).findings;
  expect([finding!.fix, finding!.needs_draft]).toEqual([undefined, true]);
  const { stdout: text } = await preflight(['lint', '--verbose'], folder);
  expect(text).toContain('fix: Use 1.5 without quotes (in a draft of this published version)');
  expect(text).toContain(
    '\n1 fix is in a published version, which the platform does not let change: make a draft to apply it',
  );
});
test('an engine inside a published agent is published, and its fix is applied only in a draft', async () => {
  const text = agent('', 'agent_desk').replace(
    '"response_engine": { "type": "custom-llm", "llm_websocket_url": "wss://desk.example.com/llm" }',
    '"response_engine": { "type": "service-llm", "llm_id": "llm_1" }, ' +
      '"serviceLlmData": { "llm_id": "llm_1", "model_high_priority": "true" }',
  );
  const folder = folderWith({ 'a.agent.json': text });
  await preflight(['lint', '--fix', '--unsafe'], folder);
  expect(readFileSync(join(folder, 'a.agent.json'), 'utf8')).toBe(text);
});
test('a fix that repairs only the syntax of a published version is applied', async () => {
  const folder = folderWith({ 'a.agent.json': agent().replace('"en-US"', '"en-US",') });
  await preflight(['lint', '--fix'], folder);
  expect(readFileSync(join(folder, 'a.agent.json'), 'utf8')).toBe(agent());
});

import { expect, test } from 'vitest';
import { agent, agentList, committed, git, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const number = (inbound_agents: unknown, more: object = {}): string =>
  JSON.stringify({ phone_number: '+14155550100', inbound_agents, ...more });
const arms = [{ agent_id: 'agent_desk', agent_version: 'prod', weight: 1 }];
const files = {
  'desk.agent.json': agent(),
  'team.agent-list.json': agentList('"prod": { "version": 1 }'),
  'main.phone-number.json': number(arms),
};
const repository = (more: Record<string, string> = {}): string => committed(folderWith({ ...files, ...more }));
async function answersIn(folder: string) {
  const { findings, lines } = await lintJson(['--changed-since', 'HEAD'], folder),
    { code } = await preflight(['plan', '--base', 'HEAD', '--assert', 'no breaks'], folder),
    input = JSON.stringify({
      hook_event_name: 'PreToolUse',
      tool_name: 'mcp__retell__delete-phone-number',
      tool_input: { phone_number: '+14155550100' },
      cwd: folder,
    });
  const guard = await preflight(['guard'], folder, { readStdin: () => Buffer.from(input) });
  return { lines, messages: findings.map(({ message }) => message), plan: code, guard: guard.code };
}

test.each([
  ['null', null],
  ['an empty list', []],
])('a live number with %s instead of its agent is a break', async (_, value) => {
  const folder = repository();
  write(folder, { 'main.phone-number.json': number(value) });
  expect(await answersIn(folder)).toMatchObject({
    lines: ['main.phone-number.json lost-reach /inbound_agents warning'],
    messages: [
      'inbound calls of +14155550100 reach no agent now: inbound_agents is empty; Desk v1 answered them in HEAD',
    ],
    plan: 4,
  });
});

test('a deleted live number is reported at the version that answered its calls, and guard blocks its deletion', async () => {
  const folder = repository();
  expect((await answersIn(folder)).guard).toBe(2);
  git(folder, 'rm', '-q', 'main.phone-number.json');
  const { findings, lines } = await lintJson(['--staged'], folder);
  expect(lines).toEqual(['desk.agent.json lost-reach /agent_id warning']);
  expect(findings[0]).toMatchObject({
    message:
      'inbound calls of +14155550100 reach no agent now: main.phone-number.json is gone; Desk v1 answered them in HEAD',
    live: [{ agent_id: 'agent_desk', agent_version: 1 }],
  });
});

test('nothing is lost if a webhook or another file has the calls, or if the configuration accepts it', async () => {
  const silent = { lines: [], plan: 0 };
  const withWebhook = repository();
  write(withWebhook, { 'main.phone-number.json': number(null, { inbound_webhook_url: 'https://example.com/in' }) });
  expect(await answersIn(withWebhook)).toMatchObject(silent);
  const moved = repository();
  git(moved, 'mv', 'main.phone-number.json', 'desk.phone-number.json');
  expect(await answersIn(moved)).toMatchObject(silent);
  const accepted = repository({
    'preflight.config.json': '{ "accept": [{ "reference": "+14155550100", "reason": "the office closes" }] }',
  });
  git(accepted, 'rm', '-q', 'main.phone-number.json');
  expect(await answersIn(accepted)).toMatchObject(silent);
});

import { expect, test } from 'vitest';
import { agent, committed, preflight, scratchFolders } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const number = (...ids: string[]): string =>
  JSON.stringify({
    phone_number: '+14155550100',
    inbound_agents: ids.map(agent_id => ({ agent_id, agent_version: 1, weight: 1 / ids.length })),
  });
const onLlm = agent('', 'agent_b').replace(
  /"response_engine": .*/,
  '"response_engine": { "type": "service-llm", "llm_id": "llm_far" },',
);
const files = { 'desk.agent.json': agent(), 'n.phone-number.json': number('agent_desk', 'agent_far', 'agent_off') };
const remarks = async (folder: string, ...args: string[]): Promise<string> =>
  (await preflight(['lint', ...args], folder)).stderr;

test('a complete run reports how many references lead out of the workspace, the same number as doctor', async () => {
  const folder = folderWith({ ...files, 'b.agent.json': onLlm });
  expect(await remarks(folder)).toBe('3 references lead out of this workspace: preflight doctor says which\n');
  const { stdout } = await preflight(['doctor', '--format', 'json'], folder);
  const { gaps } = JSON.parse(stdout) as { gaps: { topic: string; places: unknown[] }[] };
  const listedGaps = gaps.filter(({ topic }) => topic === 'agent' || topic === 'engine');
  expect(listedGaps.flatMap(({ places }) => places)).toHaveLength(3);
  expect(await remarks(folderWith({ 'b.agent.json': onLlm }))).toMatch(/^1 reference leads out of this workspace: /);
  expect(await remarks(folderWith({ 'desk.agent.json': agent() }))).toBe('');
  const twoWorkspaces = { ...files, 'a/preflight.config.json': '{}', 'a/n.phone-number.json': number('agent_far') };
  expect(await remarks(folderWith(twoWorkspaces))).toMatch(/^3 references lead out of their workspace: /);
});

test('a run over part of the workspace, or with output for programs, does not report these references', async () => {
  const folder = committed(folderWith(files));
  for (const args of [
    ['n.phone-number.json'],
    ['--quiet'],
    ['--format', 'json'],
    ['--select', 'references'],
    ['--changed-since', 'HEAD'],
    ['--staged'],
    ['--live'],
  ])
    expect([args, await remarks(folder, ...args)]).toEqual([args, expect.not.stringContaining('workspace:')]);
  expect(await remarks(folder, '--statistics')).toMatch(/^2 references lead out/);
});

test('if the configuration declares agents complete, an unknown agent id is an error, and doctor asks for the right id', async () => {
  const folder = folderWith({
    ...files,
    'n.phone-number.json': number('agent_desk', 'agent_dsek'),
    'b.agent.json': onLlm,
    'preflight.config.json': '{ "complete": ["agent"] }',
  });
  expect(await remarks(folder)).toBe('1 reference leads out of this workspace: preflight doctor says which\n');
  const { stdout } = await preflight(['doctor'], folder);
  expect(stdout).toContain(
    'agent_dsek\n    add      the id of an agent in this workspace: "complete" says that it has them all; did you mean "agent_desk"?\n',
  );
  expect(stdout).toContain('an export of it, or the answer that gets it (*.llm.json)');
});

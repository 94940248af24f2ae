import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { JsonObject } from '../core/json/json.ts';
import { committed, git, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const clinic = fileURLToPath(new URL('../../samples/clinic', import.meta.url));
const flowFile = 'flows/night-line.conversation-flow.json';
const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** Returns the agent of the warm transfer, which informs the doctor and connects the caller. */
const mediator = (id: string, version = 0): JsonObject => ({
  agent_id: id,
  version,
  is_published: true,
  last_modification_timestamp: 1762191000000,
  channel: 'voice',
  agent_name: 'On call',
  voice_id: '11labs-Myra',
  response_engine: { type: 'conversation-flow', conversation_flow_id: 'conversation_flow_oncall01' },
});
interface Flow {
  readonly nodes: { readonly id: string; transfer_option: JsonObject }[];
}
/**
 * Returns the folder of a repository with the clinic, in which the transfer from the night line to the doctor has an
 * agent. It is live, because a tag selects the night line.
 */
function repository(option: object, files: Record<string, string> = {}): string {
  const folder = folderWith({});
  cpSync(clinic, folder, { recursive: true });
  const flow = JSON.parse(readFileSync(join(folder, flowFile), 'utf8')) as Flow;
  flow.nodes.find(({ id }) => id === 'doctor')!.transfer_option = option as JsonObject;
  write(folder, { [flowFile]: json(flow), 'agents/on-call.agent.json': json(mediator('agent_oncall01')), ...files });
  return committed(folder);
}
const mediated = (transfer_agent: object): object => ({
  type: 'agentic_warm_transfer',
  agentic_transfer_config: { transfer_agent, transfer_timeout_ms: 20000 },
});
const PLACE = '/nodes/2/transfer_option/agentic_transfer_config/transfer_agent';

interface Planned {
  readonly changes: readonly { readonly kind: string; readonly effect: string; readonly live: boolean }[];
  readonly assertions: readonly { readonly holds: boolean }[];
}
async function judged(folder: string): Promise<{ code: number; plan: Planned; lint: readonly string[] }> {
  const text = ['--assert', 'no breaks', '--assert', 'no live changes'];
  const { code, stdout } = await preflight(['plan', '--base', 'HEAD', '--format', 'json', ...text], folder);
  return {
    code,
    plan: JSON.parse(stdout) as Planned,
    lint: (await lintJson(['--changed-since', 'HEAD', '--severity', 'warning'], folder)).lines,
  };
}

const listFile = 'agents/agents.agent-list.json';
/** Returns an agent list without the mark of its end, so that it proves nothing. */
const openList = (): string => {
  const { items } = JSON.parse(readFileSync(join(clinic, listFile), 'utf8')) as JsonObject;
  return json({ items });
};
test.each([
  ['where every agent has a file', {}, 'breaks', 'unknown-agent'],
  [
    'where others may exist',
    { 'preflight.config.json': '{}', [listFile]: openList() },
    'becomes-unknown',
    'lost-reference',
  ],
  ['where a list has all that are left', { 'preflight.config.json': '{}' }, 'breaks', 'unknown-agent'],
] as const)('"no breaks" fails if the agent of a live transfer is deleted: %s', async (_, files, effect, rule) => {
  const folder = repository(mediated({ agent_id: 'agent_oncall01', agent_version: 0 }), files);
  git(folder, 'rm', '-q', 'agents/on-call.agent.json');
  const { code, plan, lint } = await judged(folder);
  expect([code, plan.assertions.map(({ holds }) => holds)]).toEqual([4, [false, false]]);
  expect(plan.changes).toMatchObject([{ kind: 'transfer', effect, live: true }]);
  expect(lint).toEqual([`${flowFile} ${rule} ${PLACE}/agent_id error`]);
});

test('two changes are harmless: deleting the agent in an unused setting of a cold transfer, and renaming a file', async () => {
  const unusedSetting = { ...mediated({ agent_id: 'agent_oncall01', agent_version: 0 }), type: 'cold_transfer' };
  const cold = repository(unusedSetting);
  git(cold, 'rm', '-q', 'agents/on-call.agent.json');
  expect(await judged(cold)).toMatchObject({ code: 0, plan: { changes: [] }, lint: [] });
  const openFiles = { 'preflight.config.json': '{}', [listFile]: openList() },
    renamedRepository = repository(mediated({ agent_id: 'agent_oncall01', agent_version: 0 }), openFiles);
  git(renamedRepository, 'mv', 'agents/on-call.agent.json', 'agents/doctor.agent.json');
  expect(await judged(renamedRepository)).toMatchObject({ code: 0, plan: { changes: [] }, lint: [] });
});

test('a new version that "latest" selects is a live change, a version that nothing selects is not', async () => {
  const next = { 'agents/on-call-1.agent.json': json(mediator('agent_oncall01', 1)) };
  const latestRepository = repository(mediated({ agent_id: 'agent_oncall01', agent_version: 'latest' }));
  write(latestRepository, next);
  expect(await judged(latestRepository)).toMatchObject({
    code: 4,
    plan: {
      changes: [{ kind: 'transfer', effect: 'version', live: true }],
      assertions: [{ holds: true }, { holds: false }],
    },
  });
  const pinned = repository(mediated({ agent_id: 'agent_oncall01', agent_version: 0 }));
  write(pinned, next);
  expect(await judged(pinned)).toMatchObject({ code: 0, plan: { changes: [] } });
});

test('the texts of the agent of a transfer are live through the transfer', async () => {
  const folder = repository(mediated({ agent_id: 'agent_oncall01', agent_version: 0 }));
  write(folder, { 'agents/on-call.agent.json': json({ ...mediator('agent_oncall01'), voice_speed: 9 }) });
  const { findings } = await lintJson(['--live'], folder);
  expect(
    findings.filter(({ rule }) => !['published-version-edited', 'record-disagreement'].includes(rule)),
  ).toMatchObject([
    {
      rule: 'out-of-range',
      live: [
        {
          agent_id: 'agent_oncall01',
          agent_version: 0,
          through: [{}, { text: 'a transfer of Night line v0', pointer: PLACE }],
        },
      ],
    },
  ]);
});

test('resolve, graph and simulate include the agent of a transfer', async () => {
  const folder = repository({
    ...mediated({ agent_id: 'agent_oncall01', agent_version: 0 }),
    transfer_ring_duration_ms: 45000,
  });
  const resolvedText = (await preflight(['resolve', '--all'], folder)).stdout.replace(/\s+/g, ' ');
  expect(resolvedText).toContain('On call@0 → version 0');
  expect(resolvedText).toContain(`transfer Doctor on call in ${flowFile} ${PLACE}/agent_version`);
  expect((await preflight(['graph', '--format', 'mermaid'], folder)).stdout).toContain('transfer Doctor on call (0)');
  const call = ['simulate', 'agents/night-line/v0.agent.json', '--call', 'silent'];
  const text = (await preflight(call, folder)).stdout.replace(/\s+/g, ' ');
  expect(text).toContain('45 s at most: Doctor on call [transfer_ring_duration_ms]');
  expect(text).toContain('On call v0 for Doctor on call: has 20 s to decide, then cancel_transfer');
  const { stdout } = await preflight([...call, '--format', 'json'], folder);
  expect((JSON.parse(stdout) as { engine: { transfers: object[] } }).engine.transfers).toMatchObject([
    { name: 'Doctor on call', ring_duration_ms: 45000, agent: { agent_id: 'agent_oncall01', agent_version: 0 } },
  ]);
});

test('typical mistakes in an edited transfer are warnings', async () => {
  const option = { type: 'cold_transfr', transfer_ring_duration_ms: 1, action_on_timeout: 'explode' };
  const { lines, code } = await lintJson(['--severity', 'warning'], repository(option));
  expect([code, lines.filter(line => line.startsWith(flowFile))]).toEqual([
    0,
    [
      `${flowFile} unrecognized-value /nodes/2/transfer_option/type warning`,
      `${flowFile} out-of-range /nodes/2/transfer_option/transfer_ring_duration_ms warning`,
      `${flowFile} unknown-field /nodes/2/transfer_option/action_on_timeout warning`,
    ],
  ]);
});

import { expect, test } from 'vitest';
import { workspaceOf } from '../../testing/fixture.ts';
import type { Pointer } from '../json/pointer.ts';
import { keyOf } from '../workspace/tables.ts';
import { liveInWords, liveThrough } from './live-places.ts';
import { liveVersions, describePath, pathInWords } from './live-versions.ts';
import { swapCycles } from '../../../rules/swap-cycle.ts';
import { agentsAt, swapsOf } from './swaps.ts';

const clinic = workspaceOf(`-- desk.agent.json --
{ "agent_id": "agent_desk", "version": 3, "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }, "voice_id": "11labs-Lily" }
-- desk.llm.json --
{ "llm_id": "llm_desk", "general_prompt": "", "general_tools": [
  { "type": "agent_swap", "name": "billing", "agent_id": "agent_billing", "agent_version": 1, "post_call_analysis_setting": "both_agents" },
  { "type": "agent_swap", "name": "unknown", "agent_id": "agent_elsewhere", "post_call_analysis_setting": "both_agents" } ] }
-- billing.agent.json --
{ "agent_id": "agent_billing", "version": 1, "voice_id": "11labs-Lily",
  "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_billing" },
  "conversationFlow": { "nodes": [{ "id": "pay", "type": "component", "component_id": "component_pay", "component_type": "shared" }] } }
-- pay.flow-component.json --
{ "conversation_flow_component_id": "component_pay", "name": "Pay", "nodes": [
  { "id": "back", "type": "agent_swap", "agent_id": "agent_desk", "post_call_analysis_setting": "both_agents", "edge": { "id": "e" } } ] }
-- idle.agent.json --
{ "agent_id": "agent_idle", "version": 0, "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }, "voice_id": "11labs-Lily" }
-- team.agent-list.json --
[{ "agent_id": "agent_desk", "agent_name": "Desk", "channel": "voice", "user_modified_timestamp": 1,
  "tags": { "prod": { "version": 3 }, "beta": { "version": 1 } } }]
`);
const record = (file: string) => clinic.document(file)!.roots[0]!;

test('swaps are found in an engine of another file, in a nested engine, and in shared components', () => {
  expect(
    swapsOf(record('desk.agent.json'), clinic).map(({ at, resolution }) => [
      at.document.file,
      at.pointer,
      resolution.agentId,
      resolution.version,
    ]),
  ).toEqual([
    ['desk.llm.json', '/general_tools/0', 'agent_billing', 1],
    ['desk.llm.json', '/general_tools/1', 'agent_elsewhere', null],
  ]);
  expect(
    swapsOf(record('billing.agent.json'), clinic).map(({ at, resolution }) => [
      at.document.file,
      at.pointer,
      resolution.agentId,
      resolution.version,
    ]),
  ).toEqual([['pay.flow-component.json', '/nodes/0', 'agent_desk', 3]]);
});

test('a place belongs to every agent that runs its engine', () => {
  const ids = (file: string, pointer: string) =>
    agentsAt(clinic.document(file)!.at(pointer), clinic).map(agent => agent.get('agent_id').value);
  expect(ids('desk.llm.json', '/general_tools/0/name')).toEqual(['agent_desk', 'agent_idle']);
  expect(ids('pay.flow-component.json', '/nodes/0/edge')).toEqual(['agent_billing']);
  expect(ids('billing.agent.json', '/conversationFlow/nodes/0')).toEqual(['agent_billing']);
  expect(ids('team.agent-list.json', '/0/tags')).toEqual([]);
});

test('a cycle of swaps is found across files', () => {
  const [toBilling, otherSwap] = swapsOf(record('desk.agent.json'), clinic);
  const circles = swapCycles(clinic);
  expect(circles.get(keyOf(toBilling!.at))?.map(({ at }) => at.document.file)).toEqual([
    'desk.llm.json',
    'pay.flow-component.json',
  ]);
  expect(circles.get(keyOf(otherSwap!.at))).toBeUndefined();
  const files = circles.get(keyOf(toBilling!.at))!.map(({ fromAgent }) => fromAgent.document.file);
  expect(files, 'nobody hands over to the idle agent').not.toContain('idle.agent.json');
  expect(circles.size, 'said once').toBe(1);
});

test('a version is live if a live tag or a number reaches it, also through swaps', () => {
  const text = [...liveVersions(clinic)].flatMap(([id, versions]) =>
    [...versions].map(([version, live]) => `${id} ${version}: ${describePath(live, clinic)}`),
  );
  expect(text).toEqual(['agent_desk 3: tag prod of Desk', 'agent_billing 1: tag prod of Desk, then a swap of Desk v3']);
  expect(liveThrough({ file: 'pay.flow-component.json', pointer: '/nodes/0' }, clinic)).toEqual([
    {
      agent_id: 'agent_billing',
      agent_version: 1,
      through: [
        { text: 'tag prod of Desk', file: 'team.agent-list.json', pointer: '/0/tags/prod' },
        { text: 'a swap of Desk v3', file: 'desk.llm.json', pointer: '/general_tools/0' },
      ],
    },
  ]);
  expect(liveThrough({ file: 'idle.agent.json', pointer: '' }, clinic)).toEqual([]);
});

test('an arm of a phone number makes a version live, a weight list or a batch does not', () => {
  const workspace = workspaceOf(`-- desk.agent.json --
{ "agent_id": "agent_desk", "version": 3, "response_engine": { "type": "custom-llm" }, "voice_id": "11labs-Lily" }
-- night.agent.json --
{ "agent_id": "agent_night", "version": 0, "response_engine": { "type": "custom-llm" }, "voice_id": "11labs-Lily" }
-- x.phone-number.json --
{ "phone_number": "+14155550100", "outbound_agents": null, "tags": [{ "agent_id": "agent_night" }],
  "inbound_agents": [{ "agent_id": "agent_desk", "weight": 1 }, { "agent_id": "agent_gone", "weight": 1 }] }
-- x.agent-weights.json --
[{ "agent_id": "agent_night", "weight": 1 }]
-- x.batch-call.json --
{ "from_number": "+14155550100", "tasks": [{ "to_number": "+14155550101", "override_agent_id": "agent_night" }] }
`);
  expect(
    [...liveVersions(workspace)].map(([id, versions]) => [
      id,
      [...versions.values()].map(live => describePath(live, workspace)),
    ]),
  ).toEqual([['agent_desk', ['inbound_agents of +14155550100']]]);
});

test('an unassigned live tag makes nothing live', () => {
  expect(
    liveVersions(
      workspaceOf(
        '-- x.agent-list.json --\n[{ "agent_id": "agent_desk", "tags": { "prod": {}, "production": { "version": "x" } } }]\n',
      ),
    ).size,
  ).toBe(0);
});

test('a place lists all its live versions, the most directly reached first', () => {
  const workspace = workspaceOf(`-- desk.agent.json --
{ "agent_id": "agent_desk", "version": 3, "response_engine": { "type": "service-llm", "llm_id": "llm_shared" } }
-- a-billing.agent.json --
{ "agent_id": "agent_billing", "version": 1, "response_engine": { "type": "service-llm", "llm_id": "llm_shared" } }
-- export.agent.json --
{ "agent": { "agent_id": "agent_night", "version": 0, "response_engine": { "type": "conversation-flow", "conversation_flow_id": "f" } },
  "conversation_flow": { "conversation_flow_id": "f", "nodes": [] }, "more": 1 }
-- shared.llm.json --
{ "llm_id": "llm_shared", "general_tools": [
  { "type": "agent_swap", "name": "billing", "agent_id": "agent_billing", "agent_version": 1 } ] }
-- desk.agent-versions.json --
{ "agent_id": "agent_desk", "versions": [{ "version": 2 }, { "version": 3 }] }
-- team.agent-list.json --
[{ "agent_id": "agent_desk", "tags": { "prod": { "version": 3 }, "beta": { "version": 1 } } }]
-- main.phone-number.json --
{ "phone_number": "+14155550100", "inbound_agents": [{ "agent_id": "agent_night", "agent_version": 0, "weight": 0.5 },
  { "agent_id": "agent_gone", "agent_version": "blue", "weight": 0.5 }] }
`);
  const liveAt = (file: string, pointer: Pointer): string[] =>
    liveThrough({ file, pointer }, workspace).map(
      ({ agent_id, agent_version, through }) => `${agent_id} ${agent_version}: ${pathInWords(through)}`,
    );
  const desk = 'agent_desk 3: tag prod of agent_desk',
    billing = 'agent_billing 1: tag prod of agent_desk, then a swap of agent_desk v3',
    night = 'agent_night 0: inbound_agents of +14155550100',
    goneAgent = 'agent_gone null: inbound_agents of +14155550100';
  expect(liveAt('shared.llm.json', '/general_tools/0/name')).toEqual([desk, billing]);
  expect(liveAt('a-billing.agent.json', '/voice_id')).toEqual([billing]);
  expect(liveAt('desk.agent-versions.json', '/versions/1/version')).toEqual([desk]);
  expect(liveAt('desk.agent-versions.json', '/versions/0/version')).toEqual([]);
  expect(liveAt('team.agent-list.json', '/0/tags/prod/version')).toEqual([desk]);
  expect(liveAt('team.agent-list.json', '/0/tags/beta/version')).toEqual([]);
  expect(liveAt('team.agent-list.json', '')).toEqual([]);
  for (const pointer of ['', '/agent', '/agent/voice_id', '/conversation_flow/nodes/0/edges/0', '/more'] as const)
    expect(liveAt('export.agent.json', pointer)).toEqual([night]);
  expect(liveAt('main.phone-number.json', '/inbound_agents/1/agent_version')).toEqual([goneAgent]);
  expect(liveAt('main.phone-number.json', '/inbound_agents')).toEqual([goneAgent, night]);
  expect(liveAt('main.phone-number.json', '/phone_number')).toEqual([]);
  expect(liveInWords(liveThrough({ file: 'shared.llm.json', pointer: '' }, workspace))).toBe(
    'live through tag prod of agent_desk (and one other live version)',
  );
});

test('the description of a path with many swaps names only the last swaps', () => {
  const agents = Array.from({ length: 12 }, (_, i) => {
    const engine = `{ "type": "service-llm", "llm_id": "llm_${i}" }`,
      swap = `{ "type": "agent_swap", "name": "on", "agent_id": "agent_${i + 1}", "agent_version": 1 }`;
    return `-- a${i}.agent.json --
{ "agent_id": "agent_${i}", "version": 1, "response_engine": ${engine} }
-- a${i}.llm.json --
{ "llm_id": "llm_${i}", "general_tools": [${swap}] }
`;
  });
  const workspace = workspaceOf(
    `${agents.join('')}-- all.agent-list.json --\n[{ "agent_id": "agent_0", "tags": { "prod": { "version": 1 } } }]\n`,
  );
  const [live] = liveThrough({ file: 'a11.agent.json', pointer: '' }, workspace);
  expect(live!.through.map(({ text, file }) => `${text} (${file})`)).toEqual([
    'tag prod of agent_0 (all.agent-list.json)',
    'other swaps (a2.llm.json)',
    ...[3, 4, 5, 6, 7, 8, 9, 10].map(i => `a swap of agent_${i} v1 (a${i}.llm.json)`),
  ]);
});

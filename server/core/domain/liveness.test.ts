import { expect, test } from 'vitest';
import { workspaceOf } from '../../testing/fixture.ts';
import { liveAt, liveVersions, throughWhat } from './liveness.ts';
import { swapCircles } from './swap-circles.ts';
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

test('the way back goes over files', () => {
  const [toBilling, elsewhere] = swapsOf(record('desk.agent.json'), clinic);
  const circles = swapCircles(clinic);
  expect(circles.get(toBilling!.at.value)?.map(({ at }) => at.document.file)).toEqual([
    'desk.llm.json',
    'pay.flow-component.json',
  ]);
  expect(circles.get(elsewhere!.at.value)).toBeUndefined();
  const froms = circles.get(toBilling!.at.value)!.map(({ from }) => from.document.file);
  expect(froms, 'nobody hands over to the idle agent').not.toContain('idle.agent.json');
  expect(circles.size, 'said once').toBe(1);
});

test('live is what a live tag or a number leads to, by swaps too', () => {
  const said = [...liveVersions(clinic)].flatMap(([id, versions]) =>
    [...versions].map(([version, live]) => `${id} ${version}: ${throughWhat(live)}`),
  );
  expect(said).toEqual([
    'agent_desk 3: tag prod of agent_desk',
    'agent_billing 1: tag prod of agent_desk, then a swap of agent_desk version 3',
  ]);
  expect(liveAt(clinic.document('pay.flow-component.json')!.at('/nodes/0'), clinic)).toMatchObject({
    agentId: 'agent_billing',
  });
  expect(liveAt(record('idle.agent.json'), clinic)).toBeUndefined();
});

test('an arm of a phone number is live, a weight list and a batch are not', () => {
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
  expect([...liveVersions(workspace)].map(([id, versions]) => [id, [...versions.values()].map(throughWhat)])).toEqual([
    ['agent_desk', ['inbound_agents of +14155550100']],
  ]);
});

test('a live tag that is assigned nowhere makes nothing live', () => {
  expect(
    liveVersions(
      workspaceOf(
        '-- x.agent-list.json --\n[{ "agent_id": "agent_desk", "tags": { "prod": {}, "production": { "version": "x" } } }]\n',
      ),
    ).size,
  ).toBe(0);
});

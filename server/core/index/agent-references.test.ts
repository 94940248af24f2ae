import { expect, test } from 'vitest';
import { Document } from '../document.ts';
import { Workspace } from '../workspace/workspace.ts';
import { workspaceOf } from '../../testing/fixture.ts';
import { identityOf, placeName, referencesOf, resolutionOf } from './agent-references.ts';

const agents = `
-- desk.agent.json --
{ "agent_id": "desk", "version": 1, "is_published": true, "last_modification_timestamp": 5, "voice_id": "v", "assigned_tags": ["prod"],
  "response_engine": { "type": "service-llm", "llm_id": "llm1" } }
-- bill.agent.json --
{ "agent_id": "bill", "version": 0, "is_published": true, "last_modification_timestamp": 5, "voice_id": "v",
  "response_engine": { "type": "custom-llm" } }
-- engine.llm.json --
{ "llm_id": "llm1", "general_prompt": "x", "general_tools": [
  { "type": "agent_swap", "name": "to_bill", "agent_id": "bill", "post_call_analysis_setting": "both_agents" } ] }
-- idle.llm.json --
{ "llm_id": "llm2", "general_prompt": "x",
  "general_tools": [{ "type": "agent_swap", "name": "idle", "agent_id": "bill", "agent_version": 0 }] }
-- main.phone-number.json --
{ "phone_number": "+1", "inbound_agents": [{ "agent_id": "desk", "agent_version": "prod", "weight": 1 }],
  "outbound_agents": [{ "agent_id": "bill", "weight": 1 }] }
-- trial.agent-weights.json --
[{ "agent_id": "desk", "agent_version": 1, "weight": 0.5 }, { "agent_id": "{{agent}}", "weight": 0.5 },
  { "agent_id": "desk", "agent_version": "V1", "weight": 1 }]
-- b.batch-call.json --
{ "from_number": "+1", "tasks": [
  { "to_number": "+2" },
  { "to_number": "+3", "override_agent_id": "desk", "override_agent_version": "latest" },
  { "to_number": "+4", "override_agent_id": "desk" }] }
-- lost.batch-call.json --
{ "from_number": "+9", "tasks": [{ "to_number": "+2" }] }
-- a.alert-rule.json --
{ "name": "Few", "metric_type": "call_count", "filter": { "agent": [{ "agent_id": "desk", "version": [1, 2] }, { "agent_id": "bill" }] } }
`;

test('every reference is listed with its place, and with whether callers are served through it', () => {
  const workspace = workspaceOf(agents);
  expect(
    referencesOf(workspace).map(reference => [
      reference.kind,
      `${reference.agentId}@${reference.reference}`,
      `${reference.at.document.file}${reference.at.pointer}`,
      reference.isLive,
    ]),
  ).toEqual([
    ['tag', 'desk@prod', 'desk.agent.json', true],
    ['phone-number', 'desk@prod', 'main.phone-number.json/inbound_agents/0/agent_version', true],
    ['phone-number', 'bill@null', 'main.phone-number.json/outbound_agents/0/agent_id', true],
    ['swap', 'bill@null', 'engine.llm.json/general_tools/0/agent_id', true],
    ['swap', 'bill@0', 'idle.llm.json/general_tools/0/agent_version', false],
    ['weight', 'desk@1', 'trial.agent-weights.json/0/agent_version', false],
    ['task', 'bill@null', 'b.batch-call.json/tasks/0', false],
    ['task', 'desk@latest', 'b.batch-call.json/tasks/1/override_agent_version', false],
    ['task', 'desk@null', 'b.batch-call.json/tasks/2/override_agent_id', false],
    ['filter', 'desk@1', 'a.alert-rule.json/filter/agent/0/version/0', false],
    ['filter', 'desk@2', 'a.alert-rule.json/filter/agent/0/version/1', false],
  ]);
});

test('a task without an override names the number that determines its agent', () => {
  const workspace = workspaceOf(agents);
  const task = referencesOf(workspace).find(({ kind }) => kind === 'task')!;
  expect(resolutionOf(task, workspace)).toMatchObject({
    version: 0,
    assumptions: ['default-version', 'from-number-agent', 'workspace-complete'],
  });
  expect(placeName(task)).toBe('call to +2, from +1');
});

test('the identity of a reference survives inserted items, and the identity of a live tag survives a move of the tag', () => {
  const workspace = workspaceOf(agents);
  const identities = referencesOf(workspace).map(identityOf);
  expect(identities).toContain('#tag desk prod');
  expect(identities).toContain('b.batch-call.json#/tasks[to_number=+3]/override_agent_version');
  expect(new Set(identities).size).toBe(identities.length);
});

test('the references of fifty thousand tasks are listed and resolved', () => {
  const tasks = Array.from({ length: 50_000 }, (_, i) => ({
    to_number: `+1415${5_000_000 + i}`,
    ...(i % 2 && { override_agent_id: 'desk', override_agent_version: i % 3 }),
  }));
  const workspace = new Workspace([
    ...workspaceOf(agents).documents,
    new Document('big.batch-call.json', JSON.stringify({ from_number: '+1', tasks })),
  ]);
  const versionReferences = referencesOf(workspace);
  for (const reference of versionReferences) resolutionOf(reference, workspace);
  expect(versionReferences.length).toBe(50_011);
});

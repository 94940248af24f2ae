import { expect, test } from 'vitest';
import { Workspace } from '../core/workspace/workspace.ts';
import { workspaceOf } from '../testing/fixture.ts';
import { entriesOf } from './entries.ts';

const text = `
-- agents.agent-list.json --
[{ "agent_id": "desk", "agent_name": "Desk", "channel": "voice", "user_modified_timestamp": 1,
  "tags": { "prod": { "version": 1, "dynamic_variables": {} }, "beta": { "version": 2 } } },
 { "agent_id": "night", "channel": "voice", "user_modified_timestamp": 1, "tags": { "beta": { "version": 0 } } }]
-- desk.agent-versions.json --
[{ "version": 1, "is_published": true }, { "version": 2, "is_published": false }]
-- main.phone-number.json --
{ "phone_number": "+14155550100", "nickname": null,
  "inbound_agents": [
    { "agent_id": "desk", "agent_version": "prod", "weight": 0.5 },
    { "agent_id": "desk", "agent_version": 9, "weight": 0.2 },
    { "agent_id": "desk", "agent_version": "prod", "weight": 0.3 } ],
  "outbound_agents": [], "inbound_sms_agents": null,
  "outbound_sms_agents": [{ "agent_id": "desk", "agent_version": 1, "weight": 0 }] }
-- second.phone-number.json --
{ "phone_number": "+14155550100", "inbound_agents": [{ "agent_id": "desk", "weight": 0.5 }] }
-- spring.batch-call.json --
{ "name": "Spring", "from_number": "+14155550199", "trigger_timestamp": 1800000000000, "tasks": [
  { "to_number": "+14155550131", "override_agent_id": "desk", "override_agent_version": "prod" },
  { "to_number": "+14155550132", "override_agent_id": "desk", "override_agent_version": "prod" },
  { "to_number": "+14155550133" },
  { "to_number": "+14155550134", "override_agent_id": "desk", "override_agent_version": "beta" } ] }
`;
const linesOf = (today: string): string[] =>
  entriesOf(new Workspace(workspaceOf(text).documents, { today })).map(({ text: name, file, pointer, arms }) =>
    [
      `${name} (${file}${pointer})`,
      ...arms.map(
        arm => `${arm.share} ${arm.agentId}@${arm.reference} ${arm.version} ${arm.variablesFrom} ${arm.because}`,
      ),
    ].join('\n'),
  );

test('entries are directions of numbers, live tags, and batches with calls that are still due', () => {
  expect(linesOf('2027-01-14')).toMatchInlineSnapshot(`
    [
      "inbound calls of +14155550100 (main.phone-number.json/inbound_agents)
    0.8 desk@prod 1 prod null
    0.2 desk@9 null null Desk has no version 9; its versions: 1 and 2",
      "outbound texts of +14155550100 (main.phone-number.json/outbound_sms_agents)
    1 null@null null null 0 is not a weight; a weight is a number greater than 0",
      "inbound calls of +14155550100 (second.phone-number.json/inbound_agents)
    1 desk@null 2 beta null",
      "tag prod of Desk (agents.agent-list.json/0/tags/prod)
    1 desk@prod 1 prod null",
      "calls of batch "Spring" (spring.batch-call.json)
    0.5 desk@prod 1 prod null
    0.25 null@null null null the task names no agent, and +14155550199 is not in this workspace
    0.25 desk@beta 2 beta null",
    ]
  `);
});
test('a batch whose last call was due before today is over', () => {
  const batches = (today: string): number => linesOf(today).filter(line => line.startsWith('calls of batch')).length;
  expect([batches('2027-01-15'), batches('2027-01-16')]).toEqual([1, 0]);
});

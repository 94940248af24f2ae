import { expect, test } from 'vitest';
import { workspaceOf } from '../../testing/fixture.ts';
import { thingInWords } from './ways.ts';
import { unitOf } from './things.ts';

const workspace = workspaceOf(`-- a.llm.json --
{
  "general_tools": [
    { "type": "transfer_call", "name": "to_desk", "transfer_destination": { "type": "predefined", "number": "+14155550160" } },
    { "type": "transfer_call", "name": "to_shop", "transfer_destination": { "type": "predefined", "number": "+14155550161" } },
    { "type": "transfer_call", "name": "away", "transfer_destination": { "type": "predefined", "number": "+14155550199" } }
  ]
}
-- desk.agent.json --
{ "agent_id": "agent_desk", "version": 0, "agent_name": "Desk" }
-- desk.phone-number.json --
{ "phone_number": "+14155550160", "inbound_agents": [{ "agent_id": "agent_desk", "weight": 1 }] }
-- shop.phone-number.json --
{
  "phone_number": "+14155550161",
  "inbound_agents": [{ "agent_id": "agent_shop", "weight": 0.5 }, { "agent_id": "agent_desk", "weight": 0.5 }],
  "outbound_agents": [{ "agent_id": "agent_calls", "weight": 1 }]
}
`);

test('the name of a transfer includes the agents that answer it', () => {
  const { thingsInAllStates } = unitOf(workspace.document('a.llm.json')!.at(''));
  expect(thingsInAllStates.map(thing => thingInWords(thing, workspace))).toEqual([
    'transfer to +14155550160 (to_desk), answered by Desk',
    'transfer to +14155550161 (to_shop), answered by agent_shop and Desk',
    'transfer to +14155550199 (away)',
  ]);
});

import { expect, test } from 'vitest';
import { workspaceOf } from '../testing/fixture.ts';
import { reachBetween } from './reach.ts';

const files = (next: string): string => `-- main.phone-number.json --
{ "phone_number": "+14155550101", "inbound_agents": [{ "agent_id": "agent_desk", "agent_version": 0, "weight": 1 }] }
-- desk.agent.json --
{
  "agent_id": "agent_desk", "version": 0, "agent_name": "Desk",
  "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_desk" }
}
-- desk.conversation-flow.json --
{
  "conversation_flow_id": "flow_desk", "start_node_id": "verify",
  "nodes": [
    {
      "id": "verify", "type": "component", "component_id": "component_verify", "component_type": "shared",
      "else_edge": { "id": "e1", "destination_node_id": "text" }
    },
    { "id": "text", "type": "sms", "name": "Text", "success_edge": { "id": "e2" }, "failed_edge": { "id": "e3" } }
  ]
}
-- verify.flow-component.json --
{
  "conversation_flow_component_id": "component_verify", "name": "Verify", "start_node_id": "ask",
  "nodes": [
    { "id": "ask", "type": "conversation", "edges": [{ "id": "a1", "destination_node_id": "${next}" }] },
    { "id": "out", "type": "end" }
  ]
}
`;

test('what is behind a component is lost if the component never ends any more', () => {
  const changes = reachBetween(workspaceOf(files('out')), workspaceOf(files('ask')));
  expect(changes.worst.map(({ text, effect, cause }) => [text, effect, cause?.text, cause?.file])).toEqual([
    ['node "text" (Text)', 'cut-off', 'the component of node "verify" never ends', 'verify.flow-component.json'],
  ]);
});

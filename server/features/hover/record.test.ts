import { describe, expect, test } from 'vitest';
import { hovered } from '../../testing/hover-at.ts';

const flow = (text: string): string =>
  '-- desk.conversation-flow.json --\n' +
  `${text}\n` +
  '-- id.flow-component.json --\n' +
  '{ "conversation_flow_component_id": "identity", "name": "Identity", ' +
  '"nodes": [{ "id": "a", "type": "end" }] }\n';
const nodes = `{
  "conversation_flow_id": "f", "start_node_id": "greet",
  "nodes": [
    { "id": "greet", "type": "conversation", "name": "Greet <b>them</b>",
      "instruction": { "type": "prompt", "text": "Say *hello*.\\n# Then wait." }, "edges": [
      { "id": "e1", "destination_node_id": "look", "transition_condition": { "type": "prompt", "prompt": "The caller is known." } },
      { "id": "e2", "destination_node_id": "gone",
        "transition_condition": { "type": "equation", "operator": "||",
          "equations": [{ "left": "{{n}}", "operator": ">", "right": "1" }] } },
      { "id": "e3" }
    ] },
    { "id": "look", "type": "function", "tool_id": "t1", "tool_type": "local",
      "else_edge": { "id": "e4", "destination_node_id": "greet" } },
    { "id": "ask", "type": "mcp", "mcp_id": "m1", "mcp_tool_name": "x" },
    { "id": "check", "type": "component", "component_id": "identity", "component_type": "shared" }
  ],
  "tools": [{ "type": "custom", "tool_id": "t1", "name": "find", "description": "Finds the patient.",
      "method": "POST", "url": "https://u:secret99@example.com/p?api_key=abcdef123",
      "response_variables": { "patient": "$.p" } }],
  "mcps": [{ "id": "m1", "name": "calendar", "url": "https://mcp.example.com" }]
}`;
const fixture = (text: string, caret: string): string => flow(nodes.replace(text, caret));

describe('a name in a node', () => {
  test('can be the name of a component outside this workspace', () =>
    expect(
      hovered(fixture('"component_id": "identity"', '"component_id": "iden▮titi"')).split('\n')[1],
    ).toMatchInlineSnapshot(`"**identiti** · component, not in this workspace"`));
});

test('the hover of a state shows its edges and tools', () => {
  expect(
    hovered(`-- a.llm.json --
    { "llm_id": "l", "starting_state": "we▮lcome", "states": [
      { "name": "welcome", "state_prompt": "Find out why.",
        "edges": [{ "destination_state_name": "book", "description": "They want to book." }],
        "tools": [{ "type": "end_call", "name": "bye" }] },
      { "name": "book", "edges": [{ "destination_state_name": "welcome", "description": "Done." }] }
    ] }`),
  ).toMatchInlineSnapshot(`
      "["welcome"]
      **welcome** · state

      “Find out why.”

      Tools: \`bye\`

      From:

      - the start
      - \`book\`

      To:

      - \`book\`: “They want to book.”

      \`starting_state\`: The state with which the conversation begins."
    `);
});

test('the hover of an analysis field shows its description and agents', () => {
  expect(
    hovered(`-- a.agent.json --
{ "agent_id": "a", "agent_name": "Desk", "voice_id": "11labs-A", "response_engine": {},
  "post_call_analysis_data": [{ "type": "boolean", "name": "booked",
      "description": "Whether a visit was booked." }] }
-- a.alert-rule.json --
{ "name": "n", "metric_type": "call_count",
  "filter": { "custom_analysis_data": [{ "key": "book▮ed", "type": "boolean", "op": "eq",
        "value": true }] } }`),
  ).toMatchInlineSnapshot(`
  "["booked"]
  **booked** · boolean analysis field

  “Whether a visit was booked.”

  - extracted by Desk

  \`key\`: Name of the analysis field, as written in the analysis definition of the agent."
`);
});

import { describe, expect, test } from 'vitest';
import { hovered } from '../../testing/hovered.ts';

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
const at = (text: string, caret: string): string => flow(nodes.replace(text, caret));

describe('a node', () => {
  test('by the start', () =>
    expect(hovered(at('"start_node_id": "greet"', '"start_node_id": "gr▮eet"'))).toMatchInlineSnapshot(`
      "["greet"]
      **Greet \\<b>them\\</b>** · conversation node \`greet\`

      “Say \\*hello\\*. # Then wait.”

      From:

      - the start
      - \`look\`

      To:

      - \`look\`: “The caller is known.”
      - \`gone\`, which is not a node of this flow: “{{n}} > 1”
      - nowhere yet

      \`start_node_id\`: The node with which the conversation begins."
    `));
  test('by an edge', () =>
    expect(hovered(at('"destination_node_id": "look"', '"destination_node_id": "lo▮ok"'))).toMatchInlineSnapshot(`
    "["look"]
    **look** · function node \`look\`

    From:

    - Greet \\<b>them\\</b> (\`greet\`)

    To:

    - Greet \\<b>them\\</b> (\`greet\`): “else”

    \`destination_node_id\`: The node that the edge leads to. Without it the edge is still under construction and leads nowhere."
  `));
  test('that is not there', () =>
    expect(hovered(at('"destination_node_id": "gone"', '"destination_node_id": "go▮ne"'))).toMatchInlineSnapshot(`
    "["gone"]
    **gone** · no node of this flow has this id

    \`destination_node_id\`: The node that the edge leads to. Without it the edge is still under construction and leads nowhere."
  `));
  test('that no way leads to, by its own id', () =>
    expect(hovered(at('"id": "ask"', '"id": "as▮k"'))).toMatchInlineSnapshot(`
      "["ask"]
      **ask** · mcp node \`ask\`

      Unreachable: no edge leads here.

      \`id\`: Identity of the node within its flow or component. Edges and the start refer to it."
    `));
});

describe('what a node names', () => {
  test('a tool, with no credential of its address', () =>
    expect(hovered(at('"tool_id": "t1", "tool_type"', '"tool_id": "t▮1", "tool_type"'))).toMatchInlineSnapshot(`
    "["t1"]
    **find** · custom tool \`t1\`

    “Finds the patient.”

    - calls POST \`https://u:…@example.com/p?api_key=…\`
    - sets \`{{patient}}\`

    \`tool_id\`: The tool that runs."
  `));
  test('an MCP server', () =>
    expect(hovered(at('"mcp_id": "m1"', '"mcp_id": "m▮1"'))).toMatchInlineSnapshot(`
    "["m1"]
    **calendar** · MCP server \`m1\`

    - at \`https://mcp.example.com\`

    \`mcp_id\`: The MCP server, one of those of the flow."
  `));
  test('a shared component', () =>
    expect(hovered(at('"component_id": "identity"', '"component_id": "iden▮tity"'))).toMatchInlineSnapshot(`
    "["identity"]
    **Identity** · shared component \`identity\`

    - 1 node
    - in \`id.flow-component.json\`

    \`component_id\`: The component that runs."
  `));
  test('a component not in this workspace', () =>
    expect(
      hovered(at('"component_id": "identity"', '"component_id": "iden▮titi"')).split('\n')[1],
    ).toMatchInlineSnapshot(`"**identiti** · component, not in this workspace"`));
});

test('a state', () => {
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

describe('an engine', () => {
  const files = (version: string): string => `-- a.agent.json --
{ "agent_id": "agent_a", "version": 3, "agent_name": "Desk", "voice_id": "11labs-A",
  "response_engine": { "type": "service-llm", "llm_id": "llm_▮a", "version": ${version} } }
-- a.llm.json --
{ "llm_id": "llm_a", "version": 1, "is_published": true, "model": "gpt-4.1", "general_tools": [{ "type": "end_call", "name": "bye" }] }
`;
  test('in a file', () =>
    expect(hovered(files('1'))).toMatchInlineSnapshot(`
    "["llm_a"]
    **llm_a version 1** · LLM engine

    - published
    - model \`gpt-4.1\`
    - 1 general tool
    - runs Desk version 3
    - in \`a.llm.json\`

    \`llm_id\`: Id of the LLM engine. The engine must exist before it is attached to the agent."
  `));
  test('of another version', () =>
    expect(hovered(files('2'))).toMatchInlineSnapshot(`
      "["llm_a"]
      **llm_a** · LLM engine

      Version 2 is not in this workspace; known versions: version 1.

      \`llm_id\`: Id of the LLM engine. The engine must exist before it is attached to the agent."
    `));
});

test('an analysis field', () => {
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

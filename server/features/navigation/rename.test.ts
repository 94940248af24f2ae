import { describe, expect, test } from 'vitest';
import { agents, flow, from, renameText } from '../../testing/rename-at.ts';
import { wrapped } from '../../testing/wrapped.ts';

describe('renaming', () => {
  test('changes a tag in a filter that names no agent, if only one agent has the tag', () => {
    const anywhere = agents
      .replace('"agent": [{ "agent_id": "agent_desk" }], ', '')
      .replace(
        '"override_agent_id": "agent_night"',
        '"override_agent_id": "agent_night", "override_agent_version": "next"',
      );
    const after = renameText(from('"value": ["ne▮xt"', anywhere), 'soon');
    expect(after).toBe(renameText(from('"override_agent_version": "nex▮t"', anywhere), 'soon'));
    expect(after.match(/"(next|soon)"/g)).toEqual(['"soon"', '"soon"', '"next"', '"soon"', '"soon"']);
  });
  test('changes names in suppressions and in the baseline', () =>
    expect(
      wrapped(
        renameText(flow, 'wel/come', {
          'preflight.config.json':
            '{ "suppress": [\n' +
            '  // a note\n' +
            '  { "rule": "unknown-node", "file": "./desk.conversation-flow.json", ' +
            '"at": "/nodes[id=hello]/edges[id=e2]", "reason": "r" },\n' +
            '  { "rule": "x", "file": "other.json", "at": "/nodes[id=hello]", "reason": "r" }] }',
          'preflight.baseline.json':
            '{ "version": 1, "findings": [{ "rule": "r", "file": "desk.conversation-flow.json", ' +
            '"at": "/components[conversation_flow_component_id=hello]/nodes[id=hello]" }, ' +
            '{ "rule": "r", "file": "desk.conversation-flow.json", "at": "/nodes[id=book]/else_edge" }, ' +
            '{ "rule": "r", "file": "desk.conversation-flow.json", "at": "/nodes[id=hello]" }] }',
        }),
      ),
    ).toMatchInlineSnapshot(`
      "-- desk.conversation-flow.json --
      {
        "start_node_id": "wel/come",
        "nodes": [
          { "id": "wel/come", "type": "conversation",
            "edges": [{ "id": "e1", "destination_node_id": "book" },
              { "id": "e2", "destination_node_id": "gone" }] },
          { "id": "book", "type": "function", "tool_id": "t1", "tool_type": "local",
            "else_edge": { "id": "hello", "destination_node_id": "wel/come" } }
        ],
        "tools": [{ "type": "custom", "tool_id": "t1", "name": "book_slot" }, { "type": "end_call", "name": "hang_up" }],
        "components": [{ "conversation_flow_component_id": "hello", "nodes": [{ "id": "hello", "type": "end" }] }]
      }
      -- preflight.baseline.json --
      { "version": 1, "findings": [{ "rule": "r", "file": "desk.conversation-flow.json", "at":
        ↪ "/components[conversation_flow_component_id=hello]/nodes[id=hello]" }, { "rule": "r", "file":
        ↪ "desk.conversation-flow.json", "at": "/nodes[id=book]/else_edge" }, { "rule": "r", "file": "desk.conversation-flow.json",
        ↪ "at": "/nodes[id=wel~1come]" }] }
      -- preflight.config.json --
      { "suppress": [
        // a note
        { "rule": "unknown-node", "file": "./desk.conversation-flow.json", "at": "/nodes[id=wel~1come]/edges[id=e2]", "reason": "r"
          ↪ },
        { "rule": "x", "file": "other.json", "at": "/nodes[id=hello]", "reason": "r" }] }"
    `));
  test('changes the name of a tool in each text that a model gets', () => {
    const parameters = `{ "type": "object", "description": "For get_slots.",
      "properties": { "days": { "type": "array", "items": { "type": "string", "description": "As get_slots gave it." } } } }`;
    const variables = `[{ "type": "string", "name": "day", "description": "From get_slots.",
      "conditional_prompt": "After get_slots." }]`;
    const llm = `-- desk.llm.json --
{ "general_prompt": "Call get_slots.", "general_tools": [
    { "type": "custom", "name": "get▮_slots", "url": "https://x.example", "parameters": ${parameters},
      "execution_message_description": "Say that get_slots runs." },
    { "type": "extract_dynamic_variable", "name": "extract", "description": "After get_slots.", "variables": ${variables} }],
  "states": [{ "name": "ask", "state_prompt": "Call get_slots.", "edges": [
    { "destination_state_name": "ask", "description": "If get_slots failed.", "parameters": ${parameters} }] }] }`;
    const flow = `-- desk.conversation-flow.json --
{ "global_prompt": "Call get_slots.", "tools": [{ "type": "custom", "tool_id": "t", "name": "get▮_slots", "url": "https://x.example" }],
  "nodes": [{ "id": "n", "type": "conversation", "instruction": { "type": "prompt", "text": "Call get_slots." },
    "global_node_setting": { "condition": "If get_slots failed." },
    "edges": [{ "id": "e", "destination_node_id": "n", "transition_condition": { "type": "prompt", "prompt": "If get_slots failed." } }] },
    { "id": "x", "type": "extract_dynamic_variables", "variables": ${variables} }] }`;
    for (const text of [llm, flow])
      expect(renameText(text, 'free_times')).toBe(text.replace('▮', '').replaceAll('get_slots', 'free_times'));
  });
  test('changes keys and files in suppressions', () => {
    const config =
      '{ "suppress": [{ "file": "agent_desk.agent-versions.json", "at": "/0" }, ' +
      '{ "file": "team.agent-list.json", "at": "/[agent_id=agent_desk]/tags/next/version" }] }';
    expect(
      renameText(from('"override_agent_version": "nex▮t"', agents), 'soon', { 'preflight.config.json': config })
        .split('\n')
        .slice(10, 12)
        .map(wrapped),
    ).toMatchInlineSnapshot(`
      [
        "{ "suppress": [{ "file": "agent_desk.agent-versions.json", "at": "/0" }, { "file": "team.agent-list.json", "at":
        ↪ "/[agent_id=agent_desk]/tags/soon/version" }] }",
        "-- team.agent-list.json --",
      ]
    `);
    expect(
      renameText(from('"override_agent_id": "agent_▮desk"', agents), 'agent_front', { 'preflight.config.json': config })
        .split('\n')
        .filter(line => line.includes('suppress'))
        .map(wrapped),
    ).toMatchInlineSnapshot(`
      [
        "{ "suppress": [{ "file": "agent_front.agent-versions.json", "at": "/0" }, { "file": "team.agent-list.json", "at":
        ↪ "/[agent_id=agent_front]/tags/next/version" }] }",
      ]
    `);
  });
});

import { describe, expect, test } from 'vitest';
import { agents, flow, from, llm, renamed } from '../../testing/renamed.ts';
import { wrapped } from '../../testing/wrapped.ts';

describe('renaming', () => {
  test('a node: its own flow', () =>
    expect(renamed(flow, 'welcome')).toMatchInlineSnapshot(`
      "-- desk.conversation-flow.json --
      {
        "start_node_id": "welcome",
        "nodes": [
          { "id": "welcome", "type": "conversation",
            "edges": [{ "id": "e1", "destination_node_id": "book" },
              { "id": "e2", "destination_node_id": "gone" }] },
          { "id": "book", "type": "function", "tool_id": "t1", "tool_type": "local",
            "else_edge": { "id": "hello", "destination_node_id": "welcome" } }
        ],
        "tools": [{ "type": "custom", "tool_id": "t1", "name": "book_slot" }, { "type": "end_call", "name": "hang_up" }],
        "components": [{ "conversation_flow_component_id": "hello", "nodes": [{ "id": "hello", "type": "end" }] }]
      }"
    `));
  test('a tool by its id', () =>
    expect(renamed(from('"tool_id": "t▮1", "tool_type"'), 'tool_"1"')).toMatchInlineSnapshot(`
      "-- desk.conversation-flow.json --
      {
        "start_node_id": "hello",
        "nodes": [
          { "id": "hello", "type": "conversation",
            "edges": [{ "id": "e1", "destination_node_id": "book" },
              { "id": "e2", "destination_node_id": "gone" }] },
          { "id": "book", "type": "function", "tool_id": "tool_\\"1\\"", "tool_type": "local",
            "else_edge": { "id": "hello", "destination_node_id": "hello" } }
        ],
        "tools": [{ "type": "custom", "tool_id": "tool_\\"1\\"", "name": "book_slot" }, { "type": "end_call", "name": "hang_up" }],
        "components": [{ "conversation_flow_component_id": "hello", "nodes": [{ "id": "hello", "type": "end" }] }]
      }"
    `));
  test('a state and the tool that leads to it', () =>
    expect(renamed(from('"destination_state_name": "do▮ne"', llm), 'end')).toMatchInlineSnapshot(`
      "-- desk.llm.json --
      {
        "llm_id": "llm_desk", "starting_state": "begin",
        "states": [{ "name": "begin", "edges": [{ "destination_state_name": "end" }] },
          { "name": "end",
            "tools": [{ "type": "end_call", "name": "hang_up" },
              { "type": "end_call", "name": "transition_to_else" }] }]
      }
      -- t.test-case.json --
      { "response_engine": { "type": "service-llm", "llm_id": "llm_desk" },
        "tool_mocks": [{ "tool_name": "transition_to_end" }, { "tool_name": "hang_up" }] }"
    `));
  test('a tool and its mocks', () =>
    expect(renamed(from('"tool_name": "hang▮_up"', llm), 'bye')).toMatchInlineSnapshot(`
      "-- desk.llm.json --
      {
        "llm_id": "llm_desk", "starting_state": "begin",
        "states": [{ "name": "begin", "edges": [{ "destination_state_name": "done" }] },
          { "name": "done",
            "tools": [{ "type": "end_call", "name": "bye" },
              { "type": "end_call", "name": "transition_to_else" }] }]
      }
      -- t.test-case.json --
      { "response_engine": { "type": "service-llm", "llm_id": "llm_desk" },
        "tool_mocks": [{ "tool_name": "transition_to_done" }, { "tool_name": "bye" }] }"
    `));
  test('a tag: the states, records and references of its agent', () =>
    expect(renamed(from('"override_agent_version": "nex▮t"', agents), 'soon')).toMatchInlineSnapshot(`
      "-- a.alert-rule.json --
      { "filter": { "agent": [{ "agent_id": "agent_desk" }], "agent_tag": { "type": "enum", "op": "in", "value": ["soon", "other"] } } }
      -- calls.batch-call.json --
      { "tasks": [{ "override_agent_id": "agent_desk", "override_agent_version": "soon",
            "service_llm_dynamic_variables": { "name": "x" } },
          { "override_agent_id": "agent_night", "service_llm_dynamic_variables": { "name": "x" } }] }
      -- desk.agent.json --
      { "agent_id": "agent_desk", "version": 1, "assigned_tags": ["soon"],
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }, "agent_name": "agent_desk" }
      -- team.agent-list.json --
      [
        { "agent_id": "agent_desk", "tags": { "soon": { "version": 1, "dynamic_variables": { "name": "Desk" } }, "other": {} } },
        { "agent_id": "agent_night", "tags": { "late": { "version": 1 }, "other": {} } }
      ]"
    `));
  test('a variable: all that pass it to each other, and no others', () =>
    expect(renamed(from('{{ na▮me }}', agents), 'desk name')).toMatchInlineSnapshot(`
      "-- calls.batch-call.json --
      { "tasks": [{ "override_agent_id": "agent_desk", "override_agent_version": "next",
            "service_llm_dynamic_variables": { "desk name": "x" } },
          { "override_agent_id": "agent_night", "service_llm_dynamic_variables": { "name": "x" } }] }
      -- desk.llm.json --
      { "llm_id": "llm_desk", "general_prompt": "{{ desk name }}, {{desk name}}, {{names}}" }
      -- team.agent-list.json --
      [
        { "agent_id": "agent_desk", "tags": { "next": { "version": 1, "dynamic_variables": { "desk name": "Desk" } }, "other": {} } },
        { "agent_id": "agent_night", "tags": { "late": { "version": 1 }, "other": {} } }
      ]"
    `));
  test('an agent: files that are called by it as well', () =>
    expect(renamed(from('"override_agent_id": "agent_▮desk"', agents), 'agent_front')).toMatchInlineSnapshot(`
      "-- a.alert-rule.json --
      { "filter": { "agent": [{ "agent_id": "agent_front" }], "agent_tag": { "type": "enum", "op": "in", "value": ["next", "other"] } } }
      -- calls.batch-call.json --
      { "tasks": [{ "override_agent_id": "agent_front", "override_agent_version": "next",
            "service_llm_dynamic_variables": { "name": "x" } },
          { "override_agent_id": "agent_night", "service_llm_dynamic_variables": { "name": "x" } }] }
      -- desk.agent.json --
      { "agent_id": "agent_front", "version": 1, "assigned_tags": ["next"],
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }, "agent_name": "agent_desk" }
      -- team.agent-list.json --
      [
        { "agent_id": "agent_front", "tags": { "next": { "version": 1, "dynamic_variables": { "name": "Desk" } }, "other": {} } },
        { "agent_id": "agent_night", "tags": { "late": { "version": 1 }, "other": {} } }
      ]
      agent_desk.agent-versions.json → agent_front.agent-versions.json"
    `));
  test('an engine', () =>
    expect(renamed(from('"llm_id": "▮llm_desk" }, "agent_name"', agents), 'llm_front')).toMatchInlineSnapshot(`
      "-- desk.agent.json --
      { "agent_id": "agent_desk", "version": 1, "assigned_tags": ["next"],
        "response_engine": { "type": "service-llm", "llm_id": "llm_front" }, "agent_name": "agent_desk" }
      -- desk.llm.json --
      { "llm_id": "llm_front", "general_prompt": "{{ name }}, {{na\\u006de}}, {{names}}" }"
    `));
  test('a tag from a filter that may mean any, but means one', () => {
    const anywhere = agents
      .replace('"agent": [{ "agent_id": "agent_desk" }], ', '')
      .replace(
        '"override_agent_id": "agent_night"',
        '"override_agent_id": "agent_night", "override_agent_version": "next"',
      );
    const after = renamed(from('"value": ["ne▮xt"', anywhere), 'soon');
    expect(after).toBe(renamed(from('"override_agent_version": "nex▮t"', anywhere), 'soon'));
    expect(after.match(/"(next|soon)"/g)).toEqual(['"soon"', '"soon"', '"next"', '"soon"', '"soon"']);
  });
  test('what an edge asks for', () =>
    expect(
      wrapped(
        renamed(
          '-- a.llm.json --\n' +
            '{ "states": [{ "name": "a", "state_prompt": "{{x}}", "edges": [{ "destination_state_name": "a", ' +
            '"parameters": { "type": "object", "properties": { "x": {} }, "required": ["x▮"] } }] }] }',
          'y',
        ),
      ),
    ).toMatchInlineSnapshot(`
      "-- a.llm.json --
      { "states": [{ "name": "a", "state_prompt": "{{y}}", "edges": [{ "destination_state_name": "a", "parameters": { "type":
        ↪ "object", "properties": { "y": {} }, "required": ["y"] } }] }] }"
    `));
  test('to what it is called already: nothing', () => expect(renamed(flow, 'hello')).toBe(''));
  test('in broken text, with quotes where there are none', () =>
    expect(
      wrapped(
        renamed(
          '-- a.conversation-flow.json --\n' +
            "{ start_node_id: '▮a', nodes: [{ id: 'a', type: 'end', }, " +
            '{ "id": "b", "type": "conversation", "edges": [{ "destination_node_id": "a',
          "it's",
        ),
      ),
    ).toMatchInlineSnapshot(`
      "-- a.conversation-flow.json --
      { start_node_id: "it's", nodes: [{ id: "it's", type: 'end', }, { "id": "b", "type": "conversation", "edges": [{
        ↪ "destination_node_id": "it's"
    `));
  test('a repeated key: all of them', () =>
    expect(
      renamed(
        '-- a.agent-list.json --\n[{ "agent_id": "a", "tags": { "be▮ta": { "version": 1 }, "beta": { "version": 2 } } }]',
        'gamma',
      ),
    ).toMatchInlineSnapshot(`
    "-- a.agent-list.json --
    [{ "agent_id": "a", "tags": { "gamma": { "version": 1 }, "gamma": { "version": 2 } } }]"
  `));
  test('what a suppression and the baseline name', () =>
    expect(
      wrapped(
        renamed(flow, 'wel/come', {
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
  test('the keys and files in suppressions', () => {
    const config =
      '{ "suppress": [{ "file": "agent_desk.agent-versions.json", "at": "/0" }, ' +
      '{ "file": "team.agent-list.json", "at": "/[agent_id=agent_desk]/tags/next/version" }] }';
    expect(
      renamed(from('"override_agent_version": "nex▮t"', agents), 'soon', { 'preflight.config.json': config })
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
      renamed(from('"override_agent_id": "agent_▮desk"', agents), 'agent_front', { 'preflight.config.json': config })
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

import { describe, expect, test } from 'vitest';
import { does } from '../../testing/acting.ts';
import { alert, flow, tags, tools, typos } from '../../testing/action-fixtures.ts';
import { wrapped } from '../../testing/wrapped.ts';

describe('a reference', () => {
  test('to an agent', () =>
    expect(does(typos, 'Use "agent_desk" (review)')).toMatchInlineSnapshot(`
    "
    -- split.agent-weights.json --
    [
      { "agent_id": "agent_desk", "weight": 0.5 },
      { "agent_id": "agent_dsek", "weight": 0.25 },
      { "agent_id": "agent_elsewhere", "weight": 0.25 }
    ]
    "
  `));
  test('to an agent, in every file', () =>
    expect(does(typos, 'Use "agent_desk" in all 3 places, in 2 files (review)')).toMatchInlineSnapshot(`
    "
    -- night.agent-weights.json --
    [{ "agent_id": "agent_desk", "weight": 1 }]
    -- split.agent-weights.json --
    [
      { "agent_id": "agent_desk", "weight": 0.5 },
      { "agent_id": "agent_desk", "weight": 0.25 },
      { "agent_id": "agent_elsewhere", "weight": 0.25 }
    ]
    "
  `));
  test('to a tag, of that agent only', () =>
    expect(does(tags, 'Use "prod" in both places (review)')).toMatchInlineSnapshot(`
    "
    -- split.agent-weights.json --
    [
      { "agent_id": "agent_desk", "agent_version": "prod", "weight": 0.5 },
      { "agent_id": "agent_desk", "agent_version": "prod", "weight": 0.25 },
      { "agent_id": "agent_night", "agent_version": "prd", "weight": 0.25 }
    ]
    "
  `));
  test('to a tool, of that flow', () =>
    expect(does(tools, 'Use "tool_look_up" in both places (review)')).toMatchInlineSnapshot(`
      "
      -- booking.flow-component.json --
      {
        "name": "Booking",
        "nodes": [
          { "id": "look_up", "type": "function", "tool_id": "tool_look_up", "tool_type": "local", "wait_for_result": true },
          { "id": "again", "type": "function", "tool_id": "tool_look_up", "tool_type": "local", "wait_for_result": true }
        ],
        "tools": [{ "type": "custom", "name": "find_patient", "tool_id": "tool_look_up",
            "url": "https://api.example.com/patients", "method": "GET" }]
      }
      "
    `));
  test('to a tool that has still to be written', () =>
    expect(wrapped(does(tools, 'Add custom tool "tool_lok_up"'))).toMatchInlineSnapshot(`
      "
      -- booking.flow-component.json --
      {
        "name": "Booking",
        "nodes": [
          { "id": "look_up", "type": "function", "tool_id": "tool_lok_up", "tool_type": "local", "wait_for_result": true },
          { "id": "again", "type": "function", "tool_id": "tool_lok_up", "tool_type": "local", "wait_for_result": true }
        ],
        "tools": [{ "type": "custom", "name": "find_patient", "tool_id": "tool_look_up",
            "url": "https://api.example.com/patients", "method": "GET" }, { "type": "custom", "tool_id": "tool_lok_up", "name":
              ↪ "tool_lok_up", "url": "‹›" }]
      }
      "
    `));
  test('to a node that has still to be written', () =>
    expect(does(flow.replace('▮', '').replace('"ask_date', '"ask▮_date'), 'Add node "ask_date"'))
      .toMatchInlineSnapshot(`
    "
    -- booking.conversation-flow.json --
    {
      "start_node_id": "greting",
      "nodes": [
        { "id": "greeting", "type": "conversation", "instruction": { "type": "prompt", "text": "Greet." },
          "edges": [
            { "id": "e1", "destination_node_id": "ask_date", "transition_condition": { "type": "prompt", "prompt": "Wants one" } },
            { "id": "e2", "destination_node_id": "greting", "transition_condition": { "type": "prompt", "prompt": "Else" } },
            { "id": "e3", "destination_node_id": "greetin", "transition_condition": { "type": "prompt", "prompt": "Again" } }
          ]
        },
        {
          "id": "ask_date",
          "type": "conversation",
          "instruction": {
            "type": "prompt",
            "text": "‹›"
          }
        }
      ]
    }
    "
  `));
});

describe('missing fields', () => {
  test('whose values are few', () =>
    expect(does(alert.replace('  "threshold_type": "absolute",\n', ''), 'Add `threshold_type`: "absolute"'))
      .toMatchInlineSnapshot(`
    "
    -- queue.alert-rule.json --
    {
      "name": "Queue is long",
      "metric_type": "concurrency_used",
      "threshold_value": 20,
      "frequency": "5m",
      "threshold_type": "absolute"
    }
    "
  `));
  test('whose value is a word of its own', () =>
    expect(
      does(
        '-- intake.flow-component.json --\n{\n  "name": "Intake",\n  "nodes": [\n    ▮{ "id": "ask", "type": "conversation" }\n  ]\n}\n',
        'Add `instruction`',
      ),
    ).toMatchInlineSnapshot(`
    "
    -- intake.flow-component.json --
    {
      "name": "Intake",
      "nodes": [
        { "id": "ask", "type": "conversation", "instruction": { "type": "‹prompt›", "text": "" } }
      ]
    }
    "
  `));
  test('all of an object', () =>
    expect(does(alert, 'Add the 2 missing fields')).toMatchInlineSnapshot(`
    "
    -- queue.alert-rule.json --
    {
      "name": "Queue is long",
      "metric_type": "concurrency_used",
      "threshold_type": "absolute",
      "threshold_value": 20,
      "frequency": "5m",
      "comparator": "‹›",
      "window": ""
    }
    "
  `));
});

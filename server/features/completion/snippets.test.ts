import { describe, expect, it } from 'vitest';
import { accepted } from '../../testing/accepted.ts';

const alertRule = `{
  "name": "‹›",
  "metric_type": "‹›",
  "threshold_type": ‹"absolute"|"relative"›,
  "threshold_value": ‹0›,
  "comparator": ‹">"|"<"|">="|"<="|"gt"|"ge"|"lt"|"le"›,
  "frequency": ‹"1m"|"5m"|"30m"|"1h"|"12h"|"24h"›,
  "window": ‹"1m"|"5m"|"30m"|"1h"|"12h"|"24h"|"3d"|"7d"›
}`;

describe('the text after a whole record is accepted', () => {
  it.each([
    ['an alert rule in an empty file', '▮', 'alert rule', alertRule, 'new.alert-rule.json'],
    ['an alert rule in an empty object', '{▮}', 'alert rule', alertRule, 'new.alert-rule.json'],
    [
      'a list of weights in an empty file',
      '▮',
      'agent weight',
      `[
  {
    "agent_id": "‹›",
    "agent_version": ‹"latest"›,
    "weight": ‹1›
  }
]`,
      'new.agent-weights.json',
    ],
    [
      'a batch call in an empty file',
      '▮',
      'batch call',
      `{
  "from_number": "‹›",
  "tasks": [‹›]
}`,
      'new.batch-call.json',
    ],
    [
      'a flow in an empty file',
      '▮',
      'conversation flow',
      `{
  "start_node_id": "‹›",
  "start_speaker": ‹"user"|"agent"›,
  "nodes": [‹›]
}`,
    ],
    [
      'a weight arm among others in one line',
      `[
  { "agent_id": "a", "weight": 0.3 },
  ▮
]`,
      'agent weight',
      `[
  { "agent_id": "a", "weight": 0.3 },
  { "agent_id": "‹›", "agent_version": ‹"latest"›, "weight": ‹0.7› }
]`,
      'new.agent-weights.json',
    ],
    [
      'a weight arm, comma missing',
      `[
  { "agent_id": "a", "weight": 0.3 }
  ▮
]`,
      'agent weight',
      `[
  { "agent_id": "a", "weight": 0.3 },
  { "agent_id": "‹›", "agent_version": ‹"latest"›, "weight": ‹0.7› }
]`,
      'new.agent-weights.json',
    ],
    [
      'a node in an empty list',
      `{
  "nodes": [▮]
}`,
      'conversation node',
      `{
  "nodes": [{
    "id": "‹›",
    "type": "conversation",
    "instruction": {
      "type": ‹"prompt"|"static_text"›,
      "text": "‹›"
    },
    "edges": [‹›]
  }]
}`,
    ],
    [
      'a node in a line of its own',
      `{
  "nodes": [
    ▮
  ]
}`,
      'agent swap node',
      `{
  "nodes": [
    {
      "id": "‹›",
      "type": "agent_swap",
      "agent_id": "‹›",
      "agent_version": ‹"latest"›,
      "post_call_analysis_setting": ‹"both_agents"|"only_destination_agent"›,
      "edge": {
        "id": "‹›",
        "transition_condition": {
          "type": "prompt",
          "prompt": "Transfer failed"
        },
        "destination_node_id": "‹›"
      }
    }
  ]
}`,
    ],
    [
      'a node before another',
      `{
  "nodes": [
    ▮
    { "id": "a", "type": "end" }
  ]
}`,
      'end node',
      `{
  "nodes": [
    {
      "id": "‹›",
      "type": "end"
    },
    { "id": "a", "type": "end" }
  ]
}`,
    ],
    [
      'what a node of a type needs, in its empty object',
      `{
  "nodes": [
    {▮}
  ]
}`,
      'function node',
      `{
  "nodes": [
    {
      "id": "‹›",
      "type": "function",
      "tool_id": "‹›",
      "tool_type": ‹"local"|"shared"›,
      "wait_for_result": ‹true|false›,
      "edges": [‹›]
    }
  ]
}`,
    ],
    [
      'an edge',
      `{
  "nodes": [
    {
      "id": "a",
      "type": "conversation",
      "edges": [▮]
    }
  ]
}`,
      'edge',
      `{
  "nodes": [
    {
      "id": "a",
      "type": "conversation",
      "edges": [{
        "id": "‹›",
        "transition_condition": {
          "type": "prompt",
          "prompt": "‹›"
        },
        "destination_node_id": "‹›"
      }]
    }
  ]
}`,
    ],
    [
      'an edge of its own, in one line',
      `{
  "nodes": [
    { "id": "a", "type": "conversation", "else_edge": ▮ }
  ]
}`,
      'edge',
      `{
  "nodes": [
    { "id": "a", "type": "conversation", "else_edge": ` +
        '{ "id": "‹›", "transition_condition": { "type": "prompt", "prompt": "Else" }, "destination_node_id": "‹›" } }' +
        `
  ]
}`,
    ],
    [
      'a tool',
      `{
  "general_tools": [
    ▮
  ]
}`,
      'custom tool',
      `{
  "general_tools": [
    {
      "type": "custom",
      "name": "‹›",
      "url": "‹›"
    }
  ]
}`,
      'new.llm.json',
    ],
    [
      'a batch task',
      `{
  "tasks": [
    ▮
  ]
}`,
      'batch call task',
      `{
  "tasks": [
    {
      "to_number": "‹›"
    }
  ]
}`,
      'new.batch-call.json',
    ],
    [
      'in a file that is indented by tabs',
      `{
\t"nodes": [
\t\t▮
\t]
}`,
      'conversation node',
      `{
\t"nodes": [
\t\t{
\t\t\t"id": "‹›",
\t\t\t"type": "conversation",
\t\t\t"instruction": {
\t\t\t\t"type": ‹"prompt"|"static_text"›,
\t\t\t\t"text": "‹›"
\t\t\t},
\t\t\t"edges": [‹›]
\t\t}
\t]
}`,
    ],
    [
      'in a compact file',
      '{"conversation_flow_id":"f","nodes":[▮]}',
      'conversation node',
      '{"conversation_flow_id":"f","nodes":[{"id":"‹›","type":"conversation",' +
        '"instruction":{"type":‹"prompt"|"static_text"›,"text":"‹›"},"edges":[‹›]}]}',
    ],
    [
      'an engine',
      `{
  "response_engine": ▮
}`,
      'conversation-flow response engine',
      `{
  "response_engine": {
    "type": "conversation-flow",
    "conversation_flow_id": "‹›"
  }
}`,
      'new.agent.json',
    ],
  ])('%s', (_, text, label, after, file = 'new.conversation-flow.json') => {
    expect(accepted(`-- ${file} --\n${text}`, label)).toBe(after);
  });
});

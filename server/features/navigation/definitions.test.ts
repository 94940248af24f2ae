import { describe, expect, test } from 'vitest';
import { definitions, references } from '../../testing/navigation-at.ts';
import { contextAt } from '../../testing/caret.ts';
import { highlightsAt } from './references.ts';

const agents = `
-- team.agent-list.json --
[
  { "agent_id": "agent_desk", "tags": { "prod": { "version": 2, "dynamic_variables": { "name": "Desk" } }, "next": {} } },
  { "agent_id": "agent_night", "tags": { "prod": { "version": 1, "dynamic_variables": { "name": "Night" } } } }
]
-- v1.agent.json --
{ "agent_id": "agent_desk", "version": 1, "is_published": true,
  "response_engine": { "type": "service-llm", "llm_id": "llm_desk", "version": 0 } }
-- v2.agent.json --
{ "agent_id": "agent_desk", "version": 2, "base_version": 1, "assigned_tags": ["prod"],
  "response_engine": { "type": "service-llm", "llm_id": "llm_desk", "version": 1 } }
-- old.llm.json --
{ "llm_id": "llm_desk", "version": 0, "general_prompt": "Old {{name}}." }
-- new.llm.json --
{ "llm_id": "llm_desk", "version": 1, "general_prompt": "You are {{name}} for {{guest}}.", "default_dynamic_variables": { "guest": "you" },
  "general_tools": [{ "type": "agent_swap", "name": "over", "agent_id": "agent_night", "agent_version": "prod" }] }
`;
const trial = (agent: string, version: string): string =>
  `${agents}-- trial.agent-weights.json --\n[{ "agent_id": "${agent}", "agent_version": ${version}, "weight": 1 }]\n`;

describe('the definition at a name', () => {
  test('is empty for a missing record', () =>
    expect([
      definitions(trial('agent_gone▮', '1')),
      definitions(trial('agent_desk', '7▮')),
      definitions(trial('agent_desk', '"gone▮"')),
    ]).toEqual([[], [], []]));
});

const flow = `
-- desk.conversation-flow.json --
{
  "start_node_id": "hello",
  "nodes": [
    { "id": "hello", "type": "conversation", "edges": [{ "id": "e1", "destination_node_id": "book" }] },
    { "id": "book", "type": "function", "tool_id": "tool_book", "tool_type": "local",
      "edges": [{ "id": "e2", "destination_node_id": "hello" }] },
    { "id": "end", "type": "function", "tool_id": "hang_up", "tool_type": "local" },
    { "id": "ask", "type": "mcp", "mcp_id": "crm" },
    { "id": "in", "type": "component", "component_id": "pay", "component_type": "local" },
    { "id": "out", "type": "component", "component_id": "park", "component_type": "shared" }
  ],
  "tools": [{ "type": "custom", "tool_id": "tool_book", "name": "book_slot" }, { "type": "end_call", "name": "hang_up" }],
  "mcps": [{ "id": "crm", "name": "c" }],
  "components": [{ "conversation_flow_component_id": "pay", "start_node_id": "hello", "nodes": [{ "id": "hello", "type": "end" }] }]
}
-- park.flow-component.json --
{ "conversation_flow_component_id": "park", "name": "Park", "nodes": [{ "id": "hello", "type": "end" }] }
`;
const inFlow = (from: string, to: string): string => flow.replace(from, to);

describe('references', () => {
  test('to a node do not include its declaration if that is not requested', () =>
    expect(references(inFlow('"start_node_id": "hello",\n', '"start_node_id": "▮hello",\n'), false)).toEqual([
      'desk.conversation-flow.json:2 e_id": "›hello‹',
      'desk.conversation-flow.json:6 e_id": "›hello‹',
    ]));
  test('to a variable include every place with the same variable, or only its uses if declarations are not requested', () => {
    const text = agents.replace('You are {{name}}', 'You are {{▮name}}');
    expect(references(text)).toEqual([
      'new.llm.json:1 u are {{›name‹',
      'old.llm.json:1  "Old {{›name‹',
      'team.agent-list.json:2 es": { "›name‹',
    ]);
    expect(references(text, false)).toEqual(['new.llm.json:1 u are {{›name‹', 'old.llm.json:1  "Old {{›name‹']);
  });
});

describe('highlights', () => {
  test('of very many occurrences are limited to those near the caret', () => {
    const tasks = Array.from({ length: 5000 }, (_, i) => `{ "override_agent_id": "a${i === 2500 ? '▮' : ''}" }`);
    const context = contextAt(`-- b.batch-call.json --\n{ "tasks": [${tasks.join(', ')}] }`),
      highlights = highlightsAt(context);
    expect([highlights.length, highlights.some(({ span }) => span.start === context.offset - 1)]).toEqual([2000, true]);
  });
});

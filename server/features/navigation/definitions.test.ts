import { describe, expect, test } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import type { PositionContext } from '../context.ts';
import { definitionsAt } from './definitions.ts';
import type { Destination } from './destinations.ts';
import { highlightsAt, referencesAt } from './references.ts';

/** `file:line before›name‹ of whole` for each place, lines counted from 1, the text before it and the whole clipped. */
const shown = ({ workspace }: PositionContext, places: readonly Destination[]): string[] =>
  places.map(({ file, span, selection }) => {
    const { text, lines } = workspace.document(file)!;
    const line = lines.positionAt(selection.start).line + 1;
    const before = text.slice(selection.start - 8, selection.start);
    const name = text.slice(selection.start, selection.end);
    return `${file}:${line} ${before}›${name}‹ of ${text.slice(span.start, span.end).slice(0, 22)}`;
  });
const definitions = (fixture: string): string[] => {
  const context = contextAt(fixture);
  return shown(context, definitionsAt(context));
};
const references = (fixture: string, declarations = true): string[] => {
  const context = contextAt(fixture);
  return shown(context, referencesAt(context, declarations)).map(place => place.replace(/ of .*$/s, ''));
};
const highlights = (fixture: string): string[] => {
  const context = contextAt(fixture);
  return highlightsAt(context).map(
    ({ span, access }) =>
      `${access} ${context.document.text.slice(span.start - 12, span.start)}>${context.document.text.slice(span.start, span.end)}<`,
  );
};

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

describe('the definition of', () => {
  test('an agent is its records and its list item', () =>
    expect(definitions(trial('agent_▮desk', '"prod"'))).toEqual([
      'team.agent-list.json:2 t_id": "›agent_desk‹ of { "agent_id": "agent_d',
      'v1.agent.json:1 t_id": "›agent_desk‹ of { "agent_id": "agent_d',
      'v2.agent.json:1 t_id": "›agent_desk‹ of { "agent_id": "agent_d',
    ]));
  test('an agent that only has summaries is those', () =>
    expect(
      definitions(
        '-- a.agent-versions.json --\n' +
          '{ "agent_id": "agent_x", "versions": [{ "version": 0 }] }\n' +
          '-- t.agent-weights.json --\n' +
          '[{ "agent_id": "agent▮_x", "weight": 1 }]',
      ),
    ).toEqual(['a.agent-versions.json:1 t_id": "›agent_x‹ of { "agent_id": "agent_x']));
  test('a tag is its state and the record that it selects', () =>
    expect(definitions(trial('agent_desk', '"pr▮od"'))).toEqual([
      'team.agent-list.json:2 gs": { "›prod‹ of "prod": { "version": 2',
      'v2.agent.json:1 rsion": ›2‹ of { "agent_id": "agent_d',
    ]));
  test('an unassigned tag is its state and the latest record', () =>
    expect(definitions(trial('agent_desk', '▮"next"'))).toEqual([
      'team.agent-list.json:2 " } }, "›next‹ of "next": {}',
      'v2.agent.json:1 rsion": ›2‹ of { "agent_id": "agent_d',
    ]));
  test('a number is the record of that version', () =>
    expect(definitions(trial('agent_desk', '1▮'))).toEqual(['v1.agent.json:1 rsion": ›1‹ of { "agent_id": "agent_d']));
  test('latest is the record of the largest number', () =>
    expect(definitions(trial('agent_desk', '"latest▮"'))).toEqual([
      'v2.agent.json:1 rsion": ›2‹ of { "agent_id": "agent_d',
    ]));
  test('what is not there is nowhere', () =>
    expect([
      definitions(trial('agent_gone▮', '1')),
      definitions(trial('agent_desk', '7▮')),
      definitions(trial('agent_desk', '"gone▮"')),
    ]).toEqual([[], [], []]));
  test('an engine is the version of it that is asked for', () =>
    expect(definitions(agents.replace('"llm_desk", "version": 1 }', '"llm_▮desk", "version": 1 }'))).toEqual([
      'new.llm.json:1 m_id": "›llm_desk‹ of { "llm_id": "llm_desk"',
    ]));
  test('a variable is its default in the engine', () =>
    expect(definitions(agents.replace('{{guest}}', '{{gu▮est}}'))).toEqual([
      'new.llm.json:1 es": { "›guest‹ of "guest": "you"',
    ]));
  test('a variable is what the tags of the agents that run the engine say, and no other agent', () =>
    expect(definitions(agents.replace('You are {{name}}', 'You are {{name▮}}'))).toEqual([
      'team.agent-list.json:2 es": { "›name‹ of "name": "Desk"',
    ]));
  test('a variable that only calls set is what this call says', () =>
    expect(
      definitions(`${agents.replace('"name": "Desk"', '').replace('"name": "Night"', '')}-- b.batch-call.json --
{ "tasks": [
  { "override_agent_id": "agent_desk", "service_llm_dynamic_variables": { "name": "1" } },
  { "override_agent_id": "agent_desk", "service_llm_dynamic_variables": { "name▮": "2" } }
] }
`),
    ).toEqual(['b.batch-call.json:3 es": { "›name‹ of "name": "2"']));
  test('the agent of a tag in a filter is any that has it', () =>
    expect(
      definitions(`${agents}-- a.alert-rule.json --
{ "filter": { "agent_tag": { "type": "enum", "op": "in", "value": ["pr▮od"] } } }
`),
    ).toEqual([
      'team.agent-list.json:2 gs": { "›prod‹ of "prod": { "version": 2',
      'team.agent-list.json:3 gs": { "›prod‹ of "prod": { "version": 1',
      'v2.agent.json:1 rsion": ›2‹ of { "agent_id": "agent_d',
    ]));
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

describe('in a flow the definition of', () => {
  test.each([
    [
      'a node',
      '"destination_node_id": "hello"',
      '"destination_node_id": "▮hello"',
      ['desk.conversation-flow.json:4  "id": "›hello‹ of { "id": "hello", "type'],
    ],
    [
      'the node of a component',
      '"pay", "start_node_id": "hello"',
      '"pay", "start_node_id": "hell▮o"',
      ['desk.conversation-flow.json:14  "id": "›hello‹ of { "id": "hello", "type'],
    ],
    [
      'a tool by its id',
      '"tool_id": "tool_book", "tool_type"',
      '"tool_id": "tool▮_book", "tool_type"',
      ['desk.conversation-flow.json:12 l_id": "›tool_book‹ of { "type": "custom", "t'],
    ],
    [
      'a tool that has only a name',
      '"tool_id": "hang_up"',
      '"tool_id": "hang▮_up"',
      ['desk.conversation-flow.json:12 name": "›hang_up‹ of { "type": "end_call", '],
    ],
    [
      'a server',
      '"mcp_id": "crm"',
      '"mcp_id": "crm▮"',
      ['desk.conversation-flow.json:13  "id": "›crm‹ of { "id": "crm", "name":'],
    ],
    [
      'a local component',
      '"component_id": "pay"',
      '"component_id": "▮pay"',
      ['desk.conversation-flow.json:14 t_id": "›pay‹ of { "conversation_flow_c'],
    ],
    [
      'a shared component',
      '"component_id": "park"',
      '"component_id": "▮park"',
      ['park.flow-component.json:1 t_id": "›park‹ of { "conversation_flow_c'],
    ],
    [
      'what is itself one',
      '"id": "hello", "type": "conversation"',
      '"id": "hel▮lo", "type": "conversation"',
      ['desk.conversation-flow.json:4  "id": "›hello‹ of { "id": "hello", "type'],
    ],
    ['an edge: it has none', '"id": "e1"', '"id": "e▮1"', []],
  ])('%s', (_, from, to, expected) => expect(definitions(inFlow(from, to))).toEqual(expected));
});

describe('the references of', () => {
  test('a node are those of its own flow', () =>
    expect(references(inFlow('"start_node_id": "hello",\n', '"start_node_id": "▮hello",\n'))).toEqual([
      'desk.conversation-flow.json:2 e_id": "›hello‹',
      'desk.conversation-flow.json:4  "id": "›hello‹',
      'desk.conversation-flow.json:6 e_id": "›hello‹',
    ]));
  test('a node without its declaration', () =>
    expect(references(inFlow('"start_node_id": "hello",\n', '"start_node_id": "▮hello",\n'), false)).toEqual([
      'desk.conversation-flow.json:2 e_id": "›hello‹',
      'desk.conversation-flow.json:6 e_id": "›hello‹',
    ]));
  test('a version are the references that select it, however they do', () =>
    expect(
      references(`${agents.replace('"version": 2, "base_version"', '"version": ▮2, "base_version"')}-- t.agent-weights.json --
[{ "agent_id": "agent_desk", "agent_version": "prod", "weight": 0.5 },
  { "agent_id": "agent_desk", "agent_version": "latest", "weight": 0.25 },
  { "agent_id": "agent_desk", "agent_version": 1, "weight": 0.25 }]
`),
    ).toEqual([
      't.agent-weights.json:1 sion": "›prod‹',
      't.agent-weights.json:2 sion": "›latest‹',
      'team.agent-list.json:2 rsion": ›2‹',
      'v2.agent.json:1 rsion": ›2‹',
    ]));
  test('a tag are those of its agent', () =>
    expect(
      references(`${trial('agent_desk', '"▮prod"')}-- a.alert-rule.json --
{ "name": "A", "filter": { "agent_tag": { "type": "enum", "op": "in", "value": ["prod"] } } }
`),
    ).toEqual([
      'a.alert-rule.json:1 lue": ["›prod‹',
      'team.agent-list.json:2 gs": { "›prod‹',
      'trial.agent-weights.json:1 sion": "›prod‹',
      'v2.agent.json:1 ags": ["›prod‹',
    ]));
  test('a variable are all that share it, and without declarations its uses', () => {
    const asked = agents.replace('You are {{name}}', 'You are {{▮name}}');
    expect(references(asked)).toEqual([
      'new.llm.json:1 u are {{›name‹',
      'old.llm.json:1  "Old {{›name‹',
      'team.agent-list.json:2 es": { "›name‹',
    ]);
    expect(references(asked, false)).toEqual(['new.llm.json:1 u are {{›name‹', 'old.llm.json:1  "Old {{›name‹']);
  });
  test('a tool are the mocks of tests of its engine too', () =>
    expect(
      references(`-- d.llm.json --
{ "llm_id": "llm_d", "general_tools": [{ "type": "custom", "name": "look▮_up" }] }
-- t.test-case.json --
{ "response_engine": { "type": "service-llm", "llm_id": "llm_d" }, "tool_mocks": [{ "tool_name": "look_up" }] }
-- u.test-case.json --
{ "response_engine": { "type": "service-llm", "llm_id": "llm_other" }, "tool_mocks": [{ "tool_name": "look_up" }] }
`),
    ).toEqual(['d.llm.json:1 name": "›look_up‹', 't.test-case.json:1 name": "›look_up‹']));
  test('an agent in broken text, half typed', () =>
    expect(
      references('-- t.agent-weights.json --\n[{ "agent_id": "agent_desk" "weight": 1 }, { "agent_id": "agent_▮desk'),
    ).toEqual(['t.agent-weights.json:1 t_id": "›agent_desk‹', 't.agent-weights.json:1 t_id": "›agent_desk‹']));
});

describe('highlights', () => {
  test('are of this file and tell what declares', () =>
    expect(highlights(inFlow('"destination_node_id": "hello"', '"destination_node_id": "▮hello"'))).toEqual([
      'read _node_id": ">hello<',
      'write    { "id": ">hello<',
      'read _node_id": ">hello<',
    ]));
  test('of a variable are its names within the texts', () =>
    expect(
      highlights(
        '-- e.llm.json --\n' +
          '{ "general_prompt": "A {{ x▮ }}, \\"{{x}}\\" {{y}}", "default_dynamic_variables": { "x": "{{x}}" }, ' +
          '"begin_message": "{{x}}" }',
      ),
    ).toEqual(['read mpt": "A {{ >x<', 'read { x }}, \\"{{>x<', 'write iables": { ">x<', 'read essage": "{{>x<']));
  test('of what an edge asks for hold the list of what it requires', () =>
    expect(
      highlights(
        '-- e.llm.json --\n' +
          '{ "states": [{ "name": "a", "state_prompt": "{{x}}", "edges": [{ "destination_state_name": "a", ' +
          '"parameters": { "type": "object", "properties": { "x▮": {} }, "required": ["x"] } }] }] }',
      ),
    ).toEqual(['read prompt": "{{>x<', 'write erties": { ">x<', 'read equired": [">x<']));
  test('of text that is no name there are none', () =>
    expect(highlights('-- e.llm.json --\n{ "general_prompt": "He▮llo" }')).toEqual([]));
  test('of very many are those near the caret', () => {
    const tasks = Array.from({ length: 5000 }, (_, i) => `{ "override_agent_id": "a${i === 2500 ? '▮' : ''}" }`);
    const context = contextAt(`-- b.batch-call.json --\n{ "tasks": [${tasks.join(', ')}] }`),
      found = highlightsAt(context);
    expect([found.length, found.some(({ span }) => span.start === context.offset - 1)]).toEqual([2000, true]);
  });
});

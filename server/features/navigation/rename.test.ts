import { describe, expect, test } from 'vitest';
import { Document } from '../../core/document.ts';
import { applyTextEdits } from '../../core/fixing/apply.ts';
import { askedIn } from '../../testing/asked.ts';
import { isRefused, prepareRename, renameAt } from './rename.ts';

/** Every file that changes as it is afterwards, or why nothing does. */
function renamed(fixture: string, newName: string, settings: Readonly<Record<string, string>> = {}): string {
  const asked = askedIn(fixture),
    documents = Object.entries(settings).map(([file, text]) => new Document(file, text));
  const edits = renameAt(asked, newName, documents);
  if (isRefused(edits)) return edits.refused;
  const textOf = (file: string): string =>
    (asked.workspace.document(file) ?? documents.find(document => document.file === file))!.text;
  return edits
    .map(edit =>
      'rename' in edit
        ? `${edit.rename.from} → ${edit.rename.to}`
        : `-- ${edit.file} --\n${applyTextEdits(textOf(edit.file), edit.edits)!.trimEnd()}`,
    )
    .join('\n');
}
const prepared = (fixture: string): string => {
  const asked = askedIn(fixture),
    answer = prepareRename(asked);
  return isRefused(answer)
    ? answer.refused
    : `${asked.document.text.slice(answer.span.start, answer.span.end)} (${answer.placeholder})`;
};

const flow = `
-- desk.conversation-flow.json --
{
  "start_node_id": "hello",
  "nodes": [
    { "id": "h▮ello", "type": "conversation", "edges": [{ "id": "e1", "destination_node_id": "book" }, { "id": "e2", "destination_node_id": "gone" }] },
    { "id": "book", "type": "function", "tool_id": "t1", "tool_type": "local", "else_edge": { "id": "hello", "destination_node_id": "hello" } }
  ],
  "tools": [{ "type": "custom", "tool_id": "t1", "name": "book_slot" }, { "type": "end_call", "name": "hang_up" }],
  "components": [{ "conversation_flow_component_id": "hello", "nodes": [{ "id": "hello", "type": "end" }] }]
}
`;
const from = (caret: string, fixture = flow): string => fixture.replace('▮', '').replace(caret.replace('▮', ''), caret);

const llm = `
-- desk.llm.json --
{
  "llm_id": "llm_desk", "starting_state": "begin",
  "states": [{ "name": "begin", "edges": [{ "destination_state_name": "done" }] }, { "name": "done", "tools": [{ "type": "end_call", "name": "hang_up" }, { "type": "end_call", "name": "transition_to_else" }] }]
}
-- t.test-case.json --
{ "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }, "tool_mocks": [{ "tool_name": "transition_to_done" }, { "tool_name": "hang_up" }] }
`;

const agents = `
-- team.agent-list.json --
[
  { "agent_id": "agent_desk", "tags": { "next": { "version": 1, "dynamic_variables": { "name": "Desk" } }, "other": {} } },
  { "agent_id": "agent_night", "tags": { "late": { "version": 1 }, "other": {} } }
]
-- agent_desk.agent-versions.json --
[{ "version": 1, "is_published": true, "last_modification_timestamp": 1 }]
-- desk.agent.json --
{ "agent_id": "agent_desk", "version": 1, "assigned_tags": ["next"], "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }, "agent_name": "agent_desk" }
-- desk.llm.json --
{ "llm_id": "llm_desk", "general_prompt": "{{ name }}, {{na\\u006de}}, {{names}}" }
-- night.llm.json --
{ "llm_id": "llm_night", "general_prompt": "{{name}}" }
-- calls.batch-call.json --
{ "tasks": [{ "override_agent_id": "agent_desk", "override_agent_version": "next", "service_llm_dynamic_variables": { "name": "x" } }, { "override_agent_id": "agent_night", "service_llm_dynamic_variables": { "name": "x" } }] }
-- a.alert-rule.json --
{ "filter": { "agent": [{ "agent_id": "agent_desk" }], "agent_tag": { "type": "enum", "op": "in", "value": ["next", "other"] } } }
`;

describe('renaming', () => {
  test('a node: its own flow', () =>
    expect(renamed(flow, 'welcome')).toMatchInlineSnapshot(`
    "-- desk.conversation-flow.json --
    {
      "start_node_id": "welcome",
      "nodes": [
        { "id": "welcome", "type": "conversation", "edges": [{ "id": "e1", "destination_node_id": "book" }, { "id": "e2", "destination_node_id": "gone" }] },
        { "id": "book", "type": "function", "tool_id": "t1", "tool_type": "local", "else_edge": { "id": "hello", "destination_node_id": "welcome" } }
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
        { "id": "hello", "type": "conversation", "edges": [{ "id": "e1", "destination_node_id": "book" }, { "id": "e2", "destination_node_id": "gone" }] },
        { "id": "book", "type": "function", "tool_id": "tool_\\"1\\"", "tool_type": "local", "else_edge": { "id": "hello", "destination_node_id": "hello" } }
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
      "states": [{ "name": "begin", "edges": [{ "destination_state_name": "end" }] }, { "name": "end", "tools": [{ "type": "end_call", "name": "hang_up" }, { "type": "end_call", "name": "transition_to_else" }] }]
    }
    -- t.test-case.json --
    { "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }, "tool_mocks": [{ "tool_name": "transition_to_end" }, { "tool_name": "hang_up" }] }"
  `));
  test('a tool and its mocks', () =>
    expect(renamed(from('"tool_name": "hang▮_up"', llm), 'bye')).toMatchInlineSnapshot(`
    "-- desk.llm.json --
    {
      "llm_id": "llm_desk", "starting_state": "begin",
      "states": [{ "name": "begin", "edges": [{ "destination_state_name": "done" }] }, { "name": "done", "tools": [{ "type": "end_call", "name": "bye" }, { "type": "end_call", "name": "transition_to_else" }] }]
    }
    -- t.test-case.json --
    { "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }, "tool_mocks": [{ "tool_name": "transition_to_done" }, { "tool_name": "bye" }] }"
  `));
  test('a tag: the states, records and references of its agent', () =>
    expect(renamed(from('"override_agent_version": "nex▮t"', agents), 'soon')).toMatchInlineSnapshot(`
    "-- a.alert-rule.json --
    { "filter": { "agent": [{ "agent_id": "agent_desk" }], "agent_tag": { "type": "enum", "op": "in", "value": ["soon", "other"] } } }
    -- calls.batch-call.json --
    { "tasks": [{ "override_agent_id": "agent_desk", "override_agent_version": "soon", "service_llm_dynamic_variables": { "name": "x" } }, { "override_agent_id": "agent_night", "service_llm_dynamic_variables": { "name": "x" } }] }
    -- desk.agent.json --
    { "agent_id": "agent_desk", "version": 1, "assigned_tags": ["soon"], "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }, "agent_name": "agent_desk" }
    -- team.agent-list.json --
    [
      { "agent_id": "agent_desk", "tags": { "soon": { "version": 1, "dynamic_variables": { "name": "Desk" } }, "other": {} } },
      { "agent_id": "agent_night", "tags": { "late": { "version": 1 }, "other": {} } }
    ]"
  `));
  test('a variable: all that pass it to each other, and no others', () =>
    expect(renamed(from('{{ na▮me }}', agents), 'desk name')).toMatchInlineSnapshot(`
    "-- calls.batch-call.json --
    { "tasks": [{ "override_agent_id": "agent_desk", "override_agent_version": "next", "service_llm_dynamic_variables": { "desk name": "x" } }, { "override_agent_id": "agent_night", "service_llm_dynamic_variables": { "name": "x" } }] }
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
    { "tasks": [{ "override_agent_id": "agent_front", "override_agent_version": "next", "service_llm_dynamic_variables": { "name": "x" } }, { "override_agent_id": "agent_night", "service_llm_dynamic_variables": { "name": "x" } }] }
    -- desk.agent.json --
    { "agent_id": "agent_front", "version": 1, "assigned_tags": ["next"], "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }, "agent_name": "agent_desk" }
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
    { "agent_id": "agent_desk", "version": 1, "assigned_tags": ["next"], "response_engine": { "type": "service-llm", "llm_id": "llm_front" }, "agent_name": "agent_desk" }
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
      renamed(
        '-- a.llm.json --\n{ "states": [{ "name": "a", "state_prompt": "{{x}}", "edges": [{ "destination_state_name": "a", "parameters": { "type": "object", "properties": { "x": {} }, "required": ["x▮"] } }] }] }',
        'y',
      ),
    ).toMatchInlineSnapshot(`
    "-- a.llm.json --
    { "states": [{ "name": "a", "state_prompt": "{{y}}", "edges": [{ "destination_state_name": "a", "parameters": { "type": "object", "properties": { "y": {} }, "required": ["y"] } }] }] }"
  `));
  test('to what it is called already: nothing', () => expect(renamed(flow, 'hello')).toBe(''));
  test('in broken text, with quotes where there are none', () =>
    expect(
      renamed(
        '-- a.conversation-flow.json --\n{ start_node_id: \'▮a\', nodes: [{ id: \'a\', type: \'end\', }, { "id": "b", "type": "conversation", "edges": [{ "destination_node_id": "a',
        "it's",
      ),
    ).toMatchInlineSnapshot(`
    "-- a.conversation-flow.json --
    { start_node_id: "it's", nodes: [{ id: "it's", type: 'end', }, { "id": "b", "type": "conversation", "edges": [{ "destination_node_id": "it's"
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
      renamed(flow, 'wel/come', {
        'preflight.config.json':
          '{ "suppress": [\n  // a note\n  { "rule": "unknown-node", "file": "./desk.conversation-flow.json", "at": "/nodes[id=hello]/edges[id=e2]", "reason": "r" },\n  { "rule": "x", "file": "other.json", "at": "/nodes[id=hello]", "reason": "r" }] }',
        'preflight.baseline.json':
          '{ "version": 1, "findings": [{ "rule": "r", "file": "desk.conversation-flow.json", "at": "/components[conversation_flow_component_id=hello]/nodes[id=hello]" }, { "rule": "r", "file": "desk.conversation-flow.json", "at": "/nodes[id=book]/else_edge" }, { "rule": "r", "file": "desk.conversation-flow.json", "at": "/nodes[id=hello]" }] }',
      }),
    ).toMatchInlineSnapshot(`
    "-- desk.conversation-flow.json --
    {
      "start_node_id": "wel/come",
      "nodes": [
        { "id": "wel/come", "type": "conversation", "edges": [{ "id": "e1", "destination_node_id": "book" }, { "id": "e2", "destination_node_id": "gone" }] },
        { "id": "book", "type": "function", "tool_id": "t1", "tool_type": "local", "else_edge": { "id": "hello", "destination_node_id": "wel/come" } }
      ],
      "tools": [{ "type": "custom", "tool_id": "t1", "name": "book_slot" }, { "type": "end_call", "name": "hang_up" }],
      "components": [{ "conversation_flow_component_id": "hello", "nodes": [{ "id": "hello", "type": "end" }] }]
    }
    -- preflight.baseline.json --
    { "version": 1, "findings": [{ "rule": "r", "file": "desk.conversation-flow.json", "at": "/components[conversation_flow_component_id=hello]/nodes[id=hello]" }, { "rule": "r", "file": "desk.conversation-flow.json", "at": "/nodes[id=book]/else_edge" }, { "rule": "r", "file": "desk.conversation-flow.json", "at": "/nodes[id=wel~1come]" }] }
    -- preflight.config.json --
    { "suppress": [
      // a note
      { "rule": "unknown-node", "file": "./desk.conversation-flow.json", "at": "/nodes[id=wel~1come]/edges[id=e2]", "reason": "r" },
      { "rule": "x", "file": "other.json", "at": "/nodes[id=hello]", "reason": "r" }] }"
  `));
  test('the keys and files in suppressions', () => {
    const config =
      '{ "suppress": [{ "file": "agent_desk.agent-versions.json", "at": "/0" }, { "file": "team.agent-list.json", "at": "/[agent_id=agent_desk]/tags/next/version" }] }';
    expect(
      renamed(from('"override_agent_version": "nex▮t"', agents), 'soon', { 'preflight.config.json': config })
        .split('\n')
        .slice(7, 9),
    ).toMatchInlineSnapshot(`
      [
        "{ "suppress": [{ "file": "agent_desk.agent-versions.json", "at": "/0" }, { "file": "team.agent-list.json", "at": "/[agent_id=agent_desk]/tags/soon/version" }] }",
        "-- team.agent-list.json --",
      ]
    `);
    expect(
      renamed(from('"override_agent_id": "agent_▮desk"', agents), 'agent_front', { 'preflight.config.json': config })
        .split('\n')
        .filter(line => line.includes('suppress')),
    ).toMatchInlineSnapshot(`
      [
        "{ "suppress": [{ "file": "agent_front.agent-versions.json", "at": "/0" }, { "file": "team.agent-list.json", "at": "/[agent_id=agent_front]/tags/next/version" }] }",
      ]
    `);
  });
});

describe('is refused', () => {
  test.each([
    ['a node that is there', flow, 'book', 'node "book" is there already, in desk.conversation-flow.json:5'],
    [
      'a node that an edge leads to',
      flow,
      'gone',
      'node "gone" is referred to already, in desk.conversation-flow.json:4',
    ],
    ['nothing', flow, ' ', 'a name is missing'],
    ['white space', flow, ' a', 'a name has no white space around it: it would be taken as a part of it'],
    ['a variable in place of an id', flow, '{{a}}', '{{ }} would make the name a variable, which nothing can refer to'],
    [
      'a tool name of other signs',
      from('"name": "hang▮_up"'),
      'häng',
      'a tool name holds a-z, A-Z, 0-9, _ and - only, not "ä"',
    ],
    [
      'a tool name that is too long',
      from('"name": "hang▮_up"'),
      'a'.repeat(65),
      'a tool name has at most 64 characters, not 65',
    ],
    [
      'a tool name that leads to a state',
      from('"name": "hang▮_up"', llm),
      'transition_to_begin',
      'state "begin" is there already, in desk.llm.json:3',
    ],
    [
      'a state whose tool is there',
      from('"starting_state": "be▮gin"', llm),
      'else',
      'tool "transition_to_else" is there already, in desk.llm.json:3',
    ],
    [
      'a tag that means a version itself',
      from('"next▮"', agents),
      'latest',
      'latest is no tag: it means a version by itself',
    ],
    [
      'a tag of another form',
      from('"next▮"', agents),
      'Next',
      '"Next" is no tag: a tag begins with a lowercase letter, followed by lowercase letters, digits, _ or -, 20 characters at most; did you mean "next"?',
    ],
    [
      'a tag that is there',
      from('"next▮"', agents),
      'other',
      'tag "other" is there already, in team.agent-list.json:2',
    ],
    [
      'a tag that callers would be served through',
      from('"next▮"', agents),
      'prod',
      'tag prod is among the liveTags of the configuration and next is not, so callers would no longer count as served the same; change liveTags first',
    ],
    ['a variable of the platform', from('{{ na▮me }}', agents), 'call_id', 'the platform sets call_id itself'],
    ['a variable with braces', from('{{ na▮me }}', agents), 'a}b', 'the name of a variable cannot hold "}"'],
    [
      'a variable that is used',
      from('{{ na▮me }}', agents),
      'names',
      'variable "names" is referred to already, in desk.llm.json:1',
    ],
    [
      'an agent that is there',
      from('"agent_▮desk"', agents),
      'agent_night',
      'agent "agent_night" is there already, in team.agent-list.json:3',
    ],
    [
      'an agent that no file can be called by',
      from('"agent_▮desk"', agents),
      'a/b',
      'agent_desk.agent-versions.json is named after the agent, and no file name holds "/"',
    ],
    [
      'an agent whose file is there',
      `${from('"agent_▮desk"', agents)}-- new.agent-versions.json --\n[]\n`,
      'new',
      'agent_desk.agent-versions.json is named after the agent, and there is a file new.agent-versions.json already',
    ],
  ])('%s', (_, fixture, newName, why) => expect(renamed(fixture, newName)).toBe(why));

  test('a tag that a filter means of two agents', () => {
    const shared = agents.replace('"agent": [{ "agent_id": "agent_desk" }], ', '');
    expect(renamed(from('"other▮": {} } },', shared), 'else')).toBe(
      'a.alert-rule.json:1 means the tag "other" of team.agent-list.json:3 as well, and would lose one of them',
    );
    expect(renamed(from('["next", "oth▮er"]', shared), 'else')).toBe(
      '"other" here means the tag of agent_desk and agent_night; rename each where it is declared',
    );
  });
});

describe('can be renamed', () => {
  test.each([
    ['a node', flow, 'hello (hello)'],
    ['a variable, as it is spelled', from('{{na\\u00▮6de}}', agents), 'na\\u006de (name)'],
    ['an edge: not', from('"id": "e▮1"'), 'there is no name here that could be renamed'],
    ['a key of the platform: not', from('"no▮des": [\n'), 'there is no name here that could be renamed'],
    ['a version: not', from('"version": ▮1, "assigned_tags"', agents), 'versions are numbered by the platform'],
    [
      'what no file holds: not',
      from('"destination_node_id": "go▮ne"'),
      'no file holds the node "gone", so its name is not given here',
    ],
    [
      'a variable of the platform: not',
      '-- a.llm.json --\n{ "general_prompt": "{{call▮_id}}" }',
      'the platform sets call_id under this name',
    ],
    [
      'a preset: not',
      '-- a.agent.json --\n{ "response_engine": {}, "voice_id": "v", "post_call_analysis_data": [{ "type": "system-presets", "name": "call_▮summary" }] }',
      '"call_summary" is a field of the platform, which gives it its name',
    ],
    [
      'a phone number: not',
      '-- a.phone-number.json --\n{ "phone_number": "+1415▮5550100" }',
      'a phone number is no name: it is dialled',
    ],
  ])('%s', (_, fixture, answer) => expect(prepared(fixture)).toBe(answer));
});

import { expect, test } from 'vitest';
import { workspaceOf } from '../../testing/fixture.ts';
import { countedTurns, requestsOf, type RequestPart } from './requests.ts';

const wordsOf = ({ kind, name, text }: RequestPart): string =>
  [kind, ...(name === '' ? [] : [name]), JSON.stringify(text)].join(' ');
function turnsIn(files: string): readonly string[] {
  const workspace = workspaceOf(files);
  const [engine] = workspace.documents[0]!.roots;
  if (!engine) return [];
  const { sharedParts: shared, turns } = requestsOf(engine, workspace);
  return [
    ...shared.map(part => `always ${wordsOf(part)}`),
    ...turns.flatMap(turn => [`${turn.name}:`, ...turn.parts.map(part => `  ${wordsOf(part)}`)]),
  ];
}

const tools = `[{ "type": "custom", "tool_id": "t1", "name": "book", "description": "Books.", "parameters": { "type": "object" } },
  { "type": "end_call", "tool_id": "t2", "name": "end" }]`;

test('an engine without states makes one request: its prompt and its tools', () => {
  expect(
    turnsIn(`-- a.llm.json --\n{ "general_prompt": "Talk.", "begin_message": "Hi", "general_tools": ${tools} }`),
  ).toEqual([
    'always global-prompt "Talk."',
    'always tool book "book: Books.\\n{\\"type\\":\\"object\\"}"',
    'always tool end "end"',
    'null:',
  ]);
});

test('in a state, a request contains the prompt of the state, its tools, and its edges as tools', () => {
  const files = `-- a.llm.json --
{ "general_prompt": "Talk.", "starting_state": "ask", "states": [
  { "name": "ask", "state_prompt": "Ask.", "edges": [{ "destination_state_name": "tell", "description": "Asked." }], "tools": ${tools} },
  { "name": "tell", "state_prompt": " " }
] }`;
  expect(turnsIn(files)).toEqual([
    'always global-prompt "Talk."',
    'ask:',
    '  state ask "Ask."',
    '  edge tell "transition_to_tell: Asked."',
    '  tool book "book: Books.\\n{\\"type\\":\\"object\\"}"',
    '  tool end "end"',
    'tell:',
  ]);
});

const flow = (rest = ''): string => `-- a.conversation-flow.json --
{ "global_prompt": "Talk.", "start_node_id": "n1", "tools": ${tools}${rest}, "nodes": [
  { "id": "n1", "type": "subagent", "name": "Ask", "instruction": { "type": "prompt", "text": "Ask." }, "tool_ids": ["t1"], "edges": [
    { "id": "e1", "destination_node_id": "n2", "transition_condition": { "type": "prompt", "prompt": "Asked" } },
    { "id": "e2", "destination_node_id": "n3", "transition_condition": { "type": "equation", "equations": [], "operator": "&&" } }],
    "else_edge": { "id": "e3", "destination_node_id": "n3", "transition_condition": { "type": "prompt", "prompt": "Else" } } },
  { "id": "n2", "type": "component", "component_id": "c1", "component_type": "shared" },
  { "id": "n3", "type": "end", "name": "Bye", "instruction": { "type": "static_text", "text": "Bye!" }, 
    "global_node_setting": { "condition": "Says bye" } }
] }
-- c.flow-component.json --
{ "conversation_flow_component_id": "c1", "name": "Check", "start_node_id": "k", "nodes": [
  { "id": "k", "type": "conversation", "name": "Verify", "instruction": { "type": "prompt", "text": "Verify." } },
  { "id": "x", "type": "extract_dynamic_variables", "variables": [{ "type": "string", "name": "pin", "description": "The PIN" }] } ] }`;

test('in a node, a request contains its instruction, its tools, and the conditions that the model judges, also in components', () => {
  expect(turnsIn(flow())).toEqual([
    'always global-prompt "Talk."',
    'always edge Bye "Says bye"',
    'Ask:',
    '  node Ask "Ask."',
    '  edge n2 "Asked"',
    '  tool book "book: Books.\\n{\\"type\\":\\"object\\"}"',
    'n2:',
    'Bye:',
    '  static-text Bye "Bye!"',
    'Verify:',
    '  node Verify "Verify."',
    'x:',
    '  node x "The PIN"',
  ]);
});

test('in flex mode one request contains all nodes', () => {
  const turns = turnsIn(flow(', "flex_mode": true'));
  expect(turns.filter(line => line.endsWith(':'))).toEqual(['null:']);
  expect(turns).toContain('  node Verify "Verify."');
});

test('the size of a request is the sum of the shared parts and the parts of the node', () => {
  const workspace = workspaceOf(flow()),
    turns = countedTurns(requestsOf(workspace.documents[0]!.roots[0]!, workspace), text => text.length);
  expect(turns.map(({ name, tokens }) => [name, tokens])).toEqual([
    ['Ask', 13 + 4 + 5 + 30],
    ['Verify', 13 + 7],
    ['x', 13 + 7],
    ['Bye', 13 + 4],
    ['n2', 13],
  ]);
});

test.each(['null', '[]', '{}', '{ "states": 1 }', '{ "states": [null], "general_tools": [1] }'])(
  'the parts of requests in %s are computed without an error',
  text => {
    for (const kind of ['llm', 'conversation-flow']) turnsIn(`-- a.${kind}.json --\n${text}`);
  },
);

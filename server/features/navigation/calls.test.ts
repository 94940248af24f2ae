import { expect, test } from 'vitest';
import { Document } from '../../core/document.ts';
import { contextAt } from '../../testing/caret.ts';
import type { PositionContext } from '../context.ts';
import { callItemsAt, incomingCalls, outgoingCalls, type CallSites, type CallItem } from './calls.ts';

const fixture = `
-- list.agent-list.json --
[{ "agent_id": "agent_b", "tags": { "prod": { "version": 1 } } }]
-- a.agent.json --
{ "agent_id": "agent_a", "agent_name": "Desk", "version": 4,
  "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_a", "version": 0 } }
-- b1.agent.json --
{ "agent_id": "agent_b", "version": 1, "response_engine": { "type": "service-llm", "llm_id": "llm_b" } }
-- b2.agent.json --
{ "agent_id": "agent_b", "version": 2, "response_engine": { "type": "service-llm", "llm_id": "llm_b" } }
-- b.llm.json --
{ "llm_id": "llm_b",
  "general_tools": [{ "type": "agent_swap", "name": "back", "agent_id": "agent_a" },
    { "type": "agent_swap", "name": "gone", "agent_id": "agent_x" }] }
-- a.conversation-flow.json --
{ "conversation_flow_id": "flow_a", "version": 0, "start_node_id": "one", "nodes": [
  { "id": "one", "name": "Greet", "type": "conversation",
    "edges": [{ "id": "e1", "destination_node_id": "two" }, { "id": "e2", "destination_node_id": "swap" },
      { "id": "e3", "destination_node_id": "two" }, { "id": "e4", "destination_node_id": "gone" }] },
  { "id": "two", "type": "conversation", "else_edge": { "id": "e5", "destination_node_id": "two" } },
  { "id": "swap", "type": "agent_swap", "agent_id": "agent_b", "agent_version": "prod",
    "edge": { "id": "e6", "destination_node_id": "one" } }
] }
`;
const at = (caret: string): PositionContext => contextAt(fixture.replace(caret.replace('▮', ''), caret));
const item = ({ kind, name, detail, file }: CallItem): string => `${kind} ${name} (${detail}) in ${file}`;
const call =
  ({ workspace }: PositionContext) =>
  (one: CallSites): string => {
    const sites = one.sites.map(
      ({ file, span }) => `${file} ${workspace.document(file)!.text.slice(span.start, span.end)}`,
    );
    return `${item(one.item)} by ${sites.join(' and ')}`;
  };
function hierarchy(caret: string): { items: string[]; incoming: string[]; outgoing: string[] } {
  const context = at(caret),
    items = callItemsAt(context);
  return {
    items: items.map(item),
    incoming: items.flatMap(one => incomingCalls(context, one)).map(call(context)),
    outgoing: items.flatMap(one => outgoingCalls(context, one)).map(call(context)),
  };
}

test('a node: what its edges lead to, and from where', () =>
  expect(hierarchy('"name": "Gre▮et"')).toMatchInlineSnapshot(`
  {
    "incoming": [
      "node swap (agent swap) in a.conversation-flow.json by a.conversation-flow.json one",
    ],
    "items": [
      "node Greet (one, conversation) in a.conversation-flow.json",
    ],
    "outgoing": [
      "node two (conversation) in a.conversation-flow.json by a.conversation-flow.json two and a.conversation-flow.json two",
      "node swap (agent swap) in a.conversation-flow.json by a.conversation-flow.json swap",
    ],
  }
`));
test('a node that is referred to, and leads to itself', () =>
  expect(hierarchy('"destination_node_id": "▮two"')).toMatchInlineSnapshot(`
  {
    "incoming": [
      "node Greet (one, conversation) in a.conversation-flow.json by a.conversation-flow.json two and a.conversation-flow.json two",
      "node two (conversation) in a.conversation-flow.json by a.conversation-flow.json two",
    ],
    "items": [
      "node two (conversation) in a.conversation-flow.json",
    ],
    "outgoing": [
      "node two (conversation) in a.conversation-flow.json by a.conversation-flow.json two",
    ],
  }
`));
test('a node that hands over leads to the agent, and on to its edge', () =>
  expect(hierarchy('"id": "sw▮ap"')).toMatchInlineSnapshot(`
  {
    "incoming": [
      "node Greet (one, conversation) in a.conversation-flow.json by a.conversation-flow.json swap",
    ],
    "items": [
      "node swap (agent swap) in a.conversation-flow.json",
    ],
    "outgoing": [
      "node Greet (one, conversation) in a.conversation-flow.json by a.conversation-flow.json one",
      "agent agent_b (version 1) in b1.agent.json by a.conversation-flow.json prod",
    ],
  }
`));
test('an agent: swaps in its engine, and those of others', () =>
  expect(hierarchy('"agent_name": "De▮sk"')).toMatchInlineSnapshot(`
  {
    "incoming": [
      "agent agent_b (version 1) in b1.agent.json by b.llm.json agent_a",
      "agent agent_b (version 2) in b2.agent.json by b.llm.json agent_a",
    ],
    "items": [
      "agent Desk (agent_a, version 4) in a.agent.json",
    ],
    "outgoing": [
      "agent agent_b (version 1) in b1.agent.json by a.conversation-flow.json prod",
    ],
  }
`));
test('the version behind a tag', () =>
  expect(hierarchy('"agent_version": "pr▮od"')).toMatchInlineSnapshot(`
  {
    "incoming": [
      "agent Desk (agent_a, version 4) in a.agent.json by a.conversation-flow.json prod",
    ],
    "items": [
      "agent agent_b (version 1) in b1.agent.json",
    ],
    "outgoing": [
      "agent Desk (agent_a, version 4) in a.agent.json by b.llm.json agent_a",
    ],
  }
`));
test('of several versions the one that is meant comes first: its own record, or what the reference selects', () => {
  const first = (caret: string): string => item(callItemsAt(at(caret))[0]!);
  expect(first('"agent_id": "agent_▮b", "version": 2')).toBe('agent agent_b (version 2) in b2.agent.json');
  expect(first('"agent_id": "agent_▮b", "agent_version": "prod"')).toBe('agent agent_b (version 1) in b1.agent.json');
});
test('in an engine all agents that run it', () =>
  expect(hierarchy('"general_▮tools"').items).toMatchInlineSnapshot(`
  [
    "agent agent_b (version 1) in b1.agent.json",
    "agent agent_b (version 2) in b2.agent.json",
  ]
`));
test('nothing elsewhere', () => expect(callItemsAt(contextAt('-- a.alert-rule.json --\n{ "name": "▮" }'))).toEqual([]));

test('an item of a text that has changed meanwhile leads nowhere', () => {
  const { workspace } = at('"name": "Gre▮et"'),
    [greet] = callItemsAt(at('"name": "Gre▮et"'));
  for (const text of ['', '[]', '{ "nodes": [7] }']) {
    const later = { workspace: workspace.with(new Document(greet!.file, text)) };
    expect([incomingCalls(later, greet!), outgoingCalls(later, greet!)]).toEqual([[], []]);
  }
});

test('phone numbers and batches bring an agent its calls', () => {
  const context = contextAt(`
-- desk.agent.json --
{ "agent_id": "agent_a", "agent_na▮me": "Desk", "version": 4, "is_published": true, "response_engine": { "type": "custom-llm" } }
-- main.phone-number.json --
{ "phone_number": "+14155550100", "nickname": "Main",
  "inbound_agents": [{ "agent_id": "agent_a", "agent_version": 4, "weight": 1 }],
  "outbound_agents": [{ "agent_id": "agent_b", "weight": 1 }] }
-- flu.batch-call.json --
{ "name": "Flu", "from_number": "+14155550100", "tasks": [
  { "to_number": "+14155550111", "override_agent_id": "agent_a" },
  { "to_number": "+14155550112", "override_agent_id": "agent_b" }] }
`);
  const [desk] = callItemsAt(context);
  const incoming = incomingCalls(context, desk!);
  expect(incoming.map(call(context))).toEqual([
    'batch call Flu (+14155550100) in flu.batch-call.json by flu.batch-call.json agent_a',
    'phone number +14155550100 (Main) in main.phone-number.json by main.phone-number.json 4',
  ]);
  for (const { item: caller } of incoming)
    expect(outgoingCalls(context, caller).map(({ item: { name } }) => name)).toEqual(['Desk']);
});

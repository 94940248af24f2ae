import { test } from 'vitest';
import { accepted, labels, askedInConfiguration } from '../../testing/accepted.ts';
const print = (x: unknown) => console.log(typeof x === 'string' ? x : (x as string[]).slice(0, 30).join('\n'));
const desk = `-- desk.agent.json --
{ "agent_id": "agent_desk", "agent_name": "Front desk", "version": 7, "is_published": true, "last_modification_timestamp": 1, "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_1" }, "voice_id": "11labs-Adrian" }
-- list.agent-list.json --
[{ "agent_id": "agent_desk", "agent_name": "Front desk", "channel": "voice", "user_modified_timestamp": 1, "tags": { "prod": { "version": 7, "dynamic_variables": { "clinic": "North" } }, "beta": { "version": 8, "dynamic_variables": { "clinic": "South" } } } }]
-- agent_desk.agent-versions.json --
[{ "version": 7, "is_published": true, "last_modification_timestamp": 1 }, { "version": 8, "is_published": false, "last_modification_timestamp": 2 }]
`;
const w = (t: string) => `${desk}-- w.agent-weights.json --\n${t}`;
const cases: [string, string][] = [ ['▮', 'agent weight'], ['[{"agent_id": "agent_desk", "wei▮" 0.5}]', 'weight'],['[{"agent_id": "agent_desk", "agent_version": "p▮, "weight": 1}]', 'prod'],];const old: [string, string][] = [
  ['[{"agent_id": "agent_desk", "agent_version": ▮', 'prod'],
  ['[{"agent_id": "agent_desk", "agent_version": "▮', 'prod'],
  ['[{"agent_id": "agent_desk", "agent_version": "p▮}]', 'prod'],
  ['[{"agent_id": "agent_desk", "agent_version": "p▮, "weight": 1}]', 'prod'],
  ['[{"agent_id": "agent_desk", "agent_version": "▮, "weight": 1}]', '7'],
  ['[{"agent_id": "agent_desk", "agent_version": "prod▮", "weight": 1}]', '7'],
  ["[{'agent_id': 'agent_desk', 'agent_version': 'pr▮', 'weight': 1}]", 'prod'],
  ["[{'agent_id': 'agent_desk', 'agent_version': '▮, 'weight': 1}]", 'prod'],
  ['[{"agent_id": "agent_desk" ▮}]', 'weight'],
  ['[{"agent_id": "agent_desk" ▮ "weight": 1}]', 'agent_version'],
  ['[{"agent_id": "agent_desk", ▮ "weight": 1}]', 'agent_version'],
  ['[{▮"weight": 1}]', 'agent_version'],
  ['[{"agent_id": "agent_desk", wei▮}]', 'weight'],
  ['[{"agent_id": "agent_desk", "wei▮}]', 'weight'],
  ['[{"agent_id": "agent_desk",\n  "wei▮\n  "agent_version": 7\n}]', 'weight'],
  ['[{"agent_id": "agent_desk",\n  "wei▮"\n  "agent_version": 7\n}]', 'weight'],
  ['[{"agent_id": "agent_desk", "wei▮": 0.5}]', 'weight'],
  ['[{"agent_id": "agent_desk", wei▮: 0.5}]', 'weight'],
  ['[{"agent_id": "agent_desk", "wei▮" 0.5}]', 'weight'],
  ['[{"agent_id": "agent_desk", "weight": ▮}]', '1'],
  ['[{"agent_id": "a", "weight": 0.3}, {"agent_id": "agent_desk", "weight": ▮}]', '0.7'],
  ['[{"agent_id": "a", "weight": 0.3} ▮]', 'agent weight'],
  ['[▮ {"agent_id": "a", "weight": 0.3}]', 'agent weight'],
  ['[▮', 'agent weight'],
  ['▮', '[]'],
  ['[{"agent_id": ▮}]', 'agent_desk'],
  ['[{"agent_id": "▮"}]', 'agent_desk'],
  ['[{"agent_id": agent▮}]', 'agent_desk'],
  ['[{"agent_id": ▮ "x"}]', 'agent_desk'],
  ['[{"agent_id": /* a */ ▮}]', 'agent_desk'],
];
test('try', () => {
  for (const [text, label] of cases) print(`${text.replaceAll('\n', '⏎')}\n    ${accepted(w(text), label).replaceAll('\n', '⏎')}`);
  const f = (t: string) => `-- f.conversation-flow.json --\n${t}`;
  print(accepted(f('{\n  "nodes": [\n    { "id": "a", "type": "▮" }\n  ]\n}'), 'conversation'));
  print(accepted(f('{\n  "nodes": [\n    { "id": "a", "type": "conversation", ▮ }\n  ]\n}'), 'instruction'));
  print(accepted(f('{\n  "nodes": [\n    { "id": "a", "type": "conversation", "edges": [▮] }\n  ]\n}'), 'edge'));
  print(accepted(f('{\n  "nodes": [\n    { "id": "a", "type": "conversation", "else_edge": ▮ }\n  ]\n}'), 'edge'));
  print(accepted(f('{\n  "tools": [\n    ▮\n  ]\n}'), 'custom tool'));
  print(accepted('-- l.agent-list.json --\n[{ "agent_id": "a", "tags": { ▮ } }]', 'prod'));
  print(accepted('-- b.batch-call.json --\n{\n  "tasks": [\n    { "to_number": "+1" },\n    ▮\n  ]\n}', 'batch call task'));
  print(accepted('-- b.batch-call.json --\n▮', 'batch call'));
  print(accepted('-- b.conversation-flow.json --\n▮', 'conversation flow'));
  print(accepted('-- b.agent.json --\n▮', 'set of agent settings'));
  print(accepted('-- b.phone-number.json --\n▮', 'phone number'));
  print(accepted('-- b.test-case.json --\n▮', 'test case definition'));
  print(labels('-- b.agent.json --\n{"allow_user_dtmf": ▮}'));
  print(labels('-- b.agent.json --\n{"end_call_after_silence_ms": ▮}'));
  print(labels('-- b.agent.json --\n{"voice_id": "x", "webhook_events": ["call_started", "▮"]}'));
  print(labels('-- b.agent.json --\n{"language": ▮}').slice(0, 3));
  print(labels('-- b.agent.json --\n{"timezone": "▮"}').slice(0, 3));
  print(labels(f('{"nodes": [{"id": "a", "name": "A", "type": "conversation", "edges": [{"destination_node_id": "▮"}]}, {"id": "b", "type": "end"}]}')));
  print(labels(f('{"nodes": [{"id": "a", "type": "component", "component_type": "local", "component_id": ▮}], "components": [{"conversation_flow_component_id": "c1", "name": "Pay", "nodes": []}]}')));
  print(labels(f('{"nodes": [{"id": "a", "type": "function", "tool_type": "local", "tool_id": ▮}], "tools": [{"type": "end_call", "name": "hang_up", "tool_id": "t1"}]}')));
  print(accepted(askedInConfiguration('{\n  "rules": { ▮ }\n}'), 'wrong-type', { snippets: true, ruleIds: ['wrong-type'] }));
  print(accepted(askedInConfiguration('{\n  "suppress": [▮]\n}'), 'object', { snippets: true, ruleIds: ['wrong-type'] }));
  print(labels(askedInConfiguration('{\n  "suppress": [▮]\n}')));
  print(labels(askedInConfiguration('{\n  "complete": ["agent", "▮"]\n}')));
  print(labels(askedInConfiguration('// note\n{\n  "assumptions": {"▮"}\n}')).slice(0, 4));
});

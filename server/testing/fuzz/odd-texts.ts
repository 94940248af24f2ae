import { number } from '../sample-agents.ts';

const flow = `{
  "conversation_flow_id": "flow_1", "start_node_id": "hello", "global_prompt": "Hello {{name}}, \\"you\\" {{",
  "nodes": [
    { "id": "hello", "type": "conversation",
      "instruction": { "type": "prompt", "text": "Hi {{ first name }} \\u00fc {{x}}" },
      "edges": [{ "id": "e", "destination_node_id": "bye", "transition_condition": { "type": "prompt" } }] },
    { "id": "bye", "id": "bye", "type": "agent_swap", "agent_id": "agent_b", "agent_version": "prod",
      "edge": { "id": "f", "destination_node_id": "hello" } },
    { "id": "run", "type": "function", "tool_id": "t", "tool_type": "local" },
    { "type": "component", "component_id": "c", "component_type": "local" }
  ],
  "tools": [{ "type": "extract_dynamic_variable", "name": "t", "variables": [{ "type": "string", "name": "x" }, null, 7] },
    { "type": "custom", "headers": { "a": "b" } }],
  "components": [{ "conversation_flow_component_id": "c", "nodes": [{ "id": "hello", "type": "end" }] }],
  "mcps": [{ "id": "m" }], "default_dynamic_variables": { "x": "1", "__proto__": "2", "": "3" }, "__proto__": { "nodes": [] }
}`;
const shortFlow = flow.slice(0, flow.indexOf('    { "id": "run"'));
const agent =
  '{"agent_id": "desk", "version": 2, "voice_id": "11labs-Adrian", "response_engine": {"type": "service-llm", "llm_id": "two"}}';
const list =
  '[{ "agent_id": "agent_b", "agent_name": "B", "channel": "voice", ' +
  '"tags": { "prod": { "version": 1, "dynamic_variables": { "x": "y" } }, "prod": {}, ' +
  '"__proto__": { "version": 2 } } }, null, "x"]';

/** Texts that are broken, half typed or of a wrong shape, each in a file of the kind that it resembles. */
export const oddTexts: readonly (readonly [file: string, text: string])[] = [
  ['a.agent.json', ''],
  ['a.agent-list.json', list.replace('"x": "y"', '"x": "y", "x": "y"')],
  ['a.agent-list.json', list.replace('"prod": {}', `"11labs-${' '.repeat(30_000)}": {}`)],
  ['a.llm.json', ' \n\t '],
  ['a.agent.json', '\ufeff'],
  ['a.agent.json', '\ufeff{'],
  ['a.agent.json', '"'],
  ['a.agent.json', '{"'],
  ['a.agent.json', '}{]['],
  ['a.agent.json', '[,,]'],
  ['a.agent.json', 'nul'],
  ['a.agent.json', 'null'],
  ['a.agent.json', ' "a" x '],
  ['a.agent-weights.json', '12'],
  ['a.agent.json', '{"agent_id'],
  ['a.agent.json', '{ "agent_id": "a", "voice_id": "x", "respon'],
  ['a.agent.json', '{ "agent_id": "a", "voice_id": , "volume":'],
  ['a.agent.json', '{ "voice_id": "x", "agent_id": "a" ] }'],
  ['a.agent.json', '{"a" "b" "c" : : , , "d" }'],
  ['a.agent.json', '[{}, [], null, "x", 1'],
  ['a.agent.json', '<<<<<<< ours\n{ "language": "multi" "x" }\n=======\n{ "a": 2 }\n>>>>>>> theirs'],
  ['a.agent.json', '{\r\n"voice_id": "11labs-A"\r"volume": 1,\r\n  "timezone": "Europe/Berlin",\r\n}\r\n'],
  ['a.agent.json', '\ufeff{ "language": "multi", "voice_id": 7 }'],
  ['a.agent.jsonc', '{ // note\n \'voice_id\': \'{{a}}\', /* x */ "agent_id": "a" /* y'],
  ['a.agent.json', '{"__proto__": {"__proto__": [1]}, "voice_id": "{{__proto__}}", "toString": {'],
  [
    'a.agent.json',
    '{ "agent_id": "__proto__", "voice_id": "constructor", "timezone": "__proto__", "voice_model": "toString", "version": 1 }',
  ],
  [
    'a.agent.json',
    '{ "agent_id": 1e999, "voice_id": -, "volume": 1e400, "last_modification_timestamp": 1e300, "end_call_after_silence_ms": -600000 }',
  ],
  [
    'a.agent.json',
    '{ "agent_id": "a", "agent_id": "b", "voice_id": "x", "voice_id": ["y"], "volume": { "volume": 1 } }',
  ],
  [
    'a.agent.json',
    '{ "agent_id": [], "voice_id": {}, "assigned_tags": "x", "response_engine": [{ "llm_id": 1 }], ' +
      '"fallback_voice_ids": [null, 1, {}], "user_dtmf_options": [], "language": [1], "timezone": 5 }',
  ],
  [
    'a.agent.json',
    '{ "voice_id": "x", "agent_id": "a\\ud800", "agent_name": "{{\\ud83d\\ude00 x}} \u202e \\u0000 \ud83e", ' +
      '"boosted_keywords": ["{{\\u0061`|*}}", "{{a}} {{b',
  ],
  ['a.agent.json', `[${agent}, ${agent.replace('"version": 2', '"version": -2')}]`],
  ['v9.agent.json', '{"agent": {"agent_id": "desk", "version": 1e400}, "llm": {"general_prompt": "{{x'],
  ['deep.agent.json', `{ "voice_id": "x", "agent_id": "a", "response_engine": ${'['.repeat(400)}`],
  ['closed.agent.json', `${'['.repeat(200)}${']'.repeat(200)}`],
  ['deeper.agent.json', `${'{"a":'.repeat(3000)}1`],
  ['whole.conversation-flow.json', flow],
  ['crlf.conversation-flow.json', flow.replaceAll('\n', '\r\n')],
  ['half.conversation-flow.json', flow.slice(0, flow.length / 2)],
  ['unclosed.conversation-flow.json', flow.slice(0, flow.indexOf('"bye"') + 3)],
  ['no-commas.conversation-flow.json', shortFlow.replaceAll(',', '')],
  ['no-colons.conversation-flow.json', shortFlow.replaceAll(':', '')],
  ['no-quotes.conversation-flow.json', shortFlow.replaceAll('"', '')],
  ['single-quotes.conversation-flow.json', shortFlow.replaceAll('"', "'")],
  ['no-ends.conversation-flow.json', shortFlow.replaceAll('}', '')],
  [
    'a.conversation-flow.json',
    '{"nodes":[{"id":"a","type":"conversation","instruction":{"text":"{{a}} \\u00e9 \\x {{b',
  ],
  ['a.conversation-flow.json', '{"start_node_id":"a","nodes":1,"nodes":[{"id":"a","name":"A"}]}'],
  ['a.conversation-flow.json', '\ufeff{\r\n"start_node_id":"x",\r\n"nodes":[,{},]\r\n}'],
  [
    'a.conversation-flow.json',
    '{"start_node_id": 3, "nodes": [null, {"id": {}, "edges": [{"destination_node_id": []}, 3]}, ' +
      '{"id": "__proto__", "type": "component", "component_id": "__proto__"}]}',
  ],
  ['a.flow-component.json', `{"nodes": ${'['.repeat(3000)}`],
  ['deep.flow-component.json', '{"components":'.repeat(300)],
  ['a.flow-component.json', '{"nodes": [{"type": "__proto__", "id": '],
  [
    'a.llm.json',
    '{ "states": [{ "name": "a", "edges": [{ "destination_state_name": "a", "parameters": { "properties": { "x": {}, }, "required": ["x", ',
  ],
  ['a.llm.json', '{"default_dynamic_variables":{"a":"{{b}}","a":1'],
  ['a.llm.json', '{"default_dynamic_variables":["a"],"variables":[{"name":""},{"name":1},1]}'],
  ['a.agent-list.json', `\ufeff${list}`],
  [
    'a.agent-list.json',
    '{"items": [{"agent_id": "desk", "tags": {"__proto__": {"version": 1}, "": null, "prod": [1]}}]',
  ],
  ['a.agent-list.json', '[{"agent_id": "a", "tags": {"prod": {"version": "x"}, "__proto__": '],
  ['agent_b.agent-versions.json', '[{"version":0},{"version":"x"},{"version":1,"base_version":0}'],
  ['desk.agent-versions.json', '[{"version": 1.5}, {"version": 2, "is_published": "x"}'],
  [
    'a.agent-weights.json',
    '[{"agent_id":"agent_b","agent_version":"prod","weight":1},{"agent_id":"\\u0061gent_b","weight":',
  ],
  [
    'a.agent-weights.json',
    '[{"agent_id": "desk", "agent_version": {}, "weight": 1e999}, {"__proto__": {"agent_id": "desk"}, "weight": "x"}, [{}]]',
  ],
  ['a.agent-weights.json', '{"agent_id": 3, "weight": null}'],
  ['a.agent-weights.json', '[{"agent_id": "agent\n_b", "agent_version": "\r\nprod", "weight": 1}]'],
  ['n.phone-number.json', '\ufeff{"inbound_agents": [{"agent_id": "desk'],
  ['n.phone-number.json', number.split('\n')[1]!.replaceAll(',', ',\r\n').slice(0, -4)],
  ['n.phone-number.json', '{"inbound_agents": {"0": null}, "outbound_agents": [null, 3, []]}'],
  [
    'a.batch-call.json',
    '{ "tasks": [{ "override_agent_id": {}, "agent_override": [], "override_agent_version": "V 1" }, [], null, ' +
      '{ "to_number": 1, "service_llm_dynamic_variables": [] }], "call_time_window": {"windows": 3}, "from_number": null',
  ],
  ['a.batch-call.json', '{"tasks": {"0": {}}}'],
  ['a.alert-rule.json', '{"filter": {"agent": [{"agent_id": "desk", "version": [1, "x", ]}, 3]}, "window": []'],
  ['a.test-case.json', '{"tool_mocks": [{"tool_name": ""'],
  ['a.publish-agent-version.json', '{"version": "x"}'],
  ['a.asr-routing.json', '{"split": [{"provider": 3}]}'],
  ['a.agent-list-filter.json', '{"channel": {"op": 3}}'],
  ['none.json', '{"a":[1,2,{"b":"{{x}}"}], "nodes": '],
  ['preflight.config.json', '{ "rules": { "a": }, "suppress": [{ "rule": "" '],
  ['preflight.config.json', '[{"rules": 1}]'],
  ['preflight.baseline.json', '{ "version": '],
];

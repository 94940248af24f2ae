import { describe, expect, it } from 'vitest';
import { labels } from '../../testing/accepted.ts';

const files = `-- desk.agent.json --
{ "agent_id": "agent_desk", "agent_name": "Front desk", "version": 7, "is_published": true,
  "last_modification_timestamp": 1,
  "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_1" },
  "voice_id": "11labs-Adrian", "post_call_analysis_data": [{ "type": "number", "name": "refund" }] }
-- chat.agent.json --
{ "agent_id": "agent_chat", "agent_name": "Chat desk", "channel": "chat", "response_engine": { "type": "service-llm", "llm_id": "llm_1" } }
-- all.agent-list.json --
[{ "agent_id": "agent_desk", "agent_name": "Front desk", "channel": "voice",
    "user_modified_timestamp": 1,
    "tags": { "beta": { "version": 8,
        "dynamic_variables": { "clinic": "South", "api_key": "sk_live_1234567890abcdef" } },
      "prod": { "version": 7, "dynamic_variables": { "clinic": "North" } }, "old": {} } }]
-- agent_desk.agent-versions.json --
[{ "version": 7, "is_published": true, "last_modification_timestamp": 1, "version_title": "Spring" },
  { "version": 8, "is_published": false, "last_modification_timestamp": 2 }]
-- one.phone-number.json --
{ "phone_number": "+14155550100", "nickname": "Main line", "inbound_agents": [{ "agent_id": "agent_desk", "weight": 1 }] }
-- one.llm.json --
{ "llm_id": "llm_1", "version": 3, "is_published": true, "model": "gpt-4.1", "states": [{ "name": "greeting" }, { "name": "closing" }] }
-- shared.flow-component.json --
{ "conversation_flow_component_id": "comp_pay", "name": "Payment", "nodes": [] }
`;
/** As many as are visible at once; the rest of a long list is ignored. */
const SEEN = 12;

describe('what is offered, in order', () => {
  it.each([
    [
      'versions and tags of that very agent',
      'w.agent-weights.json',
      '[{ "agent_id": "agent_desk", "agent_version": ▮ }]',
      [
        'prod — → v7 published',
        'beta — → v8 draft',
        'old — → v8 draft · not assigned',
        'latest_published — → v7 published',
        'latest — → v8 draft',
        '8 — v8 draft · beta',
        '7 — v7 published · prod · Spring',
      ],
    ],
    [
      'versions of an agent that no file knows',
      'w.agent-weights.json',
      '[{ "agent_id": "agent_x", "agent_version": ▮ }]',
      ['latest_published', 'latest'],
    ],
    [
      'numbers alone in a filter',
      'a.alert-rule.json',
      '{ "filter": { "agent": [{ "agent_id": "agent_desk", "version": [▮] }] } }',
      ['8 — v8 draft · beta', '7 — v7 published · prod · Spring'],
    ],
    [
      'agents',
      'w.agent-weights.json',
      '[{ "agent_id": "▮" }]',
      ['agent_desk — Front desk · voice', 'agent_chat — Chat desk · chat'],
    ],
    [
      'agents that answer messages',
      'n.phone-number.json',
      '{ "phone_number": "+1", "inbound_sms_agents": [{ "agent_id": "▮" }] }',
      ['agent_chat — Chat desk · chat', 'agent_desk — Front desk · voice'],
    ],
    [
      'tags of all agents',
      'a.alert-rule.json',
      '{ "filter": { "agent_tag": { "value": ["▮"] } } }',
      ['prod — → v7 published · Front desk', 'beta — → v8 draft · Front desk', 'old — → no version · Front desk'],
    ],
    [
      'nodes, the own one last',
      'f.conversation-flow.json',
      '{ "nodes": [{ "id": "a", "name": "Hello", "type": "conversation", ' +
        '"edges": [{ "destination_node_id": ▮ }] }, { "id": "b", "type": "end" }] }',
      ['b — end', 'a — Hello · conversation', 'null'],
    ],
    [
      'nodes of a component, not of the flow around it',
      'f.conversation-flow.json',
      '{ "nodes": [{ "id": "outer", "type": "end" }], ' +
        '"components": [{ "name": "C", "start_node_id": "▮", "nodes": [{ "id": "inner", "type": "end" }] }] }',
      ['inner — end'],
    ],
    [
      'local components',
      'f.conversation-flow.json',
      '{ "nodes": [{ "id": "a", "type": "component", "component_type": "local", "component_id": "▮" }], ' +
        '"components": [{ "conversation_flow_component_id": "c_1", "name": "Own", "nodes": [] }] }',
      ['c_1 — Own · local'],
    ],
    [
      'shared components',
      'f.conversation-flow.json',
      '{ "nodes": [{ "id": "a", "type": "component", "component_type": "shared", "component_id": "▮" }], ' +
        '"components": [{ "conversation_flow_component_id": "c_1", "name": "Own", "nodes": [] }] }',
      ['comp_pay — Payment · shared'],
    ],
    [
      'tools of the flow',
      'f.conversation-flow.json',
      '{ "nodes": [{ "id": "a", "type": "function", "tool_id": "▮" }], ' +
        '"tools": [{ "type": "custom", "name": "book", "tool_id": "tool_1" }, ' +
        '{ "type": "end_call", "name": "hang_up" }] }',
      ['tool_1 — book · custom', 'hang_up — end_call'],
    ],
    [
      'tools of a subagent, those not taken',
      'f.conversation-flow.json',
      '{ "nodes": [{ "id": "a", "type": "subagent", "tool_ids": ["tool_1", "▮"] }], ' +
        '"tools": [{ "type": "custom", "name": "book", "tool_id": "tool_1" }, ' +
        '{ "type": "end_call", "name": "hang_up" }] }',
      ['hang_up — end_call'],
    ],
    [
      'MCP servers',
      'f.conversation-flow.json',
      '{ "nodes": [{ "id": "a", "type": "mcp", "mcp_id": "▮" }], ' +
        '"mcps": [{ "id": "mcp_1", "name": "Calendar", "url": "https://c.example.com" }] }',
      ['mcp_1 — Calendar'],
    ],
    [
      'engines',
      'a.agent.json',
      '{ "response_engine": { "type": "service-llm", "llm_id": "▮" } }',
      ['llm_1 — of Chat desk · gpt-4.1'],
    ],
    [
      'versions of an engine',
      'a.agent.json',
      '{ "response_engine": { "type": "service-llm", "llm_id": "llm_1", "version": ▮ } }',
      ['3 — v3 published', 'null'],
    ],
    [
      'states',
      'l.llm.json',
      '{ "starting_state": ▮, "states": [{ "name": "one" }, { "name": "two" }] }',
      ['one — state', 'two — state', 'null'],
    ],
    [
      'phone numbers',
      'b.batch-call.json',
      '{ "from_number": "▮" }',
      ['+14155550100 — Main line · 1 inbound · 0 outbound'],
    ],
    [
      'voices, for a fallback those of another provider first',
      'a.agent.json',
      '{ "voice_id": "11labs-Grace", "fallback_voice_ids": ["cartesia-Cleo", "openai-Alloy", "▮"] }',
      ['11labs-Adrian — elevenlabs', '11labs-Grace — elevenlabs'],
    ],
    [
      'models, those of the voice first',
      'a.agent.json',
      '{ "voice_id": "openai-Alloy", "voice_model": "▮" }',
      [
        'tts-1',
        'gpt-4o-mini-tts',
        'eleven_flash_v2 — of another provider than the voice',
        'eleven_flash_v2_5 — of another provider than the voice',
        'eleven_multilingual_v2 — of another provider than the voice',
        'eleven_v3 — of another provider than the voice',
        'sonic-3 — of another provider than the voice',
        'sonic-3-latest — of another provider than the voice',
        'sonic-3.5 — of another provider than the voice',
        'speech-02-turbo — of another provider than the voice',
        'speech-2.8-turbo — of another provider than the voice',
        's1 — of another provider than the voice',
      ],
    ],
    [
      'events of a chat agent',
      'a.agent.json',
      '{ "channel": "chat", "webhook_events": ["▮"] }',
      ['chat_started', 'chat_ended', 'chat_analyzed'],
    ],
    [
      'a boolean, the opposite of the default first',
      'a.agent.json',
      '{ "enable_backchannel": ▮ }',
      ['true', 'false — default'],
    ],
    ['a number', 'a.agent.json', '{ "end_call_after_silence_ms": ▮ }', ['600000 — default', '10000 — minimum']],
    [
      'what the other weights leave',
      'w.agent-weights.json',
      '[{ "agent_id": "a", "weight": 0.25 }, { "agent_id": "b", "weight": ▮ }]',
      ['0.75 — what the other weights leave', '1 — maximum'],
    ],
    [
      'values of an enumeration, the default first',
      'a.agent.json',
      '{ "stt_mode": "▮" }',
      ['fast — default', 'accurate', 'custom'],
    ],
    [
      'variables of a record without any',
      'l.llm.json',
      '{ "general_prompt": "{{▮}}", "default_dynamic_variables": { "name": "Anna" } }',
      [
        'name — default: "Anna"',
        'current_agent_state — set by the platform',
        'previous_agent_state — set by the platform',
        'current_time — set by the platform',
        'current_calendar — set by the platform',
        'current_hour — set by the platform',
        'session_type — set by the platform',
        'session_duration — set by the platform',
        'direction — set by the platform',
        'user_number — set by the platform',
        'agent_number — set by the platform',
        'call_id — set by the platform',
      ],
    ],
    [
      'variables, by the tags of the agents that run the flow',
      'f.conversation-flow.json',
      '{ "conversation_flow_id": "flow_1", "global_prompt": "{{▮}} {{greeting}}", ' +
        '"nodes": [{ "id": "x", "type": "extract_dynamic_variables", ' +
        '"variables": [{ "type": "string", "name": "city" }] }] }',
      [
        'clinic — beta: "South" · prod: "North"',
        'api_key — beta: not shown here',
        'city — set during the conversation',
        'current_agent_state — set by the platform',
        'previous_agent_state — set by the platform',
        'current_time — set by the platform',
        'current_calendar — set by the platform',
        'current_hour — set by the platform',
        'session_type — set by the platform',
        'session_duration — set by the platform',
        'direction — set by the platform',
        'user_number — set by the platform',
      ],
    ],
    [
      'variables that a tag should give',
      'b.agent-list.json',
      '[{ "agent_id": "agent_desk", "tags": { "new": { "dynamic_variables": { ▮ } } } }]',
      ['clinic — beta: "South"', 'api_key — beta: not shown here'],
    ],
    [
      'keys of an alert rule, those that are required first',
      'a.alert-rule.json',
      '{ "name": "A", "metric_type": "call_count", "threshold_type": "absolute", ▮ }',
      [
        'alert rule — with threshold_value, comparator, frequency, window',
        'threshold_value — required · number',
        'comparator — required · string',
        'frequency — required · string',
        'window — required · string',
        'filter — object',
        'emails — list',
        'webhook_urls — list',
      ],
    ],
    [
      'keys of a filter, deprecated ones last',
      'a.alert-rule.json',
      '{ "filter": { ▮ } }',
      [
        'agent — list',
        'custom_analysis_data — list',
        'status_code — object',
        'agent_tag — object',
        'disconnection_reason — object',
        'cohort_id — object',
        '(deprecated) disconnection_reasons — deprecated, use disconnection_reason',
        '(deprecated) error_code — deprecated, use status_code',
      ],
    ],
    [
      'keys of a node by its type',
      'f.conversation-flow.json',
      '{ "nodes": [{ "id": "a", "type": "end", ▮ }] }',
      [
        'speak_during_execution — boolean',
        'instruction — object',
        'name — string',
        'global_node_setting — object',
        'display_position — object',
        'model_choice — object',
      ],
    ],
    [
      'keys of a node without a type',
      'f.conversation-flow.json',
      '{ "nodes": [{ "id": "a", "na▮ }] }',
      [
        'type — required · string',
        'name — string',
        'global_node_setting — object',
        'display_position — object',
        'model_choice — object',
      ],
    ],
    [
      'keys of a weight',
      'w.agent-weights.json',
      '[{ ▮ }]',
      [
        'agent weight — with agent_id, agent_version, weight',
        'agent_id — required · string',
        'weight — required · number more than 0, at most 1',
        'agent_version — integer or string',
      ],
    ],
    [
      'time zones',
      'a.agent.json',
      '{ "timezone": "▮" }',
      [
        'America/Los_Angeles — default',
        'Africa/Abidjan',
        'Africa/Accra',
        'Africa/Addis_Ababa',
        'Africa/Algiers',
        'Africa/Asmara',
        'Africa/Asmera',
        'Africa/Bamako',
        'Africa/Bangui',
        'Africa/Banjul',
        'Africa/Bissau',
        'Africa/Blantyre',
      ],
    ],
    [
      'locales',
      'a.agent.json',
      '{ "language": ["en-US", "▮"] }',
      ['en-IN', 'en-GB', 'en-AU', 'en-NZ', 'de-DE', 'es-ES', 'es-419', 'hi-IN', 'fr-FR', 'fr-CA', 'ja-JP', 'pt-PT'],
    ],
    ['nothing in a comment', 'a.agent.jsonc', '{ // volume▮\n}', []],
    ['nothing in a file of no kind', 'notes.json', '{ ▮ }', []],
    ['nothing after the end', 'a.agent.json', '{ "volume": 1 } ▮', []],
    ['nothing before a value that stands there', 'a.agent.json', '{ "response_engine": ▮ {} }', []],
    [
      'minimums, that of the provider that stands beside it',
      'a.agent.json',
      '{ "custom_stt_config": { "provider": "soniox", "endpointing_ms": ▮ } }',
      ['500 — minimum of soniox'],
    ],
    [
      'minimums of all providers while none is chosen',
      'a.agent.json',
      '{ "custom_stt_config": { "endpointing_ms": ▮ } }',
      ['10 — minimum of deepgram', '100 — minimum of azure', '500 — minimum of soniox'],
    ],
    [
      'the fixed prompt of an edge, and no null',
      'f.conversation-flow.json',
      '{ "nodes": [{ "id": "a", "type": "branch", "else_edge": { "transition_condition": { "type": "prompt", "prompt": ▮ } } }] }',
      ['Else — the fixed prompt of this edge'],
    ],
    [
      'no null where the record asks for a value',
      'f.conversation-flow.json',
      '{ "nodes": [{ "id": "a", "type": "function", "tool_id": ▮ }] }',
      [],
    ],
    [
      'analysis fields',
      'a.alert-rule.json',
      '{ "filter": { "custom_analysis_data": [{ "type": "number", "key": "▮" }] } }',
      [
        'refund — number · Front desk',
        'call_summary — extracted by the platform',
        'call_successful — extracted by the platform',
        'user_sentiment — extracted by the platform',
        'chat_summary — extracted by the platform',
        'chat_successful — extracted by the platform',
      ],
    ],
  ])('%s', (_, file, text, expected) => {
    expect(labels(`${files}-- ${file} --\n${text}`).slice(0, SEEN)).toEqual(expected);
  });
  it('numbers have the bounds of their own fields', () => {
    expect(labels('-- new.agent.json --\n{ ▮ }')).toContain('voice_speed — number from 0.5 to 2 · default 1');
  });
});

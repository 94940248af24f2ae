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
const platform = [
  'current_agent_state',
  'previous_agent_state',
  'current_time',
  'current_calendar',
  'current_hour',
  'session_type',
  'session_duration',
  'direction',
  'user_number',
  'agent_number',
  'call_id',
].map(name => `${name} — set by the platform`);
/** As many as are visible at once; the rest of a long list is ignored. */
const SEEN = 12;

describe('what is offered, in order', () => {
  it.each([
    [
      'versions and tags of that very agent',
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
      'w.agent-weights.json',
    ],
    [
      'versions of an agent that no file knows',
      '[{ "agent_id": "agent_x", "agent_version": ▮ }]',
      ['latest_published', 'latest'],
      'w.agent-weights.json',
    ],
    [
      'numbers alone in a filter',
      '{ "filter": { "agent": [{ "agent_id": "agent_desk", "version": [▮] }] } }',
      ['8 — v8 draft · beta', '7 — v7 published · prod · Spring'],
      'a.alert-rule.json',
    ],
    [
      'agents',
      '[{ "agent_id": "▮" }]',
      ['agent_desk — Front desk · voice', 'agent_chat — Chat desk · chat'],
      'w.agent-weights.json',
    ],
    [
      'agents that answer messages',
      '{ "phone_number": "+1", "inbound_sms_agents": [{ "agent_id": "▮" }] }',
      ['agent_chat — Chat desk · chat', 'agent_desk — Front desk · voice'],
      'n.phone-number.json',
    ],
    [
      'tags of all agents',
      '{ "filter": { "agent_tag": { "value": ["▮"] } } }',
      ['prod — → v7 published · Front desk', 'beta — → v8 draft · Front desk', 'old — → no version · Front desk'],
      'a.alert-rule.json',
    ],
    [
      'nodes, the own one last',
      '{ "nodes": [{ "id": "a", "name": "Hello", "type": "conversation", ' +
        '"edges": [{ "destination_node_id": ▮ }] }, { "id": "b", "type": "end" }] }',
      ['b — end', 'a — Hello · conversation', 'null'],
      'f.conversation-flow.json',
    ],
    [
      'nodes of a component, not of the flow around it',
      '{ "nodes": [{ "id": "outer", "type": "end" }], ' +
        '"components": [{ "name": "C", "start_node_id": "▮", "nodes": [{ "id": "inner", "type": "end" }] }] }',
      ['inner — end'],
      'f.conversation-flow.json',
    ],
    [
      'local components',
      '{ "nodes": [{ "id": "a", "type": "component", "component_type": "local", "component_id": "▮" }], ' +
        '"components": [{ "conversation_flow_component_id": "c_1", "name": "Own", "nodes": [] }] }',
      ['c_1 — Own · local'],
      'f.conversation-flow.json',
    ],
    [
      'shared components',
      '{ "nodes": [{ "id": "a", "type": "component", "component_type": "shared", "component_id": "▮" }], ' +
        '"components": [{ "conversation_flow_component_id": "c_1", "name": "Own", "nodes": [] }] }',
      ['comp_pay — Payment · shared'],
      'f.conversation-flow.json',
    ],
    [
      'tools of the flow',
      '{ "nodes": [{ "id": "a", "type": "function", "tool_id": "▮" }], ' +
        '"tools": [{ "type": "custom", "name": "book", "tool_id": "tool_1" }, ' +
        '{ "type": "end_call", "name": "hang_up" }] }',
      ['tool_1 — book · custom', 'hang_up — end_call'],
      'f.conversation-flow.json',
    ],
    [
      'tools of a subagent, those not taken',
      '{ "nodes": [{ "id": "a", "type": "subagent", "tool_ids": ["tool_1", "▮"] }], ' +
        '"tools": [{ "type": "custom", "name": "book", "tool_id": "tool_1" }, ' +
        '{ "type": "end_call", "name": "hang_up" }] }',
      ['hang_up — end_call'],
      'f.conversation-flow.json',
    ],
    [
      'MCP servers',
      '{ "nodes": [{ "id": "a", "type": "mcp", "mcp_id": "▮" }], ' +
        '"mcps": [{ "id": "mcp_1", "name": "Calendar", "url": "https://c.example.com" }] }',
      ['mcp_1 — Calendar'],
      'f.conversation-flow.json',
    ],
    ['engines', '{ "response_engine": { "type": "service-llm", "llm_id": "▮" } }', ['llm_1 — of Chat desk · gpt-4.1']],
    [
      'versions of an engine',
      '{ "response_engine": { "type": "service-llm", "llm_id": "llm_1", "version": ▮ } }',
      ['3 — v3 published', 'null'],
    ],
    [
      'states',
      '{ "starting_state": ▮, "states": [{ "name": "one" }, { "name": "two" }] }',
      ['one — state', 'two — state', 'null'],
      'l.llm.json',
    ],
    [
      'phone numbers',
      '{ "from_number": "▮" }',
      ['+14155550100 — Main line · 1 inbound · 0 outbound'],
      'b.batch-call.json',
    ],
    [
      'voices, for a fallback those of another provider',
      '{ "voice_id": "openai-Alloy", "fallback_voice_ids": ["cartesia-Cleo", "▮"] }',
      ['11labs-Adrian — elevenlabs'],
    ],
    [
      'no voice of the same provider for a fallback, because the platform refuses it',
      '{ "voice_id": "11labs-Grace", "fallback_voice_ids": ["▮"] }',
      [],
    ],
    [
      'not the voice itself for its fallback, whatever its provider',
      '{ "voice_id": "custom_voice_1", "fallback_voice_ids": ["▮"] }',
      ['11labs-Adrian — elevenlabs'],
    ],
    [
      'presets of the analysis that are not in the list yet',
      '{ "post_call_analysis_data": [{ "type": "system-presets", "name": "call_summary" }, { "type": "system-presets", "name": "▮" }] }',
      ['call_successful', 'user_sentiment'],
    ],
    [
      'tags, but not what is being typed',
      '[{ "agent_id": "agent_new", "tags": { "pr▮" } }]',
      [
        'prod — → v7 published · Front desk',
        'beta — → v8 draft · Front desk',
        'old — → no version · Front desk',
        'production — callers are served by it',
      ],
      'n.agent-list.json',
    ],
    [
      'models, those of the voice first',
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
        'sonic-3.6 — of another provider than the voice',
        'speech-02-turbo — of another provider than the voice',
        'speech-2.8-turbo — of another provider than the voice',
        's1 — of another provider than the voice',
      ],
    ],
    [
      'events of a chat agent',
      '{ "channel": "chat", "webhook_events": ["▮"] }',
      ['chat_started', 'chat_ended', 'chat_analyzed'],
    ],
    ['a boolean, the opposite of the default first', '{ "enable_backchannel": ▮ }', ['true', 'false — default']],
    ['a number', '{ "end_call_after_silence_ms": ▮ }', ['600000 — default', '10000 — minimum']],
    [
      'what the other weights leave',
      '[{ "agent_id": "a", "weight": 0.25 }, { "agent_id": "b", "weight": ▮ }]',
      ['0.75 — what the other weights leave', '1 — maximum'],
      'w.agent-weights.json',
    ],
    ['values of an enumeration, the default first', '{ "stt_mode": "▮" }', ['fast — default', 'accurate', 'custom']],
    [
      'variables of a record without any',
      '{ "general_prompt": "{{▮}}", "default_dynamic_variables": { "name": "Anna" } }',
      ['name — default: "Anna"', ...platform],
      'l.llm.json',
    ],
    [
      'variables, by the tags of the agents that run the flow',
      '{ "conversation_flow_id": "flow_1", "global_prompt": "{{▮}} {{greeting}}", ' +
        '"nodes": [{ "id": "x", "type": "extract_dynamic_variables", ' +
        '"variables": [{ "type": "string", "name": "city" }] }] }',
      [
        'clinic — beta: "South" · prod: "North"',
        'api_key — beta: not shown here',
        'city — set during the conversation',
        ...platform,
      ],
      'f.conversation-flow.json',
    ],
    [
      'variables that a tag should give',
      '[{ "agent_id": "agent_desk", "tags": { "new": { "dynamic_variables": { ▮ } } } }]',
      ['clinic — beta: "South"', 'api_key — beta: not shown here'],
      'b.agent-list.json',
    ],
    [
      'keys of an alert rule, those that are required first',
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
      'a.alert-rule.json',
    ],
    [
      'keys of a filter, deprecated ones last',
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
      'a.alert-rule.json',
    ],
    [
      'keys of a node by its type',
      '{ "nodes": [{ "id": "a", "type": "end", ▮ }] }',
      [
        'speak_during_execution — boolean',
        'instruction — object',
        'name — string',
        'global_node_setting — object',
        'display_position — object',
        'model_choice — object',
      ],
      'f.conversation-flow.json',
    ],
    [
      'keys of a node without a type',
      '{ "nodes": [{ "id": "a", "na▮ }] }',
      [
        'type — required · string',
        'name — string',
        'global_node_setting — object',
        'display_position — object',
        'model_choice — object',
      ],
      'f.conversation-flow.json',
    ],
    [
      'keys of a weight',
      '[{ ▮ }]',
      [
        'agent weight — with agent_id, agent_version, weight',
        'agent_id — required · string',
        'weight — required · number more than 0, at most 1',
        'agent_version — integer or string',
      ],
      'w.agent-weights.json',
    ],
    [
      'time zones',
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
      '{ "language": ["en-US", "▮"] }',
      ['en-IN', 'en-GB', 'en-AU', 'en-NZ', 'de-DE', 'es-ES', 'es-419', 'hi-IN', 'fr-FR', 'fr-CA', 'ja-JP', 'pt-PT'],
    ],
    ['nothing in a comment', '{ // volume▮\n}', [], 'a.agent.jsonc'],
    ['nothing in a file of no kind', '{ ▮ }', [], 'notes.json'],
    ['nothing after the end', '{ "volume": 1 } ▮', []],
    ['nothing before a value that stands there', '{ "response_engine": ▮ {} }', []],
    [
      'minimums, that of the provider that stands beside it',
      '{ "custom_stt_config": { "provider": "soniox", "endpointing_ms": ▮ } }',
      ['500 — minimum of soniox'],
    ],
    [
      'minimums of all providers while none is chosen',
      '{ "custom_stt_config": { "endpointing_ms": ▮ } }',
      ['10 — minimum of deepgram', '100 — minimum of azure', '500 — minimum of soniox'],
    ],
    [
      'the fixed prompt of an edge, and no null',
      '{ "nodes": [{ "id": "a", "type": "branch", "else_edge": { "transition_condition": { "type": "prompt", "prompt": ▮ } } }] }',
      ['Else — the fixed prompt of this edge'],
      'f.conversation-flow.json',
    ],
    [
      'no null where the record asks for a value',
      '{ "nodes": [{ "id": "a", "type": "function", "tool_id": ▮ }] }',
      [],
      'f.conversation-flow.json',
    ],
    [
      'analysis fields',
      '{ "filter": { "custom_analysis_data": [{ "type": "number", "key": "▮" }] } }',
      [
        'refund — number · Front desk',
        'call_summary — extracted by the platform',
        'call_successful — extracted by the platform',
        'user_sentiment — extracted by the platform',
        'chat_summary — extracted by the platform',
        'chat_successful — extracted by the platform',
      ],
      'a.alert-rule.json',
    ],
  ])('%s', (_, text, expected, file = 'a.agent.json') => {
    expect(labels(`${files}-- ${file} --\n${text}`).slice(0, SEEN)).toEqual(expected.slice(0, SEEN));
  });
  it('numbers have the bounds of their own fields', () => {
    expect(labels('-- new.agent.json --\n{ ▮ }')).toContain('voice_speed — number from 0.5 to 2 · default 1');
  });
});

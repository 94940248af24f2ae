import { describe, expect, it } from 'vitest';
import { accepted } from '../../testing/accepted.ts';

describe('the text after a new key is accepted', () => {
  it.each([
    ['alone', 'new.agent.json', '{▮}', 'volume', '{"volume": ‹1›}'],
    [
      'after a comma',
      'new.agent.json',
      `{
  "voice_id": "v",
  ▮
}`,
      'voice_speed',
      `{
  "voice_id": "v",
  "voice_speed": ‹1›
}`,
    ],
    [
      'between two members, with a comma after',
      'new.agent.json',
      `{
  "voice_id": "v",
  ▮
  "volume": 1
}`,
      'voice_speed',
      `{
  "voice_id": "v",
  "voice_speed": ‹1›,
  "volume": 1
}`,
    ],
    ['before all others', 'new.agent.json', '{ ▮"volume": 1 }', 'voice_speed', '{ "voice_speed": ‹1›,"volume": 1 }'],
    [
      'where the comma before is missing',
      'new.agent.json',
      `{
  "voice_id": "v"
  ▮
}`,
      'voice_speed',
      `{
  "voice_id": "v",
  "voice_speed": ‹1›
}`,
    ],
    [
      'where the comma before is missing, after a comment',
      'new.agent.jsonc',
      `{
  "voice_id": "v" // the new one
  ▮
}`,
      'voice_speed',
      `{
  "voice_id": "v", // the new one
  "voice_speed": ‹1›
}`,
    ],
    [
      'where the commas before and after are missing',
      'new.agent.json',
      `{
  "voice_id": "v"
  ▮
  "volume": 1
}`,
      'voice_speed',
      `{
  "voice_id": "v",
  "voice_speed": ‹1›,
  "volume": 1
}`,
    ],
    [
      'half typed, in quotes',
      'new.agent.json',
      `{
  "voice_id": "v",
  "voice_s▮"
}`,
      'voice_speed',
      `{
  "voice_id": "v",
  "voice_speed": ‹1›
}`,
    ],
    [
      'half typed, in an open quote',
      'new.agent.json',
      `{
  "voice_id": "v",
  "voice_s▮
}`,
      'voice_speed',
      `{
  "voice_id": "v",
  "voice_speed": ‹1›
}`,
    ],
    [
      'half typed, in an open quote before another member',
      'new.agent.json',
      `{
  "voice_s▮
  "volume": 1
}`,
      'voice_speed',
      `{
  "voice_speed": ‹1›,
  "volume": 1
}`,
    ],
    [
      'half typed, in an open quote in one line',
      'new.agent.json',
      '{ "voice_s▮, "volume": 1 }',
      'voice_speed',
      '{ "voice_speed": ‹1›, "volume": 1 }',
    ],
    [
      'half typed, without quotes',
      'new.agent.json',
      '{ "volume": 1, voice_s▮ }',
      'voice_speed',
      '{ "volume": 1, "voice_speed": ‹1› }',
    ],
    ['half typed, in single quotes', 'new.agent.jsonc', `{ 'voice_s▮' }`, 'voice_speed', '{ "voice_speed": ‹1› }'],
    [
      'with its value already there, only the key',
      'new.agent.json',
      '{ "voice_s▮": 1.5 }',
      'voice_speed',
      '{ "voice_speed": 1.5 }',
    ],
    [
      'with its value already there, without quotes',
      'new.agent.json',
      '{ voice_s▮: 1.5 }',
      'voice_speed',
      '{ "voice_speed": 1.5 }',
    ],
    [
      'with its value already there, without a colon',
      'new.agent.json',
      '{ "voice_s▮" 1.5 }',
      'voice_speed',
      '{ "voice_speed": 1.5 }',
    ],
    ['with a colon and nothing else', 'new.agent.json', '{ "voice_s▮": }', 'voice_speed', '{ "voice_speed": }'],
    [
      'a boolean, the opposite of its default',
      'new.agent.json',
      '{ ▮ }',
      'allow_user_dtmf',
      '{ "allow_user_dtmf": ‹false|true› }',
    ],
    [
      'a boolean without a default',
      'new.flow-component.json',
      '{ "name": "A", ▮ }',
      'flex_mode',
      '{ "name": "A", "flex_mode": ‹true|false› }',
    ],
    [
      'a number, its default',
      'new.agent.json',
      '{ ▮ }',
      'end_call_after_silence_ms',
      '{ "end_call_after_silence_ms": ‹600000› }',
    ],
    ['a text with a default', 'new.agent.json', '{ ▮ }', 'timezone', '{ "timezone": "‹America/Los_Angeles›" }'],
    [
      'a few values, as a choice',
      'new.agent.json',
      '{ ▮ }',
      'data_storage_setting',
      '{ "data_storage_setting": ‹"everything"|"everything_except_pii"|"basic_attributes_only"› }',
    ],
    [
      'many values, to be chosen from afterwards',
      'new.alert-rule.json',
      '{ ▮ }',
      'metric_type',
      '{ "metric_type": "‹›" }',
    ],
    ['an object', 'new.agent.json', '{ ▮ }', 'response_engine', '{ "response_engine": {‹›} }'],
    ['a list', 'new.agent.json', '{ ▮ }', 'fallback_voice_ids', '{ "fallback_voice_ids": [‹›] }'],
    [
      'an object within an object',
      'new.agent.json',
      '{ "voicemail_option": {▮} }',
      'action',
      '{ "voicemail_option": {"action": {‹›}} }',
    ],
    [
      'a reference to a version, in no quotes',
      'new.agent-weights.json',
      '[{ "agent_id": "a", ▮ }]',
      'agent_version',
      '[{ "agent_id": "a", "agent_version": ‹› }]',
    ],
    [
      'a weight, what the others leave',
      'new.agent-weights.json',
      '[{ "agent_id": "a", "weight": 0.6 }, { "agent_id": "b", ▮ }]',
      'weight',
      '[{ "agent_id": "a", "weight": 0.6 }, { "agent_id": "b", "weight": ‹0.4› }]',
    ],
    ['in a compact text', 'new.agent.json', '{"voice_id":"v",▮}', 'voice_speed', '{"voice_id":"v","voice_speed":‹1›}'],
    [
      'at the end of a text that stops',
      'new.conversation-flow.json',
      '{"nodes": [{"id": "a", ▮',
      'type',
      '{"nodes": [{"id": "a", "type": "‹›"',
    ],
    [
      'in a text with CRLF',
      'new.agent.json',
      '{\r\n  "voice_id": "v"\r\n  ▮\r\n}',
      'voice_speed',
      '{\r\n  "voice_id": "v",\r\n  "voice_speed": ‹1›\r\n}',
    ],
    ['after a byte order mark', 'new.agent.json', '\ufeff{ ▮ }', 'voice_speed', '\ufeff{ "voice_speed": ‹1› }'],
    [
      'a tag, with its state',
      'new.agent-list.json',
      '[{ "agent_id": "agent_new", "tags": { ▮ } }]',
      'prod',
      '[{ "agent_id": "agent_new", "tags": { "prod": { "version": ‹0›, "dynamic_variables": {‹›} } } }]',
    ],
  ])('%s', (_, file, text, label, after) => {
    expect(accepted(`-- ${file} --\n${text}`, label)).toBe(after);
  });
});

describe('the text after a new key is accepted where the client has no snippets', () => {
  it.each([
    ['a boolean', 'new.agent.json', '{ ▮ }', 'allow_user_dtmf', '{ "allow_user_dtmf": false }'],
    ['a choice', 'new.agent.json', '{ ▮ }', 'data_storage_setting', '{ "data_storage_setting": "everything" }'],
    ['many values', 'new.alert-rule.json', '{ ▮ }', 'metric_type', '{ "metric_type": "call_count" }'],
    [
      'a version',
      'new.agent-weights.json',
      '[{ "agent_id": "a", ▮ }]',
      'agent_version',
      '[{ "agent_id": "a", "agent_version": "latest" }]',
    ],
    ['a list', 'new.agent.json', '{ ▮ }', 'fallback_voice_ids', '{ "fallback_voice_ids": [] }'],
    [
      'a whole weight',
      'new.agent-weights.json',
      `[
  ▮
]`,
      'agent weight',
      `[
  {
    "agent_id": "",
    "agent_version": "latest",
    "weight": 1
  }
]`,
    ],
  ])('%s', (_, file, text, label, after) => {
    expect(accepted(`-- ${file} --\n${text}`, label, { snippets: false })).toBe(after);
  });
});

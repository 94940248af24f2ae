import { describe, expect, it } from 'vitest';
import { accepted } from '../../testing/accepted.ts';

describe('the text after a new key is accepted', () => {
  it.each([
    ['alone', '{▮}', 'volume', '{"volume": ‹1›}'],
    [
      'after a comma',
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
    ['before all others', '{ ▮"volume": 1 }', 'voice_speed', '{ "voice_speed": ‹1›,"volume": 1 }'],
    [
      'where the comma before is missing',
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
      `{
  "voice_id": "v" // the new one
  ▮
}`,
      'voice_speed',
      `{
  "voice_id": "v", // the new one
  "voice_speed": ‹1›
}`,
      'new.agent.jsonc',
    ],
    [
      'where the commas before and after are missing',
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
      '{ "voice_s▮, "volume": 1 }',
      'voice_speed',
      '{ "voice_speed": ‹1›, "volume": 1 }',
    ],
    ['half typed, without quotes', '{ "volume": 1, voice_s▮ }', 'voice_speed', '{ "volume": 1, "voice_speed": ‹1› }'],
    ['half typed, in single quotes', `{ 'voice_s▮' }`, 'voice_speed', '{ "voice_speed": ‹1› }', 'new.agent.jsonc'],
    ['with its value already there, only the key', '{ "voice_s▮": 1.5 }', 'voice_speed', '{ "voice_speed": 1.5 }'],
    ['with its value already there, without quotes', '{ voice_s▮: 1.5 }', 'voice_speed', '{ "voice_speed": 1.5 }'],
    ['with its value already there, without a colon', '{ "voice_s▮" 1.5 }', 'voice_speed', '{ "voice_speed": 1.5 }'],
    ['with a colon and nothing else', '{ "voice_s▮": }', 'voice_speed', '{ "voice_speed": }'],
    ['a boolean, the opposite of its default', '{ ▮ }', 'allow_user_dtmf', '{ "allow_user_dtmf": ‹false|true› }'],
    [
      'a boolean without a default',
      '{ "name": "A", ▮ }',
      'flex_mode',
      '{ "name": "A", "flex_mode": ‹true|false› }',
      'new.flow-component.json',
    ],
    ['a number, its default', '{ ▮ }', 'end_call_after_silence_ms', '{ "end_call_after_silence_ms": ‹600000› }'],
    ['a text with a default', '{ ▮ }', 'timezone', '{ "timezone": "‹America/Los_Angeles›" }'],
    [
      'a few values, as a choice',
      '{ ▮ }',
      'data_storage_setting',
      '{ "data_storage_setting": ‹"everything"|"everything_except_pii"|"basic_attributes_only"› }',
    ],
    [
      'many values, to be chosen from afterwards',
      '{ ▮ }',
      'metric_type',
      '{ "metric_type": "‹›" }',
      'new.alert-rule.json',
    ],
    ['an object', '{ ▮ }', 'response_engine', '{ "response_engine": {‹›} }'],
    ['a list', '{ ▮ }', 'fallback_voice_ids', '{ "fallback_voice_ids": [‹›] }'],
    ['an object within an object', '{ "voicemail_option": {▮} }', 'action', '{ "voicemail_option": {"action": {‹›}} }'],
    [
      'a reference to a version, in no quotes',
      '[{ "agent_id": "a", ▮ }]',
      'agent_version',
      '[{ "agent_id": "a", "agent_version": ‹› }]',
      'new.agent-weights.json',
    ],
    [
      'a weight, what the others leave',
      '[{ "agent_id": "a", "weight": 0.6 }, { "agent_id": "b", ▮ }]',
      'weight',
      '[{ "agent_id": "a", "weight": 0.6 }, { "agent_id": "b", "weight": ‹0.4› }]',
      'new.agent-weights.json',
    ],
    [
      'a version number, the next one',
      '{ "versions": [{ "version": 3, "is_published": true }, { ▮ }] }',
      'version',
      '{ "versions": [{ "version": 3, "is_published": true }, { "version": ‹4› }] }',
      'agent_a.agent-versions.json',
    ],
    [
      'a name that the platform gives, the first that is not in the list',
      '{ "post_call_analysis_data": [{ "type": "system-presets", "name": "call_summary" }, { "type": "system-presets", ▮ }] }',
      'name',
      '{ "post_call_analysis_data": [{ "type": "system-presets", "name": "call_summary" }, ' +
        '{ "type": "system-presets", "name": ‹"call_successful"|"user_sentiment"› }] }',
    ],
    ['in a compact text', '{"voice_id":"v",▮}', 'voice_speed', '{"voice_id":"v","voice_speed":‹1›}'],
    [
      'at the end of a text that stops',
      '{"nodes": [{"id": "a", ▮',
      'type',
      '{"nodes": [{"id": "a", "type": "‹›"',
      'new.conversation-flow.json',
    ],
    [
      'in a text with CRLF',
      '{\r\n  "voice_id": "v"\r\n  ▮\r\n}',
      'voice_speed',
      '{\r\n  "voice_id": "v",\r\n  "voice_speed": ‹1›\r\n}',
    ],
    ['after a byte order mark', '\ufeff{ ▮ }', 'voice_speed', '\ufeff{ "voice_speed": ‹1› }'],
    [
      'a tag, with its state',
      '[{ "agent_id": "agent_new", "tags": { ▮ } }]',
      'prod',
      '[{ "agent_id": "agent_new", "tags": { "prod": { "version": ‹0›, "dynamic_variables": {‹›} } } }]',
      'new.agent-list.json',
    ],
  ])('%s', (_, text, label, after, file = 'new.agent.json') => {
    expect(accepted(`-- ${file} --\n${text}`, label)).toBe(after);
  });
});

describe('the text after a new key is accepted where the client has no snippets', () => {
  it.each([
    ['a boolean', '{ ▮ }', 'allow_user_dtmf', '{ "allow_user_dtmf": false }'],
    ['a choice', '{ ▮ }', 'data_storage_setting', '{ "data_storage_setting": "everything" }'],
    [
      'a model of the voice',
      '{ "voice_id": "openai-Alloy", ▮ }',
      'voice_model',
      '{ "voice_id": "openai-Alloy", "voice_model": "tts-1" }',
    ],
    ['many values', '{ ▮ }', 'metric_type', '{ "metric_type": "call_count" }', 'new.alert-rule.json'],
    [
      'a version',
      '[{ "agent_id": "a", ▮ }]',
      'agent_version',
      '[{ "agent_id": "a", "agent_version": "latest" }]',
      'new.agent-weights.json',
    ],
    ['a list', '{ ▮ }', 'fallback_voice_ids', '{ "fallback_voice_ids": [] }'],
    [
      'a whole weight',
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
      'new.agent-weights.json',
    ],
  ])('%s', (_, text, label, after, file = 'new.agent.json') => {
    expect(accepted(`-- ${file} --\n${text}`, label, { snippets: false })).toBe(after);
  });
});

import { describe, expect, it } from 'vitest';
import { accepted } from '../../testing/accepted.ts';

const files = `-- desk.agent.json --
{ "agent_id": "agent_desk", "agent_name": "Front desk", "version": 7, "is_published": true,
  "last_modification_timestamp": 1,
  "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_1" },
  "voice_id": "11labs-Adrian" }
-- all.agent-list.json --
[{ "agent_id": "agent_desk", "agent_name": "Front desk", "channel": "voice",
    "user_modified_timestamp": 1,
    "tags": { "prod": { "version": 7, "dynamic_variables": { "clinic": "North" } },
      "beta": { "version": 8, "dynamic_variables": { "clinic": "South", "api_key": "sk_live_12345678" } } } }]
-- agent_desk.agent-versions.json --
[{ "version": 7, "is_published": true, "last_modification_timestamp": 1 },
  { "version": 8, "is_published": false, "last_modification_timestamp": 2 }]
`;

describe('the text after a value is accepted', () => {
  it.each([
    ['a text, outside quotes', '[{ "agent_id": ▮ }]', 'agent_desk', '[{ "agent_id": "agent_desk" }]'],
    ['a text, in quotes', '[{ "agent_id": "▮" }]', 'agent_desk', '[{ "agent_id": "agent_desk" }]'],
    ['a text, half typed without quotes', '[{ "agent_id": agent▮ }]', 'agent_desk', '[{ "agent_id": "agent_desk" }]'],
    ['a text in place of another', '[{ "agent_id": "agent_▮old" }]', 'agent_desk', '[{ "agent_id": "agent_desk" }]'],
    [
      'a tag',
      '[{ "agent_id": "agent_desk", "agent_version": ▮ }]',
      'prod',
      '[{ "agent_id": "agent_desk", "agent_version": "prod" }]',
    ],
    [
      'a number, typed in quotes',
      '[{ "agent_id": "agent_desk", "agent_version": "▮" }]',
      '7',
      '[{ "agent_id": "agent_desk", "agent_version": 7 }]',
    ],
    [
      'nothing after it at the end of the text',
      '[{ "agent_id": "agent_desk", "agent_version": ▮',
      'prod',
      '[{ "agent_id": "agent_desk", "agent_version": "prod"',
    ],
    [
      'nothing after it but the next member',
      `[
  {
    "agent_id": "agent_desk",
    "agent_version": ▮
    "weight": 0.5
  }
]`,
      'prod',
      `[
  {
    "agent_id": "agent_desk",
    "agent_version": "prod",
    "weight": 0.5
  }
]`,
    ],
    [
      'in an open quote at the end of the text',
      '[{ "agent_id": "agent_desk", "agent_version": "pr▮',
      'prod',
      '[{ "agent_id": "agent_desk", "agent_version": "prod"',
    ],
    [
      'in an open quote before brackets',
      '[{ "agent_id": "agent_desk", "agent_version": "pr▮ }]',
      'prod',
      '[{ "agent_id": "agent_desk", "agent_version": "prod" }]',
    ],
    [
      'in an open quote before another member',
      '[{ "agent_id": "agent_desk", "agent_version": "pr▮, "weight": 0.5 }]',
      'prod',
      '[{ "agent_id": "agent_desk", "agent_version": "prod", "weight": 0.5 }]',
    ],
    [
      'in an open quote at the end of a line',
      `[{
  "agent_id": "agent_desk",
  "agent_version": "pr▮
  "weight": 0.5
}]`,
      'prod',
      `[{
  "agent_id": "agent_desk",
  "agent_version": "prod",
  "weight": 0.5
}]`,
    ],
    [
      'in single quotes',
      `[{ 'agent_id': 'agent_desk', 'agent_version': 'pr▮' }]`,
      'prod',
      `[{ 'agent_id': 'agent_desk', 'agent_version': "prod" }]`,
      'new.agent-weights.jsonc',
    ],
    [
      'after a comment',
      '[{ "agent_id": "agent_desk", "agent_version": /* live */ ▮ }]',
      'prod',
      '[{ "agent_id": "agent_desk", "agent_version": /* live */ "prod" }]',
      'new.agent-weights.jsonc',
    ],
    [
      'with the comma before the key missing',
      '[{ "agent_id": "agent_desk" "agent_version": "▮" }]',
      'prod',
      '[{ "agent_id": "agent_desk", "agent_version": "prod" }]',
    ],
    [
      'in a list that lacks a comma',
      '{ "voice_id": "v", "webhook_events": ["call_started" ▮] }',
      'call_ended',
      '{ "voice_id": "v", "webhook_events": ["call_started", "call_ended"] }',
      'new.agent.json',
    ],
    [
      'in a list before another',
      '{ "voice_id": "v", "webhook_events": [▮ "call_started"] }',
      'call_ended',
      '{ "voice_id": "v", "webhook_events": ["call_ended", "call_started"] }',
      'new.agent.json',
    ],
    ['a boolean', '{ "allow_user_dtmf": ▮ }', 'false', '{ "allow_user_dtmf": false }', 'new.agent.json'],
    [
      'an item of a list that is not closed',
      '{\n  "webhook_events": ["call_started", ▮\n  "volume": 1\n}',
      'call_ended',
      '{\n  "webhook_events": ["call_started", "call_ended",\n  "volume": 1\n}',
      'new.agent.json',
    ],
    [
      'an item on the next line of a list that is not closed',
      '{\n  "webhook_events": [\n    "call_started",\n    ▮\n  "volume": 1\n}',
      'call_ended',
      '{\n  "webhook_events": [\n    "call_started",\n    "call_ended",\n  "volume": 1\n}',
      'new.agent.json',
    ],
    [
      'a boolean half typed',
      `{ "allow_user_dtmf": fa▮
  "volume": 1 }`,
      'false',
      `{ "allow_user_dtmf": false,
  "volume": 1 }`,
      'new.agent.json',
    ],
    ['a new model', '{ "voice_model": ▮ }', 'inworld-tts-2', '{ "voice_model": "inworld-tts-2" }', 'new.agent.json'],
    ['null', '{ "voice_model": ▮ }', 'null', '{ "voice_model": null }', 'new.agent.json'],
    [
      'what decides on a variant is not narrowed by it',
      '{ "nodes": [{ "id": "a", "type": "▮end" }] }',
      'conversation',
      '{ "nodes": [{ "id": "a", "type": "conversation" }] }',
      'new.conversation-flow.json',
    ],
    [
      'a variable, braces still open',
      '{ "conversation_flow_id": "flow_1", "global_prompt": "Welcome to {{▮, how are you?" }',
      'clinic',
      '{ "conversation_flow_id": "flow_1", "global_prompt": "Welcome to {{clinic}}, how are you?" }',
      'new.conversation-flow.json',
    ],
    [
      'a variable, half typed, braces there',
      '{ "conversation_flow_id": "flow_1", "global_prompt": "Welcome to {{cli▮}}!" }',
      'clinic',
      '{ "conversation_flow_id": "flow_1", "global_prompt": "Welcome to {{clinic}}!" }',
      'new.conversation-flow.json',
    ],
    [
      'a variable, one brace missing',
      '{ "conversation_flow_id": "flow_1", "global_prompt": "Welcome to {{cli▮}!" }',
      'clinic',
      '{ "conversation_flow_id": "flow_1", "global_prompt": "Welcome to {{clinic}}!" }',
      'new.conversation-flow.json',
    ],
    [
      'a variable, one brace typed',
      '{ "conversation_flow_id": "flow_1", "global_prompt": "Welcome to {▮" }',
      'clinic',
      '{ "conversation_flow_id": "flow_1", "global_prompt": "Welcome to {{clinic}}" }',
      'new.conversation-flow.json',
    ],
    [
      'a variable in place of another, spaces kept',
      '{ "conversation_flow_id": "flow_1", "global_prompt": "{{ ▮old }}" }',
      'clinic',
      '{ "conversation_flow_id": "flow_1", "global_prompt": "{{ clinic }}" }',
      'new.conversation-flow.json',
    ],
    [
      'a variable in a string that is not closed, with more after it',
      `{
  "conversation_flow_id": "flow_1",
  "global_prompt": "Welcome to {{cl▮ and good day
  "nodes": []
}`,
      'clinic',
      `{
  "conversation_flow_id": "flow_1",
  "global_prompt": "Welcome to {{clinic}} and good day",
  "nodes": []
}`,
      'new.conversation-flow.json',
    ],
    [
      'a variable in a string that is not closed',
      `{
  "conversation_flow_id": "flow_1",
  "global_prompt": "Welcome to {{cl▮
}`,
      'clinic',
      `{
  "conversation_flow_id": "flow_1",
  "global_prompt": "Welcome to {{clinic}}"
}`,
      'new.conversation-flow.json',
    ],
  ])('%s', (_, text, label, after, file = 'new.agent-weights.json') => {
    expect(accepted(`${files}-- ${file} --\n${text}`, label)).toBe(after);
  });
});

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
    [
      'a text, outside quotes',
      'new.agent-weights.json',
      '[{ "agent_id": ▮ }]',
      'agent_desk',
      '[{ "agent_id": "agent_desk" }]',
    ],
    [
      'a text, in quotes',
      'new.agent-weights.json',
      '[{ "agent_id": "▮" }]',
      'agent_desk',
      '[{ "agent_id": "agent_desk" }]',
    ],
    [
      'a text, half typed without quotes',
      'new.agent-weights.json',
      '[{ "agent_id": agent▮ }]',
      'agent_desk',
      '[{ "agent_id": "agent_desk" }]',
    ],
    [
      'a text in place of another',
      'new.agent-weights.json',
      '[{ "agent_id": "agent_▮old" }]',
      'agent_desk',
      '[{ "agent_id": "agent_desk" }]',
    ],
    [
      'a tag',
      'new.agent-weights.json',
      '[{ "agent_id": "agent_desk", "agent_version": ▮ }]',
      'prod',
      '[{ "agent_id": "agent_desk", "agent_version": "prod" }]',
    ],
    [
      'a number, typed in quotes',
      'new.agent-weights.json',
      '[{ "agent_id": "agent_desk", "agent_version": "▮" }]',
      '7',
      '[{ "agent_id": "agent_desk", "agent_version": 7 }]',
    ],
    [
      'nothing after it at the end of the text',
      'new.agent-weights.json',
      '[{ "agent_id": "agent_desk", "agent_version": ▮',
      'prod',
      '[{ "agent_id": "agent_desk", "agent_version": "prod"',
    ],
    [
      'nothing after it but the next member',
      'new.agent-weights.json',
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
      'new.agent-weights.json',
      '[{ "agent_id": "agent_desk", "agent_version": "pr▮',
      'prod',
      '[{ "agent_id": "agent_desk", "agent_version": "prod"',
    ],
    [
      'in an open quote before brackets',
      'new.agent-weights.json',
      '[{ "agent_id": "agent_desk", "agent_version": "pr▮ }]',
      'prod',
      '[{ "agent_id": "agent_desk", "agent_version": "prod" }]',
    ],
    [
      'in an open quote before another member',
      'new.agent-weights.json',
      '[{ "agent_id": "agent_desk", "agent_version": "pr▮, "weight": 0.5 }]',
      'prod',
      '[{ "agent_id": "agent_desk", "agent_version": "prod", "weight": 0.5 }]',
    ],
    [
      'in an open quote at the end of a line',
      'new.agent-weights.json',
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
      'new.agent-weights.jsonc',
      `[{ 'agent_id': 'agent_desk', 'agent_version': 'pr▮' }]`,
      'prod',
      `[{ 'agent_id': 'agent_desk', 'agent_version': "prod" }]`,
    ],
    [
      'after a comment',
      'new.agent-weights.jsonc',
      '[{ "agent_id": "agent_desk", "agent_version": /* live */ ▮ }]',
      'prod',
      '[{ "agent_id": "agent_desk", "agent_version": /* live */ "prod" }]',
    ],
    [
      'with the comma before the key missing',
      'new.agent-weights.json',
      '[{ "agent_id": "agent_desk" "agent_version": "▮" }]',
      'prod',
      '[{ "agent_id": "agent_desk", "agent_version": "prod" }]',
    ],
    [
      'in a list that lacks a comma',
      'new.agent.json',
      '{ "voice_id": "v", "webhook_events": ["call_started" ▮] }',
      'call_ended',
      '{ "voice_id": "v", "webhook_events": ["call_started", "call_ended"] }',
    ],
    [
      'in a list before another',
      'new.agent.json',
      '{ "voice_id": "v", "webhook_events": [▮ "call_started"] }',
      'call_ended',
      '{ "voice_id": "v", "webhook_events": ["call_ended", "call_started"] }',
    ],
    ['a boolean', 'new.agent.json', '{ "allow_user_dtmf": ▮ }', 'false', '{ "allow_user_dtmf": false }'],
    [
      'an item of a list that is not closed',
      'new.agent.json',
      '{\n  "webhook_events": ["call_started", ▮\n  "volume": 1\n}',
      'call_ended',
      '{\n  "webhook_events": ["call_started", "call_ended",\n  "volume": 1\n}',
    ],
    [
      'an item on the next line of a list that is not closed',
      'new.agent.json',
      '{\n  "webhook_events": [\n    "call_started",\n    ▮\n  "volume": 1\n}',
      'call_ended',
      '{\n  "webhook_events": [\n    "call_started",\n    "call_ended",\n  "volume": 1\n}',
    ],
    [
      'a boolean half typed',
      'new.agent.json',
      `{ "allow_user_dtmf": fa▮
  "volume": 1 }`,
      'false',
      `{ "allow_user_dtmf": false,
  "volume": 1 }`,
    ],
    ['null', 'new.agent.json', '{ "voice_model": ▮ }', 'null', '{ "voice_model": null }'],
    [
      'what decides on a variant is not narrowed by it',
      'new.conversation-flow.json',
      '{ "nodes": [{ "id": "a", "type": "▮end" }] }',
      'conversation',
      '{ "nodes": [{ "id": "a", "type": "conversation" }] }',
    ],
    [
      'a variable, braces still open',
      'new.conversation-flow.json',
      '{ "conversation_flow_id": "flow_1", "global_prompt": "Welcome to {{▮, how are you?" }',
      'clinic',
      '{ "conversation_flow_id": "flow_1", "global_prompt": "Welcome to {{clinic}}, how are you?" }',
    ],
    [
      'a variable, half typed, braces there',
      'new.conversation-flow.json',
      '{ "conversation_flow_id": "flow_1", "global_prompt": "Welcome to {{cli▮}}!" }',
      'clinic',
      '{ "conversation_flow_id": "flow_1", "global_prompt": "Welcome to {{clinic}}!" }',
    ],
    [
      'a variable, one brace missing',
      'new.conversation-flow.json',
      '{ "conversation_flow_id": "flow_1", "global_prompt": "Welcome to {{cli▮}!" }',
      'clinic',
      '{ "conversation_flow_id": "flow_1", "global_prompt": "Welcome to {{clinic}}!" }',
    ],
    [
      'a variable, one brace typed',
      'new.conversation-flow.json',
      '{ "conversation_flow_id": "flow_1", "global_prompt": "Welcome to {▮" }',
      'clinic',
      '{ "conversation_flow_id": "flow_1", "global_prompt": "Welcome to {{clinic}}" }',
    ],
    [
      'a variable in place of another, spaces kept',
      'new.conversation-flow.json',
      '{ "conversation_flow_id": "flow_1", "global_prompt": "{{ ▮old }}" }',
      'clinic',
      '{ "conversation_flow_id": "flow_1", "global_prompt": "{{ clinic }}" }',
    ],
    [
      'a variable in a string that is not closed, with more after it',
      'new.conversation-flow.json',
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
    ],
    [
      'a variable in a string that is not closed',
      'new.conversation-flow.json',
      `{
  "conversation_flow_id": "flow_1",
  "global_prompt": "Welcome to {{cl▮
}`,
      'clinic',
      `{
  "conversation_flow_id": "flow_1",
  "global_prompt": "Welcome to {{clinic}}"
}`,
    ],
  ])('%s', (_, file, text, label, after) => {
    expect(accepted(`${files}-- ${file} --\n${text}`, label)).toBe(after);
  });
});

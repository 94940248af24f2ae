import { expect, test } from 'vitest';
import { rules } from '../../../rules/index.ts';
import { workspaceOf } from '../../testing/fixture.ts';
import type { Finding } from '../finding.ts';
import { lint, RuleSet, type SeverityOf } from './lint.ts';
import { defineRule, type Rule } from './rule.ts';

const linted = (fixture: string, set = new RuleSet(rules), severityOf?: SeverityOf): string[] => {
  const workspace = workspaceOf(fixture);
  return workspace.documents
    .flatMap(document => lint(document, workspace, set, severityOf && { severityOf }))
    .map(({ severity, rule, target }) => `${severity} ${rule} ${JSON.stringify(target)}`);
};

test('a more specific rule replaces the general one, and its finding is at least as severe', () => {
  const fixture =
    '-- preflight.config.json --\n{ "complete": ["agent"] }\n' +
    '-- main.agent-weights.json --\n[{ "agent_id": "YOUR_AGENT_ID", "weight": 1 }]\n';
  expect(linted(fixture)).toEqual(['error placeholder-left-in {"within":"/0/agent_id","start":0,"end":13}']);
  expect(linted(fixture, new RuleSet(rules), rule => (rule === 'placeholder-left-in' ? 'info' : undefined))).toEqual([
    'info placeholder-left-in {"within":"/0/agent_id","start":0,"end":13}',
  ]);
});

test('one mistake gives one finding: whitespace around a name, a voice setting of a chat agent, null as a description', () => {
  expect(
    linted(`-- preflight.config.json --
{ "complete": ["agent"] }
-- desk.agent.json --
{ "agent_id": "agent_desk", "version": 1, "channel": "chat", "response_engine": { "type": "service-llm", "llm_id": "llm_1" },
  "voice_id": "openai-Alloy", "voice_model": "eleven_v3", "reminder_trigger_ms": 700000, "backchannel_frequency": 0.5 }
-- main.agent-weights.json --
[{ "agent_id": "agent_desk ", "weight": 1 }]
-- night.conversation-flow.json --
{ "start_node_id": "a ", "nodes": [{ "id": "a", "type": "end" }] }
-- night.llm.json --
{ "general_tools": [{ "type": "transfer_call", "name": "x", "description": null,
  "transfer_destination": { "type": "predefined", "number": "+12137774445" },
  "transfer_option": { "type": "cold_transfer" } }] }
`),
  ).toEqual([
    'warning wrong-channel-setting {"key":"/voice_id"}',
    'warning wrong-channel-setting {"key":"/voice_model"}',
    'warning wrong-channel-setting {"key":"/backchannel_frequency"}',
    'warning wrong-channel-setting {"key":"/reminder_trigger_ms"}',
    'error stray-whitespace {"within":"/0/agent_id","start":10,"end":11}',
    'error stray-whitespace {"within":"/start_node_id","start":1,"end":2}',
    'warning undescribed-tool "/general_tools/0/description"',
  ]);
});

test('a rule that throws is reported by name, and the other rules still run', () => {
  const failingRule = defineRule({
    ...(rules.find(rule => rule.id === 'fallback-voice-repeated') as Rule & { id: 'x' }),
    id: 'x',
    at: { 'agent-settings': '' },
    when: undefined,
    check() {
      throw new Error('no');
    },
  } as never) as Rule;
  const findings = linted('-- desk.agent.json --\n{ "voice_speed": 9 }\n', new RuleSet([failingRule, ...rules]));
  expect(findings).toContain('error internal-error ""');
  expect(findings).toContain('error out-of-range "/voice_speed"');
});

test('the length of a text is counted in characters', () => {
  const findingsOf = (length: number) =>
    linted(`-- desk.agent.json --
{ "ivr_option": { "action": { "type": "hangup" }, "detection_prompt": "${'\u{1F4DE}'.repeat(length)}" } }
`);
  expect(findingsOf(1001)).toEqual([]);
  expect(findingsOf(2000)).toEqual([]);
  expect(findingsOf(2001)).toEqual(['error wrong-length "/ivr_option/detection_prompt"']);
});

test('a rule that is off reports nothing, and a severity set by the user is final', () => {
  const fixture = '-- desk.agent.json --\n{ "voice_speed": 9 }\n';
  expect(linted(fixture, new RuleSet(rules), () => 'off')).toEqual([]);
  expect(linted(fixture, new RuleSet(rules), () => 'info')).toEqual(['info out-of-range "/voice_speed"']);
});

test('the live versions of a finding do not change its severity', () => {
  const wordsOf = (liveTags: string): Finding[] => {
    const workspace = workspaceOf(`-- preflight.config.json --
{ "liveTags": ["${liveTags}"] }
-- desk.agent.json --
{ "agent_id": "agent_desk", "version": 1, "is_published": true, "voice_speed": 9,
  "stt_mode": "fast", "custom_stt_config": { "provider": "azure", "endpointing_ms": 200 },
  "webhook_url": "https://x.ngrok-free.app/hook", "pii_config": { "mode": "post_call", "categories": ["shoe_size"] } }
-- all.agent-list.json --
[{ "agent_id": "agent_desk", "agent_name": "Desk", "channel": "voice", "user_modified_timestamp": 1767225600000,
  "tags": { "prod": { "version": 1 } } }]
`);
    return lint(workspace.document('desk.agent.json')!, workspace, new RuleSet(rules));
  };
  const live = wordsOf('prod'),
    idleFindings = wordsOf('live');
  expect(idleFindings.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual(
    expect.arrayContaining([
      'error out-of-range',
      'warning ignored-setting',
      'warning unreachable-url',
      'info unrecognized-value',
    ]),
  );
  expect(idleFindings.filter(finding => finding.live)).toEqual([]);
  const path = [{ text: 'tag prod of Desk', file: 'all.agent-list.json', pointer: '/0/tags/prod' }];
  expect(live).toEqual(
    idleFindings.map(finding => ({ ...finding, live: [{ agent_id: 'agent_desk', agent_version: 1, through: path }] })),
  );
});

test('a place that both a shape and its base name is checked once', () => {
  const text = linted('-- desk.agent.json --\n{ "agent_id": "agent_desk", "version": 1, "voice_id": "" }\n');
  expect(text.filter(line => line.includes(' empty-required-string '))).toHaveLength(1);
});

import { describe, expect, it } from 'vitest';
import { accepted, askedInConfiguration, labels } from '../../testing/completion-at.ts';
import { groupNames } from '../../core/engine/groups.ts';
import { workspaceOf } from '../../testing/fixture.ts';

const options = { hasSnippets: true, ruleIds: ['wrong-type', 'unknown-node'] };

describe('the text of a configuration after an item is accepted', () => {
  it.each([
    ['a setting', '{ ▮ }', 'liveTags', '{ "liveTags": [‹›] }'],
    ['a key that a snippet would read as a placeholder', '{ ▮ }', '$schema', '{ "$schema": "‹›" }'],
    [
      'a rule',
      `{
  // ours
  "rules": { ▮ }
}`,
      'wrong-type',
      `{
  // ours
  "rules": { "wrong-type": ‹"off"|"info"|"warning"|"warn"|"error"› }
}`,
    ],
    [
      'a half-typed rule before another rule',
      '{ "rules": { "unk▮ "wrong-type": "off" } }',
      'unknown-node',
      '{ "rules": { "unknown-node": ‹"off"|"info"|"warning"|"warn"|"error"›, "wrong-type": "off" } }',
    ],
    ['a severity', '{ "rules": { "wrong-type": ▮ } }', 'off', '{ "rules": { "wrong-type": "off" } }'],
    ['a kind', '{ "files": { "▮" } }', 'llm', '{ "files": { "llm": [‹›] } }'],
    [
      'an assertion',
      '{ "ci": { "assert": ["no breaks", ▮] } }',
      'no new suppressions',
      '{ "ci": { "assert": ["no breaks", "no new suppressions"] } }',
    ],
    [
      'an assertion about a live tag',
      '{ "ci": { "assert": ["▮"] } }',
      'prod unchanged',
      '{ "ci": { "assert": ["prod unchanged"] } }',
    ],
    [
      'a reason for which ci fails',
      '{ "ci": { "fail": ▮ } }',
      'live-warnings',
      '{ "ci": { "fail": "live-warnings" } }',
    ],
    [
      'an assumption',
      '{ "assumptions": { ▮ } }',
      'publish-order',
      '{ "assumptions": { "publish-order": ‹false|true› } }',
    ],
    [
      'a kind of record that is not in the list yet',
      '{ "complete": ["agent", ▮] }',
      'llm',
      '{ "complete": ["agent", "llm"] }',
    ],
    [
      'a suppression',
      `{
  "suppress": [
    ▮
  ]
}`,
      'suppression',
      `{
  "suppress": [
    {
      "rule": "‹›",
      "file": "‹›",
      "at": "‹›",
      "reason": "‹›"
    }
  ]
}`,
    ],
    [
      'the rule of a suppression',
      '{ "suppress": [{ "rule": "▮" }] }',
      'unknown-node',
      '{ "suppress": [{ "rule": "unknown-node" }] }',
    ],
    [
      'a field with values that the platform can extend',
      '{ "knownValues": { ▮ } }',
      'voice_model',
      '{ "knownValues": { "voice_model": [‹›] } }',
    ],
  ])('%s', (_, text, label, after) => {
    expect(accepted(askedInConfiguration(text), label, options)).toBe(after);
  });
});

const workspace = workspaceOf(`
-- agents/desk.agent.json --
{ "agent_id": "agent_desk", "voice_id": "custom_voice_1", "response_engine": { "type": "service-llm", "llm_id": "x" } }
-- flows/main.conversation-flow.json --
{ "nodes": [] }
-- all.agent-list.json --
[{ "agent_id": "agent_desk", "agent_name": "Desk", "tags": { "live": { "version": 1 }, "prod": { "version": 1 } } }]
`);

describe('the names in files that a configuration can use', () => {
  it.each([
    [
      'folders, then files',
      '{ "ignore": ["▮"] }',
      [
        'agents/** — folder',
        'flows/** — folder',
        'agents/desk.agent.json',
        'all.agent-list.json',
        'flows/main.conversation-flow.json',
      ],
    ],
    [
      'the file of a suppression',
      '{ "suppress": [{ "file": "▮" }] }',
      ['agents/desk.agent.json', 'all.agent-list.json', 'flows/main.conversation-flow.json'],
    ],
    ['tags', '{ "liveTags": [▮] }', ['prod — → v1', 'live — → v1']],
    ['voices of an unknown provider', '{ "voices": { ▮ } }', ['custom_voice_1 — voice of an unknown provider']],
    [
      'rules and groups to select',
      '{ "select": [▮] }',
      ['wrong-type — rule', 'unknown-node — rule', ...groupNames.map(name => `${name} — all rules of the group`)],
    ],
    ['severities', '{ "rules": { "wrong-type": "▮" } }', ['off', 'info', 'warning', 'warn', 'error']],
  ])('%s', (_, text, expected) => {
    expect(labels(askedInConfiguration(text, workspace), options)).toEqual(expected);
  });
});

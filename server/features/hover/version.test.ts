import { describe, expect, test } from 'vitest';
import { hovered } from '../../testing/hover-at.ts';
import { wrapped } from '../../testing/wrapped.ts';

const list = (tags: string): string =>
  '{ "items": [{ "agent_id": "agent_desk", "agent_name": "Desk", "channel": "voice", ' +
  `"user_modified_timestamp": 1767989100000, "tags": ${tags} }] }\n`;
const tags =
  '{ "prod": { "version": 1, "dynamic_variables": { "city": "Bern", "api_token": "sk_live_12345678" } }, ' +
  '"next": { "version": 2, "dynamic_variables": { "city": "Basel" } } }';
const files = (caller: string, tagged = tags): string => `-- desk.agent-list.json --
${list(tagged)}-- agent_desk.agent-versions.json --
[
  { "version": 0, "is_published": true, "last_modification_timestamp": 1748880000000 },
  { "version": 1, "is_published": true, "version_title": "Winter *hours*", "base_version": 0,
    "last_modification_timestamp": 1755531000000 },
  { "version": 2, "is_published": false, "base_version": 1, "last_modification_timestamp": 1762191900000 }
]
${caller}
`;
const weight = (version: string): string =>
  `-- trial.agent-weights.json --\n[{ "agent_id": "agent_desk", "agent_version": ${version}, "weight": 1 }]`;

describe('the hover of a reference to a version', () => {
  test('explains a reference that is null', () =>
    expect(
      hovered(files(weight('nu▮ll')))
        .split('\n\n')
        .slice(0, 2),
    ).toMatchInlineSnapshot(`
      [
        "[null]
      **Desk** → version 2 (draft)",
        "Desk · made from version 1 · changed 2025-11-03 17:45 UTC",
      ]
    `));
  test('has one line at the key of the reference', () =>
    expect(
      hovered(
        files('-- trial.agent-weights.json --\n[{ "agent_id": "agent_desk", "agent_▮version": "next", "weight": 1 }]'),
      ).split('\n\n')[1],
    ).toMatchInlineSnapshot(`"Here: \`next\` → version 2 (draft)."`));
  test('shows only the field if the reference is malformed', () =>
    expect(hovered(files(weight('"v▮7"'))).split('\n')[1]).toMatchInlineSnapshot(
      `"**agent_version** · integer or string"`,
    ));
  test('explains a reference in a batch task whose number determines the agent', () => {
    expect(
      wrapped(
        hovered(
          files(
            '-- main.phone-number.json --\n' +
              '{ "phone_number": "+14155550100", "outbound_agents": [{ "agent_id": "agent_desk", "weight": 1 }] }\n' +
              '-- a.batch-call.json --\n' +
              '{ "from_number": "+14155550100", ' +
              '"tasks": [{ "to_number": "+14155550101", "override_agent_version": "ne▮xt" }] }',
          ),
        ),
      ),
    ).toMatchInlineSnapshot(`
      "["next"]
      **Desk@next** → version 2 (draft)

      Desk · made from version 1 · changed 2025-11-03 17:45 UTC

      1 variable of tag next:

      - city: "Basel"

      1. the task names no agent, so the only outbound agent of +14155550100 makes the call: Desk
      2. tag next is assigned to version 2 (Versioning 3)
      3. the variables of tag next apply (Versioning 4)

      Assumed:

      - \`from-number-agent\`: a batch task without an override runs the agent of its \`from_number\`, if that number has exactly one
        ↪ outbound arm

      \`override_agent_version\`: Version of the agent for this one call: a number, latest, latest_published or a tag."
    `);
  });
  test('explains the base version of a draft', () =>
    expect(
      hovered(
        files(
          '-- d.agent.json --\n' +
            '{ "agent_id": "agent_desk", "version": 2, "base_version": 1▮, "voice_id": "11labs-A", ' +
            '"response_engine": {} }',
        ),
      ).split('\n')[1],
    ).toMatchInlineSnapshot(`"**Desk@1** → version 1 (published)"`));
});

describe('the hover after an unsaved edit', () => {
  const before = files('').split('-- agent_desk')[0]!.split('--\n')[1]!;
  test('of a tag shows both versions, and the changed variables', () => {
    const editedTags = tags.replace('"version": 1', '"version": 2▮').replace('"Bern"', '"Biel"');
    expect(hovered(files(weight('"prod"'), editedTags), { 'desk.agent-list.json': before })).toMatchInlineSnapshot(`
      "[2]
      **Desk@prod** → version 2 (draft)

      - as saved: version 1 (published), 2 variables of tag prod
      - with the unsaved edit: version 2 (draft), 2 variables of tag prod

      Desk · made from version 1 · changed 2025-11-03 17:45 UTC

      2 variables of tag prod:

      - city: "Bern" → "Biel"
      - api_token: (not shown)

      1. tag prod is assigned to version 2 (Versioning 3)
      2. the variables of tag prod apply (Versioning 4)

      \`version\`: Version to which the tag is assigned. Without it the tag exists but is not assigned."
    `);
  });
  test('of a reference shows both versions', () => {
    expect(
      hovered(files(weight('"nex▮t"')), {
        'trial.agent-weights.json': '[{ "agent_id": "agent_desk", "agent_version": "prod", "weight": 1 }]',
      })
        .split('\n\n')
        .slice(0, 2),
    ).toMatchInlineSnapshot(`
      [
        "["next"]
      **Desk@next** → version 2 (draft)",
        "- as saved: \`prod\` → version 1 (published), 2 variables of tag prod
      - with the unsaved edit: version 2 (draft), 1 variable of tag next",
      ]
    `);
  });
  test('does not mention an edit of another reference', () => {
    expect(
      hovered(files(weight('"nex▮t"')), {
        'trial.agent-weights.json': '[{ "agent_id": "agent_desk", "agent_version": "next", "weight": 0.5 }]',
      }).split('\n\n')[1],
    ).toMatchInlineSnapshot(`"Desk · made from version 1 · changed 2025-11-03 17:45 UTC"`);
  });
});

describe('the hover of a tag', () => {
  test('explains a tag that is assigned in a record', () =>
    expect(
      hovered(
        files(
          '-- d.agent.json --\n' +
            '{ "agent_id": "agent_desk", "version": 2, "voice_id": "11labs-A", "response_engine": {}, ' +
            '"assigned_tags": ["ne▮xt"] }',
        ),
      ).split('\n')[1],
    ).toMatchInlineSnapshot(`"**Desk@next** → version 2 (draft)"`));
  test('explains a tag without an agent', () => {
    expect(
      hovered(
        files(
          '-- a.alert-rule.json --\n' +
            '{ "name": "n", "metric_type": "call_count", ' +
            '"filter": { "agent_tag": { "type": "enum", "op": "in", "value": ["pr▮od"] } } }',
        ),
      ),
    ).toMatchInlineSnapshot(`
      "["prod"]
      **prod** · tag of 1 agent

      - Desk → version 1 (published)

      \`value[0]\`: Name of a tag."
    `);
  });
});

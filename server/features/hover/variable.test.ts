import { describe, expect, test } from 'vitest';
import { hovered } from '../../testing/hovered.ts';

const files = (prompt: string, more = ''): string => `-- desk.agent-list.json --
{ "items": [{ "agent_id": "agent_desk", "agent_name": "Desk", "channel": "voice", "user_modified_timestamp": 1767989100000, "tags": {
  "prod": { "version": 1, "dynamic_variables": { "city": "Bern | West", "api_token": "sk_live_12345678" } },
  "next": { "version": 1, "dynamic_variables": { "hours": "nine to five" } },
  "old": { "version": 0, "dynamic_variables": { "city": "Genf" } }
} }] }
-- v1.agent.json --
{ "agent_id": "agent_desk", "version": 1, "is_published": true,
  "last_modification_timestamp": 1755531000000, "agent_name": "Desk", "voice_id": "11labs-A",
  "response_engine": { "type": "service-llm", "llm_id": "llm_desk" } }
-- desk.llm.json --
{
  "llm_id": "llm_desk",
  "general_prompt": "${prompt}",
  "general_tools": [{ "type": "custom", "name": "find_patient", "url": "https://example.com/{{city}}",
      "response_variables": { "patient": "$.name" } }],
  "states": [{ "name": "ask",
      "edges": [{ "destination_state_name": "book", "description": "d",
          "parameters": { "type": "object", "properties": { "reason": { "type": "string" } } } }] }],
  "default_dynamic_variables": { "greeting": "Hello" }
}
${more}`;

describe('a variable in a text', () => {
  test('its values by the tags that use the text, with a hole', () =>
    expect(hovered(files('We are in {{ci▮ty}}.'))).toMatchInlineSnapshot(`
      "[{{city}}]
      **{{city}}** · dynamic variable

      | Tag | Version | Value | Set by |
      | --- | --- | --- | --- |
      | prod | 1 | "Bern \\| West" | tag |
      | next | 1 | **unset** |  |

      **Unset** for \`next\`: {{city}} is left in the text as a placeholder.

      - used 2 times"
    `));
  test('with a default', () =>
    expect(hovered(files('{{gree▮ting}}!'))).toMatchInlineSnapshot(`
    "[{{greeting}}]
    **{{greeting}}** · dynamic variable

    | Tag | Version | Value | Set by |
    | --- | --- | --- | --- |
    | prod | 1 | "Hello" | engine default |
    | next | 1 | "Hello" | engine default |

    - set by \`default_dynamic_variables\`
    - used once"
  `));
  test('that nobody sets', () =>
    expect(hovered(files('{{no▮body}}!'))).toMatchInlineSnapshot(`
      "[{{nobody}}]
      **{{nobody}}** · dynamic variable

      **Unset** for \`prod\`, \`next\`: {{nobody}} is left in the text as a placeholder.

      - used once"
    `));
  const untagged = `-- v2.agent.json --
{ "agent_id": "agent_desk", "version": 2, "agent_name": "Desk", "voice_id": "11labs-A",
  "response_engine": { "type": "service-llm", "llm_id": "llm_desk" } }
-- other.agent.json --
{ "agent_id": "agent_other", "version": 0, "agent_name": "Other", "voice_id": "11labs-A",
  "response_engine": { "type": "service-llm", "llm_id": "llm_desk" } }
`;
  test('its values in versions that no tag selects, behind those that callers reach', () =>
    expect(hovered(files('{{ci▮ty}}', untagged))).toMatchInlineSnapshot(`
      "[{{city}}]
      **{{city}}** · dynamic variable

      | Agent | Tag | Version | Value | Set by |
      | --- | --- | --- | --- | --- |
      | Desk | prod | 1 | "Bern \\| West" | tag |
      | Desk | next | 1 | **unset** |  |
      | Desk | none | 2 | **unset** |  |
      | Other | none | 0 | not known |  |

      **Unset** for Desk \`next\`, Desk version 2: {{city}} is left in the text as a placeholder.

      - used 2 times"
    `));
  test('that nobody sets for any of several agents', () =>
    expect(hovered(files('{{no▮body}}!', untagged))).toMatchInlineSnapshot(`
      "[{{nobody}}]
      **{{nobody}}** · dynamic variable

      | Agent | Tag | Version | Value | Set by |
      | --- | --- | --- | --- | --- |
      | Desk | prod | 1 | **unset** |  |
      | Desk | next | 1 | **unset** |  |
      | Desk | none | 2 | **unset** |  |
      | Other | none | 0 | not known |  |

      **Unset** for Desk \`prod\`, Desk \`next\`, Desk version 2: {{nobody}} is left in the text as a placeholder.

      - used once"
    `));
  test('set by a tool during the conversation', () =>
    expect(hovered(files('Hello {{pat▮ient}}'))).toMatchInlineSnapshot(`
    "[{{patient}}]
    **{{patient}}** · dynamic variable

    Set during the conversation.

    - set by tool \`find_patient\`
    - used once"
  `));
  test('set by the edge to a state', () =>
    expect(hovered(files('About {{rea▮son}}'))).toMatchInlineSnapshot(`
    "[{{reason}}]
    **{{reason}}** · dynamic variable

    Set during the conversation.

    - set by the edge to state \`book\`
    - used once"
  `));
  test('of the platform', () =>
    expect(hovered(files('It is {{current_hour▮}}'))).toMatchInlineSnapshot(`
      "[{{current_hour}}]
      **{{current_hour}}** · variable of the platform

      Set in every conversation: the hour at that moment.

      Not described in the specification; seen in real files."
    `));
  test('of the platform in a zone', () =>
    expect(hovered(files('It is {{current_time_Europe/Zu▮rich}}')).split('\n\n')[1]).toMatchInlineSnapshot(
      `"Set in every conversation: date and time at that moment in the zone Europe/Zurich."`,
    ));
  test('whose value is a credential', () => expect(hovered(files('{{api_▮token}}'))).not.toContain('12345678'));
  test('beside a variable the text is a field', () =>
    expect(hovered(files('W▮e are in {{city}}.')).split('\n')[1]).toMatchInlineSnapshot(
      `"**general_prompt** · string or null"`,
    ));
  test('behind escapes the range is still right', () =>
    expect(hovered(files('\\u0041\\n{{ci▮ty}}')).split('\n')[0]).toMatchInlineSnapshot(`"[{{city}}]"`));
  test('in an engine that no agent here runs on', () =>
    expect(hovered('-- a.llm.json --\n{ "llm_id": "l", "general_prompt": "{{ci▮ty}}" }')).toMatchInlineSnapshot(`
      "[{{city}}]
      **{{city}}** · dynamic variable

      Which agent uses this prompt is not known, so neither are its values.

      - used once"
    `));
  test('of an agent whose engine is not in this workspace', () => {
    expect(
      hovered(
        '-- v1.agent.json --\n' +
          '{ "agent_id": "agent_desk", "version": 1, "voice_id": "11labs-A", ' +
          '"response_engine": { "type": "service-llm", "llm_id": "l" }, "boosted_keywords": ["{{ci▮ty}}"] }',
      ),
    ).toMatchInlineSnapshot(`
      "[{{city}}]
      **{{city}}** · dynamic variable

      version 1: the engine is not in this workspace, so its variables and defaults are not known.

      - used once"
    `);
  });
});

describe('where a variable is set', () => {
  test('a default, in the words of its use', () =>
    expect(hovered(files('{{greeting}}').replace('"greeting"', '"greet▮ing"'))).toBe(
      hovered(files('{{gree▮ting}}')).replace('[{{greeting}}]', '["greeting"]'),
    ));
  test('an answer of a tool', () =>
    expect(hovered(files('x').replace('"patient"', '"pati▮ent"'))).toMatchInlineSnapshot(`
      "["patient"]
      **{{patient}}** · dynamic variable

      Set during the conversation.

      - set by tool \`find_patient\`
      - not used"
    `));
  test('a tag', () =>
    expect(hovered(files('x').replace('"city": "Bern', '"ci▮ty": "Bern'))).toMatchInlineSnapshot(`
      "["city"]
      **{{city}}** · dynamic variable

      | Tag | Version | Value | Set by |
      | --- | --- | --- | --- |
      | prod | 1 | "Bern \\| West" | tag |
      | next | 1 | **unset** |  |
      | old | unknowable | "Genf" | tag |

      **Unset** for \`next\`: {{city}} is left in the text as a placeholder.

      - used once"
    `));
  test('a batch task', () => {
    const batch =
      '-- a.batch-call.json --\n' +
      '{ "from_number": "+14155550100", ' +
      '"tasks": [{ "to_number": "+14155550101", "override_agent_id": "agent_desk", ' +
      '"override_agent_version": "prod", "service_llm_dynamic_variables": { "ci▮ty": "Chur" } }] }';
    expect(hovered(files('{{city}}', batch))).toMatchInlineSnapshot(`
      "["city"]
      **{{city}}** · dynamic variable

      this call: "Chur" from the call, overriding the tag

      - set by \`service_llm_dynamic_variables\`
      - used 2 times"
    `);
  });
});

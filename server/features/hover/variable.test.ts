import { describe, expect, test } from 'vitest';
import { hovered } from '../../testing/hover-at.ts';

const files = (prompt: string, fields = ''): string => `-- desk.agent-list.json --
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
${fields}`;

describe('the hover of a variable in a text', () => {
  test('describes a variable of the platform, with its time zone', () =>
    expect(hovered(files('It is {{current_time_Europe/Zu▮rich}}')).split('\n\n')[1]).toMatchInlineSnapshot(
      `"Set in every conversation: date and time at that moment in the zone Europe/Zurich."`,
    ));
  test('does not show a value that is a credential', () =>
    expect(hovered(files('{{api_▮token}}'))).not.toContain('12345678'));
  test('is separate from the hover of the field around the text', () =>
    expect(hovered(files('W▮e are in {{city}}.')).split('\n')[1]).toMatchInlineSnapshot(
      `"**general_prompt** · string or null"`,
    ));
  test('has the right range after escapes', () =>
    expect(hovered(files('\\u0041\\n{{ci▮ty}}')).split('\n')[0]).toMatchInlineSnapshot(`"[{{city}}]"`));
  test('describes a variable of an agent whose engine is not in this workspace', () => {
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

describe('the hover of a place that sets a variable', () => {
  test('describes a default like a use of the variable', () =>
    expect(hovered(files('{{greeting}}').replace('"greeting"', '"greet▮ing"'))).toBe(
      hovered(files('{{gree▮ting}}')).replace('[{{greeting}}]', '["greeting"]'),
    ));
  test('describes a variable of a batch task', () => {
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

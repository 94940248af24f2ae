import { describe, expect, test } from 'vitest';
import { hovered } from '../../testing/hover-at.ts';

const agent = (text: string): string => hovered(`-- a.agent.json --\n${text}`);

describe('the hover of a field', () => {
  test('shows the threshold of an alert in the unit of its metric', () => {
    const alert = (metric: string, type: string): string =>
      hovered(
        '-- a.alert-rule.json --\n' +
          `{ "name": "n", "metric_type": "${metric}", "threshold_type": "${type}", "threshold_value": 20▮00, ` +
          '"comparator": ">", "frequency": "5m", "window": "1h" }',
      )
        .split('\n')
        .slice(3, 4)
        .join('');
    expect([
      alert('custom_function_latency', 'absolute'),
      alert('total_call_cost', 'absolute'),
      alert('call_count', 'relative'),
      alert('call_count', 'absolute'),
    ]).toMatchInlineSnapshot(`
      [
        "Here: 2000 ms = 2 s.",
        "Here: $2000.",
        "Here: a change of 2000 % against the previous period.",
        "The limit: in the unit of the metric when absolute (a rate runs from 0 to 100), a change in percent when relative.",
      ]
    `);
  });
  test('of an answer of the platform cites the section of the specification', () => {
    const record = (key: string): string =>
      agent(
        `{ "agent_id": "agent_a", "version": 1, "last_modification_timestamp": 1, "response_engine": {}, "voice_id": "v", ${key} }`,
      );
    expect(record('"voice_sp▮eed": 1')).toContain('Specification: Agent settings (request shape');
    expect(record('"is_publi▮shed": true')).toContain('Specification: Agent (response shape)');
  });
});

describe('the hover of a listed value shows a value', () => {
  test('that is deprecated', () =>
    expect(agent('{ "voice_id": "11labs-A", "language": "mul▮ti" }').split('\n\n')[1]).toBe(
      '`multi`: deprecated; it means `en-US`, `es-ES`, `fr-FR`, `de-DE`, `hi-IN`, `ru-RU`, `pt-PT`, ' +
        '`ja-JP`, `it-IT` and `nl-NL`.',
    ));
  test('that is retired', () =>
    expect(
      agent('{ "voice_id": "11labs-A", "voice_model": "eleven_▮turbo_v2" }').split('\n\n')[1],
    ).toMatchInlineSnapshot(
      `"\`eleven_turbo_v2\`: retired by the platform (since 2026-07-04); its successor is \`eleven_flash_v2\`."`,
    ));
  test('that the platform adds to the specification', () => {
    expect(agent('{ "voice_id": "cartesia-A", "voice_model": "sonic-▮3.6" }').split('\n\n')[1]).toBe(
      '`sonic-3.6`: since 2026-09-10, not in the specification 3.0.0.',
    );
    expect(hovered('-- a.llm.json --\n{ "model": "gpt-▮5.5" }').split('\n\n')[1]).toBe(
      '`gpt-5.5`: since 2026-05-12, not in the specification 3.0.0.',
    );
    expect(
      hovered('-- a.conversation-flow.json --\n{ "nodes": [], "is_trans▮fer_cf": true }').split('\n\n').at(-1),
    ).toBe('Since 2026-08-10, not in the specification 3.0.0.');
  });
  test('that the configuration adds', () => {
    expect(
      hovered(
        '-- preflight.config.json --\n' +
          '{ "knownValues": { "voice_model": ["sonic-4"] } }\n' +
          '-- a.agent.json --\n' +
          '{ "voice_id": "cartesia-A", "voice_model": "son▮ic-4" }',
      ).split('\n\n')[1],
    ).toMatchInlineSnapshot(`"\`sonic-4\`: added by \`knownValues\` in preflight.config.json."`);
  });
});

describe('the hover of a named value', () => {
  test('shows a time zone without summer time', () =>
    expect(agent('{ "voice_id": "11labs-A", "timezone": "Asia/Kol▮kata" }').split('\n\n').slice(0, 2))
      .toMatchInlineSnapshot(`
    [
      "["Asia/Kolkata"]
    **Asia/Kolkata** · time zone, India Standard Time",
      "- UTC+05:30 all year",
    ]
  `));
  test('says that a value is not a time zone', () =>
    expect(agent('{ "voice_id": "11labs-A", "timezone": "P▮ST" }').split('\n\n').slice(0, 2)).toMatchInlineSnapshot(`
      [
        "["PST"]
      **PST** · not a time zone of the IANA database",
        "Did you mean \`America/Los_Angeles\`?",
      ]
    `));
});

describe('no hover is shown', () => {
  test.each([
    ['an unknown field', '{ "voice_id": "11labs-A", "my▮_field": 1 }'],
    ['whitespace', '{ "voice_id": "11labs-A",▮  "volume": 1 }'],
    ['a bracket', '▮{ "voice_id": "11labs-A" }'],
  ])('for %s', (_, text) => expect(agent(text)).toBe('nothing'));
});

test('the hover of a repeated key shows a value only at its last occurrence', () => {
  expect(agent('{ "voice_id": "11labs-A", "volume": 0.▮5, "volume": 1.5 }').split('\n\n').slice(0, 2))
    .toMatchInlineSnapshot(`
      [
        "[0.5]
      **volume** · number",
        "Repeated below; the last one counts.",
      ]
    `);
});

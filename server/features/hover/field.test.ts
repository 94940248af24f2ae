import { describe, expect, test } from 'vitest';
import { hovered } from '../../testing/hovered.ts';
import { wrapped } from '../../testing/wrapped.ts';

const agent = (text: string): string => hovered(`-- a.agent.json --\n${text}`);

describe('a field', () => {
  test('with a time, a default and bounds', () =>
    expect(agent('{ "voice_id": "11labs-A", "max_call▮_duration_ms": 900000 }')).toMatchInlineSnapshot(`
      "["max_call_duration_ms"]
      **max_call_duration_ms** · integer, in milliseconds

      Here: 900000 ms = 15 min.

      Maximum duration of a call, one minute to two hours. The call is cut off then.

      - default: 3600000 ms = 1 h
      - from 60000 ms = 1 min to 7200000 ms = 2 h
      - voice agents only

      Specification: Agent settings (request shape, also returned in the agent)"
    `));
  test('a value that is the default', () =>
    expect(agent('{ "voice_id": "11labs-A", "end_call_after_silence_ms": 6000▮00 }')).toMatchInlineSnapshot(`
      "[600000]
      **end_call_after_silence_ms** · integer, in milliseconds

      Here: 600000 ms = 10 min. This is the default.

      The call ends after this much silence of the caller, at least 10 seconds.

      - default: 600000 ms = 10 min
      - at least 10000 ms = 10 s
      - voice agents only

      Specification: Agent settings (request shape, also returned in the agent)"
    `));
  test('a timestamp', () =>
    expect(agent('{ "voice_id": "11labs-A", "last_modification_timestamp": 1767989▮100000 }')).toMatchInlineSnapshot(`
      "[1767989100000]
      **last_modification_timestamp** · integer, milliseconds since 1970, required

      Here: 1767989100000 = 2026-01-09 20:05 UTC.

      When this version was last modified, or created if it was never modified.

      - read-only: set by the platform, left out of requests

      Specification: Agent (response shape)"
    `));
  test('seconds since 1970', () =>
    expect(
      hovered(
        '-- a.batch-call.json --\n' +
          '{ "batch_call_id": "b", "name": "n", "from_number": "+14155550100", ' +
          '"scheduled_timestamp": 17679▮89100, "total_task_count": 2 }',
      ),
    ).toMatchInlineSnapshot(`
      "[1767989100]
      **scheduled_timestamp** · number, seconds since 1970, required

      Here: 1767989100 = 2026-01-09 20:05 UTC.

      When dialling begins, in seconds since the epoch, while the request gives this moment in milliseconds.

      - read-only: set by the platform, left out of requests

      Specification: Batch call"
    `));
  test('a share', () =>
    expect(hovered('-- a.agent-weights.json --\n[{ "agent_id": "a", "weight": 0.▮25 }]')).toMatchInlineSnapshot(`
    "[0.25]
    **weight** · number, required

    Here: 0.25 = 25 %.

    Share of the traffic, more than 0 and at most 1.

    - more than 0, at most 1

    Specification: Agent weight"
  `));
  test('minutes of the day', () =>
    expect(
      hovered(
        '-- a.batch-call.json --\n' +
          '{ "from_number": "+14155550100", "tasks": [], ' +
          '"call_time_window": { "windows": [{ "start": 5▮40, "end": 1020 }] } }',
      ),
    ).toMatchInlineSnapshot(`
    "[540]
    **start** · number or null, in minutes

    Here: 540 = 09:00.

    First minute of the span, counted from local midnight: 540 is 9:00.

    - usually 0 = 00:00 to 1439 = 23:59

    Specification: Batch call"
  `));
  test('the threshold of an alert in the unit of its metric', () => {
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
  test('a setting that another one makes without effect', () =>
    expect(agent('{ "voice_id": "11labs-A", "ambient_sound": null, "ambient_sound_vol▮ume": 0.4 }'))
      .toMatchInlineSnapshot(`
        "["ambient_sound_volume"]
        **ambient_sound_volume** · number

        Volume of the background sound: 0 is silent, 2 is twice the normal volume.

        - default: 1
        - from 0 to 2
        - applies unless \`ambient_sound\` is \`null\`: it is \`null\` here, so **it has no effect**
        - voice agents only

        Specification: Agent settings (request shape, also returned in the agent)"
      `));
  test('a setting that counts by the default of another one', () =>
    expect(agent('{ "voice_id": "11labs-A", "backchannel_freq▮uency": 0.5 }')).toMatchInlineSnapshot(`
      "["backchannel_frequency"]
      **backchannel_frequency** · number

      Here: 0.5 = 50 %.

      How often the agent backchannels: 0 hardly ever, 1 as often as it can. Used only with enable_backchannel.

      - default: 0.8
      - from 0 to 1
      - applies only while \`enable_backchannel\` is \`true\`: it is not set, which means \`false\` here, so **it has no effect**
      - voice agents only

      Specification: Agent settings (request shape, also returned in the agent)"
    `));
  test('a setting that the engine decides about, which is not in this workspace', () =>
    expect(agent('{ "voice_id": "11labs-A", "begin_message_▮delay_ms": 500 }')).toMatchInlineSnapshot(`
      "["begin_message_delay_ms"]
      **begin_message_delay_ms** · integer, in milliseconds

      Delay before the agent's first message, at most 5 seconds. 0 or unset: none.

      - default: 0 ms
      - from 0 ms to 5000 ms = 5 s
      - applies only while \`start_speaker\` of the engine is \`"agent"\` (not known here)
      - voice agents only

      Specification: Agent settings (request shape, also returned in the agent)"
    `));
  test('a deprecated field', () =>
    expect(agent('{ "voice_id": "11labs-A", "opt_out_▮sensitive_data_storage": true }')).toMatchInlineSnapshot(`
    "["opt_out_sensitive_data_storage"]
    **opt_out_sensitive_data_storage**

    **Deprecated**: use \`data_storage_setting\`.

    Deprecated switch: keeps sensitive data from being stored.

    Specification: Versioning"
  `));
  test('a field of voice agents on a chat agent', () =>
    expect(agent('{ "channel": "chat", "agent_id": "a", "response_engine": {}, "volu▮me": 1.5 }'))
      .toMatchInlineSnapshot(`
    "["volume"]
    **volume** · number

    Volume of the agent: 0 is silent, 2 is twice the normal volume.

    - default: 1
    - from 0 to 2
    - voice agents only; **this is a chat agent**

    Specification: Agent settings (request shape, also returned in the agent)"
  `));
  test('of the answer of the platform cites the section that states it', () => {
    const record = (key: string): string =>
      agent(
        `{ "agent_id": "agent_a", "version": 1, "last_modification_timestamp": 1, "response_engine": {}, "voice_id": "v", ${key} }`,
      );
    expect(record('"voice_sp▮eed": 1')).toContain('Specification: Agent settings (request shape');
    expect(record('"is_publi▮shed": true')).toContain('Specification: Agent (response shape)');
  });
  test('a minimum that a sibling decides', () =>
    expect(
      wrapped(
        agent(
          '{ "voice_id": "11labs-A", "stt_mode": "custom", "custom_stt_config": { "provider": "azure", "endpointing▮_ms": 300 } }',
        ),
      ),
    ).toMatchInlineSnapshot(`
      "["endpointing_ms"]
      **endpointing_ms** · integer, in milliseconds, required

      Length of the pause after which what was said counts as finished. Each provider has its own minimum: azure 100, deepgram 10,
        ↪ soniox 500, assemblyai 100.

      - **at least 100 ms** here, where \`provider\` is \`azure\` (10 ms with \`deepgram\`, 500 ms with \`soniox\`, 100 ms with
        ↪ \`assemblyai\`)

      Specification: Agent settings (request shape, also returned in the agent)"
    `));
  test('a credential is never shown', () =>
    expect(
      hovered(
        '-- a.llm.json --\n' +
          '{ "llm_id": "l", "general_tools": [{ "type": "book_appointment_sched", "name": "b", ' +
          '"sched_api_key": "cal_live▮_12345678", "event_type_id": 1 }] }',
      ),
    ).toMatchInlineSnapshot(`
      "["cal_live_12345678"]
      **sched_api_key** · string, required

      Key of the scheduling service. It is a credential: keep it out of shared files.

      - a credential: never shown here

      Specification: Scheduling tool"
    `));
  test('an item of a list', () =>
    expect(wrapped(agent('{ "voice_id": "11labs-A", "webhook_events": ["call_ended", "call_▮analyzed"] }')))
      .toMatchInlineSnapshot(`
        "["call_analyzed"]
        **webhook_events[1]** · string

        \`call_analyzed\`: The analysis of a call is complete.

        An event sent to the webhook. Chat events are for chat agents and not in the specification.

        - one of \`call_started\`, \`call_ended\`, \`call_analyzed\`, \`transcript_updated\`, \`transfer_started\`, \`transfer_bridged\`,
          ↪ \`transfer_cancelled\`, \`transfer_ended\`, \`chat_started\`, \`chat_ended\`, \`chat_analyzed\`

        Specification: Agent settings (request shape, also returned in the agent)"
      `));
});

describe('a value of an enumeration', () => {
  test('with its meaning', () =>
    expect(agent('{ "voice_id": "11labs-A", "stt_mode": "accu▮rate" }')).toMatchInlineSnapshot(`
      "["accurate"]
      **stt_mode** · string

      \`accurate\`: More accurate, slower.

      How speech recognition weighs speed against accuracy. \`custom\` needs \`custom_stt_config\`.

      - default: \`fast\`
      - one of \`fast\`, \`accurate\`, \`custom\`
      - voice agents only

      Specification: Agent settings (request shape, also returned in the agent)"
    `));
  test('that is deprecated', () =>
    expect(agent('{ "voice_id": "11labs-A", "language": "mul▮ti" }').split('\n\n')[1]).toBe(
      '`multi`: deprecated; it means `en-US`, `es-ES`, `fr-FR`, `de-DE`, `hi-IN`, `ru-RU`, `pt-PT`, ' +
        '`ja-JP`, `it-IT` and `nl-NL`.',
    ));
  test('that is retired', () =>
    expect(
      agent('{ "voice_id": "11labs-A", "voice_model": "eleven_▮turbo_v2" }').split('\n\n')[1],
    ).toMatchInlineSnapshot(`"\`eleven_turbo_v2\`: retired by the platform; its successor is \`eleven_flash_v2\`."`));
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

describe('a named value', () => {
  test('a voice by the beginning of its id', () =>
    expect(agent('{ "voice_id": "11labs-▮Drew (Legacy)" }')).toMatchInlineSnapshot(`
      "["11labs-Drew (Legacy)"]
      **11labs-Drew (Legacy)** · voice of elevenlabs

      The prefix of its id names the provider.

      \`voice_id\`: Voice of the agent."
    `));
  test('a voice by the configuration', () =>
    expect(
      hovered(
        '-- preflight.config.json --\n' +
          '{ "voices": { "custom_voice_1f": "cartesia" } }\n' +
          '-- a.agent.json --\n' +
          '{ "voice_id": "11labs-A", "fallback_voice_ids": ["custom▮_voice_1f"] }',
      ),
    ).toMatchInlineSnapshot(`
      "["custom_voice_1f"]
      **custom_voice_1f** · voice of cartesia

      Set in \`voices\` of preflight.config.json.

      \`fallback_voice_ids[0]\`: A voice to use when those before it are unavailable."
    `));
  test('a voice that tells nothing', () =>
    expect(agent('{ "voice_id": "custom▮_voice_1f" }')).toMatchInlineSnapshot(`
    "["custom_voice_1f"]
    **custom_voice_1f** · voice of an unknown provider

    Its id does not reveal the provider; set it in \`voices\` of preflight.config.json.

    \`voice_id\`: Voice of the agent."
  `));
  test('a time zone', () =>
    expect(agent('{ "voice_id": "11labs-A", "timezone": "Europe/Ber▮lin" }')).toMatchInlineSnapshot(`
    "["Europe/Berlin"]
    **Europe/Berlin** · time zone, Central European Time

    - UTC+01:00 in January
    - UTC+02:00 in July

    \`timezone\`: IANA time zone in which the agent states dates and times."
  `));
  test('a time zone without summer time', () =>
    expect(agent('{ "voice_id": "11labs-A", "timezone": "Asia/Kol▮kata" }').split('\n\n').slice(0, 2))
      .toMatchInlineSnapshot(`
    [
      "["Asia/Kolkata"]
    **Asia/Kolkata** · time zone, India Standard Time",
      "- UTC+05:30 all year",
    ]
  `));
  test('no time zone', () =>
    expect(agent('{ "voice_id": "11labs-A", "timezone": "P▮ST" }').split('\n\n').slice(0, 2)).toMatchInlineSnapshot(`
      [
        "["PST"]
      **PST** · not a time zone of the IANA database",
        "Did you mean \`America/Los_Angeles\`?",
      ]
    `));
  test('a locale', () =>
    expect(agent('{ "voice_id": "11labs-A", "language": ["es-▮419"] }')).toMatchInlineSnapshot(`
    "["es-419"]
    **es-419** · Spanish (Latin America)

    \`language[0]\`: One locale that the agent listens for and speaks."
  `));
});

describe('where there is nothing to say', () => {
  test.each([
    ['an unknown field', '{ "voice_id": "11labs-A", "my▮_field": 1 }'],
    ['white space', '{ "voice_id": "11labs-A",▮  "volume": 1 }'],
    ['a bracket', '▮{ "voice_id": "11labs-A" }'],
  ])('%s', (_, text) => expect(agent(text)).toBe('nothing'));
  test("data of one's own", () =>
    expect(
      hovered(
        '-- a.batch-call.json --\n' +
          '{ "from_number": "+14155550100", ' +
          '"tasks": [{ "to_number": "+14155550101", "metadata": { "li▮st": 1 } }] }',
      ),
    ).toBe('nothing'));
});

test('of a repeated key only the last one has a value', () => {
  expect(agent('{ "voice_id": "11labs-A", "volume": 0.▮5, "volume": 1.5 }').split('\n\n').slice(0, 2))
    .toMatchInlineSnapshot(`
      [
        "[0.5]
      **volume** · number",
        "Repeated below; the last one counts.",
      ]
    `);
});

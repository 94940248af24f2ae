import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Document } from '../core/document.ts';
import { clockOf } from '../core/numbers.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { callKinds, simulateCall } from './call.ts';
import { dtmfEntries } from './dtmf.ts';

const settings = (fields: object): object => ({
  voice_id: '11labs-Myra',
  response_engine: { type: 'service-llm', llm_id: 'llm_1' },
  ...fields,
});
type SimulatedCall = ReturnType<typeof simulateCall>;
/** A call of an agent whose first words have 45 characters and take 3 seconds. */
function call(
  fields: object,
  options: Partial<Parameters<typeof simulateCall>[2]> = {},
  engine: object = {},
  facts: { accountWebhookUrl?: string } = {},
): SimulatedCall {
  const agent = new Document('a.agent.json', JSON.stringify(settings(fields)));
  const llm = new Document(
    'a.llm.json',
    JSON.stringify({ llm_id: 'llm_1', start_speaker: 'agent', begin_message: 'x'.repeat(45), ...engine }),
  );
  return simulateCall(agent.roots[0]!, new Workspace([agent, llm], facts), {
    call: 'silent',
    outbound: false,
    keys: '1234#',
    ...options,
  });
}
const linesOf = ({ timeline }: SimulatedCall): string[] =>
  timeline
    .filter(({ by }) => by !== 'webhook')
    .map(({ at_ms, by, text }) => `${at_ms} ${by} ${text.replace(/x{45}/, 'x')}`);
const webhookLines = ({ timeline }: SimulatedCall): string[] =>
  timeline.flatMap(({ at_ms, webhook }) =>
    webhook ? [`${at_ms} ${webhook.event} ${webhook.url} ${webhook.timeout_ms}`] : [],
  );

test('a silent call follows the defaults of the schema', () => {
  const silentCall = call({});
  expect(linesOf(silentCall)).toEqual([
    '0 platform the call is connected',
    '0 agent says: "x" (until 0:03)',
    '13000 agent reminds the user, 1 of at most 1, after 10 s of silence, in its own words (until 0:17)',
    '617000 platform ends the call after 10 min of silence',
  ]);
  expect(silentCall).toMatchObject({
    ended_at_ms: 617_000,
    disconnection_reason: 'inactivity',
    assumptions: ['call-script', 'call-silence', 'call-speech-time', 'call-webhook-moments'],
  });
  expect(silentCall.timeline.find(({ text }) => text.startsWith('reminds'))!.setting).toEqual({
    name: 'reminder_trigger_ms',
    value: '10000',
    is_default: true,
  });
});
test('reminders have a maximum number and a delay, and restart the silence', () => {
  expect(
    linesOf(
      call({
        reminder_max_count: 3,
        reminder_trigger_ms: 5000,
        end_call_after_silence_ms: 20_000,
        begin_message_delay_ms: 1000,
      }),
    ).map(line => line.split(' ')[0]),
  ).toEqual(['0', '1000', '9000', '18000', '27000', '51000']);
  expect(linesOf(call({ reminder_max_count: 0, end_call_after_silence_ms: 20_000 }))).toEqual([
    '0 platform the call is connected',
    '0 agent says: "x" (until 0:03)',
    '3000 platform there are no reminders',
    '23000 platform ends the call after 20 s of silence',
  ]);
  // an agent that hangs up before the first delay never sends a reminder
  expect(linesOf(call({ end_call_after_silence_ms: 10_000 }))).toHaveLength(3);
});
test('the maximum duration ends every call', () => {
  const longCall = call({ max_call_duration_ms: 60_000 });
  expect(linesOf(longCall).at(-1)).toBe('60000 platform ends the call: it has lasted 1 min');
  expect(longCall).toMatchObject({ ended_at_ms: 60_000, disconnection_reason: 'max_duration_reached' });
});
test('the engine determines who speaks first', () => {
  expect(linesOf(call({ end_call_after_silence_ms: 10_000 }, {}, { start_speaker: 'user' }))).toEqual([
    '0 platform the call is connected',
    '0 agent waits for the user to speak (start_speaker is user)',
    '10000 platform ends the call after 10 s of silence',
  ]);
  expect(linesOf(call({}, {}, { begin_message: '' }))[1]).toBe(
    '0 agent waits for the user to speak (begin_message is empty)',
  );
  expect(linesOf(call({}, {}, { start_speaker: 'user', begin_after_user_silence_ms: 2500 }))[2]).toBe(
    '2500 agent speaks on its own after 2.5 s of silence (begin_after_user_silence_ms): "x" (until 0:05.500)',
  );
  expect(linesOf(call({}, {}, { begin_message: null }))[1]).toBe('0 agent says, in its own words (until 0:04)');
  expect(call({}, {}, { start_speaker: undefined }).assumptions).toContain('call-start-speaker');
  expect(call({ response_engine: { type: 'custom-llm', llm_websocket_url: 'wss://a.example' } }).assumptions).toContain(
    'call-engine-unknown',
  );
});
test('variables are filled in, and the placeholders of unset variables are spoken', () => {
  const simulatedCall = call(
    {},
    {},
    { begin_message: 'Hi {{name}}, {{day}}, {{call_id}}', default_dynamic_variables: { day: 'Monday' } },
  );
  expect(linesOf(simulatedCall)[1]).toContain('"Hi {{name}}, Monday, {{call_id}}"');
  expect(simulatedCall.unset_variables).toEqual(['name']);
});
test('a voicemail is detected only within the first three minutes', () => {
  const hangup = { voicemail_option: { action: { type: 'hangup' } } };
  expect(linesOf(call(hangup, { call: 'voicemail', outbound: true }))).toEqual([
    '0 platform dials; rings for at most 30 s, then the call would end as dial_no_answer',
    '0 other side answers',
    '0 other side the voicemail speaks, until 0:06',
    '0 agent says: "x" (until 0:03)',
    '6000 platform detects the voicemail',
    '6000 agent hangs up (action hangup)',
  ]);
  expect(call(hangup, { call: 'voicemail', after: 180_000 })).toMatchObject({
    ended_at_ms: 180_000,
    disconnection_reason: 'voicemail_reached',
  });
  expect(call(hangup, { call: 'voicemail', after: 180_001 }).disconnection_reason).toBe('inactivity');
  expect(call({}, { call: 'voicemail' }).assumptions).toContain('call-detection-unset');
  expect(call({ voicemail_option: null }, { call: 'voicemail' }).assumptions).not.toContain('call-detection-unset');
  const text = call(
    { voicemail_option: { action: { type: 'static_text', text: 'y'.repeat(30) } } },
    { call: 'voicemail', after: 1000 },
  );
  expect(linesOf(text)).toContain('0 agent says: "x" (cut off at 0:01)');
  expect(text).toMatchObject({ ended_at_ms: 3000, disconnection_reason: 'voicemail_reached' });
  expect(call({ ivr_option: { action: { type: 'hangup' } } }, { call: 'ivr' })).toMatchObject({
    ended_at_ms: 6000,
    disconnection_reason: 'ivr_reached',
  });
});
test('a barge-in with sensitivity 0 never interrupts', () => {
  expect(linesOf(call({}, { call: 'barge-in' })).slice(1, 5)).toEqual([
    '0 agent says: "x" (cut off at 0:01.500)',
    '1500 other side begins to speak while the agent speaks, until 0:03.500',
    '1500 agent stops speaking',
    '3500 agent answers, in its own words (until 0:07.500)',
  ]);
  expect(linesOf(call({ interruption_sensitivity: 0 }, { call: 'barge-in', after: 500 })).slice(1, 5)).toEqual([
    '0 agent says: "x" (until 0:03)',
    '500 other side begins to speak while the agent speaks, until 0:02.500',
    '500 agent cannot be interrupted and keeps speaking',
    '3000 agent answers, in its own words (until 0:07)',
  ]);
  // if the caller speaks late, the agent has already sent a reminder or hung up
  expect(linesOf(call({}, { call: 'barge-in', after: 14_000 })).slice(2, 5)).toEqual([
    '13000 agent reminds the user, 1 of at most 1, after 10 s of silence, in its own words (cut off at 0:14)',
    '14000 other side begins to speak while the agent speaks, until 0:16',
    '14000 agent stops speaking',
  ]);
  for (const kind of ['barge-in', 'dtmf'] as const)
    expect(call({ end_call_after_silence_ms: 20_000 }, { call: kind, after: 50_000 })).toMatchObject({
      ended_at_ms: 37_000,
      disconnection_reason: 'inactivity',
    });
  expect(linesOf(call({}, { call: 'barge-in', after: 9000 }))).toContain(
    '9000 platform the agent is not speaking, so nothing is interrupted',
  );
});
test('keys are ignored or heard, and interrupt the agent only if a setting allows it', () => {
  expect(linesOf(call({ allow_user_dtmf: false }, { call: 'dtmf' }))).toContain('1500 platform ignores every key');
  const options = { user_dtmf_options: { termination_key: '#' } };
  expect(linesOf(call(options, { call: 'dtmf' }))).toContain('1500 agent keeps speaking: keys do not interrupt it');
  expect(
    linesOf(call({ ...options, allow_dtmf_interruption: true, interruption_sensitivity: 0 }, { call: 'dtmf' })),
  ).toEqual(
    expect.arrayContaining([
      '0 agent says: "x" (cut off at 0:01.500)',
      '4700 platform completes the entry "1234" by termination_key',
      '4700 agent answers, in its own words (until 0:08.700)',
    ]) as string[],
  );
  expect(linesOf(call({}, { call: 'dtmf' })).join()).toContain('the entry "1234#" is never completed');
});
test('an entry is answered when it is complete, and a terminating key after its end is ignored', () => {
  const options = { digit_limit: 4, termination_key: '#', timeout_ms: 3000 };
  const answers = (user_dtmf_options: object, keys?: string): string[] =>
    linesOf(call({ user_dtmf_options }, { call: 'dtmf', after: 3534, ...(keys !== undefined && { keys }) })).filter(
      line => /completes the entry|answers/.test(line),
    );
  const first = [
    '5934 platform completes the entry "1234" by digit_limit',
    '5934 agent answers, in its own words (until 0:09.934)',
  ];
  expect(answers(options)).toEqual(first);
  // without a termination key, the key begins a second entry, which is answered after the first entry
  expect(answers({ ...options, termination_key: null })).toEqual([
    ...first,
    '9734 platform completes the entry "#" by timeout_ms',
    '9934 agent answers, in its own words (until 0:13.934)',
  ]);
  expect(answers(options, '#')).toEqual([
    '3534 platform completes the entry "" by termination_key',
    '3534 agent answers, in its own words (until 0:07.534)',
  ]);
});
test('a key also interrupts an answer if keys may interrupt', () => {
  const options = { user_dtmf_options: { digit_limit: 1 }, interruption_sensitivity: 0 },
    request = { call: 'dtmf', after: 3000, keys: '12' } as const;
  const lines = (fields: object): string[] =>
    linesOf(call({ ...options, ...fields }, request)).filter(line => /answers|stops/.test(line));
  expect(lines({ allow_dtmf_interruption: true })).toEqual([
    '3000 agent answers, in its own words (cut off at 0:03.800)',
    '3800 agent stops speaking at this key, whatever interruption_sensitivity is',
    '3800 agent answers, in its own words (until 0:07.800)',
  ]);
  expect(lines({})).toEqual([
    '3000 agent answers, in its own words (until 0:07)',
    '7000 agent answers, in its own words (until 0:11)',
  ]);
});
test('silence begins when a key stops the agent, even if the key is not part of an entry', () => {
  const reminders = (fields: object): string[] =>
    linesOf(call(fields, { call: 'dtmf', after: 1500, keys: '1' })).filter(line => line.includes('reminds'));
  expect(reminders({ allow_dtmf_interruption: true })[0]).toMatch(/^11500 /);
  expect(reminders({})[0]).toMatch(/^13000 /);
});
test('a voicemail and a phone menu are always called by the agent, whatever the options are', () => {
  for (const kind of ['voicemail', 'ivr'] as const)
    expect(linesOf(call({}, { call: kind, outbound: false })).slice(0, 2)).toEqual([
      '0 platform dials; rings for at most 30 s, then the call would end as dial_no_answer',
      '0 other side answers',
    ]);
  expect(linesOf(call({}, { outbound: false }))[0]).toBe('0 platform the call is connected');
});
test('an entry ends at the digit limit, the termination key or the time limit since the last digit', () => {
  const entries = (options: object, keys: string): string[] =>
    dtmfEntries(
      new Document('a.agent.json', JSON.stringify(settings({ user_dtmf_options: options }))).roots[0]!.get(
        'user_dtmf_options',
      ),
      keys,
      0,
    ).entries.map(({ digits, at, endedBy }) => `${digits} ${at} ${endedBy}`);
  expect(entries({ digit_limit: 2 }, '12345')).toEqual(['12 800 digit_limit', '34 2400 digit_limit']);
  expect(entries({ termination_key: '*', digit_limit: 4 }, '12*3*')).toEqual([
    '12 1600 termination_key',
    '3 3200 termination_key',
  ]);
  expect(entries({ timeout_ms: 1000 }, '123')).toEqual(['123 2600 timeout_ms']);
  expect(entries({ digit_limit: null, timeout_ms: 1000, termination_key: null }, '9#')).toEqual(['9# 1800 timeout_ms']);
});
test('webhook events go to the URL of the agent, else to the URL of the account, if they are selected', () => {
  expect(
    webhookLines(call({ webhook_url: 'https://a.example/h', webhook_timeout_ms: 5000, max_call_duration_ms: 60_000 })),
  ).toEqual([
    '0 call_started https://a.example/h 5000',
    '60000 call_ended https://a.example/h 5000',
    '60000 call_analyzed https://a.example/h 5000',
  ]);
  expect(
    webhookLines(
      call(
        { webhook_url: null, webhook_events: ['transcript_updated'] },
        { call: 'barge-in' },
        {},
        { accountWebhookUrl: 'https://acc.example' },
      ),
    ).slice(0, 2),
  ).toEqual(['1500 transcript_updated https://acc.example 10000', '7500 transcript_updated https://acc.example 10000']);
  expect(call({ webhook_events: [] }).webhooks).toMatchObject({
    url: null,
    url_from: 'account',
    default_events: false,
  });
  expect(call({}).webhooks.events.map(({ event, selected }) => (selected ? event : ''))).toEqual([
    'call_started',
    'call_ended',
    'call_analyzed',
    '',
    '',
    '',
    '',
    '',
  ]);
});
test('with any settings, the events are in order, the call ends within the maximum duration, and a repetition is equal', () => {
  const oddValue = fc.oneof(
    fc.constant(null),
    fc.constant('x'),
    fc.integer({ min: -5, max: 200_000 }),
    fc.boolean(),
    fc.constant({}),
    fc.constant([]),
  );
  const names = [
    'reminder_trigger_ms',
    'reminder_max_count',
    'end_call_after_silence_ms',
    'begin_message_delay_ms',
    'voicemail_option',
    'user_dtmf_options',
    'interruption_sensitivity',
    'webhook_events',
    'voice_speed',
    'webhook_url',
  ];
  fc.assert(
    fc.property(
      fc.record(Object.fromEntries(names.map(name => [name, oddValue])), { requiredKeys: [] }),
      fc.constantFrom(...callKinds),
      fc.option(fc.nat(300_000), { nil: undefined }),
      (fields, kind, after) => {
        const simulatedCall = call({ max_call_duration_ms: 60_000, ...fields }, { call: kind, after });
        const times = simulatedCall.timeline.map(({ at_ms }) => at_ms);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        expect(simulatedCall.ended_at_ms).toBeLessThanOrEqual(60_000);
        expect(Math.max(...times)).toBeLessThanOrEqual(simulatedCall.ended_at_ms);
        expect(call({ max_call_duration_ms: 60_000, ...fields }, { call: kind, after })).toEqual(simulatedCall);
      },
    ),
    { numRuns: 1000 },
  );
});
test('clockOf prints times as on a clock', () =>
  expect([0, 400, 61_000, 3_600_005].map(clockOf)).toEqual(['0:00', '0:00.400', '1:01', '60:00.005']));

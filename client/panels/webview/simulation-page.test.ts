import { afterAll, expect, test } from 'vitest';
import type { PanelAnswer, SimulateParams } from '../../../server/lsp/protocol.ts';
import { Clinic } from '../../../server/testing/lsp-sample.ts';
import { h } from '../../../server/view/element.ts';
import { htmlOf, textOf } from '../../../server/view/element.ts';
import type { SimulationControls } from './messages.ts';
import { viewElements } from '../../../server/view/html.ts';
import { callControls, drawControls, seriesControls } from './controls.ts';
import { wrapped } from '../../../server/testing/wrapped.ts';

const clinic = new Clinic();
afterAll(() => clinic.dispose());
const controls: SimulationControls = { calls: 1000, seed: '0', call: 'silent', outbound: false, digits: '' };
const reportOf = async (file: string, params: Partial<SimulateParams> = {}) =>
  (await clinic.simulate(file, '{', { calls: 1000, ...params }))!;
const simulationContent = ({ blocks, series }: PanelAnswer, simulationControls: SimulationControls) =>
  viewElements(blocks, {
    draw: drawControls(simulationControls),
    call: callControls(simulationControls),
    series: series && seriesControls(series, ''),
  });
const linesOf = async (file: string, changes: Partial<SimulationControls> = {}): Promise<string[]> =>
  textOf(h('div', {}, ...simulationContent(await reportOf(file, changes), { ...controls, ...changes })))
    .split('\n')
    .map(line => wrapped(line.replaceAll('\u00a0', ' ')));

test('a simulation shows a call on its clock, with the settings behind each event', async () => {
  expect(await linesOf('agents/front-desk/v2.agent.json')).toMatchInlineSnapshot(`
    [
      "Front desk v2: a call with a silent caller",
      "The call is with a silent callera voicemaila phone menua caller who interruptsa caller who presses keys the agent calls",
      "The call",
      "1:13, ended because of inactivity",
      "0:00 | platform | the call is connected",
      "0:00 | webhook | call_started",
      "0:00.400 | agent | says: "Good day, this is Juniper Street Clinic. How can I help you?" (until 0:04.400)
      ↪ [begin_message_delay_ms 400]",
      "0:12.400 | agent | reminds the user, 1 of at most 2, after 8 s of silence, in its own words (until 0:16.400)
      ↪ [reminder_trigger_ms 8000]",
      "0:24.400 | agent | reminds the user, 2 of at most 2, after 8 s of silence, in its own words (until 0:28.400)
      ↪ [reminder_trigger_ms 8000]",
      "1:13.400 | platform | ends the call after 45 s of silence [end_call_after_silence_ms 45000]",
      "1:13.400 | webhook | call_ended",
      "1:13.400 | webhook | call_analyzed",
      "Ends after 1 min 13.4 s as inactivity.",
      "Webhook events",
      "go to",
      "https://hooks.juniper-clinic.example/front-desk (webhook_url of the agent)",
      "timeout",
      "5 s",
      "selected",
      "call_started, call_ended, call_analyzed, transfer_started and transfer_ended",
      "not selected",
      "transcript_updated, transfer_bridged and transfer_cancelled",
      "after swap",
      "hand_to_billing to Billing v1: https://hooks.juniper-clinic.example/front-desk and
      ↪ https://hooks.juniper-clinic.example/billing (both_agents)",
      "after swap",
      "hand_to_night_line to Night line v0: https://hooks.juniper-clinic.example/front-desk (only_source_agent)",
      "The engine in this call",
      "rings",
      "30 s at most: each transfer (call_reception) [ring_duration_ms]",
      "books",
      "book_visit in America/Los_Angeles",
      "When a voice provider is out",
      "a voice in every case",
      "elevenlabs is out",
      "a voicecartesia-Cleo speaks; the main voice is out, and this is the first fallback",
      "voices",
      "main voice | 11labs-Adrian | elevenlabs | out",
      "fallback 1 | cartesia-Cleo | cartesia | not out ← speaks",
      "fallback 2 | openai-Nova | openai | not out",
      "cartesia is out",
      "a voice11labs-Adrian speaks; the provider of the main voice is not out",
      "voices",
      "main voice | 11labs-Adrian | elevenlabs | not out ← speaks",
      "fallback 1 | cartesia-Cleo | cartesia | out",
      "fallback 2 | openai-Nova | openai | not out",
      "openai is out",
      "a voice11labs-Adrian speaks; the provider of the main voice is not out",
      "voices",
      "main voice | 11labs-Adrian | elevenlabs | not out ← speaks",
      "fallback 1 | cartesia-Cleo | cartesia | not out",
      "fallback 2 | openai-Nova | openai | out",
      "Assumed where the specification is silent",
      "5",
      "call-script",
      "the other side does exactly what the simulation's name says, at the times in the timeline",
      "call-silence",
      "silence begins when the agent stops speaking, for reminders and for hanging up; a reminder restarts it",
      "call-speech-time",
      "a given text is spoken at 15 characters a second times voice_speed, a generated one takes 4 seconds",
      "call-webhook-moments",
      "events are sent when their names suggest: call_started at connection, call_ended at the end, call_analyzed after that",
      "variable-precedence",
      "values of the call request come first, then the tag's, then the engine's default_dynamic_variables",
    ]
  `);
  expect((await reportOf('agents/front-desk/v2.agent.json')).words).toMatchInlineSnapshot(
    `"Front desk v2: a call with a silent caller: ends by inactivity"`,
  );
});

test('a simulation has a field for the keys of a call', async () => {
  const html = htmlOf(
    h(
      'div',
      {},
      ...simulationContent(await reportOf('agents/front-desk/v2.agent.json', { call: 'dtmf', digits: '12#' }), {
        ...controls,
        call: 'dtmf',
        digits: '12#',
      }),
    ),
  );
  expect(wrapped(/<input type="text"[^>]*>/.exec(html)?.[0] ?? '')).toMatchInlineSnapshot(
    `
    "<input type="text" name="digits" data-act="digits" value="12#" placeholder="1234#" inputmode="tel" maxlength="100"
      ↪ autocomplete="off" class="seed">"
  `,
  );
  expect(html).toContain('<option value="dtmf" selected>');
});

test('a simulation shows the shares of an ASR routing', async () => {
  expect(await linesOf('analytics/fast-mode.asr-routing.json')).toMatchInlineSnapshot(`
    [
      "analytics/fast-mode.asr-routing.json",
      "Calls 1001,00010,000100,000Seed Draw again",
      "the platform's own buckets are not known, so which call falls where is a sample",
      "Who transcribes",
      "3 providers",
      "1,000 calls drawn with seed "0"",
      "deepgram",
      "69.4 % drawn (694), expected 70 %, within the 95 % interval 66.5 % to 72.2 %",
      "azure",
      "20.2 % drawn (202), expected 20 %, within the 95 % interval 17.8 % to 22.8 %",
      "assemblyai",
      "10.4 % drawn (104), expected 10 %, within the 95 % interval 8.7 % to 12.4 %",
      "Assumed where the specification is silent",
      "1",
      "asr-buckets",
      "which share of an ASR split a call gets depends on the hash of seed and call id that Preflight publishes, with the shares in
      ↪ file order",
    ]
  `);
});

test('a simulation shows a list filter', async () => {
  expect(await linesOf('requests/voice-desks.agent-list-filter.json')).toMatchInlineSnapshot(`
    [
      "requests/voice-desks.agent-list-filter.json selects 1 of 5 agents",
      "Agents under the filter",
      "1 of 5",
      "Agent | Selected | Channel | Because",
      "Front desk | selected | voice | its channel is voice, its name contains "desk"",
      "Billing | not selected | voice | neither its name nor its id contains "desk"",
      "Night line | not selected | voice | neither its name nor its id contains "desk"",
      "Reminders | not selected | voice | neither its name nor its id contains "desk"",
      "Web chat | not selected | chat | its channel is chat, not voice",
      "Assumed where the specification is silent",
      "1",
      "query-in-any-case",
      "the query of an agent list filter selects an agent if its name or id contains it, ignoring case",
    ]
  `);
});

test('a simulation shows the tasks of a batch', async () => {
  const brokenClinic = new Clinic('broken');
  try {
    const report = (await brokenClinic.simulate('batches/flu-clinic.batch-call.json', '{'))!;
    const blocks = report.blocks.filter(block => block.is !== 'section' || block.key !== 'assumptions');
    expect(textOf(h('div', {}, ...simulationContent({ ...report, blocks }, controls))).split(/\n|(?<=; )/))
      .toMatchInlineSnapshot(`
        [
          "Flu clinic reminders",
          "Batch",
          "5 tasks",
          "5tasks",
          "3✓ resolved",
          "2✕ with no such agent or version",
          "1✕ with unset variables, read out as placeholders",
          "4? with unknown variables",
          "2! overrides without effect",
          "begins 1970-01-21 11:22:31.800 UTC (trigger_timestamp); ",
          "dial time unknown: there is no time zone "PST"",
          "tasks | agent | gets",
          "2 | Reminders | version 1",
          "2 | Reminders | missing (production)",
          "1 | Front desk | version 4",
          "{{Clinic_Name}}",
          "unset in 1 task",
          "{{caller_name}}",
          "unset in 1 task",
          "{{opening_hour}}",
          "unset in 1 task",
          "{{reception_number}}",
          "unset in 1 task",
          "{{recption_number}}",
          "unset in 1 task",
          "Tasks",
          "4 of 5",
          "task | to | agent | remarks",
          "0 | 4155550131 | Reminders missing | Reminders has no tag "production"; ",
          "its tags: prod",
          "1 | +14155550132 | Reminders missing | Reminders has no tag "production"; ",
          "its tags: prod",
          "3 | +14155550133 | Front desk v4 | unset: Clinic_Name, caller_name, opening_hour, reception_number and recption_number; ",
          "no effect: conversation_flow.model_temperature",
          "4 | +14155550134 | Reminders v1 | overrides agent.voice_speed and service_llm.model_temperature; ",
          "no effect: service_llm.general_prompt; ",
          "the engine is not in this workspace, so its variables and defaults are not known",
          "and 1 more",
        ]
      `);
  } finally {
    brokenClinic.dispose();
  }
});

test('a simulation replays an alert rule over the series beside it', async () => {
  expect(await linesOf('alerts/slow-lookups.alert-rule.json')).toMatchInlineSnapshot(`
    [
      "Look-ups are slower than yesterday: change of custom_function_latency > +50 %",
      "Series slow-lookups-2026-01-12.csvChoose a Series…",
      "When the rule would have fired",
      "1 incident",
      "change of custom_function_latency > +50 % over 1 h, evaluated every 30 min, against the 1 h before",
      "14 evaluations, 2 without a figure; 1 incident",
      "2026-01-12 15:30 UTCfires > +50 %2026-01-12 22:00 UTC",
      "triggered | resolved | lasted | value | previous | change",
      "2026-01-12T18:30:00Z | 2026-01-12T20:00:00Z | 1 h 30 min | 2100 ms | 900 ms | +133.33 %",
      "Assumed where the specification is silent",
      "6",
      "alert-aggregation",
      "if several values of a series fall into one window, counts and costs are added up, rates and latencies are averaged, and the
      ↪ highest concurrency counts",
      "alert-alignment",
      "evaluations happen at multiples of frequency since the epoch, in UTC; each covers the window before that time, without the
      ↪ start of the window and with its end",
      "alert-coverage",
      "a rule is evaluated only if the series covers its whole window; a value covers the time since the previous value, and a
      ↪ single value covers a whole window",
      "alert-previous-period",
      "the previous period is the window of the same length right before",
      "alert-previous-zero",
      "if the previous period is 0 or unknown, there is no change in percent: nothing is triggered or resolved",
      "alert-resolves",
      "an incident resolves at the first evaluation at which the comparison no longer holds, and until then no other is opened",
    ]
  `);
});
test('a simulation offers the series beside an alert rule if none begins with its name, and any other file', async () => {
  expect(await linesOf('alerts/api-errors.alert-rule.json')).toMatchInlineSnapshot(`
    [
      "Errors of the interface: api_error_count > 10",
      "Series noneslow-lookups-2026-01-12.csvChoose a Series…",
      "When the rule would have fired",
      "api_error_count > 10 over 30 min, evaluated every 5 min",
      "Choose a series of values or call records: a CSV or JSON file with a column timestamp.",
    ]
  `);
});

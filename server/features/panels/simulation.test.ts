import { describe, expect, test } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import { textBeside, desk, draft, number } from '../../testing/sample-agents.ts';
import { panelText } from '../../testing/panel-text.ts';
import { planBetween, planPanel, previewAt, simulationReport, withPlaces, type SimulationOptions } from './index.ts';

const wordsOf = (text: string, options: SimulationOptions = {}): string => {
  const context = contextAt(text),
    report = simulationReport(context, { now: 0, calls: 1000, ...options });
  return report ? panelText(report.blocks, context.workspace) : 'nothing';
};

test('the simulation of a list of weights draws calls', () =>
  expect(wordsOf(textBeside(desk, draft) + number.replace('0.75', '▮0.5'), { seed: '7' })).toMatchInlineSnapshot(`
    "n.phone-number.json ‹n.phone-number.json:1:1 {›
    note: a draw is a sample, not a prediction: the platform picks at random, and this is one seeded draw
    1,000 calls drawn with seed "7"

    inbound_agents of +14155550100
      the weights add up to 0.75, not to 1; they are taken in proportion
      Desk@prod ‹n.phone-number.json:1:53 {› → version 1 ‹v1.agent.json:1:1 {› (published), weight 50 %
      █████████████████████████▏                62.9 % drawn (629), expected 66.7 %, outside the 95 % interval
                                                59.9 % to 65.8 %
      Desk@latest_published ‹n.phone-number.json:1:115 {› → version 1 ‹v1.agent.json:1:1 {› (published), weight
      25 %
      ██████████████▉                           37.1 % drawn (371), expected 33.3 %, outside the 95 % interval
                                                34.2 % to 40.1 %
      outside: by chance, about one interval in 20 misses the share that the weight gives; try another seed

      Added up by version
      Desk v1, 2 arms
      ████████████████████████████████████████  100 % drawn (1,000)

    Assumed where the specification is silent
      weights-in-proportion"
  `));
test('the simulation of a list without valid weights is refused', () =>
  expect(wordsOf('-- n.agent-weights.json --\n[{"agent_id": "a", "weight": ▮"x"}]')).toMatchInlineSnapshot(`
    "n.agent-weights.json ‹n.agent-weights.json:1:1 [›
    no result this is not a weight; a weight is a number greater than 0, so nothing can be drawn
    ‹n.agent-weights.json:1:30 "x"›"
  `));
test('the simulation of a batch lists tasks with remarks', () =>
  expect(
    wordsOf(`${textBeside(desk, draft)}-- b.batch-call.json --
{"name": "Flu", "from_number": "+1",
  "tasks": [{"to_number": "+2", "override_agent_id": "desk", "override_agent_version": 1,
      "service_llm_dynamic_variables": {"hours": "9 to 5"}},
 {"to_number": "+3", "override_agent_id": "desk", "override_agent_version": 1▮,
   "agent_override": {"agent": {"voice_speed": 0.9}}},
 {"to_number": "+4", "override_agent_id": "desk", "override_agent_version": "none"}]}`),
  ).toMatchInlineSnapshot(`
    "Flu ‹b.batch-call.json:1:1 {›

    Batch
        3 tasks
      ✓ 2 resolved
      ✕ 1 with no such agent or version
      ✕ 1 with unset variables, read out as placeholders
      ? 1 with unknown variables
      begins immediately (now: 1970-01-01 00:00 UTC); all tasks are due at 1970-01-01 00:00
      tasks  agent  gets
          2  Desk   version 1
          1  Desk   missing (none)
      {{hours}} ‹b.batch-call.json:4:2 {›  unset in 1 task

    Tasks
      task                         to  agent         remarks
      1 ‹b.batch-call.json:4:2 {›  +3  Desk v1       unset: hours; overrides agent.voice_speed
      2 ‹b.batch-call.json:6:2 {›  +4  Desk missing  Desk has no tag "none"; its tags: beta, idle and prod
      and 1 more

    Assumed where the specification is silent
      dial-when-open"
  `));
test('the simulation of a batch mentions common unknowns once, and no options of the command', () => {
  const tasks = Array.from({ length: 22 }, (_, i) => `{"to_number": "+${i}"}`).join(', '),
    text = wordsOf(`-- b.batch-call.json --\n{"name": "Flu", ▮"from_number": "+1", "tasks": [${tasks}]}`);
  expect(/^Tasks\n.*/m.exec(text)?.[0]).toMatchInlineSnapshot(`
    "Tasks
      all of them: the task names no agent, and +1 is not in this workspace"
  `);
  expect(/^ .*more.*$/m.exec(text)?.[0]).toMatchInlineSnapshot(`"  and 2 more"`);
  expect(text).not.toMatch(/all set|--all/);
});
test('the simulation of an agent shows a silent call and outages', () =>
  expect(
    wordsOf(
      textBeside(desk) +
        draft.replace(
          '"response',
          '"fallback_voice_ids": ["cartesia-Cleo"], "webhook_url": "https://u:hunter22@x.example/hook", "response',
        ),
    ),
  ).toMatchInlineSnapshot(`
    "Desk v2: a call with a silent caller ‹v2.agent.json:1:1 {›

    The call
       0:00  platform  the call is connected
       0:00  webhook   call_started
       0:00  agent     says, in its own words (until 0:04)
       0:14  agent     reminds the user, 1 of at most 1, after 10 s of silence, in its own words (until 0:18)
                       [reminder_trigger_ms 10000, the default]
      10:18  platform  ends the call after 10 min of silence [end_call_after_silence_ms 600000, the default]
      10:18  webhook   call_ended
      10:18  webhook   call_analyzed
      Ends after 10 min 18 s as inactivity.

    Webhook events
      go to         https://u:…@x.example/hook (webhook_url of the agent)
      timeout       10 s
      selected      call_started, call_ended and call_analyzed (the default)
      not selected  transcript_updated, transfer_started, transfer_bridged, transfer_cancelled and transfer_ended

    The engine in this call
      unset  {{floor}} in general prompt, two.llm.json:1 ‹two.llm.json:1:37 "You are at {{clinic}}, floor
             {{floor}}."›

    When a voice provider is out
      ✓ elevenlabs is out: cartesia-Cleo speaks; the main voice is out, and this is the first fallback
          main voice  11labs-Adrian  elevenlabs  out
          fallback 1  cartesia-Cleo  cartesia    not out ← speaks
      ✓ cartesia is out: 11labs-Adrian speaks; the provider of the main voice is not out
          main voice  11labs-Adrian  elevenlabs  not out ← speaks
          fallback 1  cartesia-Cleo  cartesia    out

    Assumed where the specification is silent
      call-script
      call-silence
      call-speech-time
      call-start-speaker
      call-webhook-moments"
  `));
test('an ASR routing, a list filter and an alert can be simulated, and an unsuitable file is refused', () => {
  expect(
    wordsOf(
      '-- a.asr-routing.json --\n' +
        '{"provider": "azure", "endpointing_ms": 300, ' +
        '"split": [{"provider": "azure", "endpointing_ms": 300, "fraction": 0.6}, ' +
        '{"provider": "deepgram", "endpointing_ms": 10, "fraction": ▮0.4}]}',
    ),
  ).toMatchInlineSnapshot(`
    "a.asr-routing.json ‹a.asr-routing.json:1:1 {›
    note: the platform's own buckets are not known, so which call falls where is a sample

    Who transcribes
      1,000 calls drawn with seed "0"
      azure ‹a.asr-routing.json:1:56 {›
      ███████████████████████▍                  58.4 % drawn (584), expected 60 %, within the 95 % interval 55.3 %
                                                to 61.4 %
      deepgram ‹a.asr-routing.json:1:119 {›
      ████████████████▋                         41.6 % drawn (416), expected 40 %, within the 95 % interval 38.6 %
                                                to 44.7 %

    Assumed where the specification is silent
      asr-buckets"
  `);
  expect(wordsOf(`${textBeside(desk)}-- f.agent-list-filter.json --\n{"query": "▮DESK"}`)).toMatchInlineSnapshot(`
    "f.agent-list-filter.json selects 1 of 1 agent ‹f.agent-list-filter.json:1:1 {›
    note: agents that are not in this workspace may be selected too: "complete" in preflight.config.json does not
          name them

    Agents under the filter
      Agent                              Selected  Channel  Because
      Desk ‹list.agent-list.json:1:2 {›  selected  voice    its name contains "DESK"

    Assumed where the specification is silent
      query-in-any-case"
  `);
  expect(
    wordsOf(
      '-- a.alert-rule.json --\n' +
        '{"name": "Busy", "metric_type": "call_count", "threshold_type": "absolute", "threshold_value": 100, ' +
        '"comparator": ">", "frequency": "1m", ▮"window": "1h"}',
    ),
  ).toMatchInlineSnapshot(`
    "Busy: call_count > 100 ‹a.alert-rule.json:1:1 {›

    When the rule would have fired
      call_count > 100 over 1 h, evaluated every 1 min
      Choose a series of values or call records: a CSV or JSON file with a column timestamp."
  `);
  expect(wordsOf('-- a.alert-rule.json --\n{▮}')).toMatchInlineSnapshot(`
    "a.alert-rule.json ‹a.alert-rule.json:1:1 {›
    no result the rule cannot be replayed: metric_type, threshold_type, threshold_value, comparator, frequency,
    window missing or not known ‹a.alert-rule.json:1:1 {›"
  `);
  expect(wordsOf('-- a.average-metric.json --\n{▮}')).toMatchInlineSnapshot(`
    "a.average-metric.json ‹a.average-metric.json:1:1 {›
    no result a file of kind average-metric cannot be simulated; what can: agent, agent-list-filter,
    agent-weights, alert-rule, asr-routing, batch-call and phone-number ‹a.average-metric.json:1:1 {›"
  `);
  expect(wordsOf('-- package.json --\n{▮}')).toBe('nothing');
});
describe('the simulation of an alert rule over a series', () => {
  const rule =
    '-- a.alert-rule.json --\n' +
    '{"name": "Busy", "metric_type": "call_count", "threshold_type": "absolute", "threshold_value": 100, ' +
    '"comparator": ">", "frequency": "30m", ▮"window": "1h", "active": false}';
  const replayOver = (text: string): string =>
    wordsOf(rule, { series: { otherFiles: [], chosenFile: { uri: 'file:///s.csv', name: 's.csv', text } } });
  test('replays the series', () =>
    expect(
      replayOver(
        'timestamp,value\n2026-01-12T10:00:00Z,90\n2026-01-12T11:00:00Z,120\n2026-01-12T12:00:00Z,30\n' +
          '2026-01-12T13:00:00Z,20\n',
      ),
    ).toMatchInlineSnapshot(`
      "Busy: call_count > 100 ‹a.alert-rule.json:1:1 {›
      note: the rule is not active, so the platform does not evaluate it

      When the rule would have fired
        call_count > 100 over 1 h, evaluated every 30 min
        7 evaluations; 1 incident
              120 ┤  ●●
            > 100 ┤───────
                  ┤●●
                  ┤
                  ┤
                  ┤
                  ┤
                  ┤    ●●●
                  ┤
                0 ┤
        incidents ┤··██···
                   2026-01-12T10:00:00Z to 2026-01-12T13:00:00Z
        triggered             resolved              lasted  value
        2026-01-12T11:00:00Z  2026-01-12T12:00:00Z  1 h     120

      Assumed where the specification is silent
        alert-aggregation
        alert-alignment
        alert-coverage
        alert-resolves"
    `));
  test('shows the place of a mistake in the series', () =>
    expect(replayOver('timestamp,value\nsoon,1\n')).toMatchInlineSnapshot(`
      "Busy: call_count > 100 ‹a.alert-rule.json:1:1 {›

      When the rule would have fired
        call_count > 100 over 1 h, evaluated every 30 min
        not replayed s.csv:2 timestamp: expected ISO 8601, or seconds or milliseconds since the epoch, got "soon""
    `));
  test('reports a series that is too short', () =>
    expect(replayOver('timestamp,value\n2026-01-12T10:00:00Z,90\n')).toMatchInlineSnapshot(`
      "Busy: call_count > 100 ‹a.alert-rule.json:1:1 {›
      note: the rule is not active, so the platform does not evaluate it
      note: the series has one value, which counts for a window of 1 h

      When the rule would have fired
        call_count > 100 over 1 h, evaluated every 30 min
        1 evaluation; no incident
            > 100 ┤─
                  ┤
                  ┤
                  ┤
                  ┤
                  ┤
                  ┤
                  ┤
                  ┤
               90 ┤●
        incidents ┤·
                   2026-01-12T10:00:00Z

      Assumed where the specification is silent
        alert-aggregation
        alert-alignment
        alert-coverage"
    `));
  test('reports why the series is missing', () =>
    expect(
      wordsOf(rule, {
        series: { otherFiles: [], chosenFile: { uri: 'file:///s.csv', name: 's.csv', problem: 'it is gone' } },
      }),
    ).toMatch(/not replayed it is gone/));
});
test('numbers out of bounds are clamped', () => {
  const text = textBeside(desk, draft) + number.replace('0.75', '▮0.75');
  expect([NaN, -5, 2.9].map(calls => /(\S+ calls?) drawn/.exec(wordsOf(text, { calls }))?.[1])).toEqual([
    '100,000 calls',
    '1 call',
    '2 calls',
  ]);
});
test('withPlaces converts places and changes nothing else', () => {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
    to = ({ file }: { file: string }) => ({ uri: file, range });
  const context = contextAt(textBeside(desk, draft) + number.replace('0.75', '▮0.75')),
    report = withPlaces(simulationReport(context), to),
    preview = withPlaces(previewAt(contextAt(desk + draft)), to);
  const { workspace } = context,
    plan = withPlaces(planPanel(planBetween({ workspace }, { workspace }, 'main'), workspace), to);
  expect([JSON.stringify(report).includes('{"uri":"n.phone-number.json"'), plan.words]).toEqual([
    true,
    'Nothing changes for callers; no reference changes; 3 unchanged',
  ]);
  expect(preview.blocks[0]).toEqual({
    is: 'title',
    text: { link: 'Desk v2', to: { uri: 'v2.agent.json', range } },
  });
  expect(JSON.stringify(preview)).not.toContain('"span"');
});

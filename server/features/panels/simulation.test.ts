import { describe, expect, test } from 'vitest';
import type { Preview, ViewPlan, SimulationReport } from '../../view/panels/index.ts';
import { contextAt } from '../../testing/caret.ts';
import { beside, desk, draft, number } from '../../testing/sample-agents.ts';
import { serialized } from '../../testing/serialized.ts';
import type { FilePlace } from '../file-place.ts';
import { planBetween, previewAt, viewPlan, simulationReport, withPlaces, type SimulationOptions } from './index.ts';

const shown = (text: string, options: SimulationOptions = {}): string => {
  const context = contextAt(text);
  return serialized(
    simulationReport(context, { now: 0, calls: 1000, ...options }) ?? { nothing: true },
    context.workspace,
  );
};

const resultOf = (report: SimulationReport<FilePlace> | null): { readonly calls?: unknown } =>
  report!.done[0]!.result as object;

test('a list of weights', () =>
  expect(shown(beside(desk, draft) + number.replace('0.75', '▮0.5'), { seed: '7' })).toMatchInlineSnapshot(`
    "done:
      -:
        subject: weights
        result:
          version: 1; kind: phone-number; calls: 1000; seed: 7
          lists:
            -:
              pointer: /inbound_agents; weights_sum: 0.75
              arms:
                -:
                  pointer: /inbound_agents/0; agent_id: desk; reference: prod; weight: 0.5; expected_share: 0.666667
                  resolution:
                    agent_id: desk; reference: prod; outcome: resolved; agent_version: 1; is_published: true; variables_from:
                      ↪ prod
                    dynamic_variables: {clinic Juniper; api_key (not shown)}; variables_outcome: resolved
                    steps: tag prod is assigned to version 1 [Versioning 3], the variables of tag prod apply [Versioning 4]
                    file: n.phone-number.json; pointer: /inbound_agents/0/agent_version
                  calls: 629; share: 0.629; interval95: 0.598619, 0.658394
                -:
                  pointer: /inbound_agents/1; agent_id: desk; reference: latest_published; weight: 0.25; expected_share: 0.333333
                  resolution:
                    agent_id: desk; reference: latest_published; outcome: resolved; agent_version: 1; is_published: true;
                      ↪ variables_from: prod
                    dynamic_variables: {clinic Juniper; api_key (not shown)}; variables_outcome: resolved
                    steps: the only published version is 1 [Versioning 3], the variables of the version's preferred tag prod
                      ↪ apply [Versioning 4]
                    file: n.phone-number.json; pointer: /inbound_agents/1/agent_version
                  calls: 371; share: 0.371; interval95: 0.341606, 0.401381
              versions:
                -:
                  agent_id: desk; agent_version: 1; arms: /inbound_agents/0, /inbound_agents/1; expected_share: 1; calls: 1000;
                    ↪ share: 1
                  interval95: 0.996173, 1
          assumptions: weights-in-proportion
        title: n.phone-number.json
        notes: a draw is a sample, not a prediction: the platform picks at random, and this is one seeded draw
        names: {desk Desk; /inbound_agents inbound_agents of +14155550100}
        places:
          /inbound_agents: n.phone-number.json:1:52 [; /inbound_agents/0: n.phone-number.json:1:53 {
          desk: list.agent-list.json:1:2 {; desk@1: v1.agent.json:1:1 {; /inbound_agents/1: n.phone-number.json:1:115 {
    pointer: /inbound_agents/0/weight; title: n.phone-number.json; place: n.phone-number.json:1:1 {
    assumptions: weights-in-proportion"
  `));
test('a list that nothing can be drawn from', () =>
  expect(shown('-- n.agent-weights.json --\n[{"agent_id": "a", "weight": ▮"x"}]')).toMatchInlineSnapshot(`
    "not:
      -:
        title: n.agent-weights.json; because: this is no weight; a weight is a number greater than 0, so nothing can be drawn
        place: n.agent-weights.json:1:30 "x"
    pointer: /0/weight; title: n.agent-weights.json; place: n.agent-weights.json:1:1 ["
  `));
test('a batch: tasks with something to say', () =>
  expect(
    shown(`${beside(desk, draft)}-- b.batch-call.json --
{"name": "Flu", "from_number": "+1",
  "tasks": [{"to_number": "+2", "override_agent_id": "desk", "override_agent_version": 1,
      "service_llm_dynamic_variables": {"hours": "9 to 5"}},
 {"to_number": "+3", "override_agent_id": "desk", "override_agent_version": 1▮,
   "agent_override": {"agent": {"voice_speed": 0.9}}},
 {"to_number": "+4", "override_agent_id": "desk", "override_agent_version": "none"}]}`),
  ).toMatchInlineSnapshot(`
    "done:
      -:
        subject: batch
        result:
          version: 1; kind: batch-call
          tasks:
            -:
              pointer: /tasks/1; to_number: +3
              resolution:
                agent_id: desk; reference: 1; outcome: resolved; agent_version: 1; is_published: true; variables_from: prod
                dynamic_variables: {clinic Juniper; api_key (not shown)}; variables_outcome: resolved
                steps:
                  -: a number selects exactly that version: 1 [Versioning 3]
                  -: the variables of the version's preferred tag prod apply [Versioning 4]
                file: b.batch-call.json; pointer: /tasks/1/override_agent_version
              dynamic_variables: {api_key (not shown); clinic Juniper; mood calm}
              variable_sources: {api_key tag; clinic tag; mood engine default}; unset_variables: hours
              dial_at: 1970-01-01T00:00:00+00:00; ring_duration_ms: 30000
              overrides:
                -:
                  pointer: /tasks/1/agent_override/agent/voice_speed; setting: agent.voice_speed; before: 1; before_from: default
                  after: 0.9; outcome: set
            -:
              pointer: /tasks/2; to_number: +4
              resolution:
                agent_id: desk; reference: none; outcome: missing; variables_outcome: unknowable
                because: desk has no tag "none"; its tags: beta, idle and prod
                steps: desk has no tag "none"; its tags: beta, idle and prod; file: b.batch-call.json
                pointer: /tasks/2/override_agent_version
              dial_at: 1970-01-01T00:00:00+00:00; because: desk has no tag "none"; its tags: beta, idle and prod
          summary:
            tasks: 3; resolved: 2; missing: 1
            versions:
              -: {agent_id desk; agent_version 1; reference 1; outcome resolved; tasks 2}
              -: {agent_id desk; reference none; outcome missing; tasks 1}
            tasks_with_unset_variables: 1; tasks_with_unknown_needs: 1; unset_variables: {hours 1}
            starts_at: 1970-01-01T00:00:00+00:00; starts_by: now; timezone: UTC; dial_at: 1970-01-01T00:00:00+00:00; dialling:
              ↪ dialled
          assumptions: dial-when-open
        title: Flu; notes: begins at once (now: 1970-01-01 00:00 UTC); all tasks are due at 1970-01-01 00:00
        names:
          desk: Desk; /tasks/1: unset: hours; overrides agent.voice_speed
          /tasks/2: desk has no tag "none"; its tags: beta, idle and prod
        places:
          /tasks/1: b.batch-call.json:4:2 {; desk: list.agent-list.json:1:2 {; desk@1: v1.agent.json:1:1 {
          /tasks/1/agent_override/agent/voice_speed: b.batch-call.json:5:48 0.9; /tasks/2: b.batch-call.json:6:2 {
    pointer: /tasks/1/override_agent_version; title: Flu; place: b.batch-call.json:1:1 {; assumptions: dial-when-open"
  `));
test('an agent: a silent call, and outages', () =>
  expect(
    shown(
      beside(desk) +
        draft.replace(
          '"response',
          '"fallback_voice_ids": ["cartesia-Cleo"], "webhook_url": "https://u:hunter22@x.example/hook", "response',
        ),
    ),
  ).toMatchInlineSnapshot(`
    "done:
      -:
        subject: call
        result:
          version: 1; kind: agent; call: silent; agent_id: desk; agent_version: 2
          timeline:
            -: {by platform; text the call is connected}
            -: {by webhook; text call_started; webhook {event call_started; url https://u:…@x.example/hook; timeout_ms 10000}}
            -: {by agent; text says, in its own words (until 0:04)}
            -:
              at_ms: 14000; by: agent; text: reminds the user, 1 of at most 1, after 10 s of silence, in its own words (until
                ↪ 0:18)
              setting: {name reminder_trigger_ms; value 10000; is_default true}
            -:
              at_ms: 618000; by: platform; text: ends the call after 10 min of silence
              setting: {name end_call_after_silence_ms; value 600000; is_default true}
            -: {at_ms 618000; by webhook; text call_ended; webhook {event call_ended; url https://u:…@x.example/hook; timeout_ms
              ↪ 10000}}
            -:
              at_ms: 618000; by: webhook; text: call_analyzed
              webhook: {event call_analyzed; url https://u:…@x.example/hook; timeout_ms 10000}
          ended_at_ms: 618000; disconnection_reason: inactivity
          webhooks:
            url: https://u:…@x.example/hook; url_from: agent; timeout_ms: 10000
            events:
              -: {event call_started; selected true}
              -: {event call_ended; selected true}
              -: {event call_analyzed; selected true}
              -: {event transcript_updated}
              -: {event transfer_started}
              -: {event transfer_bridged}
              -: {event transfer_cancelled}
              -: {event transfer_ended}
            default_events: true
          engine: {ring_duration_ms 30000; literal {name floor; file two.llm.json; pointer /general_prompt}}
          assumptions: call-script, call-silence, call-speech-time, call-start-speaker, call-webhook-moments
        title: desk, version 2: a call with a silent caller; names: {desk Desk}
        places: {desk list.agent-list.json:1:2 {; desk@2 v2.agent.json:1:1 {}
      -:
        subject: outage
        result:
          version: 1; kind: agent; outage: elevenlabs
          agents:
            -:
              file: v2.agent.json; agent_id: desk; agent_version: 2; outcome: speaks; voice_id: cartesia-Cleo; provider: cartesia
              because: the main voice is out, and this is the first fallback; candidates: cartesia-Cleo
              voices:
                -: {pointer /voice_id; voice_id 11labs-Adrian; provider elevenlabs; state down}
                -: {pointer /fallback_voice_ids/0; voice_id cartesia-Cleo; provider cartesia; state up}
        title: v2.agent.json while elevenlabs is out; names: {desk Desk}
        places:
          desk: list.agent-list.json:1:2 {; desk@2: v2.agent.json:1:1 {; /voice_id: v2.agent.json:1:124 "11labs-Adrian"
          /fallback_voice_ids/0: v2.agent.json:1:164 "cartesia-Cleo"
      -:
        subject: outage
        result:
          version: 1; kind: agent; outage: cartesia
          agents:
            -:
              file: v2.agent.json; agent_id: desk; agent_version: 2; outcome: speaks; voice_id: 11labs-Adrian; provider:
                ↪ elevenlabs
              because: the provider of the main voice is not out; candidates: 11labs-Adrian
              voices:
                -: {pointer /voice_id; voice_id 11labs-Adrian; provider elevenlabs; state up}
                -: {pointer /fallback_voice_ids/0; voice_id cartesia-Cleo; provider cartesia; state down}
        title: v2.agent.json while cartesia is out; names: {desk Desk}
        places:
          desk: list.agent-list.json:1:2 {; desk@2: v2.agent.json:1:1 {; /voice_id: v2.agent.json:1:124 "11labs-Adrian"
          /fallback_voice_ids/0: v2.agent.json:1:164 "cartesia-Cleo"
    pointer: /voice_id; title: desk, version 2: a call with a silent caller; place: v2.agent.json:1:1 {
    assumptions: call-script, call-silence, call-speech-time, call-start-speaker, call-webhook-moments"
  `));
test('an ASR routing, a list filter, an alert, and what cannot be simulated', () => {
  expect(
    shown(
      '-- a.asr-routing.json --\n' +
        '{"provider": "azure", "endpointing_ms": 300, ' +
        '"split": [{"provider": "azure", "endpointing_ms": 300, "fraction": 0.6}, ' +
        '{"provider": "deepgram", "endpointing_ms": 10, "fraction": ▮0.4}]}',
    ),
  ).toMatchInlineSnapshot(`
    "done:
      -:
        subject: asr-routing
        result:
          version: 1; kind: asr-routing; calls: 1000; seed: 0
          split:
            -:
              pointer: /split/0; provider: azure; endpointing_ms: 300; fraction: 0.6; expected_share: 0.6; calls: 584; share:
                ↪ 0.584
              interval95: 0.553186, 0.614171
            -:
              pointer: /split/1; provider: deepgram; endpointing_ms: 10; fraction: 0.4; expected_share: 0.4; calls: 416; share:
                ↪ 0.416
              interval95: 0.385829, 0.446814
          assumptions: asr-buckets
        title: a.asr-routing.json; notes: the platform's own buckets are not known, so which call falls where is a sample
        places: {/split/0 a.asr-routing.json:1:56 {; /split/1 a.asr-routing.json:1:119 {}
    pointer: /split/1/fraction; title: a.asr-routing.json; place: a.asr-routing.json:1:1 {; assumptions: asr-buckets"
  `);
  expect(shown(`${beside(desk)}-- f.agent-list-filter.json --\n{"query": "▮DESK"}`)).toMatchInlineSnapshot(`
    "done:
      -:
        subject: agent-list-filter
        result:
          version: 1; kind: agent-list-filter
          agents: {agent_id desk; agent_name Desk; channel voice; selected true; because its name contains "DESK"}
          summary: {agents 1; selected 1}; assumptions: query-in-any-case
        title: f.agent-list-filter.json selects 1 of 1 agent
        notes: agents that are not in this workspace may be selected too: "complete" in preflight.config.json does not name them
        names: {desk Desk}; places: {desk list.agent-list.json:1:2 {}
    pointer: /query; title: f.agent-list-filter.json selects 1 of 1 agent; place: f.agent-list-filter.json:1:1 {
    assumptions: query-in-any-case"
  `);
  expect(
    shown(
      '-- a.alert-rule.json --\n' +
        '{"name": "Busy", "metric_type": "call_count", "threshold_type": "absolute", "threshold_value": 100, ' +
        '"comparator": ">", "frequency": "1m", ▮"window": "1h"}',
    ),
  ).toMatchInlineSnapshot(`
    "title: Busy: call_count > 100; place: a.alert-rule.json:1:1 {
    alert: {condition call_count > 100 over 1 h, evaluated every 1 min}"
  `);
  expect(shown('-- a.alert-rule.json --\n{▮}')).toMatchInlineSnapshot(`
    "not:
      -:
        title: a.alert-rule.json
        because: the rule cannot be replayed: metric_type, threshold_type, threshold_value, comparator, frequency, window missing
          ↪ or not known
        place: a.alert-rule.json:1:1 {
    title: a.alert-rule.json; place: a.alert-rule.json:1:1 {"
  `);
  expect(shown('-- a.average-metric.json --\n{▮}')).toMatchInlineSnapshot(`
    "not:
      -:
        title: a.average-metric.json
        because: is a file of kind average-metric, and that cannot be simulated; what can: agent, agent-list-filter,
          ↪ agent-weights, alert-rule, asr-routing, batch-call and phone-number
        place: a.average-metric.json:1:1 {
    title: a.average-metric.json; place: a.average-metric.json:1:1 {"
  `);
  expect(shown('-- package.json --\n{▮}')).toBe('nothing: true');
});
describe('an alert rule over a series', () => {
  const rule =
    '-- a.alert-rule.json --\n' +
    '{"name": "Busy", "metric_type": "call_count", "threshold_type": "absolute", "threshold_value": 100, ' +
    '"comparator": ">", "frequency": "30m", ▮"window": "1h", "active": false}';
  const over = (text: string): string =>
    shown(rule, { series: { beside: [], chosen: { uri: 'file:///s.csv', name: 's.csv', text } } });
  test('is replayed', () =>
    expect(
      over(
        'timestamp,value\n2026-01-12T10:00:00Z,90\n2026-01-12T11:00:00Z,120\n2026-01-12T12:00:00Z,30\n' +
          '2026-01-12T13:00:00Z,20\n',
      ),
    ).toMatchInlineSnapshot(`
      "done:
        -:
          subject: alert
          result:
            version: 1; kind: alert-rule; evaluations: 7
            incidents: {triggered_timestamp 1768215600; resolved_timestamp 1768219200; current_value 120}
            assumptions: alert-aggregation, alert-alignment, alert-coverage, alert-resolves
          title: Busy: call_count > 100; notes: the rule is not active, so the platform does not evaluate it
      title: Busy: call_count > 100; place: a.alert-rule.json:1:1 {
      alert:
        condition: call_count > 100 over 1 h, evaluated every 30 min; series: {uri file:///s.csv; name s.csv}; evaluations: 7
        plot:
          title: Busy: call_count > 100
          points:
            -: {at 1768212000000; figure 90}
            -: {at 1768213800000; figure 90}
            -: {at 1768215600000; figure 120}
            -: {at 1768217400000; figure 120}
            -: {at 1768219200000; figure 30}
            -: {at 1768221000000; figure 30}
            -: {at 1768222800000; figure 20}
          high: 120; threshold: 100; isOver: true; words: {low 0; high 120; threshold > 100}
          incidents: {from 1768215600000; to 1768219200000}
        incidents: {from 1768215600000; to 1768219200000; lasted 1 h; value 120}
      assumptions: alert-aggregation, alert-alignment, alert-coverage, alert-resolves"
    `));
  test('that cannot be read says where', () =>
    expect(over('timestamp,value\nsoon,1\n')).toMatchInlineSnapshot(`
      "title: Busy: call_count > 100; place: a.alert-rule.json:1:1 {
      alert:
        condition: call_count > 100 over 1 h, evaluated every 30 min; series: {uri file:///s.csv; name s.csv}
        problem: s.csv:2 timestamp: expected ISO 8601, or seconds or milliseconds since the epoch, got "soon""
    `));
  test('that is too short says so', () =>
    expect(over('timestamp,value\n2026-01-12T10:00:00Z,90\n')).toMatchInlineSnapshot(`
      "done:
        -:
          subject: alert
          result: {version 1; kind alert-rule; evaluations 1; assumptions alert-aggregation, alert-alignment, alert-coverage}
          title: Busy: call_count > 100
          notes: the rule is not active, so the platform does not evaluate it, the series has one value, which counts for a window
            ↪ of 1 h
      title: Busy: call_count > 100; place: a.alert-rule.json:1:1 {
      alert:
        condition: call_count > 100 over 1 h, evaluated every 30 min; series: {uri file:///s.csv; name s.csv}; evaluations: 1
        plot:
          title: Busy: call_count > 100; points: {at 1768212000000; figure 90}; low: 90; high: 100; threshold: 100; isOver: true
          words: {low 90; high 100; threshold > 100}
      assumptions: alert-aggregation, alert-alignment, alert-coverage"
    `));
  test('that is not there says why', () =>
    expect(
      shown(rule, { series: { beside: [], chosen: { uri: 'file:///s.csv', name: 's.csv', problem: 'it is gone' } } }),
    ).toMatch(/problem it is\s+↪ gone/));
});
test('numbers out of bounds are brought within', () => {
  const context = contextAt(beside(desk, draft) + number.replace('0.75', '▮0.75'));
  expect([NaN, -5, 2.9].map(calls => resultOf(simulationReport(context, { calls })).calls)).toEqual([100_000, 1, 2]);
});
test('places become places of another sort, and nothing else changes', () => {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
    to = ({ file }: { file: string }) => ({ uri: file, range });
  const context = contextAt(beside(desk, draft) + number.replace('0.75', '▮0.75')),
    simulated: SimulationReport | null = withPlaces(simulationReport(context), to),
    preview: Preview = withPlaces(previewAt(contextAt(desk + draft)), to);
  const { workspace } = context,
    plan: ViewPlan = withPlaces(viewPlan(planBetween({ workspace }, { workspace }, 'main'), workspace), to);
  expect([simulated!.done[0]!.places['/inbound_agents']!.uri, plan.result.unchanged]).toEqual([
    'n.phone-number.json',
    3,
  ]);
  expect([preview.title, preview.place]).toEqual(['Desk, version 2', { uri: 'v2.agent.json', range }]);
  expect(JSON.stringify(preview)).not.toContain('"span"');
});

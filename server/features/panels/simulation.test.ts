import { describe, expect, test } from 'vitest';
import type { PlanReport, SimulationReport } from '../../protocol/index.ts';
import { askedIn } from '../../testing/asked.ts';
import { beside, desk, draft, number } from '../../testing/desk.ts';
import { told } from '../../testing/told.ts';
import { noPlan, planReport, simulationReport, withPlaces, type SimulationOptions } from './index.ts';

const shown = (text: string, options: SimulationOptions = {}): string => {
  const asked = askedIn(text);
  return told(simulationReport(asked, { now: 0, calls: 1000, ...options }) ?? { nothing: true }, asked.workspace);
};

test('a list of weights', () =>
  expect(shown(beside(desk, draft) + number.replace('0.75', '▮0.5'), { seed: '7' })).toMatchInlineSnapshot(`
    "notes: a draw is a sample, not a prediction: the platform picks at random, and this is one seeded draw
    lists:
      -:
        title: inbound_agents of +14155550100; place: n.phone-number.json:1:52 [; current: true; calls: 1000; seed: 7; sum: 0.75
        note: the weights add up to 0.75, not to 1; they are taken in proportion
        arms:
          -:
            place: n.phone-number.json:1:53 {; weight: 0.5; expected: 0.6666666666666666; destination: desk version 1; current:
              ↪ true
            resolution:
              agentId: desk; agentName: Desk; reference: prod; written: desk@prod; outcome: resolved; version: 1; isPublished:
                ↪ true
              selects: version 1 (published)
              steps: {text tag prod is assigned to version 1; spec Versioning 3}, {text the variables of tag prod apply; spec
                ↪ Versioning 4}
              variablesFrom: prod; variablesOutcome: resolved; live: tag prod of desk; target: v1.agent.json:1:1 {
            calls: 629; share: 0.629; interval95: 0.5986190226548378, 0.6583936736558891
          -:
            place: n.phone-number.json:1:115 {; weight: 0.25; expected: 0.3333333333333333; destination: desk version 1
            resolution:
              agentId: desk; agentName: Desk; reference: latest_published; written: desk@latest_published; outcome: resolved;
                ↪ version: 1
              isPublished: true; selects: version 1 (published)
              steps:
                -: {text the only published version is 1; spec Versioning 3}
                -: {text the variables of the version's preferred tag prod apply; spec Versioning 4}
              variablesFrom: prod; variablesOutcome: resolved; live: tag prod of desk; target: v1.agent.json:1:1 {
            calls: 371; share: 0.371; interval95: 0.341606326344111, 0.40138097734516226
        destinations:
          -:
            destination: desk version 1; agentName: Desk; outcome: resolved; expected: 1; arms: 1; calls: 1000; share: 1
            interval95: 0.996173241514445, 1
    assumptions: weights-in-proportion; title: n.phone-number.json"
  `));
test('a list that nothing can be drawn from', () =>
  expect(shown('-- n.agent-weights.json --\n[{"agent_id": "a", "weight": ▮"x"}]')).toMatchInlineSnapshot(`
    "notes: a draw is a sample, not a prediction: the platform picks at random, and this is one seeded draw
    lists:
      -:
        title: n.agent-weights.json; place: n.agent-weights.json:1:1 [; current: true; calls: 1000; seed: 0
        because: this is no weight; a weight is a number greater than 0; becauseAt: n.agent-weights.json:1:30 "x"
    title: n.agent-weights.json"
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
    "place: b.batch-call.json:1:1 {
    batch:
      tasks: 3; resolved: 2; missing: 1
      versions:
        -: {agentId desk; agentName Desk; version 1; outcome resolved; words desk version 1; tasks 2}
        -: {agentId desk; agentName Desk; outcome missing; words desk missing (none); tasks 1}
      tasksWithUnsetVariables: 1; tasksWithUnknownNeeds: 1; unsetVariables: {name hours; tasks 1; place b.batch-call.json:4:2 {}
      dialling: begins at once (now: 1970-01-01 00:00); all are due at 1970-01-01 00:00 (UTC)
      shown:
        -:
          place: b.batch-call.json:4:2 {; index: 1; to: +3; gets: desk v1 (published); outcome: resolved
          remarks: unset: hours, overrides agent.voice_speed
        -:
          place: b.batch-call.json:6:2 {; index: 2; to: +4; gets: desk nothing (missing); outcome: missing
          remarks: desk has no tag "none"; its tags: beta, idle and prod
    assumptions: dial-when-open; title: Flu"
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
    "place: v2.agent.json:1:1 {
    call:
      call: silent; endedAtMs: 618000; reason: inactivity
      webhooks: call_started, call_ended and call_analyzed (the default) to https://u:…@x.example/hook
      moments:
        -: {clock 0:00; by platform; text the call is connected}
        -: {clock 0:00; by webhook; text call_started}
        -: {clock 0:00; by agent; text says, in words of its own (until 0:04)}
        -:
          atMs: 14000; clock: 0:14; by: agent
          text: reminds the user, 1 of at most 1, after 10 s of silence, in words of its own (until 0:18)
          setting: {name reminder_trigger_ms; value 10000; isDefault true}
        -:
          atMs: 618000; clock: 10:18; by: platform; text: ends the call after 10 min of silence
          setting: {name end_call_after_silence_ms; value 600000; isDefault true}
        -: {atMs 618000; clock 10:18; by webhook; text call_ended}
        -: {atMs 618000; clock 10:18; by webhook; text call_analyzed}
    outages:
      -: {provider elevenlabs; outcome speaks; voice cartesia-Cleo; because the main voice is out, and this is the first
        ↪ fallback}
      -: {provider cartesia; outcome speaks; voice 11labs-Adrian; because the provider of the main voice is not out}
    assumptions: call-script, call-silence, call-speech-time, call-start-speaker, call-webhook-moments
    title: desk, version 2: a call with a silent caller"
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
    "notes: the buckets of the platform are not known, so which call falls where is a sample; place: a.asr-routing.json:1:1 {
    routes:
      -:
        place: a.asr-routing.json:1:56 {; provider: azure; expected: 0.6; calls: 584; share: 0.584
        interval95: 0.5531860721954471, 0.6141710323789795
      -:
        place: a.asr-routing.json:1:119 {; provider: deepgram; expected: 0.4; calls: 416; share: 0.416
        interval95: 0.38582896762102037, 0.44681392780455287
    assumptions: asr-buckets; title: a.asr-routing.json"
  `);
  expect(shown(`${beside(desk)}-- f.agent-list-filter.json --\n{"query": "▮DESK"}`)).toMatchInlineSnapshot(`
    "notes: agents that are in no file may be selected too; place: f.agent-list-filter.json:1:1 {
    agents: {place list.agent-list.json:1:2 {; agentId desk; name Desk; selected true; because its name contains "DESK"}
    assumptions: query-in-any-case; title: f.agent-list-filter.json selects 1 of 1 agent"
  `);
  expect(
    shown(
      '-- a.alert-rule.json --\n' +
        '{"name": "Busy", "metric_type": "call_count", "threshold_type": "absolute", "threshold_value": 100, ' +
        '"comparator": ">", "frequency": "1m", ▮"window": "1h"}',
    ),
  ).toMatchInlineSnapshot(`
    "place: a.alert-rule.json:1:1 {; alert: {condition call_count > 100 over 1 h, evaluated every 1 min}
    title: Busy: call_count > 100"
  `);
  expect(shown('-- a.alert-rule.json --\n{▮}')).toMatchInlineSnapshot(`
    "because: metric_type, threshold_type, threshold_value, comparator, frequency, window missing or not known, so the rule cannot
      ↪ be replayed
    place: a.alert-rule.json:1:1 {; title: a.alert-rule.json"
  `);
  expect(shown('-- a.llm.json --\n{▮}')).toBe('nothing: true');
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
      "notes: the rule is not active, so the platform does not evaluate it; place: a.alert-rule.json:1:1 {
      alert:
        condition: call_count > 100 over 1 h, evaluated every 30 min; series: {uri file:///s.csv; name s.csv}; evaluations: 7
        plot:
          points:
            -: {at 1768212000000; figure 90}
            -: {at 1768213800000; figure 90}
            -: {at 1768215600000; figure 120}
            -: {at 1768217400000; figure 120}
            -: {at 1768219200000; figure 30}
            -: {at 1768221000000; figure 30}
            -: {at 1768222800000; figure 20}
          high: 120; threshold: 100; words: {low 0; high 120; threshold > 100}
        incidents: {from 1768215600000; to 1768219200000; lasted 1 h; value 120}
      assumptions: alert-aggregation, alert-alignment, alert-coverage, alert-resolves; title: Busy: call_count > 100"
    `));
  test('that cannot be read says where', () =>
    expect(over('timestamp,value\nsoon,1\n')).toMatchInlineSnapshot(`
    "place: a.alert-rule.json:1:1 {
    alert:
      condition: call_count > 100 over 1 h, evaluated every 30 min; series: {uri file:///s.csv; name s.csv}
      problem: line 2: the timestamp "soon" is no time: ISO 8601, or seconds or milliseconds since the epoch, is expected
    title: Busy: call_count > 100"
  `));
  test('that is too short says so', () =>
    expect(over('timestamp,value\n2026-01-12T10:00:00Z,90\n')).toMatchInlineSnapshot(`
      "notes: the rule is not active, so the platform does not evaluate it; place: a.alert-rule.json:1:1 {
      alert:
        condition: call_count > 100 over 1 h, evaluated every 30 min; series: {uri file:///s.csv; name s.csv}; evaluations: 1
        plot: {points {at 1768212000000; figure 90}; low 90; high 100; threshold 100; words {low 90; high 100; threshold > 100}}
      assumptions: alert-aggregation, alert-alignment, alert-coverage; title: Busy: call_count > 100"
    `));
  test('that is not there says why', () =>
    expect(
      shown(rule, { series: { beside: [], chosen: { uri: 'file:///s.csv', name: 's.csv', problem: 'it is gone' } } }),
    ).toMatch(/problem it is\s+↪ gone/));
});
test('numbers out of bounds are brought within', () => {
  const asked = askedIn(beside(desk, draft) + number.replace('0.75', '▮0.75'));
  expect([NaN, -5, 2.9].map(calls => simulationReport(asked, { calls })!.lists[0]!.calls)).toEqual([100_000, 1, 2]);
});
test('a plan between two states of the files', () => {
  const before = askedIn(desk + draft + number).workspace,
    { workspace } = askedIn((desk + draft + number).replace('"prod": {"version": 1', '"prod": {"version": 2'));
  const report = planReport(before, workspace, 'main', file => `x/${file}`);
  expect(told({ ...report, html: report.html.length > 1000, markdown: report.markdown.split('\n') }, workspace))
    .toMatchInlineSnapshot(`
      "headline: 3 live references change; 0 stay as they are; compared: the files now against main; html: true
      markdown:
        -: ### Preflight: 3 live references change; 0 stay as they are
        -: the files now against main
        -: - 🔵 **tag prod of Desk (desk)**: v1 (published) → v2 (draft)
        -:   - and **inbound\\_agents of +14155550100 → desk@<!-- -->prod**
        -: - 🔵 **inbound\\_agents of +14155550100 → desk@<!-- -->latest\\_published**: v1 (published) as before; api\\_key and clinic
          ↪ go
        -: <details><summary>Every change, with its reasons (3)</summary>
        -: 🔵 **tag prod of Desk (desk)** (live): v1 (published) → v2 (draft)<br>
        -: \`x/list.agent-list.json /0/tags/prod\`
        -: 🔵 and **inbound\\_agents of +14155550100 → desk@<!-- -->prod** (live)<br>
        -: \`x/n.phone-number.json /inbound_agents/0/agent_version\`
        -: - was: tag prod is assigned to version 1 (Versioning 3); the variables of tag prod apply (Versioning 4)
        -: - now: tag prod is assigned to version 2 (Versioning 3); the variables of tag prod apply (Versioning 4)
        -: 🔵 **inbound\\_agents of +14155550100 → desk@<!-- -->latest\\_published** (live): v1 (published) as before; api\\_key and
          ↪ clinic go<br>
        -: \`x/n.phone-number.json /inbound_agents/1/agent_version\`
        -: - was: the only published version is 1 (Versioning 3); the variables of the version's preferred tag prod apply
          ↪ (Versioning 4)
        -: - now: the only published version is 1 (Versioning 3); the version has no tags, so no variables apply (Versioning 4)
        -: - \`api_key\`: gone: it was (not shown)
        -: - \`clinic\`: gone: it was "Juniper"
        -: </details>
      changes:
        -:
          effect: version; kind: tag; live: true; subject: tag prod of Desk (desk); words: v1 (published) → v2 (draft)
          before: v1 (published); after: v2 (draft)
          steps:
            before: {text tag prod is assigned to version 1; spec Versioning 3}, {text the variables of tag prod apply; spec
              ↪ Versioning 4}
            after: {text tag prod is assigned to version 2; spec Versioning 3}, {text the variables of tag prod apply; spec
              ↪ Versioning 4}
          count: 1; place: list.agent-list.json:2:11 {
        -:
          effect: version; kind: phone-number; live: true; subject: inbound_agents of +14155550100 → desk@prod
          words: v1 (published) → v2 (draft); before: v1 (published); after: v2 (draft)
          steps:
            before: {text tag prod is assigned to version 1; spec Versioning 3}, {text the variables of tag prod apply; spec
              ↪ Versioning 4}
            after: {text tag prod is assigned to version 2; spec Versioning 3}, {text the variables of tag prod apply; spec
              ↪ Versioning 4}
          count: 1; place: n.phone-number.json:1:91 "prod"
        -:
          effect: variables; kind: phone-number; live: true; subject: inbound_agents of +14155550100 → desk@latest_published
          words: v1 (published) as before; api_key and clinic go; before: v1 (published); after: v1 (published)
          steps:
            before:
              -: {text the only published version is 1; spec Versioning 3}
              -: {text the variables of the version's preferred tag prod apply; spec Versioning 4}
            after:
              -: {text the only published version is 1; spec Versioning 3}
              -: {text the version has no tags, so no variables apply; spec Versioning 4}
          variables: {name api_key; words gone: it was (not shown)}, {name clinic; words gone: it was "Juniper"}; count: 1
          place: n.phone-number.json:1:154 "latest_published""
    `);
  expect(report.html).toMatch(/^<!doctype html>[\s\S]*Content-Security-Policy[\s\S]*<\/html>\n$/);
  expect(planReport(before, before, 'main')).toMatchObject({
    headline: 'No reference changes; 3 stay as they are',
    changes: [],
    problem: null,
  });
  expect(noPlan('there is no git here').problem).toBe('there is no git here');
});
test('what a live version says differently under the same number', () => {
  const before = askedIn(desk + draft + number).workspace,
    { workspace } = askedIn(
      (desk + draft + number).replace('"11labs-Adrian"', '"11labs-Zed"').replace('You are at', 'At'),
    );
  const { contents, headline } = planReport(before, workspace, 'main');
  expect(headline).toBe(
    'No reference changes; 3 stay as they are; 2 values of live versions change under the same number',
  );
  expect(told({ contents }, workspace)).toMatchInlineSnapshot(`
    "contents:
      -:
        title: Desk (desk) version 1; reach: live through tag prod of desk; live: true
        rows: {pointer /voice_id; words "11labs-Adrian" → "11labs-Zed"; place v1.agent.json:2:15 "11labs-Zed"}
      -:
        title: LLM engine one; reach: behind desk version 1, live through tag prod of desk; live: true
        rows:
          -:
            pointer: /general_prompt; words: +1 −1 lines
            hunk: -You are at {{clinic}}, open {{hours}}. It is {{current_time}}., +At {{clinic}}, open {{hours}}. It is
              ↪ {{current_time}}.
            place: one.llm.json:1:37 "At {{clinic}}, open {{hours}}. It is {{current_time}}.""
  `);
});
test('places become places of another sort', () => {
  const to = ({ file }: { file: string }) => ({
    uri: file,
    range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
  });
  const asked = askedIn(beside(desk, draft) + number.replace('0.75', '▮0.75')),
    simulated: SimulationReport | null = withPlaces(simulationReport(asked), to);
  const plan: PlanReport = withPlaces(planReport(asked.workspace, asked.workspace, 'main'), to);
  expect([simulated!.lists[0]!.place.uri, plan.unchanged]).toEqual(['n.phone-number.json', 3]);
});

import { describe, expect, test } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import { tooltips } from '../../testing/panel-text.ts';
import { textBeside, previewed, desk, draft, number } from '../../testing/sample-agents.ts';
import { previewAt } from './index.ts';

describe('the preview of a draft', () => {
  test('shows its variables, the matrix of its agent, and the effect of publishing it', () =>
    expect(previewed(desk + draft + number, {})).toMatchInlineSnapshot(`
      "Desk v2 ‹v2.agent.json:1:1 {›
      a draft, v2.agent.json
      Desk@2
      version 2 ‹v2.agent.json:1:1 {› (draft)
      Its variables come from the tag beta.

      If version 2 were published
        25 % of inbound calls of +14155550100 move; 1 live reference changes; 2 unchanged
        Before
          version 2 ‹v2.agent.json:1:1 {› (draft)
          variables from the tag beta
        After
          version 2 ‹v2.agent.json:1:1 {› (published)
          variables from the tag beta

        Callers
          → inbound calls of +14155550100 ‹n.phone-number.json:1:52 [›: 25 % move: Desk v1 100 % → 75 %, v2 0 % →
            25 %

        Live
          ~ inbound_agents of +14155550100 → Desk@latest_published ‹n.phone-number.json:1:154 "latest_published"›:
            v1 (published) → v2 (published); clinic gets a new value, api_key is no longer set
              1 prompt or message, 1 setting and 5 variables differ ‹compareVersions desk 1 2 ‹v1.agent.json:1:1 {››
              n.phone-number.json
              api_key  removed: was (not shown)
              clinic   "Juniper" → "Rehearsal"
              was  the only published version is 1 [Versioning 3]; the variables of the version's preferred tag prod
                   apply [Versioning 4]
              now  of the published versions 1 and 2, 2 was modified last [Versioning 3]; the variables of the
                   version's preferred tag beta apply [Versioning 4]

        Assumed where the specification is silent
          edits-come-last
          publish-order
          publish-touches-nothing-else

      Why
        1. a number selects exactly that version: 2 [Versioning 3]
        2. the variables of the version's preferred tag beta apply [Versioning 4]

      Variables
        Variable     Value                                            Used
        floor unset  unless the call sets it, it stays a placeholder  ‹two.llm.json:1:67 {{floor}}›
        clinic tag   Rehearsal                                        ‹two.llm.json:1:49 {{clinic}}›

      Every tag
        hole The prompt uses the variable and nothing here sets it; for callers of a number, it stays a placeholder.
        hole The prompt uses the variable and nothing here sets it; unless the call sets it, it stays a placeholder.
        api_key
          prod ‹list.agent-list.json:2:11 {› (live) v1 · 1 hole  (not shown)
          beta ‹list.agent-list.json:3:11 {› v2 · 1 hole · shown  –
          idle ‹list.agent-list.json:4:11 {› v2 · 2 holes  –
        clinic
          prod ‹list.agent-list.json:2:11 {› (live) v1 · 1 hole  Juniper
          beta ‹list.agent-list.json:3:11 {› v2 · 1 hole · shown  Rehearsal
          idle ‹list.agent-list.json:4:11 {› v2 · 2 holes  hole
        current_time
          prod ‹list.agent-list.json:2:11 {› (live) v1 · 1 hole  ⚙ platform
          beta ‹list.agent-list.json:3:11 {› v2 · 1 hole · shown  –
          idle ‹list.agent-list.json:4:11 {› v2 · 2 holes  –
        floor
          prod ‹list.agent-list.json:2:11 {› (live) v1 · 1 hole  –
          beta ‹list.agent-list.json:3:11 {› v2 · 1 hole · shown  hole
          idle ‹list.agent-list.json:4:11 {› v2 · 2 holes  hole
        hours
          prod ‹list.agent-list.json:2:11 {› (live) v1 · 1 hole  hole
          beta ‹list.agent-list.json:3:11 {› v2 · 1 hole · shown  –
          idle ‹list.agent-list.json:4:11 {› v2 · 2 holes  –
        mood
          prod ‹list.agent-list.json:2:11 {› (live) v1 · 1 hole  calm
          beta ‹list.agent-list.json:3:11 {› v2 · 1 hole · shown  –
          idle ‹list.agent-list.json:4:11 {› v2 · 2 holes  –"
    `));
  test('shows the source of each variable in a tooltip', () =>
    expect(tooltips(previewAt(contextAt(desk + draft)).blocks)).toMatchInlineSnapshot(`
      [
        "unset: unless the call sets it, it stays a placeholder",
        ""Rehearsal" from tag beta",
        "(not shown), by the tag, not used",
        "neither used nor set",
        "neither used nor set",
        "Juniper, by the tag",
        "Rehearsal, by the tag",
        "neither used nor set",
        "neither used nor set",
        "neither used nor set",
        "neither used nor set",
        "neither used nor set",
        "calm, by the engine default, not used",
        "neither used nor set",
        "neither used nor set",
      ]
    `));
  test('without references has a separate column', () =>
    expect(
      previewed(
        desk.replace(
          '"version": 2, "dynamic_variables": {"clinic": "Rehearsal"}',
          '"version": 1, "dynamic_variables": {}',
        ) + draft,
        {},
        '',
        'matrix',
      ),
    ).toMatchInlineSnapshot(`
      "Desk v2 ‹v2.agent.json:1:1 {›
      a draft, v2.agent.json
      Desk@2
      version 2 ‹v2.agent.json:1:1 {› (draft)
      No tag sets variables for it.

      Every tag
        hole The prompt uses the variable and nothing here sets it; unless the call sets it, it stays a placeholder.
        api_key
          prod ‹list.agent-list.json:2:11 {› (live) v1 · 1 hole  (not shown)
          beta ‹list.agent-list.json:3:11 {› v1 · 2 holes  –
          idle ‹list.agent-list.json:4:11 {› v2 · 2 holes  –
          version 2 ‹v2.agent.json:1:1 {› v2 · 2 holes · shown  –
        clinic
          prod ‹list.agent-list.json:2:11 {› (live) v1 · 1 hole  Juniper
          beta ‹list.agent-list.json:3:11 {› v1 · 2 holes  hole
          idle ‹list.agent-list.json:4:11 {› v2 · 2 holes  hole
          version 2 ‹v2.agent.json:1:1 {› v2 · 2 holes · shown  hole
        current_time
          prod ‹list.agent-list.json:2:11 {› (live) v1 · 1 hole  ⚙ platform
          beta ‹list.agent-list.json:3:11 {› v1 · 2 holes  ⚙ platform
          idle ‹list.agent-list.json:4:11 {› v2 · 2 holes  –
          version 2 ‹v2.agent.json:1:1 {› v2 · 2 holes · shown  –
        floor
          prod ‹list.agent-list.json:2:11 {› (live) v1 · 1 hole  –
          beta ‹list.agent-list.json:3:11 {› v1 · 2 holes  –
          idle ‹list.agent-list.json:4:11 {› v2 · 2 holes  hole
          version 2 ‹v2.agent.json:1:1 {› v2 · 2 holes · shown  hole
        hours
          prod ‹list.agent-list.json:2:11 {› (live) v1 · 1 hole  hole
          beta ‹list.agent-list.json:3:11 {› v1 · 2 holes  hole
          idle ‹list.agent-list.json:4:11 {› v2 · 2 holes  –
          version 2 ‹v2.agent.json:1:1 {› v2 · 2 holes · shown  –
        mood
          prod ‹list.agent-list.json:2:11 {› (live) v1 · 1 hole  calm
          beta ‹list.agent-list.json:3:11 {› v1 · 2 holes  calm
          idle ‹list.agent-list.json:4:11 {› v2 · 2 holes  –
          version 2 ‹v2.agent.json:1:1 {› v2 · 2 holes · shown  –"
    `));
});

test('the preview of an engine shows the missing variables of the version that runs it; unknowable values do not count as missing', () => {
  const engine = textBeside(desk, draft).replace('at {{clinic}}, floor', 'at {{▮clinic}}, floor'),
    matrixIn = (text: string): string => previewed(text, {}, 'matrix');
  expect(previewed(engine, {}, '')).toMatch(/^Desk v2 [^]*note: this engine is run by the version that is shown/);
  expect(matrixIn(engine)).toBe(matrixIn(desk + draft));
  const untold =
    '-- a.agent.json --\n' +
    '{"agent_id": "a", "version": 0, "assigned_tags": [▮"prod"], "voice_id": "11labs-Adrian", ' +
    '"response_engine": {"type": "service-llm", "llm_id": "one"}}\n' +
    '-- one.llm.json --\n' +
    '{"llm_id": "one", "general_prompt": "{{who}}"}\n';
  expect(previewed(untold, {}, '', 'variables', 'matrix')).toMatchInlineSnapshot(`
    "a@prod ‹a.agent.json:1:51 "prod"›
    tag prod, a.agent.json
    version 0 ‹a.agent.json:1:1 {› (live)
    Live through tag prod of a.
    Which variables apply is not known.

    Variables
      note: Not complete: the values of the tag are not known.
      Variable        Value    Used
      who unknowable  unknown  ‹one.llm.json:1:38 {{who}}›

    Every tag
      Variable  prod ‹a.agent.json:1:1 {› (live) v0 · shown not complete
      who       ? unknown"
  `);
});
test('the preview of a record without an id shows the variables of its engine', () =>
  expect(
    previewed(
      `${textBeside(desk)}-- new.agent.json --
{"voice_id": "▮11labs-Adrian", "response_engine": {"type": "service-llm", "llm_id": "one"}}
`,
      {},
    ),
  ).toMatchInlineSnapshot(`
    "new.agent.json ‹new.agent.json:1:1 {›
    new.agent.json
    note: the record has no agent_id, so nothing can refer to it; the variables are those that it has without a
          tag

    Variables
      Variable             Value                                            Used
      clinic unset         unless the call sets it, it stays a placeholder  ‹one.llm.json:1:49 {{clinic}}›
      hours unset          unless the call sets it, it stays a placeholder  ‹one.llm.json:1:66 {{hours}}›
      current_time system  set by the platform                              ‹one.llm.json:1:83 {{current_time}}›
      mood engine default  calm"
  `));
test('the preview of a request shows the effect of the request', () =>
  expect(
    previewed(
      `${textBeside(desk, draft, number)}-- desk.publish-agent-version.json --\n{"version": ▮7}\n`,
      {},
      '',
      'hypothetical',
    ),
  ).toMatchInlineSnapshot(`
    "publish Desk v7 ‹desk.publish-agent-version.json:1:1 {›
    desk.publish-agent-version.json
    Desk@7
    missing
    Desk has no version 7; its versions: 1 and 2
    Which variables apply is not known.

    If version 7 were published
      Impossible, or its effect is unknown
      Desk has no version 7; its versions are 1 and 2
      No reference changes; 3 unchanged
      Before
        missing
        Desk has no version 7; its versions: 1 and 2
      After
        missing
        Desk has no version 7; its versions: 1 and 2"
  `));
test('the preview of an alert shows its metric', () =>
  expect(
    previewed(
      '-- a.alert-rule.json --\n' +
        '{"name": "Busy", "metric_type": "call_count", "threshold_type": "relative", "threshold_value": -120, ' +
        '"comparator": "<", "frequency": "1m", "window": "1h", ▮"active": false}',
      {},
      '',
      'alert',
    ),
  ).toMatchInlineSnapshot(`
    "Busy ‹a.alert-rule.json:1:1 {›
    a.alert-rule.json

    Alert rule
      change of call_count < -120 % over 1 h, evaluated every 1 min, against the 1 h before
      note: the condition is never true
      note: the rule is not active, so the platform does not evaluate it
      note: nobody is notified: there are neither emails nor webhook_urls
      Nobody is notified."
  `));
test('the preview of an invalid text shows what can be read', () =>
  expect(previewed(textBeside(desk, draft) + number.replace('"prod", "weight"', '"prod▮, "weight"'), {}, ''))
    .toMatchInlineSnapshot(`
      "Desk@prod ‹n.phone-number.json:1:53 {›
      inbound_agents of +14155550100, n.phone-number.json
      note: the text cannot be parsed; only its readable parts are shown
      version 1 ‹v1.agent.json:1:1 {› (published) (live)
      Live through tag prod of Desk.
      Its variables come from the tag prod.
      100,000 calls drawn with seed "0""
    `));
test.each([
  ['-- a.average-metric.json --\n{▮}', `a file of kind average-metric selects no version of an agent`],
  [
    '-- a.txt.json --\n▮{}',
    'Preflight does not recognize this file; rename it, or add a glob to files in preflight.config.json',
  ],
  ['-- a.llm.json --\n{"general_prompt": "▮"}', 'no agent in this workspace runs this engine'],
  ['-- a.agent.json --\n▮', 'the file is empty'],
  ['-- x.publish-agent-version.json --\n{▮}', 'version is missing'],
  [
    '-- a.phone-number.json --\n[{"phone_number": "+1"}, ▮ {}]',
    'the file has 2 records; put the cursor into one of them',
  ],
])('there is nothing to preview in %j', (text, because) =>
  expect(previewAt(contextAt(text)).words).toBe(`nothing to preview here: ${because}`),
);

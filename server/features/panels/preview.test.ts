import { describe, expect, test } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import { beside, previewed, desk, draft, number } from '../../testing/sample-agents.ts';
import { previewAt } from './index.ts';

describe('a draft', () => {
  test('is told with its variables, the matrix of its agent, and what publishing it would do', () =>
    expect(previewed(desk + draft + number)).toMatchInlineSnapshot(`
      "subject: version; title: Desk, version 2; detail: desk@2, a draft, v2.agent.json; place: v2.agent.json:1:1 {
      resolution:
        result:
          agent_id: desk; reference: 2; outcome: resolved; agent_version: 2; variables_from: beta
          dynamic_variables: {clinic Rehearsal}; variables_outcome: resolved
          steps:
            -: a number selects exactly that version: 2 [Versioning 3]
            -: the variables of the version's preferred tag beta apply [Versioning 4]
        written: desk@2; selects: version 2 (draft); names: {desk Desk}
        places: {desk list.agent-list.json:1:2 {; desk@2 v2.agent.json:1:1 {}
      variables:
        Variables
          Variable     Value                      Used
          floor unset  read out as a placeholder  1 use
          clinic tag   Rehearsal                  1 use
      matrix:
        block:
          Every tag
            hole The prompt uses the variable and nothing sets it, so the placeholder is read out.
            Variable      prod (live) v1 · 1 hole  beta v2 · 1 hole · shown  idle v2 · 2 holes
            api_key       (not shown)              –                         –
            clinic        Juniper                  Rehearsal                 hole
            current_time  ⚙ platform               –                         –
            floor         –                        hole                      hole
            hours         hole                     –                         –
            mood          calm                     –                         –
        holes: 4
      hypothetical:
        title: If version 2 were published; outcome: applied
        result:
          version: 1; unchanged: 2; edits: {edit publish desk@2; outcome applied}
          assumptions: edits-come-last, publish-order, publish-touches-nothing-else
        headline: 25 % of inbound calls of +14155550100 move; 1 live reference changes; 2 unchanged
        callers:
          -:
            kind: number
            entries: {text inbound calls of +14155550100; file n.phone-number.json; pointer /inbound_agents; isThere true}
            words: 25 % move: desk v1 100 % → 75 %, v2 0 % → 25 %; moved: 0.25; before: {name desk v1; share 1}
            after: {name desk v1; share 0.75}, {name desk v2; share 0.25}
        compared: with publish desk@2
        causes:
          -:
            effect: version+variables; live: true; differs: 1 prompt or message, 1 setting and 5 variables differ
            diff: preflight diff desk@1 @2; words: v1 (published) → v2 (published); clinic gets a new value, api_key is no longer
              ↪ set
            before:
              outcome: resolved
              steps: the only published version is 1 [Versioning 3], the variables of the version's preferred tag prod apply
                ↪ [Versioning 4]
            after:
              outcome: resolved
              steps:
                -: of the published versions 1 and 2, 2 was modified last [Versioning 3]
                -: the variables of the version's preferred tag beta apply [Versioning 4]
            variables: {name api_key; words removed: was (not shown)}, {name clinic; words "Juniper" → "Rehearsal"}
            subjects:
              -:
                subject: inbound_agents of +14155550100 → desk@latest_published; kind: phone-number; count: 1
                places: n.phone-number.json /inbound_agents/1/agent_version; file: n.phone-number.json
                pointer: /inbound_agents/1/agent_version
        assumptions: edits-come-last, publish-order, publish-touches-nothing-else
        places:
          n.phone-number.json#/inbound_agents: n.phone-number.json:1:52 [
          n.phone-number.json#/inbound_agents/1/agent_version: n.phone-number.json:1:154 "latest_published"
        before:
          result:
            agent_id: desk; reference: 2; outcome: resolved; agent_version: 2; variables_from: beta
            dynamic_variables: {clinic Rehearsal}; variables_outcome: resolved
            steps:
              -: a number selects exactly that version: 2 [Versioning 3]
              -: the variables of the version's preferred tag beta apply [Versioning 4]
          written: desk@2; selects: version 2 (draft); names: {desk Desk}
          places: {desk list.agent-list.json:1:2 {; desk@2 v2.agent.json:1:1 {}
        after:
          result:
            agent_id: desk; reference: 2; outcome: resolved; agent_version: 2; is_published: true; variables_from: beta
            dynamic_variables: {clinic Rehearsal}; variables_outcome: resolved
            steps:
              -: a number selects exactly that version: 2 [Versioning 3]
              -: the variables of the version's preferred tag beta apply [Versioning 4]
          written: desk@2; selects: version 2 (published); live: inbound_agents of +14155550100; names: {desk Desk}
          places: {desk list.agent-list.json:1:2 {; desk@2 v2.agent.json:1:1 {}
        effect: version"
    `));
  test('that no reference selects has a column of its own', () =>
    expect(
      previewed(
        desk.replace(
          '"version": 2, "dynamic_variables": {"clinic": "Rehearsal"}',
          '"version": 1, "dynamic_variables": {}',
        ) + draft,
        {},
        ['resolution', 'matrix'],
      ),
    ).toMatchInlineSnapshot(`
      "resolution:
        result:
          agent_id: desk; reference: 2; outcome: resolved; agent_version: 2; variables_outcome: none
          steps: a number selects exactly that version: 2 [Versioning 3], the version has no tags, so no variables apply
            ↪ [Versioning 4]
        written: desk@2; selects: version 2 (draft); names: {desk Desk}
        places: {desk list.agent-list.json:1:2 {; desk@2 v2.agent.json:1:1 {}
      matrix:
        block:
          Every tag
            hole The prompt uses the variable and nothing sets it, so the placeholder is read out.
            api_key
              prod (live) v1 · 1 hole  (not shown)
              beta v1 · 2 holes  –
              idle v2 · 2 holes  –
              version 2 v2 · 2 holes · shown  –
            clinic
              prod (live) v1 · 1 hole  Juniper
              beta v1 · 2 holes  hole
              idle v2 · 2 holes  hole
              version 2 v2 · 2 holes · shown  hole
            current_time
              prod (live) v1 · 1 hole  ⚙ platform
              beta v1 · 2 holes  ⚙ platform
              idle v2 · 2 holes  –
              version 2 v2 · 2 holes · shown  –
            floor
              prod (live) v1 · 1 hole  –
              beta v1 · 2 holes  –
              idle v2 · 2 holes  hole
              version 2 v2 · 2 holes · shown  hole
            hours
              prod (live) v1 · 1 hole  hole
              beta v1 · 2 holes  hole
              idle v2 · 2 holes  –
              version 2 v2 · 2 holes · shown  –
            mood
              prod (live) v1 · 1 hole  calm
              beta v1 · 2 holes  calm
              idle v2 · 2 holes  –
              version 2 v2 · 2 holes · shown  –
        holes: 7"
    `));
});

test('holes: an engine shows the version that runs it, and a value that no file tells is no hole', () => {
  const engine = contextAt(beside(desk, draft).replace('at {{clinic}}, floor', 'at {{▮clinic}}, floor')),
    { title, notes, matrix } = previewAt(engine);
  expect([title, notes]).toEqual(['Desk, version 2', ['this engine is run by the version that is shown']]);
  expect(matrix).toEqual(previewAt(contextAt(desk + draft)).matrix);
  const untold =
    '-- a.agent.json --\n' +
    '{"agent_id": "a", "version": 0, "assigned_tags": [▮"prod"], "voice_id": "11labs-Adrian", ' +
    '"response_engine": {"type": "service-llm", "llm_id": "one"}}\n' +
    '-- one.llm.json --\n' +
    '{"llm_id": "one", "general_prompt": "{{who}}"}\n';
  expect(previewed(untold, {}, ['title', 'variables', 'matrix'])).toMatchInlineSnapshot(`
    "title: a@prod
    variables:
      Variables
        note: Not complete: the values of the tag are not known.
        Variable        Value    Used
        who unknowable  unknown  1 use
    matrix:
      block:
        Every tag
          Variable  prod (live) v0 · shown not complete
          who       ? unknown"
  `);
});
test('a record without an id has the variables of its engine', () =>
  expect(
    previewed(`${beside(desk)}-- new.agent.json --
{"voice_id": "▮11labs-Adrian", "response_engine": {"type": "service-llm", "llm_id": "one"}}
`),
  ).toMatchInlineSnapshot(`
    "subject: version; title: new.agent.json; detail: new.agent.json; place: new.agent.json:1:1 {
    notes: the record has no agent_id, so nothing can refer to it; the variables are those that it has without a tag
    variables:
      Variables
        Variable             Value                      Used
        clinic unset         read out as a placeholder  1 use
        hours unset          read out as a placeholder  1 use
        current_time system  set by the platform        1 use
        mood engine default  calm                       0 uses"
  `));
test('a request is tried', () =>
  expect(
    previewed(`${beside(desk, draft, number)}-- desk.publish-agent-version.json --\n{"version": ▮7}\n`, {}, [
      'title',
      'detail',
      'hypothetical',
    ]),
  ).toMatchInlineSnapshot(`
    "title: publish Desk, version 7; detail: desk@7, desk.publish-agent-version.json
    hypothetical:
      title: If version 7 were published; outcome: impossible; because: agent desk has no version 7; its versions are 1 and 2
      result:
        version: 1; unchanged: 3
        edits: {edit publish desk@7; outcome missing; because agent desk has no version 7; its versions are 1 and 2}
      headline: No reference changes; 3 unchanged
      refused: {edit publish desk@7; outcome missing; because agent desk has no version 7; its versions are 1 and 2}
      before:
        result:
          agent_id: desk; reference: 7; outcome: missing; variables_outcome: unknowable
          because: desk has no version 7; its versions: 1 and 2
          steps: a number selects exactly that version: 7 [Versioning 3], desk has no version 7; its versions: 1 and 2
        written: desk@7; selects: missing; why: desk has no version 7; its versions: 1 and 2; names: {desk Desk}
        places: {desk list.agent-list.json:1:2 {}
      after:
        result:
          agent_id: desk; reference: 7; outcome: missing; variables_outcome: unknowable
          because: desk has no version 7; its versions: 1 and 2
          steps: a number selects exactly that version: 7 [Versioning 3], desk has no version 7; its versions: 1 and 2
        written: desk@7; selects: missing; why: desk has no version 7; its versions: 1 and 2; names: {desk Desk}
        places: {desk list.agent-list.json:1:2 {}"
  `));
test('an alert says what it watches', () =>
  expect(
    previewed(
      '-- a.alert-rule.json --\n' +
        '{"name": "Busy", "metric_type": "call_count", "threshold_type": "relative", "threshold_value": -120, ' +
        '"comparator": "<", "frequency": "1m", "window": "1h", ▮"active": false}',
      {},
      ['subject', 'title', 'alert'],
    ),
  ).toMatchInlineSnapshot(`
    "subject: alert; title: Busy
    alert:
      Alert rule
        change of call_count < -120 % over 1 h, evaluated every 1 min, against the 1 h before
        note: the condition is never true
        note: the rule is not active, so the platform does not evaluate it
        note: nobody is notified: there are neither emails nor webhook_urls
        Nobody is notified."
  `));
test('a text that does not parse is read as far as it goes', () =>
  expect(
    previewed(beside(desk, draft) + number.replace('"prod", "weight"', '"prod▮, "weight"'), {}, [
      'title',
      'notes',
      'resolution',
    ]),
  ).toMatchInlineSnapshot(`
    "title: desk@prod; notes: the text does not parse; this is what can be understood of it
    resolution:
      result:
        agent_id: desk; reference: prod; outcome: resolved; agent_version: 1; is_published: true; variables_from: prod
        dynamic_variables: {clinic Juniper; api_key (not shown)}; variables_outcome: resolved
        steps: tag prod is assigned to version 1 [Versioning 3], the variables of tag prod apply [Versioning 4]
      written: desk@prod; selects: version 1 (published); live: tag prod of desk; names: {desk Desk}
      places: {desk list.agent-list.json:1:2 {; desk@1 v1.agent.json:1:1 {}"
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
    'the file has 2 records; the one at the cursor is previewed',
  ],
])('nothing to preview: %j', (text, because) =>
  expect(previewAt(contextAt(text)).explanation).toBe(`nothing to preview here: ${because}`),
);

import { describe, expect, test } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import { textBeside, previewed, desk, draft, number } from '../../testing/sample-agents.ts';
import { previewAt, simulationReport } from './index.ts';

test('a preview shows no credential, and equal requests have equal answers', () => {
  const text = desk.replace('"clinic": "Juniper"', '"▮clinic": "Juniper"') + draft.replace('▮', '') + number,
    panelText = JSON.stringify(previewAt(contextAt(text)));
  expect(panelText).not.toContain('sk_live');
  expect(panelText).toContain('(not shown)');
  expect(JSON.stringify(previewAt(contextAt(text)))).toBe(panelText);
});

describe('the preview of a reference', () => {
  test('in an arm shows its selection, its list with a sample, and the marked arm', () => {
    const arm = textBeside(desk, draft) + number.replace('"prod"', '▮"prod"');
    const { blocks } = simulationReport(contextAt(arm), { now: 0 })!,
      list = blocks.find(block => block.is === 'section' && block.key === 'weights-/inbound_agents');
    expect(previewAt(contextAt(arm), { now: 0 }).blocks).toContainEqual(list);
    expect(JSON.stringify(list).match(/"isCurrent":true/g)).toHaveLength(1);
    expect(previewed(arm, {})).toMatchInlineSnapshot(`
      "Desk@prod ‹n.phone-number.json:1:53 {›
      inbound_agents of +14155550100, n.phone-number.json
      version 1 ‹v1.agent.json:1:1 {› (published) (live)
      Live through tag prod of Desk.
      Its variables come from the tag prod.
      100,000 calls drawn with seed "0"

      inbound_agents of +14155550100
        Desk@prod ‹n.phone-number.json:1:53 {› → version 1 ‹v1.agent.json:1:1 {› (published), weight 75 %
        ██████████████████████████████▏           75.4 % drawn (75,362), expected 75 %, outside the 95 % interval
                                                  75.1 % to 75.6 %
        Desk@latest_published ‹n.phone-number.json:1:116 {› → version 1 ‹v1.agent.json:1:1 {› (published), weight
        25 %
        █████████▉                                24.6 % drawn (24,638), expected 25 %, outside the 95 % interval
                                                  24.4 % to 24.9 %
        outside: by chance, about one interval in 20 misses the share that the weight gives; try another seed

        Added up by version
        Desk v1, 2 arms
        ████████████████████████████████████████  100 % drawn (100,000)

      Why
        1. tag prod is assigned to version 1 [Versioning 3]
        2. the variables of tag prod apply [Versioning 4]

      Variables
        Variable             Value                                                Used
        hours unset          for callers of +14155550100, it stays a placeholder  ‹one.llm.json:1:66 {{hours}}›
        clinic tag           Juniper                                              ‹one.llm.json:1:49 {{clinic}}›
        current_time system  set by the platform                                  ‹one.llm.json:1:83
                                                                                  {{current_time}}›
        api_key tag          (not shown)
        mood engine default  calm

      Every tag
        hole The prompt uses the variable and nothing here sets it; for callers of a number, it stays a placeholder.
        hole The prompt uses the variable and nothing here sets it; unless the call sets it, it stays a placeholder.
        api_key
          prod ‹list.agent-list.json:2:11 {› (live) v1 · 1 hole · shown  (not shown)
          beta ‹list.agent-list.json:3:11 {› v2 · 1 hole  –
          idle ‹list.agent-list.json:4:11 {› v2 · 2 holes  –
        clinic
          prod ‹list.agent-list.json:2:11 {› (live) v1 · 1 hole · shown  Juniper
          beta ‹list.agent-list.json:3:11 {› v2 · 1 hole  Rehearsal
          idle ‹list.agent-list.json:4:11 {› v2 · 2 holes  hole
        current_time
          prod ‹list.agent-list.json:2:11 {› (live) v1 · 1 hole · shown  ⚙ platform
          beta ‹list.agent-list.json:3:11 {› v2 · 1 hole  –
          idle ‹list.agent-list.json:4:11 {› v2 · 2 holes  –
        floor
          prod ‹list.agent-list.json:2:11 {› (live) v1 · 1 hole · shown  –
          beta ‹list.agent-list.json:3:11 {› v2 · 1 hole  hole
          idle ‹list.agent-list.json:4:11 {› v2 · 2 holes  hole
        hours
          prod ‹list.agent-list.json:2:11 {› (live) v1 · 1 hole · shown  hole
          beta ‹list.agent-list.json:3:11 {› v2 · 1 hole  –
          idle ‹list.agent-list.json:4:11 {› v2 · 2 holes  –
        mood
          prod ‹list.agent-list.json:2:11 {› (live) v1 · 1 hole · shown  calm
          beta ‹list.agent-list.json:3:11 {› v2 · 1 hole  –
          idle ‹list.agent-list.json:4:11 {› v2 · 2 holes  –"
    `);
  });
  test('that selects nothing shows a suggestion', () =>
    expect(previewed(textBeside(desk, draft) + number.replace('"prod"', '▮"porod"'), {}, '', 'variables'))
      .toMatchInlineSnapshot(`
        "Desk@porod ‹n.phone-number.json:1:53 {›
        inbound_agents of +14155550100, n.phone-number.json
        missing
        Desk has no tag "porod"; its tags: beta, idle and prod; did you mean "prod"?
        Which variables apply is not known.
        100,000 calls drawn with seed "0""
      `));
  test('to an agent without a file says that its version is unknowable', () =>
    expect(
      previewed(
        '-- w.agent-weights.json --\n[{"agent_id": ▮"ghost", "agent_version": "prod", "weight": 1}]',
        {},
        '',
        'variables',
        'matrix',
      ),
    ).toMatchInlineSnapshot(`
      "ghost@prod ‹w.agent-weights.json:1:2 {›
      weight 1 of a list, w.agent-weights.json
      unknowable
      no agent ghost in this workspace
      Which variables apply is not known.
      100,000 calls drawn with seed "0""
    `));
  test('in a task uses the values of the task first', () => {
    const batch =
      '-- b.batch-call.json --\n' +
      '{"name": "Flu", "from_number": "+1", ' +
      '"tasks": [{"to_number": "+14155550131", "override_agent_id": "desk", "override_agent_version": ▮1, ' +
      '"service_llm_dynamic_variables": {"clinic": "Mine"}}, {"to_number": "+14155550132"}]}\n';
    expect(previewed(textBeside(desk, draft) + batch, {}, '', 'variables', 'batch')).toMatchInlineSnapshot(`
      "Desk@1 ‹b.batch-call.json:1:48 {›
      call to +14155550131, b.batch-call.json
      version 1 ‹v1.agent.json:1:1 {› (published) (live)
      Live through tag prod of Desk.
      Its variables come from the tag prod.

      Batch
          2 tasks
        ✓ 1 resolved
        ? 1 with an unknown version
        ✕ 1 with unset variables, read out as placeholders
        ? 1 with unknown variables
        begins immediately (now: 1970-01-01 00:00 UTC); all tasks are due at 1970-01-01 00:00
        tasks  agent  gets
            1  Desk   version 1
        {{hours}} ‹b.batch-call.json:1:48 {›  unset in 1 task

      Variables
        Variable             Value                   Used
        hours unset          it stays a placeholder  ‹one.llm.json:1:66 {{hours}}›
        clinic call          Mine                    ‹one.llm.json:1:49 {{clinic}}›
        current_time system  set by the platform     ‹one.llm.json:1:83 {{current_time}}›
        api_key tag          (not shown)
        mood engine default  calm"
    `);
  });
});

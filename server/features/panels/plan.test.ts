import { expect, test } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import { desk, draft, number } from '../../testing/sample-agents.ts';
import { workspaceOf } from '../../testing/fixture.ts';
import { wrapped } from '../../testing/wrapped.ts';
import { panelText } from '../../testing/panel-text.ts';
import { planBlocks } from '../../view/results/plan.ts';
import { planBetween, planPanel, planText } from './index.ts';

test('a plan between two states of the files lists the changed references', () => {
  const before = contextAt(desk + draft + number).workspace,
    { workspace } = contextAt((desk + draft + number).replace('"prod": {"version": 1', '"prod": {"version": 2'));
  const plan = planBetween({ workspace: before }, { workspace }, 'main');
  expect(panelText(planPanel(plan, workspace).blocks, workspace)).toMatchInlineSnapshot(`
    "All calls to tag prod of Desk move; also changed: inbound calls of +14155550100; 3 live references change; 0
    unchanged
    current files against main

    Callers
      → tag prod of Desk ‹list.agent-list.json:2:11 {›: 100 % move: Desk v1 → v2 (draft)
      → inbound calls of +14155550100 ‹n.phone-number.json:1:52 [›: 75 % move: Desk v1 100 % → 25 %, v2 (draft)
        0 % → 75 %; callers who stay get other variables: api_key and clinic

    Live
      ~ tag prod of Desk ‹list.agent-list.json:2:11 {›: v1 (published) → v2 (draft)
          1 prompt or message, 1 setting and 3 variables differ ‹compareVersions desk 1 2 ‹v1.agent.json:1:1 {››
          list.agent-list.json
          and inbound_agents of +14155550100 → Desk@prod ‹n.phone-number.json:1:91 "prod"›, at n.phone-number.json
          was  tag prod is assigned to version 1 [Versioning 3]; the variables of tag prod apply [Versioning 4]
          now  tag prod is assigned to version 2 [Versioning 3]; the variables of tag prod apply [Versioning 4]
      ~ inbound_agents of +14155550100 → Desk@latest_published ‹n.phone-number.json:1:154 "latest_published"›:
        still v1 (published); api_key and clinic are no longer set
          n.phone-number.json
          api_key  removed: was (not shown)
          clinic   removed: was "Juniper"
          was  the only published version is 1 [Versioning 3]; the variables of the version's preferred tag prod
               apply [Versioning 4]
          now  the only published version is 1 [Versioning 3]; the version has no tags, so no variables apply
               [Versioning 4]"
  `);
  expect(wrapped(planText(plan, 'markdown'))).toMatchInlineSnapshot(`
    "### Preflight: All calls to tag prod of Desk move; also changed: inbound calls of +14155550100; 3 live references change; 0
      ↪ unchanged

    current files against main

    #### Callers

    - 🔵 **tag prod of Desk**: 100 % move: Desk v1 → v2 (draft)
    - 🔵 **inbound calls of +14155550100**: 75 % move: Desk v1 100 % → 25 %, v2 (draft) 0 % → 75 %; callers who stay get other
      ↪ variables: api\\_key and clinic

    #### Live

    - 🟡 **tag prod of Desk**: v1 (published) → v2 (draft)<br>1 prompt or message, 1 setting and 3 variables differ: \`preflight
      ↪ diff Desk@1 @2\`<br>\`list.agent-list.json /0/tags/prod\`<br>and inbound\\_agents of +14155550100 → Desk@<!-- -->prod, at
      ↪ \`n.phone-number.json /inbound_agents/0/agent_version\`

      <details><summary>why</summary>

      - was: tag prod is assigned to version 1 \\[Versioning 3\\]; the variables of tag prod apply \\[Versioning 4\\]
      - now: tag prod is assigned to version 2 \\[Versioning 3\\]; the variables of tag prod apply \\[Versioning 4\\]

      </details>
    - 🔵 **inbound\\_agents of +14155550100 → Desk@<!-- -->latest\\_published**: still v1 (published); api\\_key and clinic are no
      ↪ longer set<br>\`n.phone-number.json /inbound_agents/1/agent_version\`

      - \`api_key\`: removed: was (not shown)
      - \`clinic\`: removed: was "Juniper"

      <details><summary>why</summary>

      - was: the only published version is 1 \\[Versioning 3\\]; the variables of the version's preferred tag prod apply
        ↪ \\[Versioning 4\\]
      - now: the only published version is 1 \\[Versioning 3\\]; the version has no tags, so no variables apply \\[Versioning 4\\]

      </details>
    "
  `);
  expect(planText(plan, 'html')).toMatch(/^<!doctype html>[\s\S]*Content-Security-Policy[\s\S]*<\/html>\n$/);
  const emptyWorkspace = workspaceOf('');
  expect(planBetween({ workspace: emptyWorkspace }, { workspace: emptyWorkspace }, 'main').changes).toEqual([]);
  const equalPanelAnswer = planPanel(planBetween({ workspace: before }, { workspace: before }, 'main'), before);
  expect(equalPanelAnswer.words).toBe('Nothing changes for callers; no reference changes; 3 unchanged');
  expect(equalPanelAnswer.blocks.filter(({ is }) => is === 'section')).toEqual([]);
  const shortBlocks = planBlocks(plan, [], { limit: 1 });
  expect(panelText(shortBlocks, workspace).split('\n').at(-1)).toBe('and 1 more reference');
});
test('a plan shows changed contents of a live version', () => {
  const before = contextAt(desk + draft + number).workspace,
    { workspace } = contextAt(
      (desk + draft + number).replace('"11labs-Adrian"', '"11labs-Zed"').replace('You are at', 'At'),
    );
  const { words, blocks } = planPanel(planBetween({ workspace: before }, { workspace }, 'main'), workspace);
  expect(words).toBe(
    'Live callers hear a change: 1 prompt or message and 1 setting of Desk v1; no reference changes, 3 unchanged',
  );
  expect(panelText(blocks, workspace, 'contents')).toMatchInlineSnapshot(`
    "Contents, under the same number or name
      Desk v1 (live): through tag prod of Desk
          v1.agent.json
          /voice_id ‹v1.agent.json:2:15 "11labs-Zed"›  "11labs-Adrian" → "11labs-Zed"
      engine of Desk (one) (live): behind Desk v1, live through tag prod of Desk
          one.llm.json
          /general_prompt ‹one.llm.json:1:37 "At {{clinic}}, open {{hours}}. It is {{current_time}}."›
            +1 −1 lines
            ~[-You-]{+At+} [-are at -]{{clinic}}, open {{hours}}. It is {{curr…"
  `);
});
test('a plan lists changes for callers first, and broken references next', () => {
  const files =
      desk +
      draft.replace('▮', '') +
      number +
      '-- w.agent-weights.json --\n' +
      '[{"agent_id": "desk", "agent_version": "prod", "weight": 1}, ' +
      '{"agent_id": "desk", "agent_version": "beta", "weight": 1}]\n',
    before = workspaceOf(files);
  const workspace = workspaceOf(
    files
      .replace('"prod": {"version": 1', '"prod": {"version": 2')
      .replace('"beta"', '"gamma"')
      .replace('{{hours}}', '{{times}}'),
  );
  const { blocks } = planPanel(planBetween({ workspace: before }, { workspace }, 'main'), workspace);
  expect(blocks.flatMap(block => (block.is === 'section' ? block.key : []))).toEqual([
    'callers',
    'live',
    'contents',
    'others',
  ]);
  expect(panelText(blocks, workspace, 'others')).toMatchInlineSnapshot(`
    "Not live
      ! weight 2 of a list → Desk@beta ‹w.agent-weights.json:1:100 "beta"›: breaks: v2 (draft) → nothing, because
        Desk has no tag "beta"; its tags: gamma, idle and prod
          w.agent-weights.json
          was  tag beta is assigned to version 2 [Versioning 3]; the variables of tag beta apply [Versioning 4]
      ~ weight 1 of a list → Desk@prod ‹w.agent-weights.json:1:40 "prod"›: v1 (published) → v2 (draft)
          1 prompt or message, 1 setting and 3 variables differ ‹compareVersions desk 1 2 ‹v1.agent.json:1:1 {››
          w.agent-weights.json
          was  tag prod is assigned to version 1 [Versioning 3]; the variables of tag prod apply [Versioning 4]
          now  tag prod is assigned to version 2 [Versioning 3]; the variables of tag prod apply [Versioning 4]"
  `);
});

import { describe, expect, test } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import { textBeside, previewed, desk, draft, number } from '../../testing/sample-agents.ts';
import { panelText } from '../../testing/panel-text.ts';
import type { Block } from '../../view/blocks.ts';
import { planBetween, planPanel, previewAt } from './index.ts';

describe('the preview of an unsaved change', () => {
  test('compares the changed reference and all others', () => {
    const editedNumber = number
      .replace('"agent_version": "prod"', '"agent_version": ▮"beta"')
      .replace('0.75', '0.5')
      .replace('0.25', '0.5');
    expect(
      previewed(
        textBeside(desk, draft) + editedNumber,
        { 'n.phone-number.json': number.split('\n')[1]! },
        'unsaved',
        'weights-/inbound_agents',
      ),
    ).toMatchInlineSnapshot(`
      "Saved → unsaved changes
        50 % of inbound calls of +14155550100 move; 1 live reference changes; 2 unchanged
        Before
          version 1 ‹v1.agent.json:1:1 {› (published)
          variables from the tag prod
        After
          version 2 ‹v2.agent.json:1:1 {› (draft)
          variables from the tag beta
        api_key  removed: was (not shown)
        clinic   "Juniper" → "Rehearsal"

        Callers
          → inbound calls of +14155550100 ‹n.phone-number.json:1:52 [›: 50 % move: Desk v1 100 % → 50 %, v2 (draft)
            0 % → 50 %

        Live
          ~ inbound_agents of +14155550100 → Desk@beta (was Desk@prod) ‹n.phone-number.json:1:91 "beta"›: v1
            (published) → v2 (draft); clinic gets a new value, api_key is no longer set
              1 prompt or message, 1 setting and 5 variables differ ‹compareVersions desk 1 2 ‹v1.agent.json:1:1 {››
              n.phone-number.json
              api_key  removed: was (not shown)
              clinic   "Juniper" → "Rehearsal"
              was  tag prod is assigned to version 1 [Versioning 3]; the variables of tag prod apply [Versioning 4]
              now  tag beta is assigned to version 2 [Versioning 3]; the variables of tag beta apply [Versioning 4]

      inbound_agents of +14155550100
        Desk@beta ‹n.phone-number.json:1:53 {› → version 2 ‹v2.agent.json:1:1 {› (draft), weight 50 %
        ████████████████████▏                     50.35 % drawn (50,347), expected 50.00 %, outside the 95 %
                                                  interval 50.04 % to 50.66 %
        Desk@latest_published ‹n.phone-number.json:1:115 {› → version 1 ‹v1.agent.json:1:1 {› (published), weight
        50 %
        ███████████████████▉                      49.65 % drawn (49,653), expected 50.00 %, outside the 95 %
                                                  interval 49.34 % to 49.96 %
        outside: by chance, about one interval in 20 misses the share that the weight gives; try another seed

        Compared with the saved file, 50,347 of 100,000 calls get another agent or version: 50.3 % (50 % to 50.7 %);
        at least 50 % do in every draw
        from     to        calls   share
        Desk v1  Desk v2  50,347  50.3 %"
    `);
  });
  test('of a tag shows every reference that the tag affects, as in a plan', () => {
    const context = contextAt(
        textBeside(desk, draft, number).replace('"prod": {"version": 1', '"prod": {"version": ▮2'),
        { 'list.agent-list.json': desk.split('\n').slice(1, 5).join('\n') },
      ),
      { savedWorkspace: saved, workspace } = context,
      { words, blocks } = previewAt(context),
      plan = planPanel(planBetween({ workspace: saved }, { workspace }, 'saved'), workspace).blocks;
    expect(words).toBe(
      'Desk@prod. version 2 (draft), live. ' +
        'All calls to tag prod of Desk move; also changed: inbound calls of +14155550100; 3 live references change; ' +
        '0 unchanged. 4 holes',
    );
    const insideOf = (blocks: readonly Block[], key: string): readonly Block[] =>
      blocks.flatMap(block => (block.is === 'section' && block.key === key ? block.blocks : []));
    for (const key of ['callers', 'live'])
      expect(insideOf(insideOf(blocks, 'unsaved'), `unsaved-${key}`)).toEqual(insideOf(plan, key));
    expect(panelText(blocks, workspace, 'unsaved')).toMatchInlineSnapshot(`
      "Saved → unsaved changes
        All calls to tag prod of Desk move; also changed: inbound calls of +14155550100; 3 live references change; 0
        unchanged
        Before
          version 1 ‹v1.agent.json:1:1 {› (published)
          variables from the tag prod
        After
          version 2 ‹v2.agent.json:1:1 {› (draft)
          variables from the tag prod

        Callers
          → tag prod of Desk ‹list.agent-list.json:2:11 {›: 100 % move: Desk v1 → v2 (draft)
          → inbound calls of +14155550100 ‹n.phone-number.json:1:52 [›: 75 % move: Desk v1 100 % → 25 %, v2 (draft)
            0 % → 75 %; callers who stay get other variables: api_key and clinic

        Live
          ~ tag prod of Desk ‹list.agent-list.json:2:11 {›: v1 (published) → v2 (draft)
              1 prompt or message, 1 setting and 3 variables differ ‹compareVersions desk 1 2 ‹v1.agent.json:1:1 {››
              list.agent-list.json
              and inbound_agents of +14155550100 → Desk@prod ‹n.phone-number.json:1:91 "prod"›, at
              n.phone-number.json
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
  });
});

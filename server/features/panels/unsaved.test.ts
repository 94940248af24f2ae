import { describe, expect, test } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import { beside, previewed, desk, draft, number } from '../../testing/sample-agents.ts';
import { serialized } from '../../testing/serialized.ts';
import { planBetween, previewAt, viewPlan } from './index.ts';

describe('what is unsaved', () => {
  test('is compared: the reference itself, and every other', () => {
    const edited = number
      .replace('"agent_version": "prod"', '"agent_version": ▮"beta"')
      .replace('0.75', '0.5')
      .replace('0.25', '0.5');
    expect(
      previewed(beside(desk, draft) + edited, { 'n.phone-number.json': number.split('\n')[1]! }, [
        'unsaved',
        'simulations',
      ]),
    ).toMatchInlineSnapshot(`
      "unsaved:
        title: Saved → unsaved changes; outcome: applied; result: {version 1; unchanged 2}
        headline: 50 % of inbound calls of +14155550100 move; 1 live reference changes; 2 unchanged
        callers:
          -:
            kind: number
            entries: {text inbound calls of +14155550100; file n.phone-number.json; pointer /inbound_agents; isThere true}
            words: 50 % move: desk v1 100 % → 50 %, v2 (draft) 0 % → 50 %; moved: 0.5; before: {name desk v1; share 1}
            after: {name desk v2 (draft); share 0.5}, {name desk v1; share 0.5}
        causes:
          -:
            effect: version+variables; live: true; differs: 1 prompt or message, 1 setting and 5 variables differ
            diff: preflight diff desk@1 @2; isDraft: true
            words: v1 (published) → v2 (draft); clinic gets a new value, api_key is no longer set
            before: {outcome resolved; steps tag prod is assigned to version 1 [Versioning 3], the variables of tag prod apply
              ↪ [Versioning 4]}
            after: {outcome resolved; steps tag beta is assigned to version 2 [Versioning 3], the variables of tag beta apply
              ↪ [Versioning 4]}
            variables: {name api_key; words removed: was (not shown)}, {name clinic; words "Juniper" → "Rehearsal"}
            subjects:
              -:
                subject: inbound_agents of +14155550100 → desk@beta (was desk@prod); kind: phone-number; count: 1
                places: n.phone-number.json /inbound_agents/0/agent_version; file: n.phone-number.json
                pointer: /inbound_agents/0/agent_version
        places:
          n.phone-number.json#/inbound_agents: n.phone-number.json:1:52 [
          n.phone-number.json#/inbound_agents/0/agent_version: n.phone-number.json:1:91 "beta"
        before:
          result:
            agent_id: desk; reference: prod; outcome: resolved; agent_version: 1; is_published: true; variables_from: prod
            dynamic_variables: {clinic Juniper; api_key (not shown)}; variables_outcome: resolved
            steps: tag prod is assigned to version 1 [Versioning 3], the variables of tag prod apply [Versioning 4]
          written: desk@prod; selects: version 1 (published); live: tag prod of desk; names: {desk Desk}
          places: {desk list.agent-list.json:1:2 {; desk@1 v1.agent.json:1:1 {}
        after:
          result:
            agent_id: desk; reference: beta; outcome: resolved; agent_version: 2; variables_from: beta
            dynamic_variables: {clinic Rehearsal}; variables_outcome: resolved
            steps: tag beta is assigned to version 2 [Versioning 3], the variables of tag beta apply [Versioning 4]
          written: desk@beta; selects: version 2 (draft); live: inbound_agents of +14155550100; names: {desk Desk}
          places: {desk list.agent-list.json:1:2 {; desk@2 v2.agent.json:1:1 {}
        effect: version+variables
        variables: {name api_key; words removed: was (not shown)}, {name clinic; words "Juniper" → "Rehearsal"}
      simulations:
        done:
          -:
            subject: weights
            result:
              version: 1; kind: phone-number; calls: 100000; seed: 0
              lists:
                -:
                  pointer: /inbound_agents; weights_sum: 1
                  arms:
                    -:
                      pointer: /inbound_agents/0; agent_id: desk; reference: beta; weight: 0.5; expected_share: 0.5
                      resolution:
                        agent_id: desk; reference: beta; outcome: resolved; agent_version: 2; variables_from: beta
                        dynamic_variables: {clinic Rehearsal}; variables_outcome: resolved
                        steps: tag beta is assigned to version 2 [Versioning 3], the variables of tag beta apply [Versioning 4]
                        file: n.phone-number.json; pointer: /inbound_agents/0/agent_version
                      calls: 50347; share: 0.50347; interval95: 0.500371, 0.506569
                    -:
                      pointer: /inbound_agents/1; agent_id: desk; reference: latest_published; weight: 0.5; expected_share: 0.5
                      resolution:
                        agent_id: desk; reference: latest_published; outcome: resolved; agent_version: 1; is_published: true;
                          ↪ variables_from: prod
                        dynamic_variables: {clinic Juniper; api_key (not shown)}; variables_outcome: resolved
                        steps: the only published version is 1 [Versioning 3], the variables of the version's preferred tag prod
                          ↪ apply [Versioning 4]
                        file: n.phone-number.json; pointer: /inbound_agents/1/agent_version
                      calls: 49653; share: 0.49653; interval95: 0.493431, 0.499629
                  versions:
                    -:
                      agent_id: desk; agent_version: 2; arms: /inbound_agents/0; expected_share: 0.5; calls: 50347; share: 0.50347
                      interval95: 0.500371, 0.506569
                    -:
                      agent_id: desk; agent_version: 1; arms: /inbound_agents/1; expected_share: 0.5; calls: 49653; share: 0.49653
                      interval95: 0.493431, 0.499629
              against:
                file: n.phone-number.json
                lists:
                  -:
                    pointer: /inbound_agents; against: /inbound_agents; moved: 50347; share: 0.50347; interval95: 0.500371,
                      ↪ 0.506569
                    least_share: 0.5; moves: {from desk version 1; to desk version 2; calls 50347; share 0.50347}
            title: n.phone-number.json
            notes: a draw is a sample, not a prediction: the platform picks at random, and this is one seeded draw
            names: {desk Desk; /inbound_agents inbound_agents of +14155550100}
            places:
              /inbound_agents: n.phone-number.json:1:52 [; /inbound_agents/0: n.phone-number.json:1:53 {
              desk: list.agent-list.json:1:2 {; desk@2: v2.agent.json:1:1 {; /inbound_agents/1: n.phone-number.json:1:115 {
              desk@1: v1.agent.json:1:1 {
        pointer: /inbound_agents/0/agent_version"
    `);
  });
  test('of a tag changes all that goes through it, as a plan says', () => {
    const context = contextAt(beside(desk, draft, number).replace('"prod": {"version": 1', '"prod": {"version": ▮2'), {
        'list.agent-list.json': desk.split('\n').slice(1, 5).join('\n'),
      }),
      { causes, callers, places, headline, result, ...rest } = previewAt(context).unsaved!;
    const { saved, workspace } = context,
      plan = viewPlan(planBetween({ workspace: saved }, { workspace }, 'saved'), workspace);
    expect({ causes, callers, places, headline }).toEqual({
      causes: plan.causes,
      callers: plan.callers,
      places: plan.places,
      headline: 'All calls to tag prod of desk move (and 1 more entry); 3 live references change; 0 unchanged',
    });
    expect(result.unchanged).toBe(0);
    expect(serialized(rest, workspace)).toMatchInlineSnapshot(`
      "title: Saved → unsaved changes; outcome: applied
      before:
        result:
          agent_id: desk; reference: prod; outcome: resolved; agent_version: 1; is_published: true; variables_from: prod
          dynamic_variables: {clinic Juniper; api_key (not shown)}; variables_outcome: resolved
          steps: tag prod is assigned to version 1 [Versioning 3], the variables of tag prod apply [Versioning 4]
        written: desk@prod; selects: version 1 (published); live: tag prod of desk; names: {desk Desk}
        places: {desk list.agent-list.json:1:2 {; desk@1 v1.agent.json:1:1 {}
      after:
        result:
          agent_id: desk; reference: prod; outcome: resolved; agent_version: 2; variables_from: prod
          dynamic_variables: {clinic Juniper; api_key (not shown)}; variables_outcome: resolved
          steps: tag prod is assigned to version 2 [Versioning 3], the variables of tag prod apply [Versioning 4]
        written: desk@prod; selects: version 2 (draft); live: tag prod of desk; names: {desk Desk}
        places: {desk list.agent-list.json:1:2 {; desk@2 v2.agent.json:1:1 {}
      effect: version"
    `);
  });
});

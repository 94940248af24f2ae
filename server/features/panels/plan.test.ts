import { expect, test } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import { desk, draft, number } from '../../testing/sample-agents.ts';
import { workspaceOf } from '../../testing/fixture.ts';
import { serialized } from '../../testing/serialized.ts';
import { planBetween, planText, viewPlan } from './index.ts';

test('a plan between two states of the files', () => {
  const before = contextAt(desk + draft + number).workspace,
    { workspace } = contextAt((desk + draft + number).replace('"prod": {"version": 1', '"prod": {"version": 2'));
  const plan = planBetween({ workspace: before }, { workspace }, 'main');
  expect(serialized({ ...viewPlan(plan, workspace), markdown: planText(plan, 'markdown').split('\n') }, workspace))
    .toMatchInlineSnapshot(`
      "result: {version 1; base {revision main}}
      headline: All calls to tag prod of desk move (and 1 more entry); 3 live references change; 0 unchanged
      callers:
        -:
          kind: tag; entries: {text tag prod of desk; file list.agent-list.json; pointer /0/tags/prod; isThere true}
          words: 100 % move: desk v1 → v2 (draft); moved: 1; before: {name desk v1; share 1}; after: {name desk v2 (draft); share
            ↪ 1}
        -:
          kind: number
          entries: {text inbound calls of +14155550100; file n.phone-number.json; pointer /inbound_agents; isThere true}
          words: 75 % move: desk v1 100 % → 25 %, v2 (draft) 0 % → 75 %; who stays gets other variables: api_key and clinic
          moved: 0.75; before: {name desk v1; share 1}; after: {name desk v2 (draft); share 0.75}, {name desk v1; share 0.25}
      compared: current files against main
      causes:
        -:
          effect: version; live: true; differs: 1 prompt or message, 1 setting and 3 variables differ
          diff: preflight diff desk@1 @2; isDraft: true; words: v1 (published) → v2 (draft)
          before: {outcome resolved; steps tag prod is assigned to version 1 [Versioning 3], the variables of tag prod apply
            ↪ [Versioning 4]}
          after: {outcome resolved; steps tag prod is assigned to version 2 [Versioning 3], the variables of tag prod apply
            ↪ [Versioning 4]}
          subjects:
            -:
              subject: tag prod of Desk (desk); kind: tag; count: 1; places: list.agent-list.json /0/tags/prod
              file: list.agent-list.json; pointer: /0/tags/prod
            -:
              subject: inbound_agents of +14155550100 → desk@prod; kind: phone-number; count: 1
              places: n.phone-number.json /inbound_agents/0/agent_version; file: n.phone-number.json
              pointer: /inbound_agents/0/agent_version
        -:
          effect: variables; live: true; words: still v1 (published); api_key and clinic are no longer set
          before:
            outcome: resolved
            steps: the only published version is 1 [Versioning 3], the variables of the version's preferred tag prod apply
              ↪ [Versioning 4]
          after:
            outcome: resolved
            steps: the only published version is 1 [Versioning 3], the version has no tags, so no variables apply [Versioning 4]
          variables: {name api_key; words removed: was (not shown)}, {name clinic; words removed: was "Juniper"}
          subjects:
            -:
              subject: inbound_agents of +14155550100 → desk@latest_published; kind: phone-number; count: 1
              places: n.phone-number.json /inbound_agents/1/agent_version; file: n.phone-number.json
              pointer: /inbound_agents/1/agent_version
      places:
        list.agent-list.json#/0/tags/prod: list.agent-list.json:2:11 {
        n.phone-number.json#/inbound_agents: n.phone-number.json:1:52 [
        n.phone-number.json#/inbound_agents/0/agent_version: n.phone-number.json:1:91 "prod"
        n.phone-number.json#/inbound_agents/1/agent_version: n.phone-number.json:1:154 "latest_published"
      markdown:
        -: ### Preflight: All calls to tag prod of desk move (and 1 more entry); 3 live references change; 0 unchanged
        -: current files against main
        -: #### Callers
        -: - 🔵 **tag prod of desk**: 100 % move: desk v1 → v2 (draft)
        -: - 🔵 **inbound calls of +14155550100**: 75 % move: desk v1 100 % → 25 %, v2 (draft) 0 % → 75 %; who stays gets other
          ↪ variables: api\\_key and clinic
        -: #### Live
        -: - 🟡 **tag prod of Desk (desk)**: v1 (published) → v2 (draft)<br>1 prompt or message, 1 setting and 3 variables differ:
          ↪ \`preflight diff desk@1 @2\`<br>\`list.agent-list.json /0/tags/prod\`<br>and inbound\\_agents of +14155550100 → desk@<!--
          ↪ -->prod, at \`n.phone-number.json /inbound_agents/0/agent_version\`
        -:   <details><summary>why</summary>
        -:   - was: tag prod is assigned to version 1 \\[Versioning 3\\]; the variables of tag prod apply \\[Versioning 4\\]
        -:   - now: tag prod is assigned to version 2 \\[Versioning 3\\]; the variables of tag prod apply \\[Versioning 4\\]
        -:   </details>
        -: - 🔵 **inbound\\_agents of +14155550100 → desk@<!-- -->latest\\_published**: still v1 (published); api\\_key and clinic are
          ↪ no longer set<br>\`n.phone-number.json /inbound_agents/1/agent_version\`
        -:   - \`api_key\`: removed: was (not shown)
        -:   - \`clinic\`: removed: was "Juniper"
        -:   <details><summary>why</summary>
        -:   - was: the only published version is 1 \\[Versioning 3\\]; the variables of the version's preferred tag prod apply
          ↪ \\[Versioning 4\\]
        -:   - now: the only published version is 1 \\[Versioning 3\\]; the version has no tags, so no variables apply \\[Versioning
          ↪ 4\\]
        -:   </details>"
    `);
  expect(planText(plan, 'html')).toMatch(/^<!doctype html>[\s\S]*Content-Security-Policy[\s\S]*<\/html>\n$/);
  const nothing = workspaceOf('');
  expect(planBetween({ workspace: nothing }, { workspace: nothing }, 'main').changes).toEqual([]);
  expect(viewPlan(planBetween({ workspace: before }, { workspace: before }, 'main'), before)).toMatchObject({
    headline: 'Nothing changes for callers; no reference changes; 3 unchanged',
    causes: [],
  });
  const short = viewPlan(planBetween({ workspace: before }, { workspace }, 'main'), workspace, 1);
  expect([short.causes.length, short.more]).toEqual([1, 1]);
});
test('what a live version says differently under the same number', () => {
  const before = contextAt(desk + draft + number).workspace,
    { workspace } = contextAt(
      (desk + draft + number).replace('"11labs-Adrian"', '"11labs-Zed"').replace('You are at', 'At'),
    );
  const { contents, headline, places } = viewPlan(planBetween({ workspace: before }, { workspace }, 'main'), workspace);
  expect(headline).toBe(
    'Live callers hear a change: 1 prompt or message and 1 setting of Desk v1; no reference changes, 3 unchanged',
  );
  expect(serialized({ contents, places }, workspace)).toMatchInlineSnapshot(`
    "contents:
      -:
        title: Desk (desk) version 1; reach: live through tag prod of desk; isLive: true; file: v1.agent.json
        rows: {pointer /voice_id; at /voice_id; words "11labs-Adrian" → "11labs-Zed"; isThere true}
      -:
        title: LLM engine one; reach: behind Desk (desk) version 1, live through tag prod of desk; isLive: true
        file: one.llm.json
        rows:
          -:
            pointer: /general_prompt; at: /general_prompt; words: +1 −1 lines
            hunk: -You are at {{clinic}}, open {{hours}}. It is {{current_time}}., +At {{clinic}}, open {{hours}}. It is
              ↪ {{current_time}}.
            isThere: true
    places:
      v1.agent.json#/voice_id: v1.agent.json:2:15 "11labs-Zed"
      one.llm.json#/general_prompt: one.llm.json:1:37 "At {{clinic}}, open {{hours}}. It is {{current_time}}.""
  `);
});

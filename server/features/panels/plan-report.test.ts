import { expect, test } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import { desk, draft, number } from '../../testing/desk.ts';
import { serialized } from '../../testing/serialized.ts';
import { noPlan, planReport } from './index.ts';

test('a plan between two states of the files', () => {
  const before = contextAt(desk + draft + number).workspace,
    { workspace } = contextAt((desk + draft + number).replace('"prod": {"version": 1', '"prod": {"version": 2'));
  const report = planReport(before, workspace, 'main');
  expect(serialized({ ...report, html: report.html.length > 1000, markdown: report.markdown.split('\n') }, workspace))
    .toMatchInlineSnapshot(`
      "headline: 3 live references change; 0 unchanged; compared: current files against main; html: true
      markdown:
        -: ### Preflight: 3 live references change; 0 unchanged
        -: current files against main
        -: - 🔵 **tag prod of Desk (desk)**: v1 (published) → v2 (draft)
        -:   - and **inbound\\_agents of +14155550100 → desk@<!-- -->prod**
        -: - 🔵 **inbound\\_agents of +14155550100 → desk@<!-- -->latest\\_published**: still v1 (published); api\\_key and clinic are
          ↪ no longer set
        -: <details><summary>Every change, with its reasons (3)</summary>
        -: 🔵 **tag prod of Desk (desk)** (live): v1 (published) → v2 (draft)<br>
        -: \`list.agent-list.json /0/tags/prod\`
        -: 🔵 and **inbound\\_agents of +14155550100 → desk@<!-- -->prod** (live)<br>
        -: \`n.phone-number.json /inbound_agents/0/agent_version\`
        -: - was: tag prod is assigned to version 1 (Versioning 3); the variables of tag prod apply (Versioning 4)
        -: - now: tag prod is assigned to version 2 (Versioning 3); the variables of tag prod apply (Versioning 4)
        -: 🔵 **inbound\\_agents of +14155550100 → desk@<!-- -->latest\\_published** (live): still v1 (published); api\\_key and
          ↪ clinic are no longer set<br>
        -: \`n.phone-number.json /inbound_agents/1/agent_version\`
        -: - was: the only published version is 1 (Versioning 3); the variables of the version's preferred tag prod apply
          ↪ (Versioning 4)
        -: - now: the only published version is 1 (Versioning 3); the version has no tags, so no variables apply (Versioning 4)
        -: - \`api_key\`: removed: was (not shown)
        -: - \`clinic\`: removed: was "Juniper"
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
          words: still v1 (published); api_key and clinic are no longer set; before: v1 (published); after: v1 (published)
          steps:
            before:
              -: {text the only published version is 1; spec Versioning 3}
              -: {text the variables of the version's preferred tag prod apply; spec Versioning 4}
            after:
              -: {text the only published version is 1; spec Versioning 3}
              -: {text the version has no tags, so no variables apply; spec Versioning 4}
          variables: {name api_key; words removed: was (not shown)}, {name clinic; words removed: was "Juniper"}; count: 1
          place: n.phone-number.json:1:154 "latest_published""
    `);
  expect(report.html).toMatch(/^<!doctype html>[\s\S]*Content-Security-Policy[\s\S]*<\/html>\n$/);
  expect(planReport(before, before, 'main')).toMatchObject({
    headline: 'No reference changes; 3 unchanged',
    changes: [],
    problem: null,
  });
  expect(noPlan('there is no git here').problem).toBe('there is no git here');
});
test('what a live version says differently under the same number', () => {
  const before = contextAt(desk + draft + number).workspace,
    { workspace } = contextAt(
      (desk + draft + number).replace('"11labs-Adrian"', '"11labs-Zed"').replace('You are at', 'At'),
    );
  const { contents, headline } = planReport(before, workspace, 'main');
  expect(headline).toBe('No reference changes; 3 unchanged; 2 values of live versions change under the same number');
  expect(serialized({ contents }, workspace)).toMatchInlineSnapshot(`
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

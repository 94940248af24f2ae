import { describe, expect, test } from 'vitest';
import type { Preview } from '../../protocol/index.ts';
import { askedIn } from '../../testing/asked.ts';
import { beside, desk, draft, number } from '../../testing/desk.ts';
import { told } from '../../testing/told.ts';
import { previewAt } from './index.ts';

const shown = (
  text: string,
  saved: Readonly<Record<string, string>> = {},
  pick: readonly (keyof Preview)[] = [],
): string => {
  const asked = askedIn(text, saved),
    preview = previewAt(asked, { now: 0 });
  return told(pick.length === 0 ? preview : Object.fromEntries(pick.map(key => [key, preview[key]])), asked.workspace);
};

describe('what is unsaved', () => {
  test('is compared: the reference itself, and every other', () => {
    const edited = number
      .replace('"agent_version": "prod"', '"agent_version": ▮"beta"')
      .replace('0.75', '0.5')
      .replace('0.25', '0.5');
    expect(shown(beside(desk, draft) + edited, { 'n.phone-number.json': number.split('\n')[1]! }, ['unsaved', 'lists']))
      .toMatchInlineSnapshot(`
        "unsaved:
          title: Saved → unsaved changes; outcome: applied; headline: 1 live reference changes; 2 stay as they are
          before:
            agentId: desk; agentName: Desk; reference: prod; written: desk@prod; outcome: resolved; version: 1; isPublished: true
            selects: version 1 (published)
            steps: {text tag prod is assigned to version 1; spec Versioning 3}, {text the variables of tag prod apply; spec
              ↪ Versioning 4}
            variablesFrom: prod; variablesOutcome: resolved; live: tag prod of desk; target: v1.agent.json:1:1 {
          after:
            agentId: desk; agentName: Desk; reference: beta; written: desk@beta; outcome: resolved; version: 2
            selects: version 2 (draft)
            steps: {text tag beta is assigned to version 2; spec Versioning 3}, {text the variables of tag beta apply; spec
              ↪ Versioning 4}
            variablesFrom: beta; variablesOutcome: resolved; live: inbound_agents of +14155550100; target: v2.agent.json:1:1 {
          effect: version+variables
          variables: {name api_key; words gone: it was (not shown)}, {name clinic; words "Juniper" → "Rehearsal"}
          changes:
            -:
              effect: version+variables; kind: phone-number; live: true
              subject: inbound_agents of +14155550100 → desk@beta (was desk@prod)
              words: v1 (published) → v2 (draft); clinic gets a new value, api_key goes; before: v1 (published); after: v2 (draft)
              steps:
                before: {text tag prod is assigned to version 1; spec Versioning 3}, {text the variables of tag prod apply; spec
                  ↪ Versioning 4}
                after: {text tag beta is assigned to version 2; spec Versioning 3}, {text the variables of tag beta apply; spec
                  ↪ Versioning 4}
              variables: {name api_key; words gone: it was (not shown)}, {name clinic; words "Juniper" → "Rehearsal"}; count: 1
              place: n.phone-number.json:1:91 "beta"
          unchanged: 2
        lists:
          -:
            title: inbound_agents of +14155550100; place: n.phone-number.json:1:52 [; current: true; calls: 100000; seed: 0; sum: 1
            arms:
              -:
                place: n.phone-number.json:1:53 {; weight: 0.5; expected: 0.5; destination: desk version 2; current: true
                resolution:
                  agentId: desk; agentName: Desk; reference: beta; written: desk@beta; outcome: resolved; version: 2
                  selects: version 2 (draft)
                  steps: {text tag beta is assigned to version 2; spec Versioning 3}, {text the variables of tag beta apply; spec
                    ↪ Versioning 4}
                  variablesFrom: beta; variablesOutcome: resolved; live: inbound_agents of +14155550100; target: v2.agent.json:1:1 {
                calls: 50347; share: 0.50347; interval95: 0.5003710256916875, 0.5065687077213111
              -:
                place: n.phone-number.json:1:115 {; weight: 0.5; expected: 0.5; destination: desk version 1
                resolution:
                  agentId: desk; agentName: Desk; reference: latest_published; written: desk@latest_published; outcome: resolved;
                    ↪ version: 1
                  isPublished: true; selects: version 1 (published)
                  steps:
                    -: {text the only published version is 1; spec Versioning 3}
                    -: {text the variables of the version's preferred tag prod apply; spec Versioning 4}
                  variablesFrom: prod; variablesOutcome: resolved; live: tag prod of desk; target: v1.agent.json:1:1 {
                calls: 49653; share: 0.49653; interval95: 0.493431292278689, 0.49962897430831255
            destinations:
              -:
                destination: desk version 2; agentName: Desk; outcome: resolved; expected: 0.5; calls: 50347; share: 0.50347
                interval95: 0.5003710256916875, 0.5065687077213111
              -:
                destination: desk version 1; agentName: Desk; outcome: resolved; expected: 0.5; arms: 1; calls: 49653; share: 0.49653
                interval95: 0.493431292278689, 0.49962897430831255
            moves: {calls 50347; share 0.50347; least 0.5; ways {from desk version 1; to desk version 2; calls 50347; share 0.50347}}"
      `);
  });
  test('of a tag changes all that goes through it', () => {
    const text = beside(desk, draft, number);
    expect(
      shown(
        text.replace('"prod": {"version": 1', '"prod": {"version": ▮2'),
        { 'list.agent-list.json': desk.split('\n').slice(1, 5).join('\n') },
        ['unsaved'],
      ),
    ).toMatchInlineSnapshot(`
      "unsaved:
        title: Saved → unsaved changes; outcome: applied; headline: 3 live references change; 0 stay as they are
        before:
          agentId: desk; agentName: Desk; reference: prod; written: desk@prod; outcome: resolved; version: 1; isPublished: true
          selects: version 1 (published)
          steps: {text tag prod is assigned to version 1; spec Versioning 3}, {text the variables of tag prod apply; spec
            ↪ Versioning 4}
          variablesFrom: prod; variablesOutcome: resolved; live: tag prod of desk; target: v1.agent.json:1:1 {
        after:
          agentId: desk; agentName: Desk; reference: prod; written: desk@prod; outcome: resolved; version: 2
          selects: version 2 (draft)
          steps: {text tag prod is assigned to version 2; spec Versioning 3}, {text the variables of tag prod apply; spec
            ↪ Versioning 4}
          variablesFrom: prod; variablesOutcome: resolved; live: tag prod of desk; target: v2.agent.json:1:1 {
        effect: version
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
  });
});

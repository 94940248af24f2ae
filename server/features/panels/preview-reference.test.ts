import { describe, expect, test } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import { beside, previewed, desk, draft, number } from '../../testing/sample-agents.ts';
import { previewAt, simulationReport } from './index.ts';

test('no credential is shown, and the same question has the same answer', () => {
  const text = desk.replace('"clinic": "Juniper"', '"▮clinic": "Juniper"') + draft.replace('▮', '') + number,
    all = JSON.stringify(previewAt(contextAt(text)));
  expect(all).not.toContain('sk_live');
  expect(all).toContain('(not shown)');
  expect(JSON.stringify(previewAt(contextAt(text)))).toBe(all);
});

describe('a reference', () => {
  test('in an arm: what it selects, its list with a sample, and the arm marked', () => {
    const arm = beside(desk, draft) + number.replace('"prod"', '▮"prod"');
    const { done, not, pointer } = simulationReport(contextAt(arm), { now: 0 })!;
    expect(previewAt(contextAt(arm), { now: 0 }).simulations).toEqual({ done, not, pointer });
    expect([done.map(({ subject }) => subject), pointer]).toEqual([['weights'], '/inbound_agents/0/agent_version']);
    expect(previewed(arm, {}, ['subject', 'title', 'detail', 'place', 'resolution', 'assumptions']))
      .toMatchInlineSnapshot(`
      "subject: reference; title: desk@prod; detail: inbound_agents of +14155550100, n.phone-number.json
      place: n.phone-number.json:1:53 {
      resolution:
        result:
          agent_id: desk; reference: prod; outcome: resolved; agent_version: 1; is_published: true; variables_from: prod
          dynamic_variables: {clinic Juniper; api_key (not shown)}; variables_outcome: resolved
          steps: tag prod is assigned to version 1 [Versioning 3], the variables of tag prod apply [Versioning 4]
        written: desk@prod; selects: version 1 (published); live: tag prod of desk; names: {desk Desk}
        places: {desk list.agent-list.json:1:2 {; desk@1 v1.agent.json:1:1 {}"
    `);
  });
  test('that selects nothing says what was meant', () =>
    expect(previewed(beside(desk, draft) + number.replace('"prod"', '▮"porod"'), {}, ['resolution', 'variables']))
      .toMatchInlineSnapshot(`
        "resolution:
          result:
            agent_id: desk; reference: porod; outcome: missing; variables_outcome: unknowable
            because: desk has no tag "porod"; its tags: beta, idle and prod
            steps: desk has no tag "porod"; its tags: beta, idle and prod
          written: desk@porod; selects: missing; why: desk has no tag "porod"; its tags: beta, idle and prod; did you mean "prod"?
          names: {desk Desk}; places: {desk list.agent-list.json:1:2 {}"
      `));
  test('to an agent that no file holds is unknowable', () =>
    expect(
      previewed('-- w.agent-weights.json --\n[{"agent_id": ▮"ghost", "agent_version": "prod", "weight": 1}]', {}, [
        'resolution',
        'variables',
        'matrix',
      ]),
    ).toMatchInlineSnapshot(`
      "resolution:
        result:
          agent_id: ghost; reference: prod; outcome: unknowable; variables_outcome: unknowable
          because: no agent ghost in this workspace; steps: no agent ghost in this workspace
        written: ghost@prod; selects: unknowable; why: no agent ghost in this workspace"
    `));
  test('in a task: the values of the task go first', () => {
    const batch =
      '-- b.batch-call.json --\n' +
      '{"name": "Flu", "from_number": "+1", ' +
      '"tasks": [{"to_number": "+14155550131", "override_agent_id": "desk", "override_agent_version": ▮1, ' +
      '"service_llm_dynamic_variables": {"clinic": "Mine"}}, {"to_number": "+14155550132"}]}\n';
    expect(previewed(beside(desk, draft) + batch, {}, ['title', 'detail', 'variables', 'simulations']))
      .toMatchInlineSnapshot(`
        "title: desk@1; detail: call to +14155550131, b.batch-call.json
        variables:
          Variables
            Variable             Value                      Used
            hours unset          read out as a placeholder  1 use
            clinic call          Mine                       1 use
            current_time system  set by the platform        1 use
            api_key tag          (not shown)                0 uses
            mood engine default  calm                       0 uses
        simulations:
          done:
            -:
              subject: batch
              result:
                version: 1; kind: batch-call
                tasks:
                  -:
                    pointer: /tasks/0; to_number: +14155550131
                    resolution:
                      agent_id: desk; reference: 1; outcome: resolved; agent_version: 1; is_published: true; variables_from: prod
                      dynamic_variables: {clinic Juniper; api_key (not shown)}; variables_outcome: resolved
                      steps:
                        -: a number selects exactly that version: 1 [Versioning 3]
                        -: the variables of the version's preferred tag prod apply [Versioning 4]
                      file: b.batch-call.json; pointer: /tasks/0/override_agent_version
                    dynamic_variables: {api_key (not shown); clinic Mine; mood calm}
                    variable_sources: {api_key tag; clinic call; mood engine default}; unset_variables: hours
                    dial_at: 1970-01-01T00:00:00+00:00; ring_duration_ms: 30000
                summary:
                  tasks: 2; resolved: 1; unknowable: 1; versions: {agent_id desk; agent_version 1; reference 1; outcome resolved;
                    ↪ tasks 1}
                  tasks_with_unset_variables: 1; tasks_with_unknown_needs: 1; unset_variables: {hours 1}
                  starts_at: 1970-01-01T00:00:00+00:00; starts_by: now; timezone: UTC; dial_at: 1970-01-01T00:00:00+00:00; dialling:
                    ↪ dialled
                assumptions: dial-when-open, variable-precedence
              title: Flu; notes: begins at once (now: 1970-01-01 00:00 UTC); all tasks are due at 1970-01-01 00:00
              names: {desk Desk; /tasks/0 unset: hours}
              places: {/tasks/0 b.batch-call.json:1:48 {; desk list.agent-list.json:1:2 {; desk@1 v1.agent.json:1:1 {}
          pointer: /tasks/0/override_agent_version"
      `);
  });
});

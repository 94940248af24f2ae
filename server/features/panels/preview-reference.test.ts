import { describe, expect, test } from 'vitest';
import { beside, previewed, desk, draft, number } from '../../testing/desk.ts';

describe('a reference', () => {
  test('in an arm: what it selects, its list with a sample, and the arm marked', () =>
    expect(
      previewed(beside(desk, draft) + number.replace('"prod"', '▮"prod"'), {}, [
        'subject',
        'title',
        'detail',
        'place',
        'resolution',
        'simulations',
        'assumptions',
      ]),
    ).toMatchInlineSnapshot(`
      "subject: reference; title: desk@prod; detail: inbound_agents of +14155550100, n.phone-number.json
      place: n.phone-number.json:1:53 {
      resolution:
        agentId: desk; agentName: Desk; reference: prod; written: desk@prod; outcome: resolved; version: 1; isPublished: true
        selects: version 1 (published)
        steps: {text tag prod is assigned to version 1; spec Versioning 3}, {text the variables of tag prod apply; spec Versioning
          ↪ 4}
        variablesFrom: prod; variablesOutcome: resolved; live: tag prod of desk; target: v1.agent.json:1:1 {
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
                      pointer: /inbound_agents/0; agent_id: desk; reference: prod; weight: 0.75; expected_share: 0.75; calls: 75362
                      share: 0.75362; interval95: 0.75094, 0.756281
                    -:
                      pointer: /inbound_agents/1; agent_id: desk; reference: latest_published; weight: 0.25; expected_share: 0.25;
                        ↪ calls: 24638
                      share: 0.24638; interval95: 0.243719, 0.24906
                  versions:
                    -:
                      agent_id: desk; agent_version: 1; arms: /inbound_agents/0, /inbound_agents/1; expected_share: 1; calls:
                        ↪ 100000; share: 1
                      interval95: 0.999962, 1
            title: n.phone-number.json
            notes: a draw is a sample, not a prediction: the platform picks at random, and this is one seeded draw
            names: {/inbound_agents inbound_agents of +14155550100}
            places:
              /inbound_agents: n.phone-number.json:1:52 [; /inbound_agents/0: n.phone-number.json:1:53 {
              /inbound_agents/1: n.phone-number.json:1:116 {
            agents: {desk {name Desk; place list.agent-list.json:1:2 {}}
            references:
              desk@prod:
                agentId: desk; agentName: Desk; reference: prod; written: desk@prod; outcome: resolved; version: 1; isPublished:
                  ↪ true
                selects: version 1 (published)
                steps: {text tag prod is assigned to version 1; spec Versioning 3}, {text the variables of tag prod apply; spec
                  ↪ Versioning 4}
                variablesFrom: prod; variablesOutcome: resolved; live: tag prod of desk; target: v1.agent.json:1:1 {
              desk@latest_published:
                agentId: desk; agentName: Desk; reference: latest_published; written: desk@latest_published; outcome: resolved;
                  ↪ version: 1
                isPublished: true; selects: version 1 (published)
                steps:
                  -: {text the only published version is 1; spec Versioning 3}
                  -: {text the variables of the version's preferred tag prod apply; spec Versioning 4}
                variablesFrom: prod; variablesOutcome: resolved; live: tag prod of desk; target: v1.agent.json:1:1 {
        pointer: /inbound_agents/0/agent_version"
    `));
  test('that selects nothing says what was meant', () =>
    expect(previewed(beside(desk, draft) + number.replace('"prod"', '▮"porod"'), {}, ['resolution', 'variables']))
      .toMatchInlineSnapshot(`
        "resolution:
          agentId: desk; agentName: Desk; reference: porod; written: desk@porod; outcome: missing; selects: missing
          because: desk has no tag "porod"; its tags: beta, idle and prod; did you mean "prod"?
          steps: {text desk has no tag "porod"; its tags: beta, idle and prod}; variablesOutcome: unknowable"
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
        agentId: ghost; reference: prod; written: ghost@prod; outcome: unknowable; selects: unknowable
        because: no agent ghost in this workspace; steps: {text no agent ghost in this workspace}; variablesOutcome: unknowable"
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
          rows:
            -: {name api_key; value (not shown); source tag; words (not shown) from tag prod}
            -:
              name: clinic; value: Mine; source: call; words: "Mine" from the call, overriding the tag
              uses: one.llm.json:1:49 {{clinic}}; useCount: 1
            -: {name current_time; source system; words set by the platform; uses one.llm.json:1:83 {{current_time}}; useCount 1}
            -:
              name: hours; source: unset; words: unset: the placeholder {{hours}} is read out; uses: one.llm.json:1:66 {{hours}}
              useCount: 1
            -: {name mood; value calm; source engine default; words "calm" from the engine default}
        simulations:
          done:
            -:
              subject: batch
              result:
                version: 1; kind: batch-call
                tasks:
                  -:
                    pointer: /tasks/0; to_number: +14155550131; dynamic_variables: {api_key (not shown); clinic Mine; mood calm}
                    variable_sources: {api_key tag; clinic call; mood engine default}; unset_variables: hours
                    dial_at: 1970-01-01T00:00:00+00:00; ring_duration_ms: 30000
                summary:
                  tasks: 2; resolved: 1; unknowable: 1; versions: {agent_id desk; agent_version 1; reference 1; outcome resolved;
                    ↪ tasks 1}
                  tasks_with_unset_variables: 1; tasks_with_unknown_needs: 1; unset_variables: {hours 1}
                  starts_at: 1970-01-01T00:00:00+00:00; starts_by: now; timezone: UTC; dial_at: 1970-01-01T00:00:00+00:00; dialling:
                    ↪ dialled
                assumptions: dial-when-open, variable-precedence
              title: Flu; notes: begins at once (now: 1970-01-01 00:00); all tasks are due at 1970-01-01 00:00 (UTC)
              names: {/tasks/0 unset: hours}; places: {/tasks/0 b.batch-call.json:1:48 {}
              agents: {desk {name Desk; place list.agent-list.json:1:2 {}}
              references:
                desk@1:
                  agentId: desk; agentName: Desk; reference: 1; written: desk@1; outcome: resolved; version: 1; isPublished: true
                  selects: version 1 (published)
                  steps:
                    -: {text a number selects exactly that version: 1; spec Versioning 3}
                    -: {text the variables of the version's preferred tag prod apply; spec Versioning 4}
                  variablesFrom: prod; variablesOutcome: resolved; live: tag prod of desk; target: v1.agent.json:1:1 {
          pointer: /tasks/0/override_agent_version"
      `);
  });
});

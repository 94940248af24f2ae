import { expect, test } from 'vitest';
import { workspaceOf } from '../testing/fixture.ts';
import { isVersionChange, changesBetween, variableChanges } from './changes.ts';
import { placeName, referencesOf } from '../core/index/agent-references.ts';
import { Workspace } from '../core/workspace/workspace.ts';

const files = (city: string, set = '"Basel"'): string => `-- team.agent-list.json --
[{"agent_id": "desk", "agent_name": "Desk", "channel": "voice", "user_modified_timestamp": 1,
  "tags": {"beta": {"version": 1, "dynamic_variables": {"city": "${city}", "hours": "9 to 5"}}}}]
-- desk.agent.json --
{"agent_id": "desk", "version": 1, "is_published": true, "last_modification_timestamp": 1, "voice_id": "v",
  "response_engine": {"type": "custom-llm"}, "assigned_tags": ["beta"]}
-- calls.batch-call.json --
{"from_number": "+14155550100", "trigger_timestamp": 1768500000000, "tasks": [
  {"to_number": "+14155550101", "override_agent_id": "desk", "override_agent_version": "beta",
    "service_llm_dynamic_variables": {"city": ${set}}},
  {"to_number": "+14155550102", "override_agent_id": "desk", "override_agent_version": "beta"}]}
-- few.alert-rule.json --
{"name": "Few", "metric_type": "call_count", "threshold_type": "absolute", "threshold_value": 1, "comparator": "<",
  "frequency": "1h", "window": "1h", "filter": {"agent": [{"agent_id": "desk", "version": [1]}]}}
`;
const linesOf = (former: string, current: string): string[] => {
  const [before, after] = [workspaceOf(former), workspaceOf(current)];
  return changesBetween({ workspace: before }, { workspace: after })
    .changes.filter(isVersionChange)
    .map(change => {
      const values = variableChanges(change, { before, after }).map(
        change =>
          `${change.name} ${change.before} → ${change.after}${change.isDefault ? ` (default ${change.isDefault})` : ''}`,
      );
      return `${placeName(change.after!.reference)}: ${change.effect} ${values.join()}`;
    });
};

test('the variables of a tag are compared only for calls that use them, not for a task with values of its own or for a filter', () =>
  expect(linesOf(files('Bern'), files('Thun'))).toEqual(['call to +14155550102: variables city Bern → Thun']));
test('a different value in a task changes its call', () =>
  expect(linesOf(files('Bern'), files('Bern', '"Chur"'))).toEqual([
    'call to +14155550101: variables city Basel → Chur',
  ]));
test('the default of the engine applies once no tag sets the variable', () => {
  const inTag = (variables: string, defaultValue = '"Olten"'): string => `
-- desk.agent-list.json --
[{"agent_id": "desk", "channel": "voice", "user_modified_timestamp": 1,
  "tags": {"prod": {"version": 1, "dynamic_variables": {${variables}}}}}]
-- desk.agent.json --
{"agent_id": "desk", "version": 1, "voice_id": "11labs-A", "response_engine": {"type": "llm", "llm_id": "one"}}
-- one.llm.json --
{"llm_id": "one", "default_dynamic_variables": {"city": ${defaultValue}}}
`;
  expect([
    linesOf(inTag('"city": "Bern"'), inTag('')),
    linesOf(inTag('"city": "Olten"'), inTag('')),
    linesOf(inTag(''), inTag('"city": "Bern"')),
    linesOf(inTag('"town": "Bern"'), inTag('')),
  ]).toEqual([
    ['tag prod of desk: variables city Bern → Olten (default after)'],
    ['tag prod of desk: variables city Olten → Olten (default after)'],
    ['tag prod of desk: variables city Olten → Bern (default before)'],
    ['tag prod of desk: variables town Bern → undefined'],
  ]);
});
test('the calls of a finished batch are described as calls of a batch that is over', () => {
  const { documents } = workspaceOf(files('Bern'));
  const calls = (today: string): string[] =>
    referencesOf(new Workspace(documents, { today }))
      .filter(({ kind }) => kind === 'task')
      .map(reference => placeName(reference));
  expect(calls('2026-01-14')).toEqual(['call to +14155550101', 'call to +14155550102']);
  expect(calls('2026-01-17')).toEqual([
    'call to +14155550101, of a batch that is over',
    'call to +14155550102, of a batch that is over',
  ]);
});

import type { Workspace } from '../server/core/workspace/workspace.ts';
import { defineRule, groupsOf, isEqual, isSamePlace, type Cursor } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'duplicate-record',
  group: 'references',
  severity: 'warning',
  spec: 'domain',
  at: {
    'alert-rule-response': '/alert_rule_id',
    'test-case-definition': '/test_case_definition_id',
    'agent-list-item': '/agent_id',
  },
  when: () => id => typeof id === 'string' && id !== '',

  check(id, workspace) {
    const record = id.parent!,
      // each record is compared only with the first record, because there may be many
      [first] = recordsOf(workspace).get(identityOf(id)) ?? [];
    if (!first || isSamePlace(first, record) || isEqual(first.value, record.value)) return undefined;
    const { file } = first.document,
      place = file === id.document.file ? 'another record of this file' : file;
    return {
      message: `${id.label}: ${place} has this id with other settings; which one counts is ambiguous`,
      related: [{ at: first.get(id.key), message: 'the other record' }],
    };
  },
});

const ids = ['alert_rule_id', 'test_case_definition_id', 'agent_id'];
const recordsOf = (workspace: Workspace): ReadonlyMap<string, readonly Cursor[]> =>
  workspace.memory.remember(recordsOf, undefined, () =>
    groupsOf(workspace.roots('alert-rule', 'test-case', 'agent-list'), record =>
      identityOf(record.get(ids.find(key => record.get(key).exists) ?? '')),
    ),
  );

/** The identity of a record. An agent may be in several lists, such as those of two days or two accounts. */
const identityOf = (id: Cursor): string =>
  `${id.key} ${id.string() ?? ''}${id.key === 'agent_id' ? ` ${id.document.file}` : ''}`;

import { baseAt } from '../server/core/domain/version-records.ts';
import { defineRule, property } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'null-base-version',
  group: 'references',
  severity: 'info',
  spec: 'Agent (response shape)',
  clause: 'Agent (response shape): base_version: null for initial versions only',
  // in a version summary, wrong-type reports null
  at: { 'agent-settings': '/base_version' },
  when: () => (base, holder) => base === null && property(holder, 'version') !== 0,

  check(node, workspace) {
    const record = baseAt(node, workspace);
    if (record?.base !== null) return undefined;
    return {
      message: `base_version: null on version ${record.version}, but only the first version has no base`,
    };
  },
});

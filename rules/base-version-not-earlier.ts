import { baseAt } from '../server/core/domain/version-records.ts';
import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'base-version-not-earlier',
  group: 'references',
  severity: 'warning',
  spec: 'Versioning 2',
  clause: [
    'Agent version summary: base_version: the version it was made from',
    'Versioning: 2: versions count from 0; a draft is made from another; a version is published or a draft',
  ],
  replaces: ['record-disagreement'],
  at: { 'agent-settings': '/base_version', 'agent-version-summary': '/base_version' },
  when: { type: 'number' },

  check(node, workspace) {
    const record = baseAt(node, workspace);
    if (!record || record.base === null || record.base < record.version) return undefined;
    if (record.version === 0)
      return { severity: 'info', message: `base_version: expected null for version 0, got ${record.base}` };
    return {
      message: `base_version: expected a version before ${record.version}, got ${record.base === record.version ? 'itself' : record.base}`,
    };
  },
});

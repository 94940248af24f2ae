import { baseAt } from '../server/core/domain/version-records.ts';
import { defineRule, listed } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'missing-base-version',
  group: 'references',
  severity: 'error',
  needsEveryFile: true,
  spec: 'Versioning 2',
  clause: [
    'Agent version summary: base_version: the version it was made from',
    'Versioning: 2: versions count from 0; a draft is made from another; a version is published or a draft',
  ],
  replaces: ['base-version-not-earlier', 'record-disagreement'],
  at: { 'agent-settings': '/base_version', 'agent-version-summary': '/base_version' },
  when: { type: 'number' },

  check(node, workspace) {
    const record = baseAt(node, workspace);
    if (!record?.agent || record.base === null || record.agent.versions.has(record.base)) return undefined;
    // exports rarely contain all versions
    if (!record.agent.versionsComplete) return undefined;
    const numbers = [...record.agent.versions.keys()],
      versions = listed(numbers.map(String), 'and');
    return {
      message:
        `base_version: ${record.agent.label} has no version ${record.base}; ` +
        `its ${numbers.length === 1 ? 'version is' : 'versions are'} ${versions}`,
      related: record.agent.summaries
        .slice(0, 1)
        .map(summary => ({ at: summary.parent ?? summary, message: 'the version summaries' })),
    };
  },
});

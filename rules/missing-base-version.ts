import { baseAt } from '../server/core/domain/version-records.ts';
import { mayDefine } from '../server/core/workspace/unread.ts';
import { defineRule } from '../server/core/engine/rule.ts';
import { listed } from '../server/core/wording.ts';

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
  replaces: ['base-version-not-earlier'],
  at: { 'agent-settings': '/base_version', 'agent-version-summary': '/base_version' },
  when: { type: 'number' },

  check(node, workspace) {
    const record = baseAt(node, workspace);
    if (!record?.agent || record.base === null || record.agent.versions.has(record.base)) return undefined;
    const known = [...record.agent.versions.keys()],
      versions = listed(known.map(String), 'and');
    if (!record.agent.versionsComplete)
      return known.length < 2
        ? undefined
        : {
            severity: record.agent.unread.length > 0 ? 'info' : 'warning',
            message:
              `base_version: ${record.agent.label} has no version ${record.base} here; ` +
              `known versions: ${versions}${mayDefine(record.agent.unread)}`,
            help: "add that version, or the agent's version summaries",
          };
    return {
      message:
        `base_version: ${record.agent.label} has no version ${record.base}; ` +
        `its ${known.length === 1 ? 'version is' : 'versions are'} ${versions}`,
      related: record.agent.summaries
        .slice(0, 1)
        .map(summary => ({ at: summary.parent ?? summary, message: 'the version summaries' })),
    };
  },
});

import { baseAt } from '../server/core/domain/version-records.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'base-version-not-earlier',
  group: 'references',
  severity: 'warning',
  summary: 'A version is based on itself or on a later version.',
  why: `
    Versions are numbered in the order in which they are created, so a base version has a smaller number, and
    version 0 has no base. Anything else was edited by hand and misleads anyone who compares versions or rolls one
    back.
  `,
  spec: 'Versioning 2',
  clause: [
    'Agent version summary: base_version: the version it was made from',
    'Versioning: 2: versions count from 0; a draft is made from another; a version is published or a draft',
  ],
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

  examples: {
    invalid: files`
      -- desk.agent.json --
      { "version": 3, "base_version": 4 }
                                      ^ warning: base_version: expected a version before 3, got 4
      -- first.agent.json --
      { "version": 0, "base_version": 12 }
                                      ^^ info: base_version: expected null for version 0, got 12
      -- agent_night.agent-versions.json --
      [{ "version": 2, "base_version": 2 }]
                                       ^ warning: base_version: expected a version before 2, got itself
    `,
    valid: files`
      -- desk.agent.json --
      { "agent_id": "agent_desk", "version": 3, "base_version": 2 }
      -- first.agent.json --
      { "version": 0, "base_version": null }
      -- import.agent.json --
      { "base_version": 2 }
    `,
  },
});

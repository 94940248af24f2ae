import { baseAt } from '../server/core/domain/version-records.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'base-version-cycle',
  severity: 'warning',
  summary: 'Versions that are made from each other in a circle.',
  why: `
    The history of the agent is lost where its base versions lead round in a circle. Each version is made from one that
    exists before it, so following them ends at the first; where it does not, at least one \`base_version\` was edited
    by hand or copied from another version.
  `,
  spec: 'Versioning 2',
  replaces: ['base-version-not-earlier'],
  at: { 'agent-settings': '/base_version', 'agent-version-summary': '/base_version' },

  check(node, workspace) {
    if (node.isNull) return undefined;
    const record = baseAt(node, workspace);
    if (!record?.agent || record.base === null) return undefined;
    const way = [record.version];
    for (
      let next: number | null | undefined = record.base;
      next !== record.version;
      next = record.agent.versions.get(next)?.baseVersion
    ) {
      if (next === null || next === undefined || way.includes(next)) return undefined;
      way.push(next);
    }
    // said once, at the smallest of them; a version based on itself is no circle of several
    if (way.length < 2 || way.some(version => version < record.version)) return undefined;
    return {
      message:
        `the base versions of ${record.agent.id} go round in a circle: ` +
        `${[...way, record.version].join(' → ')}; each must exist before what is made from it`,
    };
  },

  examples: {
    invalid: [
      {
        files: files`
        -- agent_desk.agent-versions.json --
        [
          { "version": 1, "is_published": true, "base_version": 3, "last_modification_timestamp": 1740000000000 },
                                                                ^
                                                | warning: the base versions of agent_desk go round in a circle: 1 → 3 →
                                                | 2 → 1; each must exist before what is made from it
          { "version": 2, "is_published": true, "base_version": 1, "last_modification_timestamp": 1750000000000 },
          { "version": 3, "is_published": false, "base_version": 2, "last_modification_timestamp": 1760000000000 },
          { "version": 4, "is_published": false, "base_version": 3, "last_modification_timestamp": 1770000000000 }
        ]
      `,
      },
    ],
    valid: [
      files`
      -- agent_desk.agent-versions.json --
      [
        { "version": 1, "is_published": true, "base_version": 0, "last_modification_timestamp": 1740000000000 },
        { "version": 2, "is_published": true, "base_version": 1, "last_modification_timestamp": 1750000000000 },
        { "version": 3, "is_published": false, "base_version": 3, "last_modification_timestamp": 1760000000000 }
      ]
    `,
    ],
  },
});

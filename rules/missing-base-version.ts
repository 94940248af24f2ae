import { baseAt } from '../server/core/domain/version-records.ts';
import { mayDefine } from '../server/core/workspace/unread.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { clipped, listed } from '../server/core/wording.ts';

export default defineRule({
  id: 'missing-base-version',
  group: 'references',
  severity: 'error',
  needsEveryFile: true,
  summary: 'A base version does not exist.',
  why: `
    \`base_version\` names a version that the agent does not have, so what this version was created from cannot be
    found. The file was edited by hand, or belongs to another agent.

    Only the agent's version summaries prove that a version does not exist. Without them this is a warning if other
    versions of the agent are here, and nothing for a lone version.
  `,
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
              `base_version: ${clipped(record.agent.id)} has no version ${record.base} here; ` +
              `known versions: ${versions}${mayDefine(record.agent.unread)}`,
            help: "add that version, or the agent's version summaries",
          };
    return {
      message:
        `base_version: ${clipped(record.agent.id)} has no version ${record.base}; ` +
        `its ${known.length === 1 ? 'version is' : 'versions are'} ${versions}`,
      related: record.agent.summaries
        .slice(0, 1)
        .map(summary => ({ at: summary.parent ?? summary, message: 'the version summaries' })),
    };
  },

  examples: {
    invalid: files`
      -- agent_desk.agent-versions.json --
      [
        { "version": 0 },
        { "version": 4, "base_version": 3 }
                                        ^ base_version: agent_desk has no version 3; its versions are 0, 4 and 5
      ]
      -- desk.agent.json --
      { "agent_id": "agent_desk", "version": 5, "base_version": 2 }
                                                                ^
                                              | base_version: agent_desk has no version 2; its versions are 0, 4 and 5
      ====
      -- desk-4.agent.json --
      { "agent_id": "agent_desk", "version": 4 }
      -- desk-5.agent.json --
      {
        "agent_id": "agent_desk", "version": 5,
        "base_version": 3
                        ^ warning: base_version: agent_desk has no version 3 here; known versions: 4 and 5
      }
      ====
      -- agent_desk.agent-versions.json --
      [{ "version": 4, "base_version": 3 }]
                                       ^ base_version: agent_desk has no version 3; its version is 4
      -- desk-4.agent.json --
      { "version": 4, "base_version": "3" }
    `,
    valid: files`
      -- agent_desk.agent-versions.json --
      [{ "version": 0 }, { "version": 4, "base_version": 0 }]
      -- desk.agent.json --
      { "agent_id": "agent_desk", "version": 5, "base_version": 4 }
      -- night.agent.json --
      { "agent_id": "agent_night", "version": 5, "base_version": 4 }
      -- first.agent.json --
      { "agent_id": "agent_first", "version": 0, "base_version": null }
      -- day.agent-override.json --
      { "agent": { "agent_id": "agent_desk", "version": 5, "base_version": 2 } }
    `,
  },
});

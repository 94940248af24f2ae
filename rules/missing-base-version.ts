import { baseAt } from '../server/core/domain/version-records.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { listed } from '../server/core/words.ts';

export default defineRule({
  id: 'missing-base-version',
  severity: 'error',
  summary: 'A base version that the agent does not have.',
  why: `
    A \`base_version\` that the agent does not have names nothing, so what the version was made from cannot be found or
    compared. The file was edited by hand, or belongs to another agent. Without the agent's version summaries nothing is
    said, because the file of an older version is seldom kept.
  `,
  spec: 'Versioning 2',
  replaces: ['base-version-not-earlier'],
  at: { 'agent-settings': '/base_version', 'agent-version-summary': '/base_version' },

  check(node, workspace) {
    if (node.isNull) return undefined;
    const record = baseAt(node, workspace);
    if (!record?.agent?.versionsComplete || record.base === null || record.agent.versions.has(record.base))
      return undefined;
    const known = [...record.agent.versions.keys()];
    return {
      message: `base_version ${record.base} is no version of ${record.agent.id}; its versions are ${listed(known.map(String), 'and')}`,
      related: record.agent.summaries
        .slice(0, 1)
        .map(summary => ({ at: summary.parent ?? summary, message: 'all versions of the agent' })),
    };
  },

  examples: {
    invalid: [
      {
        files: files`
        -- agent_desk.agent-versions.json --
        [
          { "version": 0, "is_published": true, "last_modification_timestamp": 1750000000000 },
          { "version": 4, "is_published": false, "base_version": 3, "last_modification_timestamp": 1760000000000 }
                                                                 ^
                                                | base_version 3 is no version of agent_desk; its versions are 0, 4 and
                                                | 5
        ]
        -- desk.agent.json --
        {
          "agent_id": "agent_desk",
          "version": 5,
          "base_version": 2,
                          ^ base_version 2 is no version of agent_desk; its versions are 0, 4 and 5
          "response_engine": { "type": "custom-llm" },
          "voice_id": "11labs-Lily"
        }
      `,
      },
    ],
    valid: [
      files`
      -- agent_desk.agent-versions.json --
      [
        { "version": 0, "is_published": true, "last_modification_timestamp": 1750000000000 },
        { "version": 4, "is_published": false, "base_version": 0, "last_modification_timestamp": 1760000000000 }
      ]
      -- desk.agent.json --
      { "agent_id": "agent_desk", "version": 5, "base_version": 4, "response_engine": { "type": "custom-llm" }, "voice_id": "11labs-Lily" }
      -- night.agent.json --
      { "agent_id": "agent_night", "version": 5, "base_version": 4, "response_engine": { "type": "custom-llm" }, "voice_id": "11labs-Lily" }
      -- first.agent.json --
      {
        "agent_id": "agent_first",
        "version": 0,
        "base_version": null,
        "response_engine": { "type": "custom-llm" },
        "voice_id": "11labs-Lily"
      }
      -- day.agent-override.json --
      { "agent": { "agent_id": "agent_desk", "version": 5, "base_version": 2 } }
    `,
    ],
  },
});

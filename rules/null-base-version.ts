import { property } from '../server/core/json/json.ts';
import { baseAt } from '../server/core/domain/version-records.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'null-base-version',
  group: 'references',
  severity: 'info',
  summary: 'A later version has no base version.',
  why: `
    \`base_version\` is null for the first version of an agent only; every later version is created from an existing
    one. The history of this version cannot be followed. What the agent does is not affected.
  `,
  spec: 'Agent (response shape)',
  clause: 'Agent (response shape): base_version: null for initial versions only',
  // in a version summary null is refused by its type
  at: { 'agent-settings': '/base_version' },
  when: () => (base, holder) => base === null && property(holder, 'version') !== 0,

  check(node, workspace) {
    const record = baseAt(node, workspace);
    if (record?.base !== null) return undefined;
    return {
      message: `base_version: null on version ${record.version}, but only the first version has no base`,
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "agent_id": "agent_desk", "version": 7,
        "base_version": null
                        ^^^^ info: base_version: null on version 7, but only the first version has no base
      }
    `,
    valid: files`
      -- desk.agent.json --
      { "agent_id": "agent_desk", "version": 7, "base_version": 6 }
      -- first.agent.json --
      { "version": 0, "base_version": null }
      -- import.agent.json --
      { "version": 7 }
    `,
  },
});

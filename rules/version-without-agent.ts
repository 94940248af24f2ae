import { isVersionReference } from '../server/core/workspace/version-references.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { show } from '../server/core/wording.ts';

export default defineRule({
  id: 'version-without-agent',
  group: 'references',
  severity: 'warning',
  summary: 'A batch task overrides the version without the agent.',
  why: `
    \`override_agent_version\` selects a version of the agent in \`override_agent_id\`. Without that it is unclear
    whose version is meant: the calling number may have several agents, and a tag or number means another version for
    each of them.
  `,
  spec: 'Batch call',
  clause: 'Batch call: task: override_agent_version',
  at: { 'batch-call-task': '/override_agent_version' },

  check(node) {
    const agent = node.sibling('override_agent_id');
    if (!isVersionReference(node.value) || (agent.exists && !agent.isNull && agent.value !== '')) return undefined;
    return {
      message: `override_agent_version: ${show(node.value)} needs override_agent_id to say which agent's version it is`,
    };
  },

  examples: {
    invalid: files`
      -- reminders.batch-call.json --
      {
        "tasks": [
          { "override_agent_version": "prod" },
                                      ^^^^^^ warning: override_agent_version: "prod" needs override_agent_id to say
                                           | which agent's version it is
          { "override_agent_version": 3, "override_agent_id": "" }
                                      ^ warning: override_agent_version: 3 needs override_agent_id to say which
                                      | agent's version it is
        ]
      }
    `,
    valid: files`
      -- reminders.batch-call.json --
      {
        "tasks": [
          { "override_agent_id": "agent_desk", "override_agent_version": "prod" },
          { "override_agent_id": "agent_desk" },
          { "override_agent_version": null },
          { "to_number": "+14155550104" }
        ]
      }
    `,
  },
});

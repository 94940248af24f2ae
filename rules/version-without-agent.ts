import { isVersionReference } from '../server/core/workspace/version-references.ts';
import { defineRule, show } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'version-without-agent',
  group: 'references',
  severity: 'warning',
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
});

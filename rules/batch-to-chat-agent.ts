import { defineRule } from '../server/core/engine/rule.ts';
import { idAt } from '../server/core/workspace/version-references.ts';

export default defineRule({
  id: 'batch-to-chat-agent',
  group: 'references',
  severity: 'warning',
  spec: 'domain',
  at: { 'batch-call-task': '/override_agent_id' },

  check(node, workspace) {
    const id = idAt(node),
      target = id === undefined ? undefined : workspace.agent(id);
    if (target?.channel !== 'chat') return undefined;
    const evidence = target.listItems[0]?.get('channel') ?? target.records[0];
    return {
      message: `${node.label}: ${target.label} is a chat agent, so it cannot make calls`,
      related: evidence ? [{ at: evidence, message: 'a chat agent' }] : [],
    };
  },
});

import { agentsAt } from '../server/core/domain/swaps.ts';
import { idAt } from '../server/core/workspace/version-references.ts';
import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'swap-to-itself',
  group: 'references',
  severity: 'warning',
  spec: 'Agent swap',
  clause: 'Agent swap: agent_id of tool and node is not empty; the agent exists',
  at: { 'agent-swap-tool': '/agent_id', 'agent-swap-node': '/agent_id' },

  check(node, workspace) {
    const id = idAt(node);
    const self =
      id === undefined ? undefined : agentsAt(node, workspace).find(agent => agent.get('agent_id').value === id);
    if (!self) return undefined;
    return {
      message: 'agent_swap targets its own agent, so the conversation restarts',
      related: self.document === node.document ? [] : [{ at: self.get('agent_id'), message: 'runs this engine' }],
    };
  },
});

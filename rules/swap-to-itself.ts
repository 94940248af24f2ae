import { agentsAt } from '../server/core/domain/swaps.ts';
import { idAt } from '../server/core/workspace/version-references.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'swap-to-itself',
  group: 'references',
  severity: 'warning',
  summary: 'An agent swaps to itself.',
  why: `
    The conversation restarts: the caller waits, hears the same voice, and may be sent around again. Usually the tool
    or node was copied from another agent's engine.
  `,
  spec: 'Agent swap',
  clause: 'Agent swap: agent_id of tool and node is not empty; the agent exists',
  at: { 'agent-swap-tool': '/agent_id', 'agent-swap-node': '/agent_id' },

  check(node, workspace) {
    const id = idAt(node);
    const self =
      id === undefined ? undefined : agentsAt(node, workspace).find(agent => agent.get('agent_id').value === id);
    if (!self) return undefined;
    return {
      message: 'agent_swap targets its own agent; the conversation would restart',
      related: self.document === node.document ? [] : [{ at: self.get('agent_id'), message: 'runs this engine' }],
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "agent_id": "agent_desk",
        "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_desk" }
      }
      -- desk.conversation-flow.json --
      {
        "conversation_flow_id": "flow_desk",
        "nodes": [
          {
            "id": "hand_over", "type": "agent_swap",
            "agent_id": "agent_desk",
                        ^^^^^^^^^^^^ warning: agent_swap targets its own agent; the conversation would restart
            "edge": { "id": "failed" }
          }
        ]
      }
    `,
    valid: files`
      -- desk.agent.json --
      {
        "agent_id": "agent_desk",
        "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_desk" }
      }
      -- draft.agent.json --
      { "agent_id": "", "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_draft" } }
      -- desk.conversation-flow.json --
      {
        "conversation_flow_id": "flow_desk",
        "nodes": [
          { "id": "hand_over", "type": "agent_swap", "agent_id": "agent_billing", "edge": { "id": "failed" } }
        ]
      }
      -- draft.conversation-flow.json --
      {
        "conversation_flow_id": "flow_draft",
        "nodes": [{ "id": "hand_over", "type": "agent_swap", "agent_id": "", "edge": { "id": "failed" } }]
      }
    `,
  },
});

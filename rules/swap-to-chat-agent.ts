import { clipped } from '../server/core/wording.ts';
import { agentsAt } from '../server/core/domain/swaps.ts';
import { idAt } from '../server/core/workspace/version-references.ts';
import { isChat } from '../server/core/domain/version-records.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'swap-to-chat-agent',
  group: 'references',
  severity: 'warning',
  summary: 'A voice agent hands over to a chat agent.',
  why: `
    A chat agent has no voice, so the swap fails or the caller hears nothing, and as the agent of a warm transfer it
    cannot speak to the other side. Name the voice agent for the same task.
  `,
  spec: 'Agent swap',
  clause: 'Agent swap: agent_id of tool and node is not empty; the agent exists',
  at: { 'agent-swap-tool': '/agent_id', 'agent-swap-node': '/agent_id', 'transfer-agent': '/agent_id' },

  check(node, workspace) {
    const id = idAt(node),
      target = id === undefined ? undefined : workspace.agent(id);
    if (target?.channel !== 'chat') return undefined;
    const caller = agentsAt(node, workspace).find(agent => !isChat(agent, workspace));
    if (!caller) return undefined;
    const evidence = target.listItems[0]?.get('channel') ?? target.records[0];
    const does = node.parent?.is('transfer-agent') ? 'mediate transfers' : 'take over calls';
    return {
      message:
        `agent_id: ${clipped(id!)} is a chat agent, so it cannot ${does} ` +
        `of ${clipped(caller.get('agent_id').string() || 'a voice agent')}`,
      related: evidence ? [{ at: evidence, message: 'a chat agent' }] : [],
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "agent_id": "agent_desk",
        "service_llm": {
          "general_tools": [
            { "type": "agent_swap", "name": "to_web", "agent_id": "agent_web" },
                                                                  ^^^^^^^^^^^
                                              | warning: agent_id: agent_web is a chat agent, so it cannot take over
                                              | calls of agent_desk
            {
              "type": "transfer_call", "name": "to_manager",
              "transfer_option": {
                "type": "agentic_warm_transfer",
                "agentic_transfer_config": { "transfer_agent": { "agent_id": "agent_web", "agent_version": 0 } }
                                                                             ^^^^^^^^^^^
                                              | warning: agent_id: agent_web is a chat agent, so it cannot mediate
                                              | transfers of agent_desk
              }
            }
          ]
        }
      }
      -- web.agent.json --
      { "agent_id": "agent_web", "channel": "chat" }
    `,
    valid: files`
      -- desk.agent.json --
      {
        "agent_id": "agent_desk", "channel": "voice",
        "service_llm": { "general_tools": [{ "type": "agent_swap", "name": "to_night", "agent_id": "agent_night" }] }
      }
      -- night.agent.json --
      { "agent_id": "agent_night" }
      -- web.agent.json --
      {
        "agent_id": "agent_web", "channel": "chat",
        "service_llm": { "general_tools": [{ "type": "agent_swap", "name": "to_sales", "agent_id": "agent_sales" }] }
      }
      -- sales.agent.json --
      { "agent_id": "agent_sales", "channel": "chat" }
    `,
  },
});

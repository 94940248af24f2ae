import { nameOfRecord } from '../server/core/domain/phone-numbers.ts';
import { agentsAt } from '../server/core/domain/swaps.ts';
import { idAt } from '../server/core/workspace/version-references.ts';
import { isChat } from '../server/core/domain/version-records.ts';
import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'swap-to-chat-agent',
  group: 'references',
  severity: 'warning',
  spec: 'Agent swap',
  clause: 'Agent swap: agent_id of tool and node is not empty; the agent exists',
  at: { 'agent-swap-tool': '/agent_id', 'agent-swap-node': '/agent_id', 'transfer-agent': '/agent_id' },

  check(node, workspace) {
    const id = idAt(node),
      target = id === undefined ? undefined : workspace.agent(id);
    if (!target?.channel || (target.channel !== 'chat' && node.parent?.is('transfer-agent'))) return undefined;
    const callers = agentsAt(node, workspace),
      isForChat = target.channel === 'chat',
      caller = callers.find(agent => isChat(agent, workspace) !== isForChat),
      work = isForChat ? 'calls' : 'chats',
      action = node.parent?.is('transfer-agent') ? 'mediate transfers' : `take over ${work}`;
    // voice and chat agents may share an engine
    if (!caller || (!isForChat && callers.some(agent => !isChat(agent, workspace)))) return undefined;
    const evidence = target.listItems[0]?.get('channel') ?? target.records[0];
    return {
      message:
        `agent_id: ${target.label} is a ${target.channel} agent, so it cannot ${action} ` +
        `of ${nameOfRecord(caller, workspace) || `a ${isForChat ? 'voice' : 'chat'} agent`}`,
      related: evidence ? [{ at: evidence, message: `a ${target.channel} agent` }] : [],
    };
  },
});

import { idAt } from '../server/core/workspace/version-references.ts';
import { defineRule } from '../server/core/engine/rule.ts';

/** For each list of a number, what its agents do on a call. Chat agents answer text messages. */
const actions: Readonly<Record<string, string>> = { inbound_agents: 'answer calls', outbound_agents: 'make calls' };
const texts: Readonly<Record<string, string>> = {
  inbound_sms_agents: 'answer texts',
  outbound_sms_agents: 'write texts',
};

export default defineRule({
  id: 'calls-of-chat-agent',
  aliases: ['batch-to-chat-agent'],
  group: 'references',
  severity: 'warning',
  spec: 'domain',
  at: { 'batch-call-task': '/override_agent_id', 'agent-weight': '/agent_id' },

  check(node, workspace) {
    const id = idAt(node),
      target = id === undefined ? undefined : workspace.agent(id);
    const list = node.within('agent-weights');
    const ability = list ? (target?.channel === 'chat' ? actions : texts)[list.key] : actions['outbound_agents'];
    if (!target || ability === undefined || (target.channel !== 'chat' && (!list || target.channel !== 'voice')))
      return undefined;
    const evidence = target.listItems[0]?.get('channel') ?? target.records[0];
    return {
      message: `${node.label}: ${target.label} is a ${target.channel} agent, so it cannot ${ability}`,
      related: evidence ? [{ at: evidence, message: `a ${target.channel} agent` }] : [],
    };
  },
});

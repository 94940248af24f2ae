import { metric } from '../server/core/domain/metrics.ts';
import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'metric-of-other-channel',
  group: 'alerts',
  severity: 'info',
  spec: 'Alert rule, alert incident',
  clause: 'Alert rule, alert incident: metric_type',
  at: { 'alert-rule': '', 'alert-rule-response': '' },

  check(alert, workspace) {
    const name = alert.get('metric_type'),
      ownMetric = metric(name.value);
    const agents = alert.get('filter').get('agent');
    const ids = agents.items().map(agent => agent.get('agent_id').string());
    if (!ownMetric || ownMetric.channel === 'both' || ids.length === 0) return undefined;
    const otherChannel = ownMetric.channel === 'chat' ? 'voice' : 'chat';
    if (!ids.every(id => id !== undefined && workspace.agent(id)?.channel === otherChannel)) return undefined;
    const figures = ownMetric.channel === 'chat' ? 'chats' : 'calls';
    return {
      at: name,
      message: `metric_type: ${ownMetric.name} is about ${figures}, but every agent in the filter is a ${otherChannel} agent`,
      related: [{ at: agents, message: 'the agents in the filter' }],
    };
  },
});

import { metric } from '../server/core/domain/metrics.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'metric-of-other-channel',
  group: 'alerts',
  severity: 'info',
  summary: 'An alert metric counts chats, but its filter selects only voice agents, or the reverse.',
  why: `
    \`chat_count\`, \`chat_success_rate\` and similar metrics count chats; \`call_count\` and similar ones count
    calls. With only agents of the other channel in the filter there is nothing to count, so the alert stays silent.
  `,
  spec: 'Alert rule, alert incident',
  clause: 'Alert rule, alert incident: metric_type',
  at: { 'alert-rule': '', 'alert-rule-response': '' },

  check(alert, workspace) {
    const name = alert.get('metric_type'),
      watched = metric(name.value);
    const agents = alert.get('filter').get('agent');
    const ids = agents.items().map(agent => agent.get('agent_id').string());
    if (!watched || watched.channel === 'both' || ids.length === 0) return undefined;
    const other = watched.channel === 'chat' ? 'voice' : 'chat';
    if (!ids.every(id => id !== undefined && workspace.agent(id)?.channel === other)) return undefined;
    const figures = watched.channel === 'chat' ? 'chats' : 'calls';
    return {
      at: name,
      message: `metric_type: ${watched.name} is about ${figures}, but every agent in the filter is a ${other} agent`,
      related: [{ at: agents, message: 'the agents in the filter' }],
    };
  },

  examples: {
    invalid: files`
      -- team.agent-list.json --
      [{ "agent_id": "agent_desk", "channel": "voice", "tags": {} }]
      -- chats.alert-rule.json --
      { "metric_type": "chat_count", "filter": { "agent": [{ "agent_id": "agent_desk" }] } }
                       ^^^^^^^^^^^^ info: metric_type: chat_count is about chats, but every agent in the filter is a
                                  | voice agent
    `,
    valid: files`
      -- team.agent-list.json --
      [
        { "agent_id": "agent_desk", "channel": "voice", "tags": {} },
        { "agent_id": "agent_web", "channel": "chat", "tags": {} }
      ]
      -- chats.alert-rule.json --
      {
        "metric_type": "chat_count",
        "filter": { "agent": [{ "agent_id": "agent_desk" }, { "agent_id": "agent_web" }] }
      }
      -- errors.alert-rule.json --
      { "metric_type": "api_error_count", "filter": { "agent": [{ "agent_id": "agent_desk" }] } }
      -- others.alert-rule.json --
      { "metric_type": "chat_count", "filter": { "agent": [{ "agent_id": "agent_elsewhere" }] } }
    `,
  },
});

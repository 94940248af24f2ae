import { defineRule, files, withMark } from '../server/core/engine/rule.ts';
import { isArray, property } from '../server/core/json/json.ts';
import { nearestValue } from '../server/core/domain/fields.ts';
import { channelOf } from '../server/core/domain/settings.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'analysis-event-not-sent',
  group: 'settings',
  severity: 'info',
  summary: 'The agent extracts analysis data, but its webhook never receives it.',
  why: `
    Extracted values are sent with the event \`call_analyzed\` (\`chat_analyzed\` for chats). \`webhook_events\` lists
    events but leaves this one out, so the values appear in the dashboard only.
  `,
  spec: 'Events 3',
  clause: [
    'Agent settings: webhook_events (events of chats: domain, refused on a voice agent)',
    'Events: 3, 4: what holds when events or timeout are not set',
  ],
  at: withMark('x-event'),
  when:
    ({ 'x-event': event }) =>
    (_, holder) => {
      const listed = property(holder, 'webhook_events');
      return isArray(listed) && !listed.includes(event as string);
    },

  check(node) {
    const event = node.marks['x-event'] as string;
    const events = node.sibling('webhook_events');
    const names = events.items().map(item => item.string());
    const custom = node.items().some(item => item.isObject && item.get('type').value !== 'system-presets');
    if (!custom || !node.parent || names.length === 0 || names.includes(undefined)) return undefined;
    if (names.some(name => name !== undefined && nearestValue(name, [event]) === event)) return undefined;
    if ((channelOf(node.parent) ?? node.marks['x-channel']) !== node.marks['x-channel']) return undefined;
    return {
      at: events,
      message: `${events.label}: ${event} is missing, so ${node.label} never reaches the webhook`,
      related: [{ at: node, key: true, message: 'what the webhook misses' }],
      fix: set(events, [...(names as string[]), event], { title: `Add ${event}` }),
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "webhook_events": ["call_started", "call_ended"],
                          ^ info: webhook_events: call_analyzed is missing, so post_call_analysis_data never reaches
                          | the webhook
      => "webhook_events": ["call_started", "call_ended", "call_analyzed"],
        "post_call_analysis_data": [{ "type": "boolean", "name": "booked" }]
      }
      -- site.agent.json --
      {
        "channel": "chat",
        "webhook_events": ["chat_ended"],
                          ^ info: webhook_events: chat_analyzed is missing, so post_chat_analysis_data never reaches
                          | the webhook
      => "webhook_events": ["chat_ended", "chat_analyzed"],
        "post_chat_analysis_data": [{ "type": "boolean", "name": "booked" }]
      }
    `,
    valid: files`
      -- slip.agent.json --
      { "webhook_events": ["call_analysed"], "post_call_analysis_data": [{ "type": "boolean", "name": "booked" }] }
      -- desk.agent.json --
      { "webhook_events": ["call_analyzed"], "post_call_analysis_data": [{ "type": "boolean", "name": "booked" }] }
      -- noon.agent.json --
      { "post_call_analysis_data": [{ "type": "boolean", "name": "booked" }] }
      -- night.agent.json --
      { "webhook_events": ["call_started"], "post_call_analysis_data": [{ "type": "system-presets", "name": "call_summary" }] }
      -- shop.agent.json --
      { "webhook_events": [], "post_call_analysis_data": [{ "type": "boolean", "name": "booked" }] }
    `,
  },
});

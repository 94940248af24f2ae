import { nearestValue } from '../server/core/domain/fields.ts';
import { channelOf } from '../server/core/domain/settings.ts';
import { defineRule, isArray, property, set, withMark } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'analysis-event-not-sent',
  group: 'settings',
  severity: 'info',
  spec: 'Events 3',
  clause: [
    'Agent settings: webhook_events (events of chats: domain, refused on a voice agent)',
    'Events: 3, 4: what holds when events or timeout are not set',
  ],
  at: withMark('x-event'),
  when:
    ({ 'x-event': event }) =>
    (_, holder) => {
      const listedValue = property(holder, 'webhook_events');
      return isArray(listedValue) && !listedValue.includes(event as string);
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
      related: [{ at: node, key: true, message: 'not sent to the webhook' }],
      fix: set(events, [...(names as string[]), event], { title: `Add ${event}` }),
    };
  },
});

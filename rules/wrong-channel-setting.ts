import { defineRule, type Problem } from '../server/core/engine/rule.ts';
import {
  channelOf,
  channelOfEvent,
  channelsOfEvents,
  counterpartEvent,
  setsNothing,
  settingsOfChannel,
} from '../server/core/domain/settings.ts';
import { enumerated, nearestValue } from '../server/core/domain/fields.ts';
import { isEqual, isArray, property, type Json } from '../server/core/json/json.ts';
import { isChatAgent } from '../server/core/kinds.ts';
import { show } from '../server/core/wording.ts';
import { remove, set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'wrong-channel-setting',
  group: 'settings',
  aliases: ['other-channel-setting'],
  severity: 'warning',
  spec: 'Events 2',
  clause: [
    'Agent settings: webhook_events (events of chats: domain, refused on a voice agent)',
    'Events: 2: the names that can be chosen',
  ],
  replaces: [
    'ignored-setting',
    'reminder-after-silence-limit',
    'silence-longer-than-call',
    'unsupported-voice-setting',
    'vocabulary-of-other-language',
    'voice-model-of-other-provider',
  ],
  shows: 'unnecessary',
  at: { 'agent-settings': '' },
  when: () => settings => holdsOther(settings, isChatAgent(settings) ? 'voice' : 'chat'),

  *check(settings): Generator<Problem> {
    const channel = channelOf(settings);
    if (channel === undefined) return;
    const otherChannel = channel === 'voice' ? 'chat' : 'voice';
    for (const name of settingsOfChannel(otherChannel)) {
      if (setsNothing(property(settings.value, name))) continue;
      const node = settings.get(name);
      yield {
        ...(isEqual(node.value, node.marks.default) && { severity: 'info' }),
        at: { key: node.pointer },
        message: `${name}: no effect on a ${channel} agent, only on a ${otherChannel} agent`,
        fix: remove(node, { title: `Remove ${name}` }),
      };
    }
    const events = settings.get('webhook_events').items();
    if (!events.some(event => channelOfEvent(event) === otherChannel)) return;
    // a misspelled event counts as the one that was meant; another rule fixes the name
    const presentChannels = new Set(
      events.map(
        event =>
          (channelOfEvent(event) === undefined ? nearestValue(event.string() ?? '', enumerated(event)) : undefined) ??
          event.value,
      ),
    );
    for (const event of events) {
      if (channelOfEvent(event) !== otherChannel) continue;
      const match = counterpartEvent(channel, event.string() ?? '');
      const replacement = match !== undefined && !presentChannels.has(match) ? match : undefined;
      yield {
        ...(channel === 'voice' && { severity: 'error' }),
        at: event,
        message: `${event.label}: ${show(event.value)} is a ${otherChannel} event, but this is a ${channel} agent`,
        fix:
          replacement === undefined ? remove(event, { title: `Remove ${show(event.value)}` }) : set(event, replacement),
      };
      if (replacement !== undefined) presentChannels.add(replacement);
    }
  },
});

/** Whether settings have any field of this channel; a quick check without positions. */
function holdsOther(settings: Json, channel: 'voice' | 'chat'): boolean {
  if (settingsOfChannel(channel).some(name => !setsNothing(property(settings, name)))) return true;
  const events = property(settings, 'webhook_events'),
    channels = channelsOfEvents();
  return isArray(events) && events.some(event => typeof event === 'string' && channels.get(event) === channel);
}

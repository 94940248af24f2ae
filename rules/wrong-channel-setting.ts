import {
  channelOf,
  channelOfEvent,
  channelsOfEvents,
  counterpartEvent,
  setsNothing,
  settingsOfChannel,
} from '../server/core/domain/settings.ts';
import { enumValuesOf, nearestValue } from '../server/core/domain/fields.ts';
import { isEqual, isArray, property, type Json } from '../server/core/json/json.ts';
import { isChatAgent } from '../server/core/kinds.ts';
import { defineRule, remove, set, show, type Problem } from '../server/core/engine/rule.ts';

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
    const namesOf = (kind: 'voice' | 'chat'): readonly string[] =>
        settingsOfChannel(kind).filter(name => !setsNothing(property(settings.value, name))),
      otherNames = namesOf(otherChannel);
    if (settings.get('channel').exists && otherNames.length >= FEWEST_TELLING && namesOf(channel).length === 0) {
      yield {
        at: settings.get('channel'),
        message:
          `channel: ${show(channel)}, but ${otherNames.length} settings are those of a ${otherChannel} agent, ` +
          `such as ${otherNames[0]}, and have no effect`,
        related: otherNames.map(name => ({ at: settings.get(name), key: true, message: `of a ${otherChannel} agent` })),
        fix: set(settings.get('channel'), otherChannel),
      };
      return;
    }
    for (const name of otherNames) {
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
    // a misspelled event counts as the similar event, because another rule fixes the name
    const presentChannels = new Set(
      events.map(
        event =>
          (channelOfEvent(event) === undefined ? nearestValue(event.string() ?? '', enumValuesOf(event)) : undefined) ??
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

/**
 * The minimum number of settings of the other channel, without a setting of the own one, from which the channel itself
 * is the mistake.
 */
const FEWEST_TELLING = 5;

/** Whether settings have a field of the channel. A quick check without positions. */
function holdsOther(settings: Json, channel: 'voice' | 'chat'): boolean {
  if (settingsOfChannel(channel).some(name => !setsNothing(property(settings, name)))) return true;
  const events = property(settings, 'webhook_events'),
    channels = channelsOfEvents();
  return isArray(events) && events.some(event => typeof event === 'string' && channels.get(event) === channel);
}

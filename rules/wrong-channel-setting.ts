import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import {
  channelOf,
  channelOfEvent,
  channelsOfEvents,
  sameEventOn,
  setsNothing,
  settingsOfChannel,
} from '../server/core/domain/settings.ts';
import { enumerated, nearestValue } from '../server/core/domain/fields.ts';
import { equal, isArray, property, type Json } from '../server/core/json/json.ts';
import { isChatAgent } from '../server/core/kinds.ts';
import { show } from '../server/core/wording.ts';
import { remove, set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'wrong-channel-setting',
  group: 'settings',
  aliases: ['other-channel-setting'],
  severity: 'warning',
  summary: 'A voice setting or event on a chat agent, or the reverse.',
  why: `
    Settings of the other channel have no effect, and its events are never sent. The specification does not list chat
    events for voice agents, so the platform refuses them there. The channel is read from \`channel\`; without it,
    settings that only chat agents have make an agent a chat agent.
  `,
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
    const other = channel === 'voice' ? 'chat' : 'voice';
    for (const name of settingsOfChannel(other)) {
      if (setsNothing(property(settings.value, name))) continue;
      const node = settings.get(name);
      yield {
        ...(equal(node.value, node.marks.default) && { severity: 'info' }),
        at: { key: node.pointer },
        message: `${name}: no effect on a ${channel} agent, only on a ${other} agent`,
        fix: remove(node, { title: `Remove ${name}` }),
      };
    }
    const events = settings.get('webhook_events').items();
    if (!events.some(event => channelOfEvent(event) === other)) return;
    // a typo is fixed where the name is
    const there = new Set(
      events.map(
        event =>
          (channelOfEvent(event) === undefined ? nearestValue(event.string() ?? '', enumerated(event)) : undefined) ??
          event.value,
      ),
    );
    for (const event of events) {
      if (channelOfEvent(event) !== other) continue;
      const same = sameEventOn(channel, event.string() ?? '');
      const instead = same !== undefined && !there.has(same) ? same : undefined;
      yield {
        ...(channel === 'voice' && { severity: 'error' }),
        at: event,
        message: `${event.label}: ${show(event.value)} is a ${other} event, but this is a ${channel} agent`,
        fix: instead === undefined ? remove(event, { title: `Remove ${show(event.value)}` }) : set(event, instead),
      };
      if (instead !== undefined) there.add(instead);
    }
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "channel": "voice",
        "webhook_events": ["call_ended", "chat_ended"],
                                         ^^^^^^^^^^^^ webhook_events[1]: "chat_ended" is a chat event, but this is a
                                              | voice agent
      => "webhook_events": ["call_ended"]
        "end_chat_after_silence_ms": 600000
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: end_chat_after_silence_ms: no effect on a voice agent, only on a chat
                                  | agent
      =>
      }
      -- site.agent.json --
      {
        "channel": "chat",
        "voice_id": "11labs-Adrian",
        ^^^^^^^^^^ warning: voice_id: no effect on a chat agent, only on a voice agent
      =>
        "voice_speed": 1,
        ^^^^^^^^^^^^^ info: voice_speed: no effect on a chat agent, only on a voice agent
      =>
        "volume": 1.5,
        ^^^^^^^^ warning: volume: no effect on a chat agent, only on a voice agent
      =>
        "webhook_events": ["chat_ended", "call_ended", "call_started", "transfer_started"]
                                         ^^^^^^^^^^^^ warning: webhook_events[1]: "call_ended" is a voice event, but
                                              | this is a chat agent
                                                       ^^^^^^^^^^^^^^
                                              | warning: webhook_events[2]: "call_started" is a voice event, but
                                              | this is a chat agent
                                                                       ^^^^^^^^^^^^^^^^^^
                                              | warning: webhook_events[3]: "transfer_started" is a voice event, but
                                              | this is a chat agent
      => "webhook_events": ["chat_ended", "chat_started"]
      }
      -- shop.agent.json --
      { "ring_duration_ms": 20000, "auto_close_message": "Thank you, goodbye." }
        ^^^^^^^^^^^^^^^^^^ warning: ring_duration_ms: no effect on a chat agent, only on a voice agent
      => { "auto_close_message": "Thank you, goodbye." }
    `,
    valid: files`
      -- desk.agent.json --
      {
        "channel": "voice",
        "voice_id": "11labs-Adrian",
        "webhook_events": ["call_ended"],
        "post_chat_analysis_data": null,
        "auto_close_message": ""
      }
      -- site.agent.json --
      {
        "channel": "chat",
        "voice_id": "",
        "fallback_voice_ids": [],
        "user_dtmf_options": {},
        "enable_backchannel": false,
        "webhook_events": ["chat_ended"]
      }
      -- shop.agent.json --
      { "volume": 1.5, "webhook_events": ["call_analyzed"], "post_chat_analysis_model": "gpt-5" }
      -- polite.agent-override.json --
      { "agent": { "webhook_events": ["chat_ended"], "volume": 1.5 } }
    `,
  },
});

/** Whether settings have any field of this channel; a quick check without positions. */
function holdsOther(settings: Json, other: 'voice' | 'chat'): boolean {
  if (settingsOfChannel(other).some(name => !setsNothing(property(settings, name)))) return true;
  const events = property(settings, 'webhook_events'),
    channels = channelsOfEvents();
  return isArray(events) && events.some(event => typeof event === 'string' && channels.get(event) === other);
}

import { defineRule, files, withMark } from '../server/core/engine/rule.ts';
import { setsNothing } from '../server/core/domain/settings.ts';
import { toldBy, voiceOf } from '../server/core/domain/voices.ts';
import { an, listed, show } from '../server/core/wording.ts';
import { remove } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'unsupported-voice-setting',
  group: 'settings',
  severity: 'warning',
  summary: 'A voice setting has no effect with voices of this provider.',
  why: `
    Expressive mode works with the platform's own voices only, emotions with a few providers. With other voices the
    setting has no effect. Voices whose provider is unknown are skipped.
  `,
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: ['Agent settings: voice_emotion', 'Agent settings: enable_expressive_mode: voices of the platform only'],
  comparesSettings: true,
  at: withMark('x-providers'),
  when: () => value => !setsNothing(value),

  check(node, workspace) {
    const providers = node.marks['x-providers'] as readonly string[];
    const voice = node.parent && voiceOf(node.parent, workspace);
    if (node.marks.enum?.includes(node.value as string) === false) return undefined;
    if (!voice || providers.includes(voice.provider)) return undefined;

    return {
      message:
        `${node.label}: works with ${listed(providers, 'and')} voices only, ` +
        `but ${show(voice.id)} is ${an(voice.provider)} voice${toldBy(voice.id, workspace)}`,
      related: [{ at: voice.at, message: `${an(voice.provider)} voice` }],
      fix: remove(node),
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "voice_id": "11labs-Adrian",
      => "voice_id": "11labs-Adrian"
        "voice_emotion": "calm",
                         ^^^^^^ warning: voice_emotion: works with cartesia and minimax voices only, but
                              | "11labs-Adrian" is an elevenlabs voice
      =>
        "enable_expressive_mode": true
                                  ^^^^ warning: enable_expressive_mode: works with platform voices only, but
                                     | "11labs-Adrian" is an elevenlabs voice
      =>
      }
    `,
    valid: files`
      -- slip.agent.json --
      { "voice_id": "11labs-Adrian", "voice_emotion": "excited" }
      -- desk.agent.json --
      { "voice_id": "platform-Mira", "enable_expressive_mode": true }
      -- noon.agent.json --
      { "voice_id": "cartesia-Cleo", "voice_emotion": "calm", "enable_expressive_mode": false }
      -- night.agent.json --
      { "voice_id": "custom_voice_07f8", "voice_emotion": "calm", "enable_expressive_mode": true }
      -- polite.agent-override.json --
      { "agent": { "voice_emotion": "sympathetic" } }
    `,
  },
});

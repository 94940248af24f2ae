import { defineRule, files } from '../server/core/engine/rule.ts';
import { providerOfModel, toldBy, voiceOf } from '../server/core/domain/voices.ts';
import { an, show } from '../server/core/wording.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'voice-model-of-other-provider',
  group: 'settings',
  severity: 'warning',
  summary: 'The voice model and the voice are from different providers.',
  why: `
    A voice model works only with voices of its own provider, so callers hear the default model of the voice's
    provider, or nothing. Usually the voice was changed and the model was not.
  `,
  spec: 'domain',
  clause: 'Agent settings: voice_model',
  comparesSettings: true,
  at: { 'agent-settings': '/voice_model' },
  when: { type: 'string' },

  check(node, workspace) {
    const model = node.string()!;
    const provider = providerOfModel(model);
    const voice = node.parent && voiceOf(node.parent, workspace);
    if (provider === undefined || !voice || voice.provider === provider) return undefined;
    const own = voice.provider === 'platform';

    return {
      ...(own && { severity: 'info' }),
      message:
        `voice_model: ${show(model)} is ${an(provider)} model, but ${show(voice.id)} ` +
        `is ${an(voice.provider)} voice${toldBy(voice.id, workspace)}`,
      help: own
        ? 'platform voices have no model to choose; remove voice_model'
        : `choose ${an(voice.provider)} model, or remove voice_model to use the default`,
      related: [{ at: voice.at, message: `${an(voice.provider)} voice` }],
      fix: set(node, null, { title: 'Use the default model' }),
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "voice_id": "cartesia-Cleo",
        "voice_model": "eleven_flash_v2_5"
                       ^^^^^^^^^^^^^^^^^^^ warning: voice_model: "eleven_flash_v2_5" is an elevenlabs model, but
                                         | "cartesia-Cleo" is a cartesia voice
      => "voice_model": null
      }
      -- dusk.agent.json --
      { "voice_id": "cartesia-Cleo", "voice_model": "inworld-tts-2-flash" }
                                                    ^^^^^^^^^^^^^^^^^^^^^ warning: voice_model: "inworld-tts-2-flash" is
                                                  | an inworld model, but "cartesia-Cleo" is a cartesia voice
      => { "voice_id": "cartesia-Cleo", "voice_model": null }
      -- night.agent.json --
      {
        "voice_id": "platform-Mira",
        "voice_model": "sonic-3"
                       ^^^^^^^^^ info: voice_model: "sonic-3" is a cartesia model, but "platform-Mira" is a platform
                               | voice
      => "voice_model": null
      }
    `,
    valid: files`
      -- desk.agent.json --
      { "voice_id": "cartesia-Cleo", "voice_model": "sonic-3.6" }
      -- night.agent.json --
      { "voice_id": "custom_voice_07f8", "voice_model": "eleven_v3" }
      -- dusk.agent.json --
      { "voice_id": "inworld-Ashley", "voice_model": "inworld-tts-2" }
      -- noon.agent.json --
      { "voice_id": "11labs-Drew (Legacy)", "voice_model": null }
      -- polite.agent-override.json --
      { "agent": { "voice_model": "sonic-3" } }
    `,
  },
});

import { defineRule, files } from '../server/core/engine/rule.ts';
import { hasProvidersPrefix, meantVoice } from '../server/core/domain/voices.ts';
import { set } from '../server/core/engine/fixes.ts';
import { show, suggested } from '../server/core/wording.ts';

export default defineRule({
  id: 'misspelled-voice-prefix',
  group: 'values',
  severity: 'warning',
  summary: 'The prefix of a voice id is a misspelled provider.',
  why: `
    The beginning of a voice id names its provider: \`11labs-\`, \`cartesia-\`, \`openai-\`, and so on. With another
    spelling no voice has this id, and checks of the provider, such as those of fallback voices, do not apply.

    The specification does not list the voices, so only prefixes that are nearly a provider's are reported, or its plain
    name. If it is a voice of your own, give its provider in \`voices\` of \`preflight.config.json\`.
  `,
  spec: 'domain',
  at: { 'agent-settings': ['/voice_id', '/fallback_voice_ids/*'] },
  when: () => value => typeof value === 'string' && !hasProvidersPrefix(value),

  check(node, workspace) {
    const id = node.string()!;
    // surrounding whitespace is stray-whitespace's finding
    const meant = id === id.trim() ? meantVoice(id, workspace) : undefined;
    return (
      meant && {
        at: { within: node.pointer, start: 0, end: meant.end },
        message: `${node.label}: no voice provider has the prefix ${show(id.slice(0, meant.end))}${suggested(meant.id)}`,
        fix: set(node, meant.id),
      }
    );
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "voice_id": "11lab-Adrian",
                     ^^^^^^ warning: voice_id: no voice provider has the prefix "11lab-"; did you mean "11labs-Adrian"?
      => "voice_id": "11labs-Adrian",
        "fallback_voice_ids": ["elevenlabs-Kate", "open_ai-Alloy", "cartesia_Cleo", "MiniMax-Hana"]
                                ^^^^^^^^^^^
                                              | warning: fallback_voice_ids[0]: no voice provider has the prefix
                                              | "elevenlabs-"; did you mean "11labs-Kate"?
                                                   ^^^^^^^^
                                              | warning: fallback_voice_ids[1]: no voice provider has the prefix
                                              | "open_ai-"; did you mean "openai-Alloy"?
                                                                    ^^^^^^^^^
                                              | warning: fallback_voice_ids[2]: no voice provider has the prefix
                                              | "cartesia_"; did you mean "cartesia-Cleo"?
                                                                                     ^^^^^^^^
                                              | warning: fallback_voice_ids[3]: no voice provider has the prefix
                                              | "MiniMax-"; did you mean "minimax-Hana"?
      => "fallback_voice_ids": ["11labs-Kate", "openai-Alloy", "cartesia-Cleo", "minimax-Hana"]
      }
    `,
    valid: files`
      -- preflight.config.json --
      { "voices": { "openair-*": "cartesia", "platforms-Mira": "platform" } }
      -- desk.agent.json --
      {
        "voice_id": "custom_voice_07f80d1ff3e7342e5e46b21025",
        "fallback_voice_ids": [
          "a0e99841-438c-4a64-b679-ae501e7d6091",
          "EXAVITQu4vr4xnSDxMaL",
          "11labs-Drew (Legacy)",
          "openair-Nova",
          "platforms-Mira",
          "Open AI Voice",
          "openai",
          "cartesia-",
          "our-openai-Nova",
          "inworld-Ashley",
          " openai-Nova",
          "{{voice}}"
        ]
      }
    `,
  },
});

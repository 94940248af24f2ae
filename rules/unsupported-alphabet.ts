import { type Json } from '../server/core/json/json.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { listed, show } from '../server/core/wording.ts';

export default defineRule({
  id: 'unsupported-alphabet',
  group: 'values',
  severity: 'warning',
  summary: 'A voice model does not support the alphabet of a pronunciation entry.',
  why: `
    The voice ignores the entry and pronounces the word as usual. Which alphabets are supported depends on provider
    and model, and is known for a few models only.
  `,
  spec: 'domain',
  clause: 'Agent settings: pronunciation_dictionary: three required fields; support depends on provider and model',
  comparesSettings: true,
  at: { 'pronunciation-entry': '/alphabet' },
  when: ({ 'x-model-values': alphabets = {} }) => {
    const ofModels = Object.values(alphabets as Readonly<Record<string, readonly Json[]>>);
    return alphabet => ofModels.some(known => !known.includes(alphabet));
  },

  check(node) {
    const alphabets = (node.marks['x-model-values'] ?? {}) as Readonly<Record<string, readonly string[]>>;
    const model = node.within('agent-settings')?.get('voice_model');
    const name = model?.string();
    const alphabet = node.string();
    if (
      alphabet === undefined ||
      !node.marks.enum?.includes(alphabet) ||
      name === undefined ||
      !Object.hasOwn(alphabets, name)
    )
      return undefined;
    if (alphabets[name]!.includes(alphabet)) return undefined;
    return {
      message: `alphabet: ${show(name)} supports ${listed(alphabets[name]!, 'and')} but not ${alphabet}, so the entry has no effect`,
      related: [{ at: model!, message: 'the voice model' }],
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "voice_id": "minimax-Cimo",
        "voice_model": "speech-02-turbo",
        "pronunciation_dictionary": [
          { "word": "actually", "alphabet": "cmu", "phoneme": "AE1 K CH AH0 L IY0" },
                                            ^^^^^ warning: alphabet: "speech-02-turbo" supports ipa and pinyin but
                                              | not cmu, so the entry has no effect
          { "word": "Zyrtec", "alphabet": "ipa", "phoneme": "ˈzɜːrtɛk" }
        ]
      }
    `,
    valid: files`
      -- desk.agent.json --
      {
        "voice_model": "eleven_flash_v2",
        "pronunciation_dictionary": [{ "word": "actually", "alphabet": "cmu", "phoneme": "AE1 K CH AH0 L IY0" }]
      }
      -- harbour.agent.json --
      {
        "voice_model": "speech-2.8-turbo",
        "pronunciation_dictionary": [{ "word": "香港", "alphabet": "jyutping", "phoneme": "hoeng1 gong2" }]
      }
      -- night.agent.json --
      {
        "voice_id": "minimax-Cimo",
        "pronunciation_dictionary": [{ "word": "actually", "alphabet": "cmu", "phoneme": "AE1 K CH AH0 L IY0" }]
      }
    `,
  },
});

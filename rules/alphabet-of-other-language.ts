import { defineRule, files } from '../server/core/engine/rule.ts';
import { spokenBy } from '../server/core/domain/settings.ts';
import { listed, show } from '../server/core/wording.ts';

export default defineRule({
  id: 'alphabet-of-other-language',
  group: 'settings',
  severity: 'info',
  summary: 'A pronunciation entry uses an alphabet of a language that the agent does not speak.',
  why: `
    Pinyin spells Mandarin and Jyutping spells Cantonese. On an agent without a Chinese locale such an entry has no
    use; it is usually left over from another agent.
  `,
  spec: 'domain',
  comparesSettings: true,
  at: { 'pronunciation-entry': '/alphabet' },
  when: { keyOf: 'x-value-languages' },

  check(node) {
    const languages = node.marks['x-value-languages'] as Readonly<Record<string, readonly string[]>>;
    const settings = node.within('agent-settings');
    const alphabet = node.string()!;
    const spoken = settings && spokenBy(settings);
    if (
      !settings ||
      !spoken ||
      spoken.locales.length === 0 ||
      languages[alphabet]!.some(language => spoken.languages.has(language))
    )
      return undefined;
    const language = settings.get('language');
    return {
      message: `alphabet: ${show(alphabet)} is for Chinese, but the agent speaks ${listed(spoken.locales, 'and', 4)}`,
      ...(language.exists && { related: [{ at: language, message: "the agent's language" }] }),
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "language": ["en-US", "es-ES"],
        "pronunciation_dictionary": [{ "word": "Beijing", "alphabet": "pinyin", "phoneme": "bei3 jing1" }]
                                                                      ^^^^^^^^
                                              | info: alphabet: "pinyin" is for Chinese, but the agent speaks en-US
                                              | and es-ES
      }
    `,
    valid: files`
      -- desk.agent.json --
      { "language": ["en-US", "zh-CN"], "pronunciation_dictionary": [{ "word": "北京", "alphabet": "pinyin", "phoneme": "bei3 jing1" }] }
      -- harbour.agent.json --
      { "language": "yue-CN", "pronunciation_dictionary": [{ "word": "香港", "alphabet": "jyutping", "phoneme": "hoeng1 gong2" }] }
      -- polite.agent-override.json --
      { "agent": { "pronunciation_dictionary": [{ "word": "北京", "alphabet": "pinyin", "phoneme": "bei3 jing1" }] } }
    `,
  },
});

import { spokenBy } from '../server/core/domain/settings.ts';
import { defineRule, listed, show } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'alphabet-of-other-language',
  group: 'settings',
  severity: 'info',
  spec: 'domain',
  comparesSettings: true,
  at: { 'pronunciation-entry': '/alphabet' },
  when: { keyOf: 'x-value-languages' },

  check(node) {
    const languages = node.marks['x-value-languages'] as Readonly<Record<string, readonly string[]>>;
    const settings = node.within('agent-settings');
    const alphabet = node.string()!;
    const speech = settings && spokenBy(settings);
    if (
      !settings ||
      !speech ||
      speech.locales.length === 0 ||
      languages[alphabet]!.some(language => speech.languages.has(language))
    )
      return undefined;
    const language = settings.get('language');
    return {
      message: `alphabet: ${show(alphabet)} is for Chinese, but the agent speaks ${listed(speech.locales, 'and', 4)}`,
      ...(language.exists && { related: [{ at: language, message: "the agent's language" }] }),
    };
  },
});

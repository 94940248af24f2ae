import { languageOf, localesOf } from '../server/core/domain/settings.ts';
import { defineRule, listed, set, show } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'vocabulary-of-other-language',
  group: 'settings',
  severity: 'warning',
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: 'Agent settings: vocab_specialization: English only',
  comparesSettings: true,
  at: { 'agent-settings': '/vocab_specialization' },
  when: { keyOf: 'x-value-languages' },

  check(node) {
    const languages = node.marks['x-value-languages'] as Readonly<Record<string, readonly string[]>>;
    const value = node.string()!;
    if (!node.parent) return undefined;
    const otherLocales = (localesOf(node.parent) ?? []).filter(
      locale => locale !== 'multi' && !languages[value]!.includes(languageOf(locale)),
    );
    if (otherLocales.length === 0) return undefined;
    const language = node.sibling('language');
    return {
      message: `vocab_specialization: ${show(value)} is English only, but language includes ${listed(otherLocales, 'and', 3)}`,
      ...(language.exists && { related: [{ at: language, message: "the agent's language" }] }),
      fix: set(node, 'general', { title: 'Use "general"' }),
    };
  },
});

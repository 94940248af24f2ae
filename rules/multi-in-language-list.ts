import { defineRule, isArray, set, type Json } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'multi-in-language-list',
  group: 'settings',
  severity: 'error',
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: 'Agent settings: language: locale, list, or `multi` by itself, which is stored as its ten locales',
  replaces: ['invalid-enum-value', 'unknown-locale'],
  at: { language: '/*' },

  check(node) {
    const list = node.parent;
    const replacement = list?.marks['x-deprecated-values']?.['multi'];
    if (node.value !== 'multi' || !list || !isArray(replacement)) return undefined;
    const locales = list.value as readonly Json[];
    return {
      message: `"multi" is not allowed in a list; list the ${replacement.length} locales it stands for`,
      // the fix of one item replaces the whole list
      fix:
        locales.indexOf('multi') === node.segment
          ? set(list, [...new Set(locales.flatMap(locale => (locale === 'multi' ? replacement : [locale])))], {
              title: `List the ${replacement.length} locales`,
            })
          : undefined,
    };
  },
});

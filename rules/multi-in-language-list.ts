import { isArray, type Json } from '../server/core/json/json.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'multi-in-language-list',
  group: 'settings',
  severity: 'error',
  summary: '`multi` is used inside a list of locales.',
  why: `
    \`multi\` is accepted only in place of the list, where it stands for ten locales; inside a list it is refused.
    List the locales you mean.
  `,
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: 'Agent settings: language: locale, list, or `multi` by itself, which is stored as its ten locales',
  replaces: ['invalid-enum-value', 'unknown-locale'],
  at: { language: '/*' },

  check(node) {
    const list = node.parent;
    const meant = list?.marks['x-deprecated-values']?.['multi'];
    if (node.value !== 'multi' || !list || !isArray(meant)) return undefined;
    const locales = list.value as readonly Json[];
    return {
      message: `"multi" is not allowed in a list; list the ${meant.length} locales it stands for`,
      // one fix replaces the whole list
      fix:
        locales.indexOf('multi') === node.segment
          ? set(list, [...new Set(locales.flatMap(locale => (locale === 'multi' ? meant : [locale])))], {
              title: `List the ${meant.length} locales`,
            })
          : undefined,
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      { "language": ["en-US", "pl-PL", "multi"] }
                                       ^^^^^^^ "multi" is not allowed in a list; list the 10 locales it stands for
      => { "language": ["en-US", "pl-PL", "es-ES", "fr-FR", "de-DE", "hi-IN", "ru-RU", "pt-PT", "ja-JP", "it-IT", "nl-NL"] }
    `,
    valid: files`
      -- desk.agent.json --
      { "language": "multi" }
      -- night.agent.json --
      { "language": ["en-US", "es-ES"] }
    `,
  },
});

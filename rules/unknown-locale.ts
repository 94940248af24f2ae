import { addedValues, enumValuesOf, hasVariable, plainName } from '../server/core/domain/fields.ts';
import { defineRule, nearest, set, show, stringsWithFormat, suggest } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unknown-locale',
  group: 'values',
  severity: 'info',
  reads: 'records',
  spec: 'domain',
  clause: 'Agent settings: language: locale, list, or `multi` by itself, which is stored as its ten locales',
  at: stringsWithFormat('locale'),
  when: marks => value => typeof value === 'string' && !marks['x-known-values']?.includes(value),

  check(node, workspace) {
    const locale = node.string()!;
    // an empty string is a placeholder, and multi-in-language-list reports `multi` in a list
    if (locale === '' || locale === 'multi' || hasVariable(locale)) return undefined;
    const locales = [...enumValuesOf(node), ...addedValues(node, workspace)];
    if (locales.includes(locale.trim())) return undefined;
    const match = locales.find(candidate => plainName(candidate) === plainName(locale));
    const similarLocale =
      match ??
      (/[-_]/.test(locale)
        ? nearest(locale, locales)
        : locales.find(candidate => candidate.startsWith(`${locale.toLowerCase()}-`)));
    return {
      severity: similarLocale === undefined ? 'info' : 'warning',
      message: `${node.label}: unknown locale ${show(locale)}${suggest(similarLocale)}`,
      fix: set(node, similarLocale),
    };
  },
});

import { defineRule, files, formatted } from '../server/core/engine/rule.ts';
import { addedValues, enumerated, hasVariable, plain } from '../server/core/domain/fields.ts';
import { nearest, show, suggested } from '../server/core/wording.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'unknown-locale',
  group: 'values',
  severity: 'info',
  summary: 'A locale is not known.',
  why: `
    The specification does not list the locales, so this one may be new; otherwise the agent is refused, or does not
    understand its callers. Most locales are a language and a region, \`en-GB\`; a language alone or another case is
    usually a typo. Add a locale that the platform supports to \`knownValues\` in \`preflight.config.json\`.
  `,
  spec: 'domain',
  clause: 'Agent settings: language: locale, list, or `multi` by itself, which is stored as its ten locales',
  at: formatted('locale'),
  when: marks => value => typeof value === 'string' && !marks['x-known-values']?.includes(value),

  check(node, workspace) {
    const locale = node.string()!;
    // an empty string is a placeholder, and `multi` in a list belongs to multi-in-language-list
    if (locale === '' || locale === 'multi' || hasVariable(locale)) return undefined;
    const known = [...enumerated(node), ...addedValues(node, workspace)];
    if (known.includes(locale.trim())) return undefined;
    const same = known.find(other => plain(other) === plain(locale));
    const near =
      same ??
      (/[-_]/.test(locale)
        ? nearest(locale, known)
        : known.find(other => other.startsWith(`${locale.toLowerCase()}-`)));
    return {
      message: `${node.label}: unknown locale ${show(locale)}${suggested(near)}`,
      fix: set(node, near),
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      { "language": "en_us" }
                    ^^^^^^^ info: language: unknown locale "en_us"; did you mean "en-US"?
      => { "language": "en-US" }
      -- night.agent.json --
      { "language": ["de", "fr-FR", "xx-XX"] }
                     ^^^^ info: language[0]: unknown locale "de"; did you mean "de-DE"?
                                    ^^^^^^^ info: language[2]: unknown locale "xx-XX"
      => { "language": ["de-DE", "fr-FR", "xx-XX"] }
    `,
    valid: files`
      -- preflight.config.json --
      { "knownValues": { "language": ["ga-IE"] } }
      -- desk.agent.json --
      { "language": ["en-US", "es-419", "ga-IE"] }
      -- night.agent.json --
      { "language": "multi" }
      -- noon.agent.json --
      { "language": "" }
    `,
  },
});

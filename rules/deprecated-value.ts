import { childEntry, marksOf } from '../server/core/shapes/table.ts';
import { isArray } from '../server/core/json/json.ts';
import { defineRule, files, withMark } from '../server/core/engine/rule.ts';
import { show } from '../server/core/wording.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'deprecated-value',
  group: 'settings',
  severity: 'warning',
  summary: 'A value is deprecated.',
  why: `
    The platform still accepts the value but stores what it stands for: \`multi\` is returned as the list of the ten
    locales it used to mean. The next export then differs from the file although nothing changed. Write what is
    stored.
  `,
  spec: 'Versioning 5',
  clause: [
    'Agent settings: language: locale, list, or `multi` by itself, which is stored as its ten locales',
    'Versioning: 5: deprecated: opt_out_sensitive_data_storage, the language multi, two filters of alerts',
  ],
  shows: 'deprecated',
  at: withMark('x-deprecated-values'),
  when: { keyOf: 'x-deprecated-values' },

  check(node) {
    const value = node.string()!;
    const successor = node.marks['x-deprecated-values']![value];
    const noun = marksOf(childEntry(node.entry, 0))['x-noun']?.replace(/^an? /, '') ?? 'value';
    const instead = isArray(successor)
      ? `list the ${successor.length} ${noun}s it stands for`
      : `use ${show(successor)}`;
    return {
      message: `${show(value)} is deprecated${successor == null ? '' : `; ${instead}`}`,
      ...(successor != null && {
        fix: set(node, successor, { title: `${instead[0]!.toUpperCase()}${instead.slice(1)}`, safe: true }),
      }),
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      { "language": "multi" }
                    ^^^^^^^ warning: "multi" is deprecated; list the 10 locales it stands for
      => { "language": ["en-US", "es-ES", "fr-FR", "de-DE", "hi-IN", "ru-RU", "pt-PT", "ja-JP", "it-IT", "nl-NL"] }
    `,
    valid: files`
      -- desk.agent.json --
      { "language": "en-US" }
      -- night.agent.json --
      { "language": ["en-US", "multi"] }
    `,
  },
});

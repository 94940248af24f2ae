import { childEntry, marksOf } from '../server/core/shapes/table.ts';
import { defineRule, isArray, set, show, withMark } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'deprecated-value',
  group: 'settings',
  severity: 'warning',
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
    const replacement = isArray(successor)
      ? `list the ${successor.length} ${noun}s it stands for`
      : `use ${show(successor)}`;
    return {
      message: `${show(value)} is deprecated${successor == null ? '' : `; ${replacement}`}`,
      ...(successor != null && {
        fix: set(node, successor, { title: `${replacement[0]!.toUpperCase()}${replacement.slice(1)}`, safe: true }),
      }),
    };
  },
});

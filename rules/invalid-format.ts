import { intendedValue, showValueAt } from '../server/core/domain/fields.ts';
import { entryOf } from '../server/core/shapes/table.ts';
import { defineSchemaRule, set, suggest, type Cursor } from '../server/core/engine/rule.ts';

export default defineSchemaRule({
  id: 'invalid-format',
  alwaysHelps: true,
  group: 'values',
  aliases: ['malformed-value'],
  severity: 'error',
  spec: 'Agent version reference',
  violates: ['pattern', 'format'],

  check(node) {
    const { marks } = node;
    const replacement = suggestedValue(node);
    return {
      message:
        `${node.label}: expected ${marks['x-noun'] ?? 'another form'}, got ${showValueAt(node)}` + suggest(replacement),
      ...(marks['x-form'] !== undefined && { help: `expected ${marks['x-form']}` }),
      // a quoted number can only be a version, because no tag starts with a digit
      fix: set(node, replacement, {
        title: `Use ${JSON.stringify(replacement)}`,
        safe: String(replacement) === node.value,
      }),
    };
  },
});

/** The most likely value in the required format; `undefined` if there is none. */
function suggestedValue(node: Cursor): string | number | undefined {
  const text = node.string() ?? '';
  const { marks } = node;
  const digits = /^v?(0|[1-9]\d{0,8})$/i.exec(text);
  const types = entryOf(node.entry).types ?? [];
  if (digits && (types.includes('integer') || types.includes('number'))) return Number(digits[1]);
  const suggestion = intendedValue(node, []);
  if (suggestion !== undefined) return suggestion;
  const lower = text.trim().toLowerCase();
  return lower !== text && marks.pattern !== undefined && new RegExp(marks.pattern, 'u').test(lower)
    ? lower
    : undefined;
}

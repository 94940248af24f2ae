import { placeholderIn } from '../server/core/placeholders.ts';
import { childEntry, marksOf, rootOf } from '../server/core/shapes/table.ts';
import { defineRule, set, show } from '../server/core/engine/rule.ts';

/**
 * The form of the id that the specification states for the booking tool. The tool that checks for free slots takes the
 * same id.
 */
const form = new RegExp(marksOf(childEntry(rootOf('book-appointment-tool'), 'event_type_id')).pattern ?? '');

export default defineRule({
  id: 'malformed-event-type-id',
  group: 'values',
  severity: 'error',
  spec: 'Scheduling tool',
  clause: 'Scheduling tool: event_type_id: number, or one variable',
  replaces: ['invalid-format', 'malformed-variable', 'placeholder-left-in'],
  at: { 'book-appointment-tool': '/event_type_id', 'check-availability-tool': '/event_type_id' },

  check(node) {
    const text = node.string();
    if (text === undefined || form.test(text)) return;
    const isStated = node.parent!.is('book-appointment-tool');
    if (text === '' && !isStated) return;
    const trimmedText = text.trim();
    const number = /^\d{1,15}$/.test(trimmedText) ? Number(trimmedText) : undefined;
    const name = /^\$?\{{0,2}\s*(\p{L}[\p{L}\p{N}_]*)\s*\}{0,2}$/u.exec(trimmedText)?.[1];
    const replacement =
      number ?? (name === undefined || placeholderIn(trimmedText, 'copied') ? undefined : `{{${name}}}`);
    return {
      severity: isStated ? 'error' : 'warning',
      message: `event_type_id: expected a number or one {{variable}}, got the string ${show(text)}`,
      fix: set(node, replacement, { safe: isStated && number !== undefined }),
    };
  },
});

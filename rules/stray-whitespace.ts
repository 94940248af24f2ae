import type { Marks } from '../server/core/shapes/table.ts';
import { defineRule, set } from '../server/core/engine/rule.ts';

/** Whether the value of a field is compared or dialed literally, including spaces. */
function isExact(marks: Marks): boolean {
  const format = marks['x-format'];
  if (format !== undefined && format !== 'json-path') return true;
  return (
    marks['x-reference'] !== undefined ||
    marks['x-identifies'] !== undefined ||
    marks['x-known-values'] !== undefined ||
    marks.enum !== undefined ||
    marks['x-secret'] === true
  );
}

/** Whether the specification states the values or the form of a field, so that a space makes another value. */
const isRefused = (
  text: string,
  { enum: values, pattern, 'x-format': format, 'x-format-stated': formats }: Marks,
): boolean =>
  (values !== undefined && !values.includes(text)) ||
  (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) ||
  (format === 'timezone' && formats === true);

export default defineRule({
  id: 'stray-whitespace',
  group: 'style',
  severity: 'warning',
  spec: 'Resources and their fields',
  clause: 'Resources and their fields: a value is one of those listed to the letter',
  // findings about the value with whitespace are replaced, because the value without it may be valid
  replaces: [
    'invalid-enum-value',
    'unrecognized-value',
    'invalid-format',
    'unknown-agent',
    'unknown-analysis-field',
    'unknown-component',
    'unknown-engine',
    'unknown-filter-tag',
    'unknown-mcp-server',
    'unknown-mocked-tool',
    'unknown-node',
    'unknown-state',
    'unknown-tool',
    'unresolved-agent-version',
    'unselectable-tag',
  ],
  at: {
    among: ['x-format', 'x-reference', 'x-identifies', 'x-known-values', 'enum', 'x-secret'],
    hasProperty: isExact,
  },
  when: () => value => typeof value === 'string' && value !== value.trim(),

  check(node) {
    const text = node.string()!;
    const trimmedText = text.trim();
    if (trimmedText === '') return undefined;
    const before = text.length - text.trimStart().length,
      trimmedEnd = text.trimEnd().length;
    const sides = [before > 0 && 'leading', trimmedEnd < text.length && 'trailing'].filter(Boolean).join(' and ');
    // other places with the same whitespace would no longer match after the fix
    const isIdentifier = node.marks['x-identifies'] !== undefined || node.marks['x-reference'] !== undefined;
    return {
      ...(isRefused(text, node.marks) && { severity: 'error' }),
      at: { within: node.pointer, start: before > 0 ? 0 : trimmedEnd, end: before > 0 ? before : text.length },
      message: `${node.label}: ${sides} whitespace`,
      fix: set(node, trimmedText, {
        title: 'Remove the whitespace',
        safe: !isIdentifier || node.marks['x-format'] !== undefined,
      }),
    };
  },
});

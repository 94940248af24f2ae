import { entryOf } from '../server/core/shapes/table.ts';
import { defineRule, duration, withMark } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unusual-number',
  group: 'values',
  severity: 'info',
  spec: 'domain',
  at: withMark('x-known-range'),
  when:
    ({ 'x-known-range': range }) =>
    value =>
      typeof value === 'string'
        ? // the longer of the two lengths of a character in UTF-16 units
          value.length / 2 < range![0] || value.length > range![1]
        : typeof value === 'number' && (value < range![0] || value > range![1]),

  check(node) {
    const { 'x-known-range': range, 'x-unit': unit } = node.marks;
    const text = node.string();
    if (text === '' || text?.includes('{{')) return undefined;
    // wrong-type reports a quoted number
    if (text !== undefined && !entryOf(node.entry).types?.includes('string')) return undefined;
    const value = text === undefined ? node.number() : [...text].length;
    if (!range || value === undefined || (value >= range[0] && value <= range[1])) return undefined;
    const spell = (n: number): string => (unit === 'ms' && Math.abs(n) >= 1000 ? `${n} (${duration(n)})` : String(n));
    const unitText = text === undefined ? '' : ' characters';
    return {
      message: `${node.label}: ${spell(value)}${unitText} is outside the usual range ${spell(range[0])} to ${spell(range[1])}`,
    };
  },
});

import type { Marks } from '../server/core/shapes/table.ts';
import { defineSchemaRule, duration, set } from '../server/core/engine/rule.ts';

export default defineSchemaRule({
  id: 'out-of-range',
  group: 'values',
  severity: 'error',
  spec: 'Limits',
  clause: 'Limits: the bounds above once more',
  violates: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],

  check(node) {
    const value = node.number();
    const { marks } = node;
    if (value === undefined) return undefined;
    const spell = (n: number): string =>
      marks['x-unit'] === 'ms' && Math.abs(n) >= 1000 ? `${n} (${duration(n)})` : String(n);
    const bounds = boundsOf(marks, spell);
    const seconds =
      marks['x-unit'] === 'ms' &&
      value > 0 &&
      value < (marks.minimum ?? 0) &&
      value * 1000 <= (marks.maximum ?? Infinity) &&
      value * 1000 >= (marks.minimum ?? 0);
    const { minimum = -Infinity, maximum = Infinity } = marks,
      nearestValue = Math.min(Math.max(value, minimum), maximum);
    return {
      message: `${node.label}: expected ${bounds}, got ${spell(value)}`,
      ...(seconds
        ? {
            help: `the unit is milliseconds: ${duration(value * 1000)} is ${value * 1000}`,
            fix: set(node, value * 1000, { title: `Read ${value} as seconds: ${value * 1000}` }),
          }
        : // the nearest number of a version is another version
          nearestValue !== value &&
          marks['x-reference'] === undefined && {
            fix: set(node, nearestValue, {
              title: `Use ${nearestValue}, the ${value < nearestValue ? 'minimum' : 'maximum'}`,
            }),
          }),
    };
  },
});

/** The bounds in words: `between 0 and 2`, `greater than 0 and at most 1`, `at least 10000`. */
function boundsOf(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Marks,
  spell: (n: number) => string,
): string {
  if (minimum !== undefined && maximum !== undefined) return `between ${spell(minimum)} and ${spell(maximum)}`;
  const lowerBound = bound(spell, ['greater than', exclusiveMinimum], ['at least', minimum]);
  const upperBound = bound(spell, ['less than', exclusiveMaximum], ['at most', maximum]);
  return [lowerBound, upperBound].filter(bound => bound !== undefined).join(' and ');
}

/** The first of several bounds that is set. */
function bound(
  spell: (n: number) => string,
  ...limits: readonly (readonly [words: string, limit: number | undefined])[]
): string | undefined {
  for (const [words, limit] of limits) if (limit !== undefined) return `${words} ${spell(limit)}`;
  return undefined;
}

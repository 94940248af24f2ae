import { assumptions, type Assumption } from '../../core/workspace/assumptions.ts';
import { wrapped } from '../printers/prose.ts';

/** Names of assumptions, each once, sorted. */
export const namesOf = (...lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())].sort();

/** What was assumed, for people: one entry each, broken at spaces; nothing where nothing was. */
export function assumedLines(names: readonly string[], columns: number): string[] {
  if (names.length === 0) return [];
  return ['', 'Assumed, where the specification is silent:', ...names.flatMap(name => {
    const what = Object.hasOwn(assumptions, name) ? assumptions[name as Assumption].assumes : '';
    const [first = '', ...rest] = wrapped(`${name}: ${what}`, Math.max(40, columns - 4));
    return [`  ${first}`, ...rest.map(line => `    ${line}`)];
  })];
}

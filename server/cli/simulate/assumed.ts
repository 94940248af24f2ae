import { assumptions, type Assumption } from '../../core/workspace/assumptions.ts';
import { printable } from '../../printers/printable.ts';
import { wrapped } from '../../printers/prose.ts';
import type { Simulated } from './simulation.ts';

/** Names of assumptions, each once, sorted. */
export const namesOf = (...lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())].sort();

/** What was assumed, for people: one entry each, broken at spaces; nothing where nothing was. */
export function assumedLines(names: readonly string[], columns: number): string[] {
  if (names.length === 0) return [];
  return [
    '',
    'Assumed, where the specification is silent:',
    ...names.flatMap(name => {
      const what = Object.hasOwn(assumptions, name) ? assumptions[name as Assumption].assumes : '';
      const [first = '', ...rest] = wrapped(`${name}: ${what}`, Math.max(40, columns - 4));
      return [`  ${first}`, ...rest.map(line => `    ${line}`)];
    }),
  ];
}

/**
 * Says that there is no result, because it would rest on what the configuration switches off. In a picture there is no place for that.
 * @param because as `withheld` says it @returns the exit code
 */
export function tellWithheld({ io, document, file, format }: Simulated, because: string): 1 {
  if (format === 'json')
    io.stdout.write(
      `${JSON.stringify({ version: 1, kind: document.kind, outcome: 'unknowable', because: `the result ${because}` }, undefined, 2)}\n`,
    );
  else
    (format === 'table' ? io.stdout : io.stderr).write(
      `${printable(file)}: no result, because it ${because}; "preflight assumptions" lists all assumptions\n`,
    );
  return 1;
}

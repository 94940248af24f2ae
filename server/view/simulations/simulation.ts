import { assumptions, type Assumption } from '../../core/workspace/assumptions.ts';
import type { Paint } from '../paint.ts';
import { wrapped } from '../prose.ts';

/** What a printer knows about its output. */
export interface Shown {
  /** The file as shown. */
  readonly file: string;
  readonly paint: Paint;
  readonly columns: number;
}
/** A text, or its pieces if it is too long for one string. */
export type Print<A> = (answer: A, shown: Shown) => string | Iterable<string>;

/** `a draw is a sample` → `A draw is a sample.` */
export const sentence = (note: string): string => `${note[0]!.toUpperCase()}${note.slice(1)}.`;

/** The assumptions for people: one entry each, wrapped; empty without any. */
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

/** @param share from 0 to 1; drawn in eighths of a column */
export function bar(share: number, width: number): string {
  const eighths = Math.round(share * width * 8);
  return '█'.repeat(eighths >> 3) + (eighths % 8 === 0 ? '' : '▏▎▍▌▋▊▉'[(eighths % 8) - 1]!);
}

/** The end of a pointer: the index of a task. */
export const lastOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1);

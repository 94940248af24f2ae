import type { Cursor } from '../cursor.ts';
import { neighboursIn } from '../neighbours.ts';
import { columns } from '../workspace/tables.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { canBeSet } from './settable-variables.ts';
import { isSystemVariable } from './templates.ts';
import { fold, scopeOf } from './variables.ts';

/**
 * The name that an unset one was probably meant to be: `set` if that one has a value, otherwise `used` (in the same
 * record and more often); `number` if one of the two is the plural of the other, which may be intended.
 */
interface MeantName {
  readonly name: string;
  readonly is: 'set' | 'used' | 'number';
}

/** @param place a text that uses the variable */
export function meantName(name: string, place: Cursor, workspace: Workspace): MeantName | undefined {
  // a name that something sets is spelled right, even if a similar one is set here
  if (isSystemVariable(name) || canBeSet(name, place, workspace)) return undefined;
  const { filled, used, usual } = scopeOf(place, workspace);
  const slip = slipOf(name, filled);
  if (slip !== undefined) return { name: slip, is: 'set' };
  // of two spellings in one engine the rarer one is the typo
  const other = usual.get(fold(name));
  if (other !== undefined && used.get(other)! > (used.get(name) ?? Infinity)) return { name: other, is: 'used' };
  const elsewhere = slipOf(name, workspace.table(columns.setters));
  if (elsewhere !== undefined && isSetByConfiguration(elsewhere, workspace)) return { name: elsewhere, is: 'set' };
  const inOtherNumber = neighboursIn(filled, fold).find(fold(name), isOtherNumber);
  return inOtherNumber === undefined ? undefined : { name: inOtherNumber, is: 'number' };
}

/** Whether more than calls and tests set a variable: a typo of theirs is reported there. */
const isSetByConfiguration = (name: string, workspace: Workspace): boolean =>
  workspace
    .table(columns.setters)
    .get(name)!
    .some(({ file }) => {
      const kind = workspace.kindOf(file);
      return kind !== 'batch-call' && kind !== 'test-case';
    });

/** The name that another was meant to be: equal up to case and separators, or one typo away. */
export function slipOf(
  name: string,
  candidates: ReadonlySet<string> | ReadonlyMap<string, unknown>,
): string | undefined {
  if (candidates.has(name)) return undefined;
  const folded = fold(name),
    names = neighboursIn(candidates, fold);
  return names.same(folded) ?? names.find(folded, isSlip);
}

/** `opening_hour` and `opening_hours`. */
const isOtherNumber = (a: string, b: string): boolean => {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short.length > 2 && (long === `${short}s` || long === `${short}es`);
};

/** One letter too many, missing, wrong, or two swapped. A different digit or a plural makes a different name. */
function isSlip(a: string, b: string): boolean {
  const least = a.length === b.length && [...a].sort().join('') === [...b].sort().join('') ? 4 : 5;
  if (Math.min(a.length, b.length) < least || Math.abs(a.length - b.length) > 1) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  let i = 0;
  while (i < short.length && short[i] === long[i]) i++;
  const different = short.length === long.length ? [short[i]!, long[i]!] : [long[i]!];
  if (/\d/.test(different.join('')) || (short.length < long.length && i === short.length && long.endsWith('s')))
    return false;
  if (short.slice(short.length === long.length ? i + 1 : i) === long.slice(i + 1)) return true;
  return (
    short.length === long.length &&
    short[i] === long[i + 1] &&
    short[i + 1] === long[i] &&
    short.slice(i + 2) === long.slice(i + 2)
  );
}

import type { Cursor } from '../cursor.ts';
import { neighboursIn } from '../neighbours.ts';
import { columns } from '../workspace/tables.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { canBeSet } from './settable-variables.ts';
import { isSystemVariable } from './templates.ts';
import { fold, scopeOf } from './variables.ts';

/**
 * The variable that an unset one was probably meant to be. `set`: it has a value; `used`: the same record uses it more
 * often; `number`: one of the two names is the plural of the other, which may be intended.
 */
interface MeantName {
  readonly name: string;
  readonly is: 'set' | 'used' | 'number';
}

/** @param place a text that uses the variable */
export function meantName(name: string, place: Cursor, workspace: Workspace): MeantName | undefined {
  // a name that something sets is no typo, even if a similar name is set here
  if (isSystemVariable(name) || canBeSet(name, place, workspace)) return undefined;
  const { namesWithValue, useCounts, spellings } = scopeOf(place, workspace);
  const slip = nearestVariable(name, namesWithValue);
  if (slip !== undefined) return { name: slip, is: 'set' };
  // of two spellings in one engine, the rarer one is the typo
  const spelling = spellings.get(fold(name));
  if (spelling !== undefined && useCounts.get(spelling)! > (useCounts.get(name) ?? Infinity))
    return { name: spelling, is: 'used' };
  const nearestSetter = nearestVariable(name, workspace.table(columns.setters));
  if (nearestSetter !== undefined && isSetByConfiguration(nearestSetter, workspace))
    return { name: nearestSetter, is: 'set' };
  const inOtherNumber = neighboursIn(namesWithValue, fold).find(fold(name), isOtherNumber);
  return inOtherNumber === undefined ? undefined : { name: inOtherNumber, is: 'number' };
}

/** The similar name that a record uses more than once, if it uses this one once and nothing sets it. */
export function usualName(name: string, place: Cursor, workspace: Workspace): string | undefined {
  if (isSystemVariable(name) || canBeSet(name, place, workspace)) return undefined;
  const { useCounts, usualNames } = scopeOf(place, workspace);
  return useCounts.get(name) === 1 ? nearestVariable(name, usualNames) : undefined;
}

/** Whether something other than calls and tests sets a variable: a typo in these is reported there. */
const isSetByConfiguration = (name: string, workspace: Workspace): boolean =>
  workspace
    .table(columns.setters)
    .get(name)!
    .some(({ file }) => {
      const kind = workspace.kindOf(file);
      return kind !== 'batch-call' && kind !== 'test-case';
    });

/** The name that is equal up to case and separators, otherwise a name that differs by one typo. */
export function nearestVariable(
  name: string,
  candidates: ReadonlySet<string> | ReadonlyMap<string, unknown>,
): string | undefined {
  if (candidates.has(name)) return undefined;
  const foldedName = fold(name),
    names = neighboursIn(candidates, fold);
  return names.exactMatch(foldedName) ?? names.find(foldedName, isTypo);
}

/** Whether one name is the plural of the other: `opening_hour`, `opening_hours`. */
const isOtherNumber = (a: string, b: string): boolean => {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  return shorter.length > 2 && (longer === `${shorter}s` || longer === `${shorter}es`);
};

/**
 * Whether names differ by one typo: a letter too many, missing or wrong, or two letters swapped. A different digit or a
 * plural makes a different name.
 */
function isTypo(a: string, b: string): boolean {
  const minimumLength = a.length === b.length && [...a].sort().join('') === [...b].sort().join('') ? 4 : 5;
  if (Math.min(a.length, b.length) < minimumLength || Math.abs(a.length - b.length) > 1) return false;
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  let i = 0;
  while (i < shorter.length && shorter[i] === longer[i]) i++;
  const changedWords = shorter.length === longer.length ? [shorter[i]!, longer[i]!] : [longer[i]!];
  if (
    /\d/.test(changedWords.join('')) ||
    (shorter.length < longer.length && i === shorter.length && longer.endsWith('s'))
  )
    return false;
  if (shorter.slice(shorter.length === longer.length ? i + 1 : i) === longer.slice(i + 1)) return true;
  return (
    shorter.length === longer.length &&
    shorter[i] === longer[i + 1] &&
    shorter[i + 1] === longer[i] &&
    shorter.slice(i + 2) === longer.slice(i + 2)
  );
}

import type { Cursor } from '../cursor.ts';
import { neighboursIn } from '../neighbours.ts';
import { columns } from '../workspace/tables.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { canBeSet } from './settable-variables.ts';
import { isSystemVariable } from './templates.ts';
import { fold, scopeOf } from './variables.ts';

/**
 * The variable that was probably meant by an unset name, and the evidence. `set`: the variable has a value; `used`:
 * the same record uses the variable more often; `form`: one name is the plural of the other, or begins with "is" or
 * "has" in addition, which may be intended.
 */
interface MeantName {
  readonly name: string;
  readonly evidence: 'set' | 'used' | 'form';
}

/**
 * The variable that was probably meant by a name; undefined if the name is no typo.
 * @param place a text that uses the variable
 */
export function meantName(name: string, place: Cursor, workspace: Workspace): MeantName | undefined {
  // a name that something sets is no typo, even if this record sets a similar name
  if (isSystemVariable(name) || canBeSet(name, place, workspace)) return undefined;
  const scope = scopeOf(place, workspace),
    { useCounts, spellings } = scope,
    namesWithValue = scope.namesWithValue();
  const slip = nearestVariable(name, namesWithValue);
  if (slip !== undefined) return { name: slip, evidence: 'set' };
  // of two spellings in one engine, the rarer one is the typo
  const spelling = spellings().get(fold(name));
  if (spelling !== undefined && useCounts.get(spelling)! > (useCounts.get(name) ?? Infinity))
    return { name: spelling, evidence: 'used' };
  const nearestSetter = nearestVariable(name, workspace.table(columns.setters));
  if (nearestSetter !== undefined && isSetByConfiguration(nearestSetter, workspace))
    return { name: nearestSetter, evidence: 'set' };
  const otherForm =
    neighboursIn(namesWithValue, fold).find(fold(name), isOtherNumber) ?? withOtherPrefix(name, namesWithValue);
  return otherForm === undefined ? undefined : { name: otherForm, evidence: 'form' };
}

const questionPrefix = /^(?:is|has|was)(?=[\s_-]|[A-Z])/;
/** The name that differs only by a word such as "is" at the beginning: `is_verified` for `verified`. */
function withOtherPrefix(name: string, names: ReadonlySet<string>): string | undefined {
  const candidates = neighboursIn(names, fold);
  if (questionPrefix.test(name)) return candidates.exactMatch(fold(name.replace(questionPrefix, '')));
  return ['is', 'has', 'was']
    .map(prefix => candidates.exactMatch(prefix + fold(name)))
    .find(candidate => candidate !== undefined && questionPrefix.test(candidate));
}

/**
 * The similar name that a record uses more than once, or only once but earlier. The record must use `name` only once,
 * and nothing may set `name`.
 */
export function usualName(name: string, place: Cursor, workspace: Workspace): string | undefined {
  if (isSystemVariable(name) || canBeSet(name, place, workspace)) return undefined;
  const { useCounts, usualNames } = scopeOf(place, workspace);
  if (useCounts.get(name) !== 1) return undefined;
  const usualName = nearestVariable(name, usualNames());
  if (usualName !== undefined) return usualName;
  // the first of the equal and similar names; a name is also similar to itself
  const earlierName = neighboursIn(useCounts, fold).find(fold(name), isTypo);
  return earlierName === name ? undefined : earlierName;
}

/**
 * Whether anything other than calls and tests sets a variable: a typo in a call or test is reported at the call or
 * test.
 */
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
  const [shorterName, longerName] = a.length <= b.length ? [a, b] : [b, a];
  return shorterName.length > 2 && (longerName === `${shorterName}s` || longerName === `${shorterName}es`);
};

/**
 * Whether names differ by one typo: a letter too many, missing or wrong, or two letters swapped. A different digit or a
 * plural makes a different name.
 */
function isTypo(a: string, b: string): boolean {
  const minimumLength = a.length === b.length && [...a].sort().join('') === [...b].sort().join('') ? 4 : 5;
  if (Math.min(a.length, b.length) < minimumLength || Math.abs(a.length - b.length) > 1) return false;
  const [shorterName, longerName] = a.length <= b.length ? [a, b] : [b, a];
  let i = 0;
  while (i < shorterName.length && shorterName[i] === longerName[i]) i++;
  const changedWords = shorterName.length === longerName.length ? [shorterName[i]!, longerName[i]!] : [longerName[i]!];
  if (
    /\d/.test(changedWords.join('')) ||
    (shorterName.length < longerName.length && i === shorterName.length && longerName.endsWith('s'))
  )
    return false;
  if (shorterName.slice(shorterName.length === longerName.length ? i + 1 : i) === longerName.slice(i + 1)) return true;
  return (
    shorterName.length === longerName.length &&
    shorterName[i] === longerName[i + 1] &&
    shorterName[i + 1] === longerName[i] &&
    shorterName.slice(i + 2) === longerName.slice(i + 2)
  );
}

import { memoryOf } from './memory.ts';
import { countWhile } from './syntax/search.ts';

/** A name in folded form, which is used for comparison. */
interface FoldedName<T extends string> {
  readonly name: T;
  readonly foldedText: string;
  /**
   * The letters of a name, with one bit each. The number of letters that only one of two names contains is a lower
   * bound for the edits between them.
   */
  readonly letters: number;
}
/** The names to search: a collection, or the keys of a map. It must not change after it was passed to a search. */
export type Names<T extends string> = Iterable<T> | ReadonlyMap<T, unknown>;

/** The maximum number of names that are all compared. */
const MAX_COMPARED_NAMES = 32;
/**
 * The number of candidates on each side of the sorted position of the requested name, if there are more than
 * `MAX_COMPARED_NAMES` names.
 */
const CANDIDATES_PER_SIDE = 8;

/**
 * An index of names that finds candidates similar to another name. If there are few names, all are candidates. If
 * there are many, the candidates are the neighbors in alphabetical order of the names and of the reversed names,
 * because a typo leaves one end intact. A hundred thousand typos in a file therefore take linear time.
 */
class Neighbours<T extends string> {
  readonly #candidates: readonly FoldedName<T>[];
  #namesByFold: Map<string, T> | undefined;
  #orderByStart: Order | undefined;
  #orderByEnd: Order | undefined;

  constructor(names: Names<T>, fold: (name: string) => string) {
    this.#candidates = Array.from(isMapOrSet(names) ? names.keys() : names, name => {
      const foldedName = fold(name);
      return { name, foldedText: foldedName, letters: lettersOf(foldedName) };
    });
  }

  /** The first name with this folded form. */
  exactMatch(foldedName: string): T | undefined {
    if (!this.#namesByFold) {
      this.#namesByFold = new Map();
      for (const { name, foldedText } of this.#candidates)
        if (!this.#namesByFold.has(foldedText)) this.#namesByFold.set(foldedText, name);
    }
    return this.#namesByFold.get(foldedName);
  }
  /** The first candidate that satisfies a condition. */
  find(name: string, isMatch: (name: string, candidate: string) => boolean): T | undefined {
    return this.candidatesFor(name).find(candidate => isMatch(name, candidate.foldedText))?.name;
  }
  /** The candidates for a name, in their original order. */
  candidatesFor(name: string): readonly FoldedName<T>[] {
    if (this.#candidates.length <= MAX_COMPARED_NAMES) return this.#candidates;
    this.#orderByStart ??= orderOf(this.#candidates.map(name => name.foldedText));
    this.#orderByEnd ??= orderOf(this.#candidates.map(name => reversedEnd(name.foldedText)));
    const offsets: number[] = [];
    addAround(offsets, this.#orderByStart, name);
    addAround(offsets, this.#orderByEnd, reversedEnd(name));
    offsets.sort((a, b) => a - b);
    return offsets.filter((index, i) => index !== offsets[i - 1]).map(index => this.#candidates[index]!);
  }
}

/** The index of a collection; cached for maps, sets and long lists. */
export function neighboursIn<T extends string>(names: Names<T>, fold: (name: string) => string): Neighbours<T> {
  const create = (): Neighbours<T> => new Neighbours(names, fold);
  return isKept(names) ? memoryOf(names).remember(neighboursIn, fold, create) : create();
}
const isKept = (names: Names<string>): boolean =>
  isMapOrSet(names) || (Array.isArray(names) && names.length > MAX_COMPARED_NAMES);

/** Whether names are a map or a set. Views count as maps, although they are not instances of Map. */
const isMapOrSet = <T>(names: object): names is ReadonlyMap<T, unknown> | ReadonlySet<T> =>
  'size' in names && 'keys' in names;

export function lettersOf(name: string): number {
  let letters = 0;
  for (let i = 0; i < name.length; i++) letters |= 1 << (name.charCodeAt(i) & 31);
  return letters;
}

/** Names in alphabetical order, and the original index of each. */
interface Order {
  readonly keys: readonly string[];
  readonly indexes: readonly number[];
}
function orderOf(keys: readonly string[]): Order {
  const indexes = keys
    .map((_, index) => index)
    .sort((a, b) => (keys[a]! < keys[b]! ? -1 : Number(keys[a]! > keys[b]!)));
  return { keys: indexes.map(index => keys[index]!), indexes };
}

/** Adds the candidates around the position of a name in sorted order. */
function addAround(targets: number[], { keys, indexes }: Order, key: string): void {
  const minimum = countWhile(keys.length, i => keys[i]! < key);
  const end = Math.min(indexes.length, minimum + CANDIDATES_PER_SIDE);
  for (let i = Math.max(0, minimum - CANDIDATES_PER_SIDE); i < end; i++) targets.push(indexes[i]!);
}

/**
 * The end of a name, reversed. The rest is left out, because long names with different ends are no typos of each
 * other.
 */
const reversedEnd = (text: string): string => text.slice(-64).split('').reverse().join('');

import { countWhile } from './syntax/search.ts';

/** A name in the form used for comparison. */
interface Folded<T extends string> {
  readonly name: T;
  readonly folded: string;
  /**
   * The letters of a name, one bit each: two names differ by at least as many edits as one has letters that the other
   * lacks.
   */
  readonly letters: number;
}
/** Names to search; of a map, its keys. A collection must not change once it was passed in. */
export type Names<T extends string> = Iterable<T> | ReadonlyMap<T, unknown>;

/** Up to this many names are all compared. */
const FEW = 32;
/** Of more names, this many on each side of where the requested one would be. */
const REACH = 8;

/**
 * An index of names that finds candidates similar to another name. Of few names all are candidates; of many, the
 * neighbors in alphabetical order, read forwards and backwards, because a typo leaves one end intact. So each of a
 * hundred thousand typos in a file costs as much as a single one.
 */
class Neighbours<T extends string> {
  readonly #all: readonly Folded<T>[];
  #same: Map<string, T> | undefined;
  #fromFront: Order | undefined;
  #fromBack: Order | undefined;

  constructor(names: Names<T>, fold: (name: string) => string) {
    this.#all = Array.from(isMapOrSet(names) ? names.keys() : names, name => {
      const folded = fold(name);
      return { name, folded, letters: lettersOf(folded) };
    });
  }

  /** The first name with this folded form. */
  same(folded: string): T | undefined {
    if (!this.#same) {
      this.#same = new Map();
      for (const { name, folded } of this.#all) if (!this.#same.has(folded)) this.#same.set(folded, name);
    }
    return this.#same.get(folded);
  }
  /** The first of the candidates that fits. */
  find(folded: string, fits: (folded: string, other: string) => boolean): T | undefined {
    return this.of(folded).find(other => fits(folded, other.folded))?.name;
  }
  /** The candidates, in their original order. */
  of(folded: string): readonly Folded<T>[] {
    if (this.#all.length <= FEW) return this.#all;
    this.#fromFront ??= ordered(this.#all.map(one => one.folded));
    this.#fromBack ??= ordered(this.#all.map(one => reversed(one.folded)));
    const near: number[] = [];
    addAround(near, this.#fromFront, folded);
    addAround(near, this.#fromBack, reversed(folded));
    near.sort((a, b) => a - b);
    return near.filter((index, i) => index !== near[i - 1]).map(index => this.#all[index]!);
  }
}

const indexesByFold = new WeakMap<(name: string) => string, WeakMap<object, Neighbours<string>>>();

/** The index of a collection; cached where that pays off. */
export function neighboursIn<T extends string>(names: Names<T>, fold: (name: string) => string): Neighbours<T> {
  if (!isKept(names)) return new Neighbours(names, fold);
  let folded = indexesByFold.get(fold);
  if (!folded) indexesByFold.set(fold, (folded = new WeakMap<object, Neighbours<string>>()));
  let neighbours = folded.get(names) as Neighbours<T> | undefined;
  if (!neighbours) folded.set(names, (neighbours = new Neighbours(names, fold)) as unknown as Neighbours<string>);
  return neighbours;
}
const isKept = (names: Names<string>): boolean => isMapOrSet(names) || (Array.isArray(names) && names.length > FEW);

/** Views of maps are not instances of Map. */
const isMapOrSet = <T>(names: object): names is ReadonlyMap<T, unknown> | ReadonlySet<T> =>
  'size' in names && 'keys' in names;

export function lettersOf(folded: string): number {
  let letters = 0;
  for (let i = 0; i < folded.length; i++) letters |= 1 << (folded.charCodeAt(i) & 31);
  return letters;
}

/** Names in alphabetical order, and the original index of each. */
interface Order {
  readonly keys: readonly string[];
  readonly indexes: readonly number[];
}
function ordered(keys: readonly string[]): Order {
  const indexes = keys
    .map((_, index) => index)
    .sort((a, b) => (keys[a]! < keys[b]! ? -1 : Number(keys[a]! > keys[b]!)));
  return { keys: indexes.map(index => keys[index]!), indexes };
}

/** Adds those around the position where a name would be. */
function addAround(near: number[], { keys, indexes }: Order, key: string): void {
  const low = countWhile(keys.length, i => keys[i]! < key);
  const end = Math.min(indexes.length, low + REACH);
  for (let i = Math.max(0, low - REACH); i < end; i++) near.push(indexes[i]!);
}

/** Long names are not typos of each other. */
const reversed = (text: string): string => text.slice(-64).split('').reverse().join('');

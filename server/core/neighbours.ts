import { countWhile } from './syntax/search.ts';

/** A name as it is compared. */
interface Folded<T extends string> {
  readonly name: T;
  readonly folded: string;
  /** Which letters it has, one bit a letter: two names differ in at least as many edits as one has letters that the other lacks. */
  readonly letters: number;
}
/** Names among which one is looked for: a map stands for its keys. What is given once must not change. */
export type Names<T extends string> = Iterable<T> | ReadonlyMap<T, unknown>;

/** So many names are all compared. */
const FEW = 32;
/** Of more names, so many on each side of where the asked one would be. */
const REACH = 8;

/**
 * Names that are asked which of them may be near to another. Of a few these are all. Of many they are those that are beside it in the
 * alphabet, read from the front and from the back: a slip leaves one end as it was. So a file of a hundred thousand slips costs no more
 * for each than a file of one.
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

  /** The first name that is folded like this. */
  same(folded: string): T | undefined {
    if (!this.#same) {
      this.#same = new Map();
      for (const { name, folded } of this.#all) if (!this.#same.has(folded)) this.#same.set(folded, name);
    }
    return this.#same.get(folded);
  }
  /** The first of those that may be near which fits. */
  find(folded: string, fits: (folded: string, other: string) => boolean): T | undefined {
    return this.of(folded).find(other => fits(folded, other.folded))?.name;
  }
  /** Those that may be near, in the order in which they were given. */
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

const known = new WeakMap<(name: string) => string, WeakMap<object, Neighbours<string>>>();

/** The neighbours in a collection; made once, where that is worth it. */
export function neighboursIn<T extends string>(names: Names<T>, fold: (name: string) => string): Neighbours<T> {
  if (!isKept(names)) return new Neighbours(names, fold);
  let folded = known.get(fold);
  if (!folded) known.set(fold, (folded = new WeakMap<object, Neighbours<string>>()));
  let neighbours = folded.get(names) as Neighbours<T> | undefined;
  if (!neighbours) folded.set(names, (neighbours = new Neighbours(names, fold)) as unknown as Neighbours<string>);
  return neighbours;
}
const isKept = (names: Names<string>): boolean => isMapOrSet(names) || (Array.isArray(names) && names.length > FEW);

/** Views of maps are no instances of Map. */
const isMapOrSet = <T>(names: object): names is ReadonlyMap<T, unknown> | ReadonlySet<T> =>
  'size' in names && 'keys' in names;

export function lettersOf(folded: string): number {
  let letters = 0;
  for (let i = 0; i < folded.length; i++) letters |= 1 << (folded.charCodeAt(i) & 31);
  return letters;
}

/** Names in alphabetic order, and the place of each among those that were given. */
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

/** Adds those between which a name would be. */
function addAround(near: number[], { keys, indexes }: Order, key: string): void {
  const low = countWhile(keys.length, i => keys[i]! < key);
  const end = Math.min(indexes.length, low + REACH);
  for (let i = Math.max(0, low - REACH); i < end; i++) near.push(indexes[i]!);
}

/** Long names are no slips of each other. */
const reversed = (text: string): string => text.slice(-64).split('').reverse().join('');

/**
 * Matches paths without backtracking. A part maps a set of start positions in the path to the set of positions where
 * it can end, so matching takes at most pattern length times path length steps. Regular expressions, which other
 * matchers generate, backtrack: a few wildcards in a stranger's repository can keep them busy for years.
 */

/**
 * Positions between the characters of a path, in ascending order and without duplicates; the rest of a pattern has to
 * match from one of them.
 */
type Places = readonly number[];
/** A part of a pattern: a function from the positions where the part starts to the positions where it can end. */
export type Part = (path: string, starts: Places) => Places;

/** Whether a part matches the whole path. */
export const matchesWhole = (part: Part, path: string): boolean => part(path, [0]).at(-1) === path.length;

/** A part that matches several parts one after the other. */
export const sequence =
  (parts: readonly Part[]): Part =>
  (path, starts) => {
    let places = starts;
    for (const part of parts) if (places.length > 0) places = part(path, places);
    return places;
  };

/** Adds literal text to the parts of a pattern. */
export function addText(parts: Part[], plainText: string): void {
  if (plainText === '') return;
  const starPart = parts.at(-1) === anyName ? parts.pop() : undefined;
  parts.push(starPart ? anyNameBefore(plainText) : text(plainText));
}

export const text =
  (text: string): Part =>
  (path, starts) => {
    const ends: number[] = [];
    for (const start of starts) if (path.startsWith(text, start)) ends.push(start + text.length);
    return ends;
  };

export const character =
  (contains: (char: string) => boolean): Part =>
  (path, starts) => {
    const ends: number[] = [];
    for (const start of starts)
      if (start < path.length && path[start] !== '/' && contains(path[start]!)) ends.push(start + 1);
    return ends;
  };

const endOfName = (path: string, start: number): number => {
  const slash = path.indexOf('/', start);
  return slash < 0 ? path.length : slash;
};

/** A part that matches any characters within one name. */
export const anyName: Part = (path, starts) => {
  const ends: number[] = [];
  let last = -1;
  for (const start of starts) {
    if (start <= last) continue;
    last = endOfName(path, start);
    for (let index = start; index <= last; index++) ends.push(index);
  }
  return ends;
};

/**
 * A part that matches any characters within one name, followed by a text, as in most globs. It searches for the text
 * instead of checking each character.
 */
const anyNameBefore =
  (text: string): Part =>
  (path, starts) => {
    const ends: number[] = [];
    let last = -1;
    for (const start of starts) {
      if (start <= last) continue;
      last = endOfName(path, start);
      for (
        let offset = path.indexOf(text, start);
        offset >= 0 && offset <= last;
        offset = path.indexOf(text, offset + 1)
      )
        ends.push(offset + text.length);
    }
    return ends;
  };

/** A part that matches any folders, including none, each with its slash. */
export const anyFolders: Part = (path, starts) => {
  const ends = starts.slice(0, 1);
  for (let offset = path.indexOf('/', ends[0]); offset >= 0; offset = path.indexOf('/', offset + 1))
    ends.push(offset + 1);
  return starts.length === 1 ? ends : union([starts, ends]);
};

export const anyDepth: Part = (path, [start = 0]) =>
  Array.from({ length: path.length - start + 1 }, (_, i) => start + i);

export const alternativeParts =
  (parts: readonly Part[]): Part =>
  (path, starts) =>
    union(parts.map(part => part(path, starts)));

const union = ([first = [], ...otherPlaces]: readonly Places[]): Places =>
  otherPlaces.every(({ length }) => length === 0)
    ? first
    : [...new Set([...first, ...otherPlaces.flat()])].sort((a, b) => a - b);

/** The part for an extended glob such as `+(…)`. @param sign the character before the bracket */
export function repeatPart(sign: string, part: Part): Part {
  switch (sign) {
    case '?':
      return alternativeParts([part, matchEmpty]);
    case '+':
      return (path, starts) => closure(part, path, part(path, starts));
    case '*':
      return (path, starts) => closure(part, path, starts);
    case '!':
      return allBut(part);
    default:
      return part;
  }
}
const matchEmpty: Part = (_, starts) => starts;

/** The positions that are reached by any number of repetitions of a part, including none. */
function closure(part: Part, path: string, starts: Places): Places {
  const ends = new Set(starts);
  for (let newStarts = starts; newStarts.length > 0;) {
    newStarts = part(path, newStarts).filter(offset => !ends.has(offset));
    for (const start of newStarts) ends.add(start);
  }
  return union([[], [...ends]]);
}

/**
 * A part that matches any characters within one name, except those that another part matches from the same position.
 */
const allBut =
  (part: Part): Part =>
  (path, starts) => {
    const ends = new Set<number>();
    for (const start of starts) {
      const refusedStarts = new Set(part(path, [start]));
      for (const offset of anyName(path, [start])) if (!refusedStarts.has(offset)) ends.add(offset);
    }
    return union([[], [...ends]]);
  };

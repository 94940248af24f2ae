/**
 * Matches paths without backtracking: a part maps a set of positions in the path to the positions where it can end,
 * each once, so matching takes at most pattern length times path length. Regular expressions, which other matchers
 * generate, backtrack: a few wildcards in a stranger's repository can keep them busy for years.
 */

/** Positions between the characters of a path, where the rest of a pattern has to match; each once, in order. */
type Places = readonly number[];
/** A part of a pattern: given the positions where it starts, the positions where it can end. */
export type Part = (path: string, starts: Places) => Places;

/** Whether a part matches the whole path. */
export const matchesWhole = (part: Part, path: string): boolean => part(path, [0]).at(-1) === path.length;

/** One part after the other. */
export const inOrder =
  (parts: readonly Part[]): Part =>
  (path, starts) => {
    let places = starts;
    for (const part of parts) if (places.length > 0) places = part(path, places);
    return places;
  };

/** Adds literal text to the parts of a pattern. */
export function addText(parts: Part[], plain: string): void {
  if (plain === '') return;
  const star = parts.at(-1) === anyName ? parts.pop() : undefined;
  parts.push(star ? anyNameBefore(plain) : text(plain));
}

export const text =
  (plain: string): Part =>
  (path, starts) => {
    const ends: number[] = [];
    for (const at of starts) if (path.startsWith(plain, at)) ends.push(at + plain.length);
    return ends;
  };

export const oneOf =
  (holds: (char: string) => boolean): Part =>
  (path, starts) => {
    const ends: number[] = [];
    for (const at of starts) if (at < path.length && path[at] !== '/' && holds(path[at]!)) ends.push(at + 1);
    return ends;
  };

const endOfName = (path: string, start: number): number => {
  const slash = path.indexOf('/', start);
  return slash < 0 ? path.length : slash;
};

/** Any characters within one name. */
export const anyName: Part = (path, starts) => {
  const ends: number[] = [];
  let last = -1;
  for (const start of starts) {
    if (start <= last) continue;
    last = endOfName(path, start);
    for (let at = start; at <= last; at++) ends.push(at);
  }
  return ends;
};

/**
 * Any characters within one name, followed by a text, as in most globs; searches for the text instead of checking each
 * character.
 */
const anyNameBefore =
  (plain: string): Part =>
  (path, starts) => {
    const ends: number[] = [];
    let last = -1;
    for (const start of starts) {
      if (start <= last) continue;
      last = endOfName(path, start);
      for (let at = path.indexOf(plain, start); at >= 0 && at <= last; at = path.indexOf(plain, at + 1))
        ends.push(at + plain.length);
    }
    return ends;
  };

/** Any folders, including none, each with its slash. */
export const anyFolders: Part = (path, starts) => {
  const ends = starts.slice(0, 1);
  for (let at = path.indexOf('/', ends[0]); at >= 0; at = path.indexOf('/', at + 1)) ends.push(at + 1);
  return starts.length === 1 ? ends : union([starts, ends]);
};

export const anything: Part = (path, [start = 0]) =>
  Array.from({ length: path.length - start + 1 }, (_, i) => start + i);

export const either =
  (parts: readonly Part[]): Part =>
  (path, starts) =>
    union(parts.map(part => part(path, starts)));

const union = ([first = [], ...others]: readonly Places[]): Places =>
  others.every(({ length }) => length === 0) ? first : [...new Set([...first, ...others.flat()])].sort((a, b) => a - b);

/** The part for an extended glob such as `+(…)`. @param sign the character before the bracket */
export function repeated(sign: string, part: Part): Part {
  switch (sign) {
    case '?':
      return either([part, nothing]);
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
const nothing: Part = (_, starts) => starts;

/** The positions that any number of repetitions of a part reach, the starts included. */
function closure(part: Part, path: string, starts: Places): Places {
  const ends = new Set(starts);
  for (let fresh = starts; fresh.length > 0;) {
    fresh = part(path, fresh).filter(at => !ends.has(at));
    for (const at of fresh) ends.add(at);
  }
  return union([[], [...ends]]);
}

/** Any characters within one name except those that the part matches from the same position. */
const allBut =
  (part: Part): Part =>
  (path, starts) => {
    const ends = new Set<number>();
    for (const start of starts) {
      const refused = new Set(part(path, [start]));
      for (const at of anyName(path, [start])) if (!refused.has(at)) ends.add(at);
    }
    return union([[], [...ends]]);
  };

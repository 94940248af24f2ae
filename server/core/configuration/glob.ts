import { addText, anyFolders, anyName, anyDepth, alternativeParts, sequence } from './path-parts.ts';
import { matchesWhole, character, repeatPart, text, type Part } from './path-parts.ts';

/** A compiled glob. */
export type Glob = (path: string) => boolean;

/**
 * Compiles a glob: `?`, `*` and `[a-z]` within a name, `**` for any folders, `{a,b}`, and `?(a|b)`, `*(…)`, `+(…)`,
 * `@(…)`, `!(…)`. Wildcards also match a leading dot. An unmatched bracket is literal; `\` makes the next character
 * literal.
 */
export function readGlob(glob: string): Glob {
  const wholePart = new Reader(glob).sequence('');
  return path => matchesWhole(wholePart, path);
}

const MAX_STARS = 3,
  MAX_DEPTH = 5,
  MAX_LENGTH = 1000;

/**
 * The reason why a glob is rejected, as the predicate of a sentence whose subject is the glob; undefined for a valid
 * glob.
 */
export function globProblem(glob: string): string | undefined {
  if (glob.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters; use several globs`;
  // these characters need no escape, so the glob is probably a Windows path
  if (/\\(?:[\p{L}\p{N}_]|\*\*)/u.test(glob)) return 'has \\ between folders; use /';
  const groups: { readonly starsBefore: number; readonly isNegated: boolean; maxStars: number }[] = [];
  let stars = 0;
  for (const [token] of glob.matchAll(/\\.|\[[^\]/]*\]|(?<![^/])\*\*(?![^/])|[?*+@!]\(|./gs)) {
    const alternatives = groups.at(-1);
    if (token === '/') stars = 0;
    if (token.startsWith('*') && token !== '**') stars++;
    if (token === '{' || token.endsWith('('))
      groups.push({ starsBefore: stars, isNegated: token === '!(', maxStars: stars });
    else if (alternatives && (token === ',' || token === '|')) {
      alternatives.maxStars = Math.max(alternatives.maxStars, stars);
      stars = alternatives.starsBefore;
    } else if (alternatives && (token === '}' || token === ')')) {
      stars = Math.max(alternatives.maxStars, stars);
      groups.pop();
    }
    if (stars > MAX_STARS)
      return `has more than ${MAX_STARS} asterisks in one name; make the name more specific, or use several globs`;
    if (groups.length > MAX_DEPTH) return `has more than ${MAX_DEPTH} nested brackets; use several globs`;
    if (groups.filter(({ isNegated }) => isNegated).length > 1) return 'has one !( ) in another; use several globs';
  }
  return undefined;
}

/** Splits a glob before the first name with a wildcard. All matches are inside `folders`. */
export function splitGlob(glob: string): { readonly folders: string; readonly rest: string } {
  const names = glob.split('/'),
    firstWildcard = names.findIndex(name => /[*?[\]{}()!|]/.test(name.replace(/\\./gs, ''))),
    count = firstWildcard < 0 ? names.length - 1 : firstWildcard;
  return {
    folders: names
      .slice(0, count)
      .map(name => `${name}/`)
      .join('')
      .replace(/\\(.)/gs, '$1'),
    rest: names.slice(count).join('/'),
  };
}

class Reader {
  readonly #glob: string;
  #at = 0;
  constructor(glob: string) {
    this.#glob = glob;
  }

  /** The part up to one of these characters; the character itself is not consumed. */
  sequence(endCharacters: string): Part {
    const parts: Part[] = [];
    let text = '';
    const flush = (): void => {
      addText(parts, text);
      text = '';
    };
    for (
      let char = this.#glob[this.#at];
      char !== undefined && !endCharacters.includes(char);
      char = this.#glob[this.#at]
    ) {
      const specialPart = this.#specialPart(char);
      if (specialPart) {
        flush();
        parts.push(specialPart);
      } else text += this.#character(char);
    }
    flush();
    return sequence(parts);
  }

  #character(char: string): string {
    const escapedChar = char === '\\' ? this.#glob[this.#at + 1] : undefined;
    this.#at += escapedChar === undefined ? 1 : 2;
    return escapedChar ?? char;
  }

  /** The wildcard or bracket at the current position; undefined if there is neither. */
  #specialPart(char: string): Part | undefined {
    const next = this.#glob[this.#at + 1];
    if (next === '(' && '?*+@!'.includes(char))
      return this.#alternatives(2, '|', ')', choice => repeatPart(char, choice));
    if (char === '{') return this.#range() ?? this.#alternatives(1, ',', '}', choice => choice);
    if (char === '[') return this.#class();
    if (char === '?')
      return this.#advancePast(
        1,
        character(() => true),
      );
    return char === '*' ? this.#stars() : undefined;
  }
  #advancePast(length: number, part: Part): Part {
    this.#at += length;
    return part;
  }

  #stars(): Part {
    const [stars] = /^(?:\*+(?!\()|\*)/.exec(this.#glob.slice(this.#at))!;
    const before = this.#glob[this.#at - 1] ?? '/',
      nextChar = this.#glob[this.#at + stars.length] ?? '/';
    const isWhole = stars.length === 2 && '/{,(|'.includes(before) && '/},)|'.includes(nextChar);
    if (!isWhole) return this.#advancePast(stars.length, anyName);
    return this.#glob[this.#at + 2] === '/' ? this.#advancePast(3, anyFolders) : this.#advancePast(2, anyDepth);
  }

  /** A range of single characters, such as `{1..5}`; undefined if there is none. */
  #range(): Part | undefined {
    const [range, source, lastChar] = /^\{([^\\/])\.\.([^\\/])\}/.exec(this.#glob.slice(this.#at)) ?? [];
    if (range === undefined) return undefined;
    const [first, last] = source! < lastChar! ? [source!, lastChar!] : [lastChar!, source!];
    return this.#advancePast(
      range.length,
      character(char => char >= first && char <= last),
    );
  }

  /** A class such as `[a-z]`. It also matches its own literal text, because file names may contain brackets. */
  #class(): Part | undefined {
    const [range, negation, members] = /^\[([!^]?)(\]?(?:\\.|[^\]\\/])*)\]/s.exec(this.#glob.slice(this.#at)) ?? [];
    if (!members) return undefined;
    const ranges = [...members.matchAll(/(\\.|[^\\])(?:-(\\.|[^\\]))?/gs)].map(
      ([, source, last = source]) => [source!.at(-1)!, last!.at(-1)!] as const,
    );
    const matches = (char: string): boolean =>
      ranges.some(([first, last]) => char >= first && char <= last) !== (negation !== '');
    return this.#advancePast(range!.length, alternativeParts([character(matches), text(range!)]));
  }

  /**
   * The alternatives inside a bracket; undefined if the bracket is not closed, or has a single alternative where
   * several are required.
   */
  #alternatives(openingOffset: number, divider: string, end: string, make: (choice: Part) => Part): Part | undefined {
    const start = this.#at,
      parts: Part[] = [];
    do {
      this.#at += parts.length === 0 ? openingOffset : 1;
      parts.push(this.sequence(divider + end));
    } while (this.#glob[this.#at] === divider);
    if (this.#glob[this.#at] === end && (end === ')' || parts.length > 1))
      return this.#advancePast(1, make(alternativeParts(parts)));
    this.#at = start;
    return undefined;
  }
}

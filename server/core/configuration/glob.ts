import { addText, anyFolders, anyName, anything, either, inOrder } from './path-parts.ts';
import { matchesWhole, oneOf, repeated, text, type Part } from './path-parts.ts';

/** A compiled glob. */
export type Glob = (path: string) => boolean;

/**
 * Compiles a glob: `?`, `*` and `[a-z]` within a name, `**` for any folders, `{a,b}`, and `?(a|b)`, `*(…)`, `+(…)`,
 * `@(…)`, `!(…)`. Wildcards also match a leading dot. An unmatched bracket is literal; `\` makes the next character
 * literal.
 */
export function readGlob(glob: string): Glob {
  const whole = new Reader(glob).sequence('');
  return path => matchesWhole(whole, path);
}

const MOST_STARS = 3,
  DEEPEST = 5,
  LONGEST = 1000;

/** Why a glob is rejected, as the predicate of a sentence whose subject is the glob. */
export function globProblem(glob: string): string | undefined {
  if (glob.length > LONGEST) return `is longer than ${LONGEST} characters; use several globs`;
  // these characters need no escape, so the glob is a Windows path
  if (/\\(?:[\p{L}\p{N}_]|\*\*)/u.test(glob)) return 'has \\ between folders; use /';
  const open: { readonly before: number; readonly not: boolean; most: number }[] = [];
  let stars = 0;
  for (const [token] of glob.matchAll(/\\.|\[[^\]/]*\]|(?<![^/])\*\*(?![^/])|[?*+@!]\(|./gs)) {
    const around = open.at(-1);
    if (token === '/') stars = 0;
    if (token.startsWith('*') && token !== '**') stars++;
    if (token === '{' || token.endsWith('(')) open.push({ before: stars, not: token === '!(', most: stars });
    else if (around && (token === ',' || token === '|')) {
      around.most = Math.max(around.most, stars);
      stars = around.before;
    } else if (around && (token === '}' || token === ')')) {
      stars = Math.max(around.most, stars);
      open.pop();
    }
    if (stars > MOST_STARS)
      return `has more than ${MOST_STARS} * in one name; make the name more specific, or use several globs`;
    if (open.length > DEEPEST) return `has more than ${DEEPEST} brackets in each other; use several globs`;
    if (open.filter(({ not }) => not).length > 1) return 'has one !( ) in another; use several globs';
  }
  return undefined;
}

/** Splits a glob before the first name with a wildcard; all matches are below `folders`. */
export function splitGlob(glob: string): { readonly folders: string; readonly rest: string } {
  const names = glob.split('/'),
    wild = names.findIndex(name => /[*?[\]{}()!|]/.test(name.replace(/\\./gs, ''))),
    count = wild < 0 ? names.length - 1 : wild;
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

  /** The part up to one of these characters, which is not consumed. */
  sequence(ends: string): Part {
    const parts: Part[] = [];
    let plain = '';
    const flush = (): void => {
      addText(parts, plain);
      plain = '';
    };
    for (let char = this.#glob[this.#at]; char !== undefined && !ends.includes(char); char = this.#glob[this.#at]) {
      const special = this.#special(char);
      if (special) {
        flush();
        parts.push(special);
      } else plain += this.#plain(char);
    }
    flush();
    return inOrder(parts);
  }

  #plain(char: string): string {
    const escaped = char === '\\' ? this.#glob[this.#at + 1] : undefined;
    this.#at += escaped === undefined ? 1 : 2;
    return escaped ?? char;
  }

  /** The wildcard or bracket at the current position, if there is one. */
  #special(char: string): Part | undefined {
    const next = this.#glob[this.#at + 1];
    if (next === '(' && '?*+@!'.includes(char))
      return this.#alternatives(2, '|', ')', choice => repeated(char, choice));
    if (char === '{') return this.#range() ?? this.#alternatives(1, ',', '}', choice => choice);
    if (char === '[') return this.#class();
    if (char === '?')
      return this.#taken(
        1,
        oneOf(() => true),
      );
    return char === '*' ? this.#stars() : undefined;
  }
  #taken(length: number, part: Part): Part {
    this.#at += length;
    return part;
  }

  #stars(): Part {
    const [stars] = /^(?:\*+(?!\()|\*)/.exec(this.#glob.slice(this.#at))!;
    const before = this.#glob[this.#at - 1] ?? '/',
      after = this.#glob[this.#at + stars.length] ?? '/';
    const isWhole = stars.length === 2 && '/{,(|'.includes(before) && '/},)|'.includes(after);
    if (!isWhole) return this.#taken(stars.length, anyName);
    return this.#glob[this.#at + 2] === '/' ? this.#taken(3, anyFolders) : this.#taken(2, anything);
  }

  /** A range such as `{1..5}`, of single characters. */
  #range(): Part | undefined {
    const [written, from, to] = /^\{([^\\/])\.\.([^\\/])\}/.exec(this.#glob.slice(this.#at)) ?? [];
    if (written === undefined) return undefined;
    const [first, last] = from! < to! ? [from!, to!] : [to!, from!];
    return this.#taken(
      written.length,
      oneOf(char => char >= first && char <= last),
    );
  }

  /** A class such as `[a-z]`; it also matches its own literal text, because file names may contain brackets. */
  #class(): Part | undefined {
    const [written, not, members] = /^\[([!^]?)(\]?(?:\\.|[^\]\\/])*)\]/s.exec(this.#glob.slice(this.#at)) ?? [];
    if (!members) return undefined;
    const ranges = [...members.matchAll(/(\\.|[^\\])(?:-(\\.|[^\\]))?/gs)].map(
      ([, from, to = from]) => [from!.at(-1)!, to!.at(-1)!] as const,
    );
    const holds = (char: string): boolean => ranges.some(([from, to]) => char >= from && char <= to) !== (not !== '');
    return this.#taken(written!.length, either([oneOf(holds), text(written!)]));
  }

  /**
   * The alternatives in a bracket; undefined if it is not closed, or has a single alternative where several are
   * required.
   */
  #alternatives(opening: number, divider: string, end: string, make: (choice: Part) => Part): Part | undefined {
    const start = this.#at,
      parts: Part[] = [];
    do {
      this.#at += parts.length === 0 ? opening : 1;
      parts.push(this.sequence(divider + end));
    } while (this.#glob[this.#at] === divider);
    if (this.#glob[this.#at] === end && (end === ')' || parts.length > 1)) return this.#taken(1, make(either(parts)));
    this.#at = start;
    return undefined;
  }
}

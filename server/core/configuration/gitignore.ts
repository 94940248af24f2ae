import { addText, anyFolders, anyName, anyDepth, sequence, matchesWhole, character, type Part } from './path-parts.ts';

/** The remaining budget for matching, in characters; shared by all ignore files of one walk. */
export interface IgnoreBudget {
  remainingLength: number;
}

/** One pattern of an ignore file. */
interface Line {
  readonly index: number;
  /** Whether the pattern begins with `!`: its matches are not ignored. */
  readonly isNegated: boolean;
  /** Whether the pattern ends with `/`: it matches only folders. */
  readonly isFolderOnly: boolean;
  /** Whether the pattern has no other `/`: it matches names at any depth. */
  readonly name: boolean;
  readonly pattern: string;
  /** The literal beginning of every match. The literal end of every match is in `end`. */
  readonly start: string;
  readonly end: string;
  /** The compiled pattern, created on first use; null if the pattern matches nothing. */
  part?: Part | null;
}

/**
 * The patterns of a `.gitignore`, with the semantics of git: the last match decides. git matches bytes, so texts and
 * paths have one character per byte of their UTF-8. Most patterns have no wildcard, and are looked up in a map.
 */
export class IgnorePatterns {
  readonly #fold: boolean;
  readonly #literal = new Map<string, Line>();
  readonly #wildcardLines: Line[] = [];

  /** @param fold whether case is ignored, as on most disks of macOS and Windows */
  constructor(text: string, fold = false) {
    this.#fold = fold;
    let index = 0;
    // as in C, a pattern ends at the first NUL; a carriage return belongs to a line break only right before a line
    // feed
    for (const line of text.replace(/^\xef\xbb\xbf/, '').split('\n'))
      if (!line.startsWith('#')) this.#add(trimTrailing(line.replace(/\r$/, '').split('\0', 1)[0]!), index++);
  }

  #add(text: string, index: number): void {
    const isNegated = text.startsWith('!');
    const isFolderOnly = text.endsWith('/') && text.length > (isNegated ? 1 : 0);
    const body = this.#foldCase(text.slice(isNegated ? 1 : 0, isFolderOnly ? -1 : undefined));
    const name = !body.includes('/');
    const pattern = body.startsWith('/') ? body.slice(1) : body;
    if (pattern === '') return;
    const [start] = /^[^*?[\\]*/.exec(pattern)!;
    const end = pattern.slice(Math.max(...['*', '?', '[', ']', '\\'].map(sign => pattern.lastIndexOf(sign))) + 1);
    const line: Line = { index, isNegated, isFolderOnly, name, pattern, start, end: end.replace(/^\//, '') };
    if (start === pattern) this.#literal.set(keyOf(pattern, isFolderOnly, name), line);
    else this.#wildcardLines.push(line);
  }

  #foldCase(text: string): string {
    return this.#fold ? text.replace(/[A-Z]+/g, letters => letters.toLowerCase()) : text;
  }

  /**
   * Whether a path is ignored; undefined if no pattern matches.
   * @param path relative to the folder of the ignore file, without a slash at the end
   */
  ignores(path: string, folder: boolean, budget: IgnoreBudget): boolean | undefined {
    const foldedPath = this.#foldCase(path),
      name = foldedPath.slice(foldedPath.lastIndexOf('/') + 1);
    let last: Line | undefined;
    for (const ofFolder of folder ? [true, false] : [false])
      for (const isName of [true, false]) {
        const match = this.#literal.get(keyOf(isName ? name : foldedPath, ofFolder, isName));
        if (match && match.index > (last?.index ?? -1)) last = match;
      }
    for (let i = this.#wildcardLines.length - 1; i >= 0 && this.#wildcardLines[i]!.index > (last?.index ?? -1); i--) {
      if (budget.remainingLength-- <= 0) break;
      const line = this.#wildcardLines[i]!;
      if ((folder || !line.isFolderOnly) && this.#isMatch(line, line.name ? name : foldedPath, budget)) last = line;
    }
    return last && !last.isNegated;
  }

  #isMatch(line: Line, text: string, budget: IgnoreBudget): boolean {
    if (!text.startsWith(line.start) || !text.endsWith(line.end)) return false;
    budget.remainingLength -= Math.ceil((line.pattern.length * text.length) / 64);
    line.part ??= partOf(line.pattern, line.start.length, this.#fold) ?? null;
    return line.part !== null && matchesWhole(line.part, text);
  }
}

/** The key of a pattern, different for each kind of pattern: a name is not empty and has no `/`. */
const keyOf = (pattern: string, folder: boolean, name: boolean): string =>
  `${name ? '' : '/'}${pattern}${folder ? '/' : ''}`;

/** A line without trailing spaces, except a space after a backslash. */
function trimTrailing(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ') end--;
  if (end === line.length) return line;
  let escapes = 0;
  while (line[end - 1 - escapes] === '\\') escapes++;
  return line.slice(0, escapes % 2 ? end + 1 : end);
}

/**
 * The compiled pattern; undefined if it matches nothing.
 * @param wildcardAt the offset of the first wildcard: git compares the text before it, then matches the rest
 * separately
 */
function partOf(pattern: string, wildcardAt: number, fold: boolean): Part | undefined {
  const parts: Part[] = [];
  let plainText = '';
  for (let offset = 0; offset < pattern.length;) {
    const char = pattern[offset]!;
    if (char !== '*' && char !== '?' && char !== '[') {
      if (char === '\\') offset++;
      if (offset === pattern.length) return undefined;
      plainText += pattern[offset++]!;
      continue;
    }
    addText(parts, plainText);
    plainText = '';
    if (char === '[') {
      const charClass = classAt(pattern, offset, fold);
      if (!charClass) return undefined;
      parts.push(character(charClass.contains));
      offset = charClass.end;
    } else if (char === '?') {
      parts.push(character(() => true));
      offset++;
    } else offset = addStars(parts, pattern, offset, wildcardAt);
  }
  addText(parts, plainText);
  return sequence(parts);
}

/**
 * Adds the part for a run of stars.
 * @returns the offset after the run
 */
function addStars(parts: Part[], pattern: string, start: number, wildcardIndex: number): number {
  let end = start;
  while (pattern[end] === '*') end++;
  const isWhole =
    end > start + 1 &&
    (start === wildcardIndex || pattern[start - 1] === '/') &&
    /^(?:$|\\?\/)/.test(pattern.slice(end, end + 2));
  const wildcard = pattern[end] === '/' ? anyFolders : anyDepth,
    part = isWhole ? wildcard : anyName;
  // a repeated part matches nothing more, so it is not added
  if (parts.at(-1) !== part) parts.push(part);
  return part === anyFolders ? end + 1 : end;
}

type ContainsCharacter = (char: string) => boolean;

const classes: Readonly<Record<string, RegExp>> = {
  alnum: /[A-Za-z0-9]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  cntrl: /[\0-\x1f\x7f]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[\t-\r ]/,
  upper: /[A-Z]/,
  xdigit: /[A-Fa-f0-9]/,
};

/** A character class (`[a-z]`, `[!a]`, `[[:digit:]_]`); undefined if it is not closed or names an unknown class. */
function classAt(
  pattern: string,
  offset: number,
  fold: boolean,
): { readonly contains: ContainsCharacter; readonly end: number } | undefined {
  const isNegated = '!^'.includes(pattern[offset + 1] ?? '/'),
    members: ContainsCharacter[] = [];
  const range = (source: string, target: string): void => {
    members.push(char => char >= source && char <= target);
  };
  let before = '',
    i = offset + (isNegated ? 2 : 1);
  do {
    let char = pattern[i];
    if (char === '[' && pattern[i + 1] === ':') {
      const end = pattern.indexOf(']', i + 2),
        name = pattern.slice(i + 2, end - 1);
      if (end < 0) return undefined;
      if (end > i + 2 && pattern[end - 1] === ':') {
        const characterClass = Object.hasOwn(classes, name) ? classes[name] : undefined;
        if (!characterClass) return undefined;
        members.push(char => characterClass.test(char) || (fold && name === 'upper' && /[a-z]/.test(char)));
        i = end;
        char = '';
      } else range(char, char);
    } else if (char === '-' && before !== '' && pattern[i + 1] !== undefined && pattern[i + 1] !== ']') {
      if (pattern[++i] === '\\') i++;
      if (pattern[i] === undefined) return undefined;
      range(before, pattern[i]!);
      char = '';
    } else {
      if (char === '\\') char = pattern[++i];
      if (char === undefined) return undefined;
      range(char, char);
    }
    before = char;
  } while (pattern[++i] !== ']');
  return { contains: char => members.some(isMember => isMember(char)) !== isNegated, end: i + 1 };
}

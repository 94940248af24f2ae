import { dialects, type Dialect } from '../generated/dialects.js';
import { groupsOf } from '../json/multimap.ts';

/**
 * Another spelling of the platform's names: of keys, and of values that the schemas list. The caller decides whether a
 * string at a place is such a name.
 */
export class NamePairs {
  readonly #spellings: ReadonlyMap<string, string>;
  readonly #specNames: ReadonlyMap<string, string>;
  readonly #sign: RegExp;
  #pattern: RegExp | undefined;
  #allNames: readonly string[] | undefined;

  /** The name of the dialect; undefined for a team's own names. */
  readonly dialect: string | undefined;

  /** @param names the platform's names, mapped to their spelling in the dialect */
  constructor(names: Readonly<Record<string, string>>, dialect?: string) {
    this.dialect = dialect;
    this.#spellings = new Map(Object.entries(names));
    this.#specNames = new Map(Object.entries(names).map(([name, spelling]) => [spelling, name]));
    this.#sign = signOf([...this.#specNames.keys()]);
  }

  /** The spelling of a specification name in the dialect; undefined if it does not differ. */
  spellingOf(name: string): string | undefined {
    return this.#spellings.get(name);
  }
  /** The specification's name for a dialect name; undefined for any other text. */
  toSpecName(spelling: string): string | undefined {
    return this.#specNames.get(spelling);
  }
  /** All names that differ, in both spellings. */
  get list(): readonly string[] {
    return (this.#allNames ??= [...this.#spellings.keys(), ...this.#specNames.keys()]);
  }
  /** Whether a text may contain a dialect name. If false, the text certainly contains none. */
  mayContain(text: string): boolean {
    return this.#sign.test(text);
  }
  /** Whether a text may contain a specification name. */
  mayContainSpecName(text: string): boolean {
    return [...this.#spellings.keys()].some(name => text.includes(name));
  }
  /**
   * A sentence with the platform's names spelled as in the dialect.
   * @param isKept whether to keep a name unchanged
   */
  inDialect(text: string, isKept: (name: string) => boolean): string {
    this.#pattern ??= patternOf([...this.#spellings.keys()]);
    return text.replace(this.#pattern, name => (isKept(name) ? name : this.#spellings.get(name)!));
  }
}

/**
 * A pattern that occurs in every text with one of these names. It consists of their common prefixes: one pattern is
 * three times as fast as one search per name, and every text of a workspace is searched.
 */
function signOf(names: readonly string[]): RegExp {
  const signs = groupsOf(names, name => /^[^_\W]*?(?=[A-Z_-]|$)/.exec(name)![0]);
  const alternatives = [...signs].flatMap(([prefix, namesWithPrefix]) =>
    namesWithPrefix.length > 1 && prefix.length > 3 ? [prefix] : namesWithPrefix,
  );
  const shortestSigns = alternatives.filter(
    sign => !alternatives.some(otherSign => otherSign !== sign && sign.includes(otherSign)),
  );
  return new RegExp(shortestSigns.length > 0 ? shortestSigns.map(escapeForRegExp).join('|') : '(?!)');
}

const escapeForRegExp = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * A pattern for names in a sentence. A name of several words matches anywhere; a name that is an English word matches
 * only where it is marked as a name.
 */
function patternOf(names: readonly string[]): RegExp {
  const sortedNames = names.toSorted((a, b) => b.length - a.length),
    englishWords = sortedNames.filter(isWord).map(escapeForRegExp),
    compound = sortedNames.filter(name => !isWord(name)).map(escapeForRegExp);
  const parts = [
    ...(compound.length > 0 ? [`(?<![\\w/-])(?:${compound.join('|')})(?![\\w/-]|\\.(?:[a-z-]+\\.)?jsonc?\\b)`] : []),
    ...(englishWords.length > 0
      ? [`(?<=["\`])(?:${englishWords.join('|')})(?=["\`])`, `^(?:${englishWords.join('|')})(?= )`]
      : []),
  ];
  return new RegExp(parts.length > 0 ? parts.join('|') : '(?!)', 'g');
}
const isWord = (name: string): boolean => /^[a-z]+$/i.test(name) && !/[a-z][A-Z]/.test(name);

export const dialectNames: readonly string[] = Object.keys(dialects);
let tables: readonly NamePairs[] | undefined;
export const knownDialects = (): readonly NamePairs[] =>
  (tables ??= Object.entries(dialects).map(([id, { names }]) => new NamePairs(names, id)));

/**
 * The dialect of the names in a text: the configured names, otherwise the dialect of which the text contains names;
 * undefined for the specification.
 */
export const namesIn = (text: string, configuredNames?: NamePairs): NamePairs | undefined =>
  (configuredNames ? [configuredNames] : knownDialects()).find(names => names.mayContain(text));

const byHeader = new Map<string, NamePairs>();
/** The configured names; undefined if each file determines its dialect. Equal settings give the same object. */
export function namesOf(
  dialect: string | undefined,
  ownNames: Readonly<Record<string, string>> = {},
): NamePairs | undefined {
  if (dialect === undefined && Object.keys(ownNames).length === 0) return undefined;
  const key = JSON.stringify([dialect, ownNames]);
  let names = byHeader.get(key);
  if (!names) byHeader.set(key, (names = namePairsOf(dialect, ownNames)));
  return names;
}

function namePairsOf(dialect: string | undefined, ownNames: Readonly<Record<string, string>>): NamePairs {
  const base = tableOf(dialect)?.names ?? {};
  const namesBySpelling = Object.fromEntries(Object.entries(base).map(([name, spelling]) => [spelling, name]));
  // a team may write a key in the spelling of the dialect
  const renamedKeys = Object.fromEntries(
    Object.entries(ownNames).map(([name, spelling]) => [namesBySpelling[name] ?? name, spelling]),
  );
  return new NamePairs({ ...base, ...renamedKeys }, dialect);
}
const tableOf = (dialect: string | undefined): Dialect | undefined =>
  dialect !== undefined && Object.hasOwn(dialects, dialect) ? dialects[dialect] : undefined;

let respellings: ReadonlyMap<string, string> | undefined;
/** The names of all dialects, each mapped to the specification's name. */
export const spellings = (): ReadonlyMap<string, string> =>
  (respellings ??= new Map(
    Object.values(dialects).flatMap(({ names }) =>
      Object.entries(names).map(([name, spelling]) => [spelling, name] as const),
    ),
  ));

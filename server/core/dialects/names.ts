import { dialects, type Dialect } from '../generated/dialects.js';
import { groupsOf } from '../json/multimap.ts';

/**
 * Another spelling of the platform's names: of keys, and of values that the schemas list. Names only; what they mean at
 * a place is decided by the caller.
 */
export class NamePairs {
  readonly #spelled: ReadonlyMap<string, string>;
  readonly #toSpec: ReadonlyMap<string, string>;
  readonly #sign: RegExp;
  #pattern: RegExp | undefined;
  #all: readonly string[] | undefined;

  /** The dialect, if it is a known one. */
  readonly dialect: string | undefined;

  /** @param names the platform's names, mapped to their spelling */
  constructor(names: Readonly<Record<string, string>>, dialect?: string) {
    this.dialect = dialect;
    this.#spelled = new Map(Object.entries(names));
    this.#toSpec = new Map(Object.entries(names).map(([name, spelled]) => [spelled, name]));
    this.#sign = signOf([...this.#toSpec.keys()]);
  }

  /** The dialect's spelling of a specification name, if it differs. */
  spelled(name: string): string | undefined {
    return this.#spelled.get(name);
  }
  /** The specification's name for a dialect name. */
  inSpec(spelled: string): string | undefined {
    return this.#toSpec.get(spelled);
  }
  /** The names of both spellings. */
  get all(): readonly string[] {
    return (this.#all ??= [...this.#spelled.keys(), ...this.#toSpec.keys()]);
  }
  /** Whether a text may contain a dialect name; false is certain. */
  tells(text: string): boolean {
    return this.#sign.test(text);
  }
  /** Whether a text may contain a specification name. */
  stand(text: string): boolean {
    return [...this.#spelled.keys()].some(name => text.includes(name));
  }
  /** A sentence with the platform's names in the dialect's spelling, except those to keep. */
  inDialect(text: string, stays: (name: string) => boolean): string {
    this.#pattern ??= patternOf([...this.#spelled.keys()]);
    return text.replace(this.#pattern, name => (stays(name) ? name : this.#spelled.get(name)!));
  }
}

/**
 * What to search for in a text: a common prefix of several names stands for all of them. One expression, because every
 * text of a workspace is searched: three times as fast as one search per name.
 */
function signOf(names: readonly string[]): RegExp {
  const signs = groupsOf(names, name => /^[^_\W]*?(?=[A-Z_-]|$)/.exec(name)![0]);
  const alternatives = [...signs].flatMap(([begin, of]) => (of.length > 1 && begin.length > 3 ? [begin] : of));
  const least = alternatives.filter(sign => !alternatives.some(other => other !== sign && sign.includes(other)));
  return new RegExp(least.length > 0 ? least.map(escaped).join('|') : '(?!)');
}

export const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * A name of several words counts wherever it occurs; a name that is an English word only where it is marked as a name.
 */
function patternOf(names: readonly string[]): RegExp {
  const sorted = names.toSorted((a, b) => b.length - a.length),
    plain = sorted.filter(isWord).map(escaped),
    compound = sorted.filter(name => !isWord(name)).map(escaped);
  const parts = [
    ...(compound.length > 0 ? [`(?<![\\w/-])(?:${compound.join('|')})(?![\\w/-]|\\.(?:[a-z-]+\\.)?jsonc?\\b)`] : []),
    ...(plain.length > 0 ? [`(?<=["\`])(?:${plain.join('|')})(?=["\`])`, `^(?:${plain.join('|')})(?= )`] : []),
  ];
  return new RegExp(parts.length > 0 ? parts.join('|') : '(?!)', 'g');
}
const isWord = (name: string): boolean => /^[a-z]+$/i.test(name) && !/[a-z][A-Z]/.test(name);

export const dialectNames: readonly string[] = Object.keys(dialects);
let tables: readonly NamePairs[] | undefined;
export const knownDialects = (): readonly NamePairs[] =>
  (tables ??= Object.entries(dialects).map(([id, { names }]) => new NamePairs(names, id)));

/** The names that a text may contain: the configured ones, otherwise those of a dialect. */
export const namesIn = (text: string, configured?: NamePairs): NamePairs | undefined =>
  (configured ? [configured] : knownDialects()).find(names => names.tells(text));

const byHeader = new Map<string, NamePairs>();
/** The configured spelling of files; `undefined` leaves it to each file. Equal settings give the same object. */
export function namesOf(
  dialect: string | undefined,
  own: Readonly<Record<string, string>> = {},
): NamePairs | undefined {
  if (dialect === undefined && Object.keys(own).length === 0) return undefined;
  const key = JSON.stringify([dialect, own]);
  let names = byHeader.get(key);
  if (!names) byHeader.set(key, (names = toldBy(dialect, own)));
  return names;
}

function toldBy(dialect: string | undefined, own: Readonly<Record<string, string>>): NamePairs {
  const base = tableOf(dialect)?.names ?? {};
  const written = Object.fromEntries(Object.entries(base).map(([name, spelled]) => [spelled, name]));
  // a key may be named by its dialect spelling
  const renamed = Object.fromEntries(Object.entries(own).map(([name, spelled]) => [written[name] ?? name, spelled]));
  return new NamePairs({ ...base, ...renamed }, dialect);
}
const tableOf = (dialect: string | undefined): Dialect | undefined =>
  dialect !== undefined && Object.hasOwn(dialects, dialect) ? dialects[dialect] : undefined;

let spelled: ReadonlyMap<string, string> | undefined;
/** The specification's name for a near miss of a dialect name, which resembles none of the specification's. */
export const spellings = (): ReadonlyMap<string, string> =>
  (spelled ??= new Map(
    Object.values(dialects).flatMap(({ names }) =>
      Object.entries(names).map(([name, spelling]) => [spelling, name] as const),
    ),
  ));

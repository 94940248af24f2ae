import { masked } from './secrets.ts';
import { isArray, property, type Json } from './json/json.ts';
import { spellings } from './dialects/names.ts';
import { lettersOf, neighboursIn, type Names } from './neighbours.ts';
import { count } from './numbers.ts';

export { count };

/** The most characters of a user's text in a message. */
export const CLIPPED = 30;

/** The UTF-16 units around a shown text that suffice to recognize a credential in it. */
const LONGEST_SECRET = 400;

/** The most characters that an id has: those of the platform have 30 to 50. */
const ID = /^[\w.-]{1,64}$/;
/** The most characters of an address: its host and path are what a message is about. */
const ADDRESS = /^(?:https?|wss?):\/\/\S{1,80}$/;

/**
 * A user's text, short enough for a message. An id or address stays whole, because people search for it. Credentials
 * are removed before the text is cut, because a cut one could not be recognized later.
 */
export function clipped(text: string, limit = CLIPPED): string {
  if (text.length <= limit || ID.test(text) || ADDRESS.test(text)) return text;
  const ends = 2 * limit + LONGEST_SECRET,
    characters = [...masked(text.length > 2 * ends ? text.slice(0, ends) + text.slice(-ends) : text)];
  if (characters.length <= limit) return characters.join('');
  const end = /\s/.test(text) ? 0 : Math.floor((limit - 1) / 2);
  return `${characters.slice(0, limit - 1 - end).join('')}…${characters.slice(characters.length - end).join('')}`;
}

/** A value as in JSON, clipped. */
export function show(value: Json | undefined, limit = CLIPPED): string {
  if (value === undefined) return 'nothing';
  if (isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${count(value.length, 'item')}`;
  if (value !== null && typeof value === 'object')
    return Object.keys(value).length === 0 ? 'an empty object' : 'an object';
  // JSON has no infinity, which is what too large a number reads as
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(clipped(value, limit));
}

/** `"get_slots", `: the name that an item gives itself, before what it is; '' if it has none. */
export function nameIn(value: Json): string {
  const name = ['id', 'name', 'type'].map(key => property(value, key)).find(text => typeof text === 'string');
  return name === undefined ? '' : `${show(name)}, `;
}

/** `a, b or c`; beyond what a person reads, the rest is counted. Of a map, its keys. */
export function listed(
  values: readonly (Json | undefined)[] | ReadonlyMap<string, unknown> | ReadonlySet<string>,
  word: 'or' | 'and' = 'or',
  limit = 8,
): string {
  const [length, first] = 'size' in values ? beginning(values, limit) : [values.length, values.slice(0, limit)];
  const texts = first.map(value => (typeof value === 'string' ? value : show(value)));
  if (length > limit) return `${texts.join(', ')} ${word} ${length - limit} more`;
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} ${word} ${texts.at(-1)}`;
}

function beginning(
  map: ReadonlyMap<string, unknown> | ReadonlySet<string>,
  limit: number,
): readonly [number, readonly string[]] {
  const first: string[] = [];
  for (const key of map.keys()) {
    if (first.length === limit) break;
    first.push(key);
  }
  return [map.size, first];
}

/**
 * The first of many, and how many are left out: `and 7 more`.
 * @param what the plural of what they are, if it is said
 */
export const firstFew = (lines: readonly string[], limit: number, what = ''): readonly string[] =>
  lines.length > limit
    ? [...lines.slice(0, limit), `and ${lines.length - limit} more${what === '' ? '' : ` ${what}`}`]
    : lines;

/** `an elevenlabs`, `a cartesia`. */
export const an = (word: string): string => `${/^[aeiou]/i.test(word) ? 'an' : 'a'} ${word}`;

const fold = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '-');
const LONGEST = 64;

/**
 * The candidate that was most likely meant: within a third of its length in edits, with case and separators nearly
 * free; otherwise one that the name begins with or abbreviates. For many names, always pass the same collection, not a
 * copy.
 * @param share another fraction than a third; a smaller one also excludes abbreviations
 */
export function nearest<T extends string>(name: string, candidates: Names<T>, share = 3): T | undefined {
  return nearestOf(name, candidates, share) ?? nearestSpelled(name, candidates, share);
}

/** The candidate that is similar in another spelling of the platform's names. */
function nearestSpelled<T extends string>(name: string, candidates: Names<T>, share: number): T | undefined {
  if (nearestOf(name, spellings(), share) === undefined) return undefined;
  const among = neighboursIn(candidates, fold),
    spelled = [...spellings()].filter(([, name]) => among.same(fold(name)) === name).map(([one]) => one);
  const near = nearestOf(name, spelled, share);
  return near === undefined ? undefined : (spellings().get(near) as T);
}

function nearestOf<T extends string>(name: string, candidates: Names<T>, share: number): T | undefined {
  let best: T | undefined,
    bestDistance = Infinity,
    bestAlike = 0,
    begun: T | undefined,
    common = 2;
  const folded = fold(name),
    letters = lettersOf(folded);
  for (const candidate of neighboursIn(candidates, fold).of(folded)) {
    if (candidate.name === name) continue;
    const other = candidate.folded;
    const shorter = Math.min(folded.length, other.length);
    if (shorter >= common && (folded.length === shorter ? other.startsWith(folded) : folded.startsWith(other))) {
      // an abbreviation of several candidates is ambiguous
      begun = shorter === common ? undefined : candidate.name;
      common = shorter;
    }
    const longest = Math.max(folded.length, other.length);
    if (Math.abs(folded.length - other.length) > longest / share) continue;
    const most = Math.min(bestDistance, Math.max(1, Math.floor(longest / share)));
    if (bitsOf(letters & ~candidate.letters) > most || bitsOf(candidate.letters & ~letters) > most) continue;
    const d = folded === other ? 0.5 : distance(folded, other, most);
    if (d > most) continue;
    // a change of half a short name is no typo, unless letters are swapped
    if (longest < 3 && [...folded].sort().join() !== [...other].sort().join()) continue;
    if (d > 1 && isOtherWord(folded, other, share)) continue;
    // of two candidates, the one with the same end wins, then the one with the same beginning: `gte` is `ge`, not `gt`;
    // `fsh` is `fish`, not `zsh`
    const alike = (folded.at(-1) === other.at(-1) ? 2 : 0) + (folded[0] === other[0] ? 1 : 0);
    if (d < bestDistance || (d === bestDistance && alike > bestAlike)) {
      bestAlike = alike;
      best = candidate.name;
      bestDistance = d;
    }
  }
  return best ?? (share <= 3 ? begun : undefined);
}

/** Whether names of several words differ in one word too much for a typo: `node-seller-path`, `node-renter-path`. */
function isOtherWord(a: string, b: string, share: number): boolean {
  const words = a.split('-'),
    others = b.split('-');
  if (words.length < 2 || words.length !== others.length) return false;
  // with two words in common the last may be another: `book_appointment_cal`, `book_appointment_sched`
  if (words.length > 2 && words.slice(0, -1).every((word, i) => word === others[i])) return false;
  return words.some((word, i) => {
    const other = others[i]!;
    const most = Math.max(1, Math.floor(Math.max(word.length, other.length) / share));
    return distance(word, other, most) > most;
  });
}

function bitsOf(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** `; did you mean "x"?`, or nothing. */
export function didYouMean(name: string, candidates: Names<string>): string {
  const near = nearest(name, candidates);
  return near === undefined ? '' : `; did you mean "${near}"?`;
}

/** The same for a value that is already known, if there is one. */
export const suggested = (near: Json | undefined, limit = CLIPPED): string =>
  near === undefined ? '' : `; did you mean ${show(near, limit)}?`;
export const orMeant = ({ near }: { readonly near: string | undefined }): string => suggested(near, LONGEST);

/** Edit distance; swapped neighbors count as one edit. Infinite if it is more than `most`. */
function distance(a: string, b: string, most: number): number {
  if (a.length > LONGEST || b.length > LONGEST) return Infinity;
  let start = 0,
    end = 0;
  const shorter = Math.min(a.length, b.length);
  while (start < shorter && a[start] === b[start]) start++;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return edits(a.slice(start, a.length - end), b.slice(start, b.length - end), most);
}

function edits(a: string, b: string, most: number): number {
  if (a === '' || b === '') return Math.max(a.length, b.length);
  let before: number[] = [],
    least = 0,
    last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i],
      leastBefore = least;
    least = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) value = Math.min(value, before[j - 2]! + 1);
      row.push(value);
      if (value < least) least = value;
    }
    // swaps reach back two rows
    if (least > most && leastBefore > most) return Infinity;
    before = last;
    last = row;
  }
  return last[b.length]!;
}

/** Milliseconds for people: `90000` → `1 min 30 s`. */
export function duration(ms: number): string {
  if (!Number.isFinite(ms)) return `${ms} ms`;
  if (Math.abs(ms) < 1000) return `${ms} ms`;
  const parts: string[] = [];
  let rest = Math.round(Math.abs(ms));
  for (const [unit, size] of [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1000],
  ] as const) {
    const n = unit === 's' ? rest / size : Math.floor(rest / size);
    if (n > 0 && parts.length < 2) {
      parts.push(`${n} ${unit}`);
    }
    rest -= n * size;
  }
  return (ms < 0 ? '-' : '') + parts.join(' ');
}

/** By UTF-16 units, an order independent of locale. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A text with each white space that breaks it as one character; linear, which `\s*\n\s*` is not in long spaces. */
export const rejoined = (text: string, by: string): string =>
  text.replace(/\s+/g, space => (/[\r\n]/.test(space) ? by : space));

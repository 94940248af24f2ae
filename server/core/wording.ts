import { maskSecrets } from './secrets.ts';
import { isArray, property, type Json } from './json/json.ts';
import { spellings } from './dialects/names.ts';
import { lettersOf, neighboursIn, type Names } from './neighbours.ts';
import { count } from './numbers.ts';

export { count };

/** The maximum number of characters of a user's text in a message. */
export const MAX_CLIPPED_LENGTH = 30;

/** The number of UTF-16 units after a clipped text in which credentials are searched. */
const MAX_SECRET_LENGTH = 400;

/** The form of an id: up to 64 characters. Ids of the platform have 30 to 50 characters. */
const ID = /^[\w.-]{1,64}$/;
/** The form of a URL that is shown in full. */
const ADDRESS = /^(?:https?|wss?):\/\/\S{1,80}$/;

/**
 * A user's text, short enough for a message. An id or URL stays whole, because people search for it. Credentials are
 * removed before the text is cut, because a cut credential is not recognizable.
 */
export function clipped(text: string, limit = MAX_CLIPPED_LENGTH): string {
  if (text.length <= limit || ID.test(text) || ADDRESS.test(text)) return text;
  const ends = 2 * limit + MAX_SECRET_LENGTH,
    characters = [...maskSecrets(text.length > 2 * ends ? text.slice(0, ends) + text.slice(-ends) : text)];
  if (characters.length <= limit) return characters.join('');
  const end = /\s/.test(text) ? 0 : Math.floor((limit - 1) / 2);
  return `${characters.slice(0, limit - 1 - end).join('')}…${characters.slice(characters.length - end).join('')}`;
}

/** A value as JSON, clipped to a maximum length. */
export function show(value: Json | undefined, limit = MAX_CLIPPED_LENGTH): string {
  if (value === undefined) return 'nothing';
  if (isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${count(value.length, 'item')}`;
  if (value !== null && typeof value === 'object')
    return Object.keys(value).length === 0 ? 'an empty object' : 'an object';
  // a number that is too large is parsed as infinity, which JSON cannot represent
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(clipped(value, limit));
}

/** The name in an item, to put before its description: `"get_slots", `; empty if the item has no name. */
export function nameIn(value: Json): string {
  const name = ['id', 'name', 'type'].map(key => property(value, key)).find(text => typeof text === 'string');
  return name === undefined ? '' : `${show(name)}, `;
}

/** The items in words: `a, b or c`. Items above the limit are only counted. For a map, its keys are listed. */
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
 * The first lines, and a line with the number of the remaining ones: `and 7 more`.
 * @param words the plural noun for the lines; may be empty
 */
export const firstLines = (lines: readonly string[], limit: number, words = ''): readonly string[] =>
  lines.length > limit
    ? [...lines.slice(0, limit), `and ${lines.length - limit} more${words === '' ? '' : ` ${words}`}`]
    : lines;

/** A word with its article: `an elevenlabs`, `a cartesia`. */
export const articleFor = (word: string): string => `${/^[aeiou]/i.test(word) ? 'an' : 'a'} ${word}`;

const fold = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '-');
const MAX_LENGTH = 64;

/**
 * The candidate that was most likely meant: it differs in at most a third of its length, where case and separators
 * hardly count; otherwise a candidate that the name begins with or abbreviates. For many names, always pass the same
 * collection, because its index is cached.
 * @param share the number of allowed edits is the length divided by `share`; if `share` is above 3, abbreviations are
 * not considered
 */
export function nearest<T extends string>(name: string, candidates: Names<T>, share = 3): T | undefined {
  return nearestOf(name, candidates, share) ?? nearestSpelled(name, candidates, share);
}

/** The candidate whose spelling in a dialect was most likely meant. */
function nearestSpelled<T extends string>(name: string, candidates: Names<T>, share: number): T | undefined {
  if (nearestOf(name, spellings(), share) === undefined) return undefined;
  const neighbours = neighboursIn(candidates, fold),
    respellings = [...spellings()]
      .filter(([, name]) => neighbours.exactMatch(fold(name)) === name)
      .map(([spelling]) => spelling);
  const similarName = nearestOf(name, respellings, share);
  return similarName === undefined ? undefined : (spellings().get(similarName) as T);
}

function nearestOf<T extends string>(name: string, candidates: Names<T>, share: number): T | undefined {
  let bestMatch: T | undefined,
    bestDistance = Infinity,
    bestAlike = 0,
    prefixedCandidate: T | undefined,
    prefixLength = 2;
  const foldedName = fold(name),
    letters = lettersOf(foldedName);
  for (const candidate of neighboursIn(candidates, fold).candidatesFor(foldedName)) {
    if (candidate.name === name) continue;
    const candidateName = candidate.foldedText;
    const shorterLength = Math.min(foldedName.length, candidateName.length);
    if (
      shorterLength >= prefixLength &&
      (foldedName.length === shorterLength
        ? candidateName.startsWith(foldedName)
        : foldedName.startsWith(candidateName))
    ) {
      // an abbreviation of several candidates is ambiguous, so none of them is returned
      prefixedCandidate = shorterLength === prefixLength ? undefined : candidate.name;
      prefixLength = shorterLength;
    }
    const longerLength = Math.max(foldedName.length, candidateName.length);
    if (Math.abs(foldedName.length - candidateName.length) > longerLength / share) continue;
    const maximum = Math.min(bestDistance, Math.max(1, Math.floor(longerLength / share)));
    if (bitsOf(letters & ~candidate.letters) > maximum || bitsOf(candidate.letters & ~letters) > maximum) continue;
    const editDistance = foldedName === candidateName ? 0.5 : distance(foldedName, candidateName, maximum);
    if (editDistance > maximum) continue;
    // a single edit in a very short name is no typo, unless it swaps letters
    if (longerLength < 3 && [...foldedName].sort().join() !== [...candidateName].sort().join()) continue;
    if (editDistance > 1 && isOtherWord(foldedName, candidateName, share)) continue;
    // of two candidates, prefer the one with the same last letter, then the one with the same first letter: `gte`
    // becomes `ge`, not `gt`; `fsh` becomes `fish`, not `zsh`
    const alikeEnds =
      (foldedName.at(-1) === candidateName.at(-1) ? 2 : 0) + (foldedName[0] === candidateName[0] ? 1 : 0);
    if (editDistance < bestDistance || (editDistance === bestDistance && alikeEnds > bestAlike)) {
      bestAlike = alikeEnds;
      bestMatch = candidate.name;
      bestDistance = editDistance;
    }
  }
  if (bestMatch !== undefined || share > 3 || prefixedCandidate === undefined) return bestMatch;
  return candidateByWords(foldedName, fold(prefixedCandidate), candidates) ?? prefixedCandidate;
}

/**
 * The only candidate in which one word of a name is replaced, if the name shares more words with it than with another
 * candidate: `everything_but_pii` is `everything_except_pii`, not `everything`.
 */
function candidateByWords<T extends string>(
  foldedName: string,
  otherCandidate: string,
  candidates: Names<T>,
): T | undefined {
  const words = foldedName.split('-'),
    minimum = Math.max(words.length - 1, otherCandidate.split('-').length + 1);
  if (words.length < 3) return undefined;
  const matches = neighboursIn(candidates, fold)
    .candidatesFor(foldedName)
    .filter(({ foldedText }) => {
      const candidateWords = foldedText.split('-');
      return (
        candidateWords.length === words.length &&
        candidateWords.filter((word, i) => word === words[i]).length >= minimum
      );
    });
  return matches.length === 1 ? matches[0]!.name : undefined;
}

/** Whether a word of two names differs too much to be a typo: `node-seller-path`, `node-renter-path`. */
function isOtherWord(a: string, b: string, share: number): boolean {
  const words = a.split('-'),
    otherParts = b.split('-');
  if (words.length < 2 || words.length !== otherParts.length) return false;
  // after at least two equal words, the last word may differ: `book_appointment_cal`, `book_appointment_sched`
  if (words.length > 2 && words.slice(0, -1).every((word, i) => word === otherParts[i])) return false;
  return words.some((word, i) => {
    const otherWord = otherParts[i]!;
    const maximum = Math.max(1, Math.floor(Math.max(word.length, otherWord.length) / share));
    return distance(word, otherWord, maximum) > maximum;
  });
}

function bitsOf(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** The suggestion of the most similar candidate, `; did you mean "x"?`; empty if no candidate is similar. */
export function didYouMean(name: string, candidates: Names<string>): string {
  const similarName = nearest(name, candidates);
  return similarName === undefined ? '' : `; did you mean "${similarName}"?`;
}

/** The suggestion of a given value, `; did you mean "x"?`; empty without a value. */
export const suggest = (similarValue: Json | undefined, limit = MAX_CLIPPED_LENGTH): string =>
  similarValue === undefined ? '' : `; did you mean ${show(similarValue, limit)}?`;
export const suggestShort = ({ similarName }: { readonly similarName: string | undefined }): string =>
  suggest(similarName, MAX_LENGTH);

/** The edit distance, where a swap of neighboring letters is one edit. Infinite if it is above `maximum`. */
function distance(a: string, b: string, maximum: number): number {
  if (a.length > MAX_LENGTH || b.length > MAX_LENGTH) return Infinity;
  let start = 0,
    end = 0;
  const shorterLength = Math.min(a.length, b.length);
  while (start < shorterLength && a[start] === b[start]) start++;
  while (end < shorterLength - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return edits(a.slice(start, a.length - end), b.slice(start, b.length - end), maximum);
}

function edits(a: string, b: string, maximum: number): number {
  if (a === '' || b === '') return Math.max(a.length, b.length);
  let before: number[] = [],
    minimum = 0,
    last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i],
      leastBefore = minimum;
    minimum = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) value = Math.min(value, before[j - 2]! + 1);
      row.push(value);
      if (value < minimum) minimum = value;
    }
    // a swap refers to the row before the previous one
    if (minimum > maximum && leastBefore > maximum) return Infinity;
    before = last;
    last = row;
  }
  return last[b.length]!;
}

/** Milliseconds as a duration for people: `1 min 30 s` for 90000. */
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

/** Compares two texts by UTF-16 units, independent of the locale, as for `sort`. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * A text in which each line break, with the whitespace around it, becomes a space. It takes linear time, unlike the
 * pattern `\s* \s*` in long whitespace.
 */
export const joinLines = (text: string): string => text.replace(/\s+/g, space => (/[\r\n]/.test(space) ? ' ' : space));

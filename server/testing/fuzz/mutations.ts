import type { Json } from '../../core/json/json.ts';
import { Scanner, type Token } from '../../core/syntax/scanner.ts';
import type { Random } from './random.ts';
import { withTypos } from './typos.ts';

/** The mutations, which turn a text into an input; `other` is the text of another file. */
const mutators = {
  bytes: withOtherBytes,
  tokens: withOtherTokens,
  structure: withOtherStructure,
  long: withLongString,
  chained: (text, random) =>
    Array.from({ length: 2 + random.upTo(3) }, () =>
      random.pick([withOtherBytes, withOtherTokens, withOtherStructure]),
    ).reduce((mutatedText, mutate) => mutate(mutatedText, random), text),
  mixed: (text, random, otherText) => {
    const from = random.upTo(text.length + 1),
      inserted = random.chance(0.5)
        ? otherText.slice(random.upTo(otherText.length + 1)).slice(0, 80)
        : random.pick(pieces);
    return text.slice(0, from) + inserted + text.slice(from + random.upTo(12));
  },
  'half-typed': (text, random) => random.pick(halfTyped(text)) ?? text,
  typos: (text, random) => withTypos(text, random, false),
  comments: (text, random) => withTypos(text, random, true),
} satisfies Record<string, (text: string, random: Random, otherText: string) => string>;
export type Mutation = keyof typeof mutators;
export const mutations = Object.keys(mutators) as readonly Mutation[];
export const mutated = (mutation: Mutation, text: string, random: Random, otherText: string): string =>
  mutators[mutation](text, random, otherText);

/** Copies of the text in which one line is cut off, as while somebody types it. */
export function halfTyped(text: string): string[] {
  const words: string[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    const indent = line.length - line.trimStart().length,
      contentLength = line.length - indent;
    for (const cut of new Set([
      1,
      Math.floor(contentLength / 3),
      Math.floor((contentLength * 2) / 3),
      contentLength - 1,
    ]))
      if (cut > 0 && cut < contentLength)
        words.push(text.slice(0, offset + indent + cut) + text.slice(offset + line.length));
    offset += line.length + 1;
  }
  return words;
}

/** Replaces all line ends by one kind, or by a mixture of kinds. */
export function withLineEnds(text: string, random: Random): string {
  const ends = random.pick([['\n'], ['\r\n'], ['\r'], ['\n', '\r\n', '\r'], ['\r\n', '\r\n\r\n', '\r\r\n', '\n\r']]);
  return text.replace(/\r\n|\n|\r/g, () => random.pick(ends));
}

function withOtherBytes(text: string, random: Random): string {
  // may be half a surrogate pair, which an editor can contain but a file cannot
  if (random.chance(0.2)) {
    const offset = random.upTo(text.length + 1);
    return text.slice(0, offset) + String.fromCharCode(random.upTo(0x10000)) + text.slice(offset + random.upTo(3));
  }
  const bytes = [...Buffer.from(text)];
  for (let remaining = 1 + random.upTo(4); remaining > 0; remaining--) {
    const offset = random.upTo(bytes.length + 1),
      length = random.upTo(random.pick([2, 8, 60]));
    const change = random.upTo(4);
    if (change === 0) bytes[Math.min(offset, bytes.length - 1)]! ^= 1 << random.upTo(8);
    else if (change === 1) bytes.splice(offset, 0, random.upTo(256));
    else if (change === 2) bytes.splice(offset, length);
    else bytes.splice(offset, 0, ...bytes.slice(offset, offset + length));
  }
  return Buffer.from(bytes).toString();
}

/** Fragments that people and tools leave in a text by mistake. */
const pieces = [
  ['{', '}', '[', ']', ',', ':', '"', "'", '\\', '/', '`', ',,', '{}', '[]', '...', '{{', '}}', 'word'],
  ['\ufeff', '\0', '\t', '\r', '\n', '\r\n', '\u2028', '\u00a0', '\ud83e', '\u{1f9ea}'],
  ['null', 'true', 'None', 'NaN', '0', '-1', '1e999', '007', '.5', '3.', '0x10'],
  ['""', '"prod"', '"latest"', '"__proto__"', '"half', "'text'", '"\\u12"', '"\\ud83e"', '"{{customer_name}}"'],
  ['// a remark\n', '/* a remark */', '/*', '*/', '<<<<<<< ours\n', '=======\n', '>>>>>>> theirs\n'],
].flat();

function withOtherTokens(text: string, random: Random): string {
  if (random.chance(0.1)) return withLineEnds(text, random);
  const tokens = tokensOf(text);
  if (tokens.length === 0) return random.pick(pieces);
  let changedText = text;
  const { start, end } = random.pick(tokens),
    otherToken = random.pick(tokens);
  switch (random.upTo(7)) {
    case 0:
      changedText = text.slice(0, start) + text.slice(end);
      break;
    case 1:
      changedText = text.slice(0, start) + text.slice(otherToken.start, otherToken.end) + text.slice(end);
      break;
    case 2:
      changedText = text.slice(0, end) + text.slice(start, end) + text.slice(end);
      break;
    case 3:
      changedText = text.slice(0, start) + random.pick(pieces) + text.slice(random.chance(0.5) ? end : start);
      break;
    case 4:
      changedText = text.slice(0, end) + random.pick(pieces) + text.slice(end);
      break;
    case 5:
      // removes the text between two tokens, or cuts the text off like an interrupted copy
      changedText = random.chance(0.5)
        ? text.slice(0, Math.min(end, otherToken.start)) + text.slice(Math.max(end, otherToken.start))
        : text.slice(0, start + random.upTo(end - start + 1));
      break;
    default:
      changedText =
        text.slice(0, start) +
        text.slice(start, end).slice(random.upTo(2), random.pick([undefined, -1])) +
        text.slice(end);
  }
  return random.chance(0.1) ? withLineEnds(changedText, random) : changedText;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [],
    scanner = new Scanner(text);
  for (let token = scanner.next(); token.kind !== 'end'; token = scanner.next()) tokens.push(token);
  return tokens;
}

const numbers: readonly Json[] = [0, -1, 1, 0.5, 2.75, 1e21, -0, 86_400_000, 1_767_225_600_000];
const words: readonly Json[] = [
  ['', ' ', 'x'.repeat(3000), 'prod', 'latest', 'latest_published', '{{name}}', '{{ name }}', 'ü\u{1f9ea}'],
  ['__proto__', 'constructor', '+14155550100', 'https://example.com/x', '2026-02-30'],
].flat();
const otherValues: readonly Json[] = [
  null,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  { '': '' },
  { '__proto__ ': 1 },
  [1, 'a', {}, []],
];
const values: readonly Json[] = [...numbers, ...words, ...otherValues];

/** Changes a few members of the parsed value, and prints it again. */
function withOtherStructure(text: string, random: Random): string {
  let value: Json;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, '')) as Json;
  } catch {
    return withOtherTokens(text, random);
  }
  for (let remaining = 1 + random.upTo(4); remaining > 0; remaining--) value = withOtherMember(value, random);
  const printed = JSON.stringify(value, null, random.pick([0, 2, 2, 2, 4, '\t']));
  return random.chance(0.1) ? withLineEnds(printed, random) : printed;
}

function withOtherMember(root: Json, random: Random): Json {
  const holders: (Json[] | Record<string, Json>)[] = [];
  // without recursion, because a value may be nested deeper than the call stack
  for (const queue = [root]; queue.length > 0;) {
    const value = queue.pop();
    if (typeof value !== 'object' || value === null) continue;
    holders.push(value as Json[] | Record<string, Json>);
    queue.push(...(Object.values(value) as Json[]));
  }
  if (holders.length === 0) return random.pick(values);
  const holder = random.pick(holders),
    donor = random.pick(holders);
  const randomMember = (from: Json[] | Record<string, Json>): Json =>
    structuredClone(random.pick(Object.values(from)) ?? null);
  const input = random.chance(0.5) ? structuredClone(random.pick(values)) : randomMember(donor);
  if (Array.isArray(holder)) {
    const index = random.upTo(holder.length + 1);
    const deleteCount = random.pick([0, 1, 1]);
    holder.splice(
      index,
      deleteCount,
      ...(random.chance(0.4) ? [] : [random.chance(0.5) && index > 0 ? structuredClone(holder[index - 1]!) : input]),
    );
    return root;
  }
  const keys = Object.keys(holder),
    key = random.pick(keys) ?? 'x',
    value = holder[key] ?? null;
  if (random.chance(0.3) || random.chance(0.5)) delete holder[key];
  const name = random.chance(0.5) ? key : (random.pick(Object.keys(donor)) ?? 'x');
  if (!random.chance(0.2) && name !== '__proto__') holder[name] = random.chance(0.6) ? input : value;
  return root;
}

/** Texts that, when repeated, can make a regular expression backtrack often. */
const units = [
  'a',
  'a-',
  'a.',
  'a_b ',
  'A',
  '1',
  '+1',
  ' ',
  '\n',
  '-',
  '_',
  '.',
  ',',
  ':',
  '/',
  '#',
  '%',
  '$',
  '\\',
  '"',
  '\u00e9',
].concat([
  '{{',
  '}}',
  '{{a}} ',
  'x{{',
  '{"a":',
  '<',
  '[',
  '(',
  '__',
  'a@',
  'x/',
  'http://',
  'use x ',
  'call the a tool. ',
]);
/** The length of a string on which a quadratic search is noticeably slow. */
const LONG_LENGTH = 30_000;

/** Replaces a string by one with thousands of repeated characters. */
function withLongString(text: string, random: Random): string {
  const unit = random.pick(units),
    longText = unit.repeat(LONG_LENGTH / unit.length);
  const strings = tokensOf(text).filter(({ kind, start }) => kind === 'string' && text[start] === '"');
  if (strings.length === 0) return withOtherTokens(text, random);
  const { start, end } = random.pick(strings),
    head = random.pick(['', '', 'https://a.b/', '11labs-', '{{']);
  // shorter without quotes, because each word is then a mistake and fixes are tried one by one; shorter if nested,
  // because deep values cannot be compared
  const isQuoted = unit === ',' || random.chance(0.8),
    repeated = longText.slice(0, isQuoted && !/[[{]/.test(unit) ? LONG_LENGTH : LONG_LENGTH / 30),
    insertedText = isQuoted ? JSON.stringify(head + repeated) : head + repeated;
  return text.slice(0, start) + insertedText + text.slice(end);
}

/** Returns a random edit, like typing or pasting. */
export function edit(
  text: string,
  random: Random,
): { readonly start: number; readonly end: number; readonly text: string } {
  const start = random.upTo(text.length + 1),
    end = Math.min(text.length, start + (random.chance(0.4) ? random.upTo(random.pick([2, 12, 200])) : 0));
  const count = random.upTo(4);
  if (count === 0) return { start, end, text: '' };
  if (count === 1)
    return { start, end, text: text.slice(random.upTo(text.length), random.upTo(text.length)).slice(0, 300) };
  return { start, end, text: random.pick(pieces) };
}

import type { Random } from './random.ts';

const token = /"(?:[^"\\\r\n]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+|\s+/g;
const words = ['about it', "it's so", '"x": 1,', '{ [ , ] }', ', ,', 'a:b', '"'] as const;
/** Typical mistakes. Each function changes the tokens to which the mistake applies. */
const typos = {
  none: written => written,
  'no comma': written => (written === ',' ? '' : written),
  'second comma': written => (written === ',' ? ',,' : written),
  'trailing comma': written => (/^[\]}]$/.test(written) ? `,${written}` : written),
  'single quotes': written => (isText(written) ? `'${written.slice(1, -1)}'` : written),
  'open single quote': written => (isText(written) ? `'${written.slice(1, -1)}` : written),
  'open quote': written => (isText(written) ? written.slice(0, -1) : written),
  'no quotes': written => (isText(written) ? written.slice(1, -1) : written),
  'raw tab': written => (isText(written) ? `"\ta\t${written.slice(1)}` : written),
  'bad escape': written => (isText(written) ? `"\\d\\e\\\t${written.slice(1)}` : written),
  literal: written => (/^(true|null)$/.test(written) ? { true: 'True', null: 'None' }[written]! : written),
  number: written => (/^[1-9]\d*$/.test(written) ? `+${written}` : written),
  'quoted number': written => (/^\d+$/.test(written) ? `"${written}"` : written),
  'wrong letter': written => (isText(written) ? `${written.slice(0, -2)}z"` : written),
  bracket: written => (/^[[\]{}]$/.test(written) ? '' : written),
  'other bracket': written => ({ '}': ']', ']': '}' })[written] ?? written,
  value: written => (isText(written) ? 'true' : written),
} satisfies Record<string, (written: string) => string>;
const isText = (written: string): boolean => written.startsWith('"');
/** The mistakes after which the text is still valid JSON. */
const harmlessTypos = ['none', 'quoted number', 'wrong letter'] as const satisfies readonly (keyof typeof typos)[];

/** The forms of comments that are inserted before a token. */
const commentForms = {
  line: words => ` // ${words}\n`,
  'own line': words => `\n    // ${words}\n`,
  block: words => ` /* ${words} */`,
  /** A comment at the end of a line. */
  remark: words => ` // ${words}`,
} satisfies Record<string, (words: string) => string>;

/**
 * Inserts mistakes and numbered comments between the tokens of a text. Some comments look like JSON.
 * @param isWhole whether the text must stay JSON with comments
 */
export function withTypos(text: string, random: Random, isWhole: boolean): string {
  const eol = random.chance(0.5) ? '\r\n' : '\n';
  const tokens = text.replace(/\r\n?/g, '\n').match(token) ?? [];
  for (let remaining = random.upTo(5); remaining > 0; remaining--) {
    const typo = random.pick(isWhole ? harmlessTypos : (Object.keys(typos) as (keyof typeof typos)[])),
      from = random.upTo(tokens.length);
    const place = tokens.findIndex((token, i) => i >= from && typos[typo](token) !== token);
    if (place >= 0) tokens[place] = typos[typo](tokens[place]!);
  }
  for (let remaining = random.upTo(3); remaining > 0; remaining--) repeatPart(tokens, random.upTo(tokens.length));
  const comments = tokens.length === 0 ? 0 : 2 + random.upTo(9);
  for (let i = 0; i < comments; i++) {
    const form = random.pick(Object.keys(commentForms) as (keyof typeof commentForms)[]),
      place = random.upTo(tokens.length);
    const word = `#${i} ${random.pick(words)}`,
      lineEnd = tokens.findIndex((token, n) => n >= place && /^\s*\n/.test(token));
    if (form === 'remark' && lineEnd >= 0) tokens[lineEnd] = commentForms.remark(word) + tokens[lineEnd];
    else tokens[place] = commentForms[form === 'remark' ? 'line' : form](word) + tokens[place];
  }
  // moves commas before the comments that follow them, as people write them
  return tokens
    .join('')
    .replace(/( \/\/ #.*\n)(,)/g, '$2$1')
    .replaceAll('\n', eol);
}

/** Repeats the field or list item that begins at or after a token. */
function repeatPart(tokens: string[], from: number): void {
  const begin = tokens.findIndex((token, i) => i >= from && isText(token));
  if (begin < 0) return;
  let depth = 0,
    end = begin;
  for (; end < tokens.length; end++) {
    if (/^[[{]$/.test(tokens[end]!)) depth++;
    if (/^[\]}]$/.test(tokens[end]!) && --depth < 0) break;
    if (tokens[end] === ',' && depth === 0) break;
  }
  const copy = tokens.slice(begin, end).join('').trimEnd();
  if (begin > 0) tokens.splice(begin, 0, copy, ',', '\n  ');
}

import type { Format, Marks } from '../../core/shapes/table.ts';
import { count } from '../../core/wording.ts';
import { prose } from './markdown.ts';
import { readNumber } from './numbers.ts';

const formats: Readonly<Record<Format, string>> = {
  url: 'an absolute address, with `https://`',
  'websocket-url': 'an absolute address, with `wss://`',
  timezone: 'a name of the IANA time zone database',
  locale: 'language and region: `en-US`',
  'phone-number': 'E.164: `+` and digits',
  email: 'an email address',
  'tool-name': 'letters, digits, `_` and `-`',
  id: '',
  'voice-id': '',
  'sip-header': 'the name of a SIP header',
  'json-path': 'a JSON path: `$.patient.id`',
  glob: '',
};

/** The required form of a string, in words; `undefined` if every string is allowed. */
export function formOf(marks: Marks): string | undefined {
  const form = marks['x-form'] ?? (marks['x-format'] === undefined ? '' : formats[marks['x-format']]);
  return form === '' ? undefined : `form: ${prose(form)}`;
}

/**
 * The bounds of a value, joined, for example `60000 ms = 1 min to 7200000 ms = 2 h` or `1 to 20 characters`.
 * @param types the types that the schema allows
 */
export function boundsOf(marks: Marks, types: readonly string[]): string | undefined {
  const bounds: string[] = [];
  const number = (value: number): string => (marks['x-unit'] === 'ratio' ? String(value) : readNumber(value, marks));
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = marks;
  if (minimum !== undefined && maximum !== undefined) bounds.push(`from ${number(minimum)} to ${number(maximum)}`);
  else {
    const boundsTexts: string[] = [];
    if (minimum !== undefined) boundsTexts.push(`at least ${number(minimum)}`);
    else if (exclusiveMinimum !== undefined) boundsTexts.push(`more than ${exclusiveMinimum}`);
    if (maximum !== undefined) boundsTexts.push(`at most ${number(maximum)}`);
    else if (exclusiveMaximum !== undefined) boundsTexts.push(`less than ${exclusiveMaximum}`);
    if (boundsTexts.length > 0) bounds.push(boundsTexts.join(', '));
  }
  add(bounds, marks.minLength, marks.maxLength, 'character');
  add(bounds, marks.minItems, marks.maxItems, 'item');
  const usualRange = marks['x-known-range'];
  if (usualRange) {
    if (types.includes('array')) bounds.push(`usually ${range(usualRange, 'item')}`);
    else if (types.includes('string')) bounds.push(`usually ${range(usualRange, 'character')}`);
    else bounds.push(`usually ${number(usualRange[0])} to ${number(usualRange[1])}`);
  }
  return bounds.length === 0 ? undefined : bounds.join('; ');
}

const range = ([lower, upper]: readonly [number, number], noun: string): string => `${lower} to ${count(upper, noun)}`;

function add(bounds: string[], lower: number | undefined, upper: number | undefined, noun: string): void {
  if (lower !== undefined && upper !== undefined) bounds.push(range([lower, upper], noun));
  else if (lower === 1) bounds.push('not empty');
  else if (lower !== undefined) bounds.push(`at least ${count(lower, noun)}`);
  else if (upper !== undefined) bounds.push(`at most ${count(upper, noun)}`);
}

import { metric, formatFigure } from '../../core/domain/metrics.ts';
import type { Cursor } from '../../core/cursor.ts';
import type { Json } from '../../core/json/json.ts';
import type { Marks, Unit, Format } from '../../core/shapes/table.ts';
import { count, duration } from '../../core/wording.ts';
import { prose } from './markdown.ts';

/** The names of units, shown after the type of a field. */
export const unitNames: Readonly<Record<Unit, string>> = {
  ms: 'in milliseconds',
  s: 'in seconds',
  min: 'in minutes',
  days: 'in days',
  timestamp: 'Unix time',
  'timestamp-ms': 'milliseconds since 1970',
  'timestamp-s': 'seconds since 1970',
  ratio: '',
  percent: 'in percent',
  characters: '',
  usd: 'in US dollars',
  px: 'in pixels',
  count: '',
};

/** A number with its unit, also in readable form: `600000 ms = 10 min`. A number without a unit is not changed. */
export function readNumber(value: number, marks: Marks): string {
  const words = sayNumber(value, marks);
  switch (marks['x-unit']) {
    case 'ms':
      return words === undefined ? `${value} ms` : `${value} ms = ${words}`;
    case 's':
      return words === undefined ? `${value} s` : `${value} s = ${words}`;
    case 'days':
      return `${value} ${value === 1 ? 'day' : 'days'}`;
    case 'percent':
      return formatFigure(value, 'percent');
    case 'usd':
      return formatFigure(value, 'usd');
    case 'px':
      return `${value} px`;
    default:
      return words === undefined ? String(value) : `${value} = ${words}`;
  }
}

/** The value in a more readable form, such as minutes or percent; `undefined` if there is none. */
function sayNumber(value: number, marks: Marks): string | undefined {
  if (marks['x-unit'] !== 'ratio') return readAsTime(value, marks['x-unit']);
  // percent is only clear for a share from 0 to 1, not for a temperature or a speed
  return marks.maximum === 1 && value >= 0 && value <= 1
    ? formatFigure(Number((value * 100).toFixed(4)), 'percent')
    : undefined;
}

/** The meaning of a number at a place in words; `undefined` if the words would only repeat the number. */
export function readingOf(cursor: Cursor): string | undefined {
  const value = cursor.number();
  if (value === undefined) return undefined;
  const figure = figureOf(cursor, value);
  if (figure !== undefined) return figure;
  return sayNumber(value, cursor.marks) === undefined ? undefined : readNumber(value, cursor.marks);
}

/** A figure of an alert with the unit of its metric. The threshold may instead be a change in percent. */
function figureOf(cursor: Cursor, value: number): string | undefined {
  if (cursor.marks['x-in-metric'] !== true) return undefined;
  const facts = metric(cursor.sibling('metric_type').value);
  if (cursor.key === 'threshold_value' && cursor.sibling('threshold_type').value === 'relative')
    return `a change of ${formatFigure(value, 'percent')} against the previous period`;
  if (!facts || facts.unit === 'count') return undefined;
  return facts.unit === 'ms' ? readNumber(value, { 'x-unit': 'ms' }) : formatFigure(value, facts.unit);
}

/** A default or condition value, as written and with its unit. */
export const readJson = (value: Json, marks: Marks): string =>
  typeof value === 'number' ? readNumber(value, marks) : JSON.stringify(value);

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

/** A number as a time in words; `undefined` if the words would only repeat the number. */
export function readAsTime(value: number, unit: Unit | undefined): string | undefined {
  if (value === 0 || !Number.isFinite(value)) return unit === 'min' && value === 0 ? clock(0) : undefined;
  switch (unit) {
    case 'ms':
      if (Math.abs(value) < 1000) return undefined;
      // `62 s` is shorter than `1 min 2 s`, and as easy to read
      return Math.abs(value) < 120_000 && value % 60_000 !== 0 ? `${value / 1000} s` : duration(value);
    case 's':
      return Math.abs(value) >= 60 ? duration(value * 1000) : undefined;
    case 'min':
      return clock(value);
    case 'timestamp':
      // seconds from the years 2001 to 5138, milliseconds from March 1973 on
      if (value >= 1e11) return moment(value);
      return value >= 1e9 ? moment(value * 1000) : undefined;
    case 'timestamp-ms':
      return moment(value);
    case 'timestamp-s':
      return moment(value * 1000);
    default:
      return undefined;
  }
}

/** Minutes since midnight as a time of day. */
function clock(minutes: number): string | undefined {
  if (!Number.isInteger(minutes) || minutes < 0 || minutes > 1440) return undefined;
  const twoDigits = (n: number): string => String(n).padStart(2, '0');
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

function moment(ms: number): string | undefined {
  const date = new Date(ms);
  return Number.isNaN(date.getTime())
    ? undefined
    : `${date
        .toISOString()
        .replace('T', ' ')
        .replace(/(?::00)?\.\d+Z$/, '')} UTC`;
}

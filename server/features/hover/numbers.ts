import { metric, formatFigure } from '../../core/domain/metrics.ts';
import type { Cursor } from '../../core/cursor.ts';
import type { Json } from '../../core/json/json.ts';
import type { Marks, Unit } from '../../core/shapes/table.ts';
import { readAsTime } from '../time-words.ts';

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

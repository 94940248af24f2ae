import { metric, formatFigure } from '../../core/domain/metrics.ts';
import type { Cursor } from '../../core/cursor.ts';
import type { Json } from '../../core/json/json.ts';
import type { Marks, Unit } from '../../core/shapes/table.ts';
import { readAsTime } from '../time-words.ts';

/** The unit of a field, shown after its type. */
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

/** A number with its unit and in readable form: `600000 ms = 10 min`. A number without a unit is unchanged. */
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

/** The same value in other words, if there are better ones. */
function sayNumber(value: number, marks: Marks): string | undefined {
  if (marks['x-unit'] !== 'ratio') return readAsTime(value, marks['x-unit']);
  // only a part of a whole makes sense in percent; a temperature or a speed does not
  return marks.maximum === 1 && value >= 0 && value <= 1
    ? formatFigure(Number((value * 100).toFixed(4)), 'percent')
    : undefined;
}

/** The meaning of a number at a place in words; `undefined` if that adds nothing. */
export function readingOf(cursor: Cursor): string | undefined {
  const value = cursor.number();
  if (value === undefined) return undefined;
  const figure = figureOf(cursor, value);
  if (figure !== undefined) return figure;
  return sayNumber(value, cursor.marks) === undefined ? undefined : readNumber(value, cursor.marks);
}

/** A figure of an alert has the unit of its metric; the threshold may be a change in percent. */
function figureOf(cursor: Cursor, value: number): string | undefined {
  if (cursor.marks['x-in-metric'] !== true) return undefined;
  const facts = metric(cursor.sibling('metric_type').value);
  if (cursor.key === 'threshold_value' && cursor.sibling('threshold_type').value === 'relative')
    return `a change of ${formatFigure(value, 'percent')} against the previous period`;
  if (!facts || facts.unit === 'count') return undefined;
  return facts.unit === 'ms' ? readNumber(value, { 'x-unit': 'ms' }) : formatFigure(value, facts.unit);
}

/** A default or a deciding value, as written and in its unit. */
export const readJson = (value: Json, marks: Marks): string =>
  typeof value === 'number' ? readNumber(value, marks) : JSON.stringify(value);

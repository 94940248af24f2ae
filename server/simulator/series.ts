import { setOwn, type Json } from '../core/json/json.ts';
import { count, didYouMean, listed, show } from '../core/wording.ts';
import type { Assumption } from '../core/workspace/assumptions.ts';
import { maskSecrets } from '../core/secrets.ts';
import { fieldOf, numberOf, recordFields, type CallRecord, type RecordField } from './call-records.ts';
import { isoUtc, momentOf, notAMoment } from './moment.ts';
import { rowsOf, type SeriesRow, type SeriesProblem } from './series-rows.ts';

/**
 * The values that an alert watches, in ascending order of time: measured values of the metric, or events to aggregate.
 */
export type Series =
  | {
      readonly kind: 'values';
      readonly points: readonly ValuePoint[];
      readonly assumptions: readonly Assumption[];
      readonly omissions: readonly string[];
    }
  | {
      readonly kind: 'records';
      readonly records: readonly CallRecord[];
      readonly fields: ReadonlySet<RecordField>;
      readonly assumptions: readonly Assumption[];
      readonly omissions: readonly string[];
    };
/** `at` is in milliseconds since the epoch. */
interface ValuePoint {
  readonly at: number;
  readonly value: number;
}

/** Whether a text could not be read as a series. */
export const isProblem = (series: Series | SeriesProblem): series is SeriesProblem => 'message' in series;

/**
 * Reads a series in CSV or JSON: points if there is a column `value`, otherwise call records. A problem is returned
 * with its line.
 */
export function readSeries(text: string): Series | SeriesProblem {
  const readRows = rowsOf(text);
  if ('message' in readRows) return readRows;
  const { rows, columns, head, unstarted = 0 } = readRows;
  if (rows.length === 0) return { line: 1, message: 'the series has no values' };
  const fields = ['timestamp', 'value', ...Object.keys(recordFields)];
  if (!columns.includes('timestamp')) {
    const similarColumn = columns.find(
      column => /^(time|date|at|t|ts|start_timestamp)$/i.test(column) || didYouMean(column, ['timestamp']) !== '',
    );
    return {
      line: head,
      message:
        'no column "timestamp"; ' +
        (similarColumn === undefined ? `there are ${listed(columns, 'and')}` : `is it "${similarColumn}"?`),
    };
  }
  const omissions = [
    ...columns
      .filter(column => !fields.includes(column) && !column.startsWith('custom_analysis_data.'))
      .map(column => `"${column}"${didYouMean(column, fields)}`),
    ...(unstarted > 0 ? [`${count(unstarted, 'call')} without a start`] : []),
  ];
  const times: number[] = [];
  let isZoned = true;
  for (const row of rows) {
    const writtenValue = row.fields['timestamp'];
    if (writtenValue === undefined) return { line: row.line, message: 'the timestamp is missing' };
    const moment =
      typeof writtenValue === 'string' || typeof writtenValue === 'number' ? momentOf(writtenValue) : undefined;
    if (!moment)
      return {
        line: row.line,
        message: `timestamp: ${notAMoment(writtenValue)}`,
      };
    isZoned &&= moment.isZoned;
    times.push(moment.time);
  }
  const assumptions: Assumption[] = isZoned ? [] : ['series-utc'];
  return columns.includes('value')
    ? values(rows, times, assumptions, omissions)
    : records(rows, times, assumptions, omissions);
}

function values(
  rows: readonly SeriesRow[],
  times: readonly number[],
  assumptions: readonly Assumption[],
  omissions: readonly string[],
): Series | SeriesProblem {
  const points: ValuePoint[] = [];
  for (const [i, { line, fields }] of rows.entries()) {
    const writtenValue = fields['value'],
      value = numberOf(writtenValue),
      time = times[i]!;
    // exports write null for a missing measurement
    if (writtenValue === undefined || writtenValue === null) continue;
    if (value === undefined) return { line, message: `value: expected a number, got ${showRedacted(writtenValue)}` };
    const before = i === 0 ? undefined : times[i - 1]!;
    if (before === time)
      return { line, message: `the time ${isoUtc(time)} occurs twice, first in line ${rows[i - 1]!.line}` };
    if (before !== undefined && before > time) {
      const earlierIndex = times.indexOf(time);
      return {
        line,
        message:
          earlierIndex < i
            ? `the time ${isoUtc(time)} occurs twice, first in line ${rows[earlierIndex]!.line}`
            : `the times are not in order: ${isoUtc(time)} comes after ${isoUtc(before)}`,
      };
    }
    points.push({ at: time, value });
  }
  return points.length === 0
    ? { line: rows[0]!.line, message: 'the series has no values' }
    : { kind: 'values', points, assumptions, omissions };
}

/**
 * Reads call records. The order of the rows has no meaning, because several calls may begin at the same time, and
 * exports list the newest call first.
 */
function records(
  rows: readonly SeriesRow[],
  times: readonly number[],
  assumptions: readonly Assumption[],
  omissions: readonly string[],
): Series | SeriesProblem {
  const calls: CallRecord[] = [],
    seenFields = new Set<RecordField>();
  for (const [i, { line, fields }] of rows.entries()) {
    const record: Record<string, Json> = { timestamp: times[i]!, channel: 'voice' },
      custom: Record<string, Json> = {};
    for (const [name, writtenValue] of Object.entries(fields)) {
      if (name === 'timestamp' || writtenValue === null) continue;
      if (name.startsWith('custom_analysis_data.')) {
        setOwn(custom, name.slice('custom_analysis_data.'.length), writtenValue);
        seenFields.add('custom_analysis_data');
        continue;
      }
      if (!Object.hasOwn(recordFields, name)) continue;
      const field = fieldOf(name as RecordField, writtenValue);
      if ('expected' in field)
        return { line, message: `${name}: expected ${field.expected}, got ${showRedacted(writtenValue)}` };
      record[name] = field.value;
      seenFields.add(name as RecordField);
    }
    if (Object.keys(custom).length > 0) record['custom_analysis_data'] = custom;
    calls.push(record as unknown as CallRecord);
  }
  return {
    kind: 'records',
    records: calls.sort((a, b) => a.timestamp - b.timestamp),
    fields: seenFields,
    assumptions,
    omissions,
  };
}

/** The milliseconds from the first entry of a series to the last. */
export const spanOf = (series: Series): number =>
  series.kind === 'values'
    ? series.points.at(-1)!.at - series.points[0]!.at
    : series.records.at(-1)!.timestamp - series.records[0]!.timestamp;

const showRedacted = (value: Json): string => show(typeof value === 'string' ? maskSecrets(value) : value);

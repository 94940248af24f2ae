import type { Metric } from '../core/domain/metrics.ts';
import { decimalsOf, fractionOf, unitsOf, type Fraction } from '../core/domain/fractions.ts';
import { count, duration, listed } from '../core/wording.ts';
import type { Assumption } from '../core/workspace/assumptions.ts';
import type { AlertRule } from './alert-rule.ts';
import { filterOf, type CallRecord, type RecordField } from './call-records.ts';
import type { Series } from './series.ts';

/** The way of aggregating the samples of one window. */
type Aggregation = 'sum' | 'mean' | 'highest';
/**
 * Returns a function that computes the figures of windows of one length. A window is `(end - length, end]`, so it
 * contains a value measured at its end. Ends must be requested in ascending order.
 */
type FiguresOf = (length: number) => (end: number) => Fraction | null;

/** Events reduced to the data that a metric needs, for computing the figure of any window in constant time. */
interface Samples {
  /** The start, in milliseconds since the epoch, of the period that the series covers. Earlier figures are unknown. */
  readonly begin: number;
  readonly end: number;
  readonly figuresOf: FiguresOf;
  /** The assumption about the meaning of a window without a figure. */
  readonly emptiness: Assumption;
  readonly assumptions: readonly Assumption[];
  readonly notes: readonly string[];
}

interface Sample {
  readonly at: number;
  readonly value: number;
}

export function samplesOf(series: Series, rule: AlertRule): Samples | { readonly problem: string } {
  const { metric } = rule.condition;
  return series.kind === 'values' ? ofValues(series, rule) : ofRecords(series, metric, rule);
}

function howOf({ name, kind }: Metric): Aggregation {
  if (name === 'concurrency_used') return 'highest';
  return kind === 'count' || kind === 'cost' ? 'sum' : 'mean';
}

function ofValues(
  { points }: Series & { kind: 'values' },
  { condition: { metric }, filter, window }: AlertRule,
): Samples {
  const steps = points.slice(1).map(({ at }, i) => at - points[i]!.at);
  // a point represents the time since the previous point, and a single point represents a whole window
  const step = steps.length === 0 ? window : steps.reduce((leastStep, next) => Math.min(leastStep, next));
  const gaps = steps.filter(gap => gap > step * 1.5).length;
  // a value applies to its whole period, so the figure of a part of the period is unknown
  const isCoarse = step > window;
  const isNarrowed = filter.entries().some(({ isNull }) => !isNull);
  return {
    begin: points[0]!.at - step,
    end: points.at(-1)!.at,
    emptiness: 'alert-series-gap',
    figuresOf: isCoarse ? () => () => null : windowed(points, howOf(metric), null, false),
    assumptions: [
      'alert-aggregation',
      ...(gaps > 0 ? ['alert-series-gap' as const] : []),
      ...(isNarrowed ? ['alert-values-filtered' as const] : []),
    ],
    notes: [
      ...(steps.length === 0 ? [`the series has one value, which counts for a window of ${duration(window)}`] : []),
      ...(isCoarse
        ? [
            `no figure can be computed: the points of the series are ${duration(step)} apart, ` +
              `and the window is ${duration(window)}`,
          ]
        : []),
      ...(gaps > 0
        ? [
            `the series has ${count(gaps, 'gap')}: its points are ${step / 1000} s apart, ` +
              `the farthest ${steps.reduce((largest, next) => Math.max(largest, next)) / 1000} s`,
          ]
        : []),
    ],
  };
}

/** A metric as a function of records: the value of each record, and the field without which a record is ignored. */
interface Reading {
  readonly needs: RecordField | undefined;
  valueOf(record: CallRecord): number | undefined;
}
const flag = (isSet: boolean | undefined, weight = 1): number | undefined =>
  isSet === undefined ? undefined : Number(isSet) * weight;
const negative = ({ sentiment }: CallRecord): number | undefined =>
  sentiment === undefined ? undefined : flag(sentiment.toLowerCase() === 'negative', 100);
const readings: Readonly<Record<string, Reading>> = {
  call_count: { needs: undefined, valueOf: () => 1 },
  chat_count: { needs: undefined, valueOf: () => 1 },
  call_success_rate: { needs: 'successful', valueOf: record => flag(record.successful, 100) },
  chat_success_rate: { needs: 'successful', valueOf: record => flag(record.successful, 100) },
  negative_sentiment_rate: { needs: 'sentiment', valueOf: negative },
  chat_negative_sentiment_rate: { needs: 'sentiment', valueOf: negative },
  custom_function_latency: { needs: 'latency', valueOf: record => record.latency },
  custom_function_failure_count: { needs: 'failed_functions', valueOf: record => record.failed_functions },
  transfer_call_failure_count: { needs: 'transfer_failed', valueOf: record => flag(record.transfer_failed) },
  qa_not_passed_count: {
    needs: 'qa_passed',
    valueOf: ({ qa_passed }) => flag(qa_passed === undefined ? undefined : !qa_passed),
  },
  total_call_cost: { needs: 'cost', valueOf: record => record.cost },
  total_chat_cost: { needs: 'cost', valueOf: record => record.cost },
  api_error_count: {
    needs: 'status_code',
    valueOf: ({ status_code }) => (status_code === undefined ? undefined : flag(status_code >= 400)),
  },
  concurrency_used: { needs: 'duration', valueOf: () => 1 },
};

function ofRecords(
  { records, fields }: Series & { kind: 'records' },
  metric: Metric,
  { filter }: AlertRule,
): Samples | { readonly problem: string } {
  const reading = readings[metric.name];
  if (!reading)
    return { problem: `call records do not contain ${metric.name}; give its values instead: timestamp, value` };
  const { needs } = reading;
  if (needs !== undefined && !fields.has(needs))
    return { problem: `${metric.name} is computed from the field "${needs}", which no record has` };
  const { matches, fields: filterFields, ignoredFields } = filterOf(filter, metric.filters);
  const absentFields = filterFields.filter(field => !fields.has(field));
  const isOfRequests = metric.name === 'api_error_count';
  const countedRecords = records.filter(
    record =>
      (isOfRequests || record.status_code === undefined) &&
      (metric.channel === 'both' || record.channel === metric.channel) &&
      matches(record),
  );
  const samples =
    metric.name === 'concurrency_used'
      ? levels(countedRecords)
      : countedRecords.flatMap(record => {
          const value = reading.valueOf(record);
          return value === undefined ? [] : [{ at: record.timestamp, value }];
        });
  const measure = howOf(metric);
  return {
    begin: records[0]!.timestamp - 1,
    end: records.at(-1)!.timestamp,
    emptiness: 'alert-empty-window',
    figuresOf: windowed(samples, measure, measure === 'mean' ? null : fractionOf(0), measure === 'highest'),
    assumptions: ['alert-records', ...(measure === 'mean' ? [] : ['alert-empty-window' as const])],
    notes: [
      `${countedRecords.length} of ${count(records.length, 'record')} ${countedRecords.length === 1 ? 'counts' : 'count'}`,
      ...absentFields.map(field => `the filter needs "${field}", which no record has, so no record counts`),
      ...(ignoredFields.length > 0
        ? [
            `the filter's ${listed(ignoredFields, 'and')} ${ignoredFields.length === 1 ? 'has' : 'have'} no effect on ${metric.name}`,
          ]
        : []),
    ],
  };
}

/** The number of simultaneous calls at each moment at which it changes. */
function levels(records: readonly CallRecord[]): Sample[] {
  const changes = records
    .flatMap(({ timestamp, duration }) =>
      duration === undefined
        ? []
        : ([
            [timestamp, 1],
            [timestamp + duration, -1],
          ] as const),
    )
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const samples: Sample[] = [];
  let level = 0;
  for (const [time, change] of changes) {
    level += change;
    if (samples.at(-1)?.at === time) samples.pop();
    samples.push({ at: time, value: level });
  }
  return samples;
}

/**
 * The function for figures of windows.
 * @param emptyFraction the figure of a window without samples
 * @param isHeld whether a sample holds until the next sample, so that the last sample before the window also counts
 */
function windowed(
  samples: readonly Sample[],
  measure: Aggregation,
  emptyFraction: Fraction | null,
  isHeld: boolean,
): FiguresOf {
  const decimals = samples.reduce((maximum, { value }) => Math.max(maximum, decimalsOf(value)), 0),
    unit = 10n ** BigInt(decimals);
  const figure = measure === 'highest' ? highest(samples, decimals) : sums(samples, decimals);
  return length => {
    let start = 0,
      to = 0;
    return end => {
      while (to < samples.length && samples[to]!.at <= end) to++;
      while (start < to && samples[start]!.at <= end - length) start++;
      const first = isHeld && start > 0 ? start - 1 : start;
      if (first >= to) return emptyFraction;
      return { numerator: figure(first, to), denominator: measure === 'mean' ? unit * BigInt(to - first) : unit };
    };
  };
}

/** Returns a function for the sum of a range of samples, computed from running sums, in units of `10 ** -decimals`. */
function sums(samples: readonly Sample[], decimals: number): (start: number, end: number) => bigint {
  const runningSums = [0n];
  for (const { value } of samples) runningSums.push(runningSums.at(-1)! + unitsOf(value, decimals));
  return (start, end) => runningSums[end]! - runningSums[start]!;
}

/** Returns a function for the maximum of a range of samples, computed from ranges of 2, 4, 8 … samples. */
function highest(samples: readonly Sample[], decimals: number): (start: number, end: number) => bigint {
  const levels: Float64Array[] = [Float64Array.from(samples, ({ value }) => value)];
  for (let size = 1; size * 2 <= samples.length; size *= 2) {
    const topLevel = levels.at(-1)!;
    levels.push(
      Float64Array.from({ length: topLevel.length - size }, (_, i) => Math.max(topLevel[i]!, topLevel[i + size]!)),
    );
  }
  return (start, end) => {
    const level = 31 - Math.clz32(end - start),
      values = levels[level]!;
    return unitsOf(Math.max(values[start]!, values[end - (1 << level)]!), decimals);
  };
}

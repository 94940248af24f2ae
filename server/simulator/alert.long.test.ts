import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Document } from '../core/document.ts';
import { replay } from './alert.ts';
import { ruleOf } from './alert-rule.ts';
import { isProblem, readSeries } from './series.ts';

/** The amount that a call adds to a figure, in hundredths: 1 for a count, 0 or 100 for a rate. */
function valueOf(isRate: boolean, successful: boolean): bigint {
  if (!isRate) return 100n;
  return successful ? 10_000n : 0n;
}

const MINUTE = 60_000,
  START = Date.UTC(2026, 0, 12);
const minutes: Readonly<Record<string, number>> = { '1m': 1, '5m': 5, '30m': 30, '1h': 60 };

/**
 * A fraction. The types and functions below are a second, naive replay, which reads all entries for each evaluation.
 */
type Ratio = readonly [over: bigint, under: bigint];
interface Entry {
  readonly at: number;
  /** The value in hundredths. */
  readonly value: bigint;
}
interface Setting {
  readonly aggregation: 'sum' | 'mean';
  readonly relative: boolean;
  readonly comparator: string;
  /** The threshold in hundredths. */
  readonly threshold: bigint;
  readonly frequency: number;
  readonly window: number;
  /** The figure of a window without entries; undefined if it has none. */
  readonly empty: Ratio | undefined;
}

function figureAt(entries: readonly Entry[], end: number, { aggregation, window, empty }: Setting): Ratio | undefined {
  const entriesInWindow = entries.filter(({ at }) => at > end - window && at <= end);
  if (entriesInWindow.length === 0) return empty;
  const sum = entriesInWindow.reduce((all, { value }) => all + value, 0n);
  return aggregation === 'sum' ? [sum, 100n] : [sum, 100n * BigInt(entriesInWindow.length)];
}

function holds([numerator, denominator]: Ratio, { comparator, threshold }: Setting): boolean {
  const difference = 100n * numerator - threshold * denominator;
  if (comparator === '>' || comparator === 'gt') return difference > 0n;
  if (comparator === '<' || comparator === 'lt') return difference < 0n;
  return comparator === '>=' || comparator === 'ge' ? difference >= 0n : difference <= 0n;
}

/** The times at which incidents open and are resolved; null for an incident that stays open. */
function naiveIncidents(entries: readonly Entry[], begin: number, end: number, setting: Setting): (number | null)[][] {
  const { frequency, window, relative } = setting;
  const incidents: (number | null)[][] = [];
  for (let at = Math.ceil((begin + window) / frequency) * frequency; at <= end; at += frequency) {
    const currentFigure = figureAt(entries, at, setting),
      before = at - 2 * window < begin ? undefined : figureAt(entries, at - window, setting);
    let figure = currentFigure;
    if (relative)
      figure =
        currentFigure && before && before[0] !== 0n
          ? [(currentFigure[0] * before[1] - before[0] * currentFigure[1]) * 100n, currentFigure[1] * before[0]]
          : undefined;
    if (!figure) continue;
    const isMet = holds(figure, setting),
      lastIncident = incidents.at(-1);
    if (isMet && lastIncident?.[1] !== null) incidents.push([at, null]);
    else if (!isMet && lastIncident?.[1] === null) lastIncident[1] = at;
  }
  return incidents;
}

const comparators = fc.constantFrom('>', '<', '>=', '<=', 'gt', 'lt', 'ge', 'le');
const periods = fc.record({
  frequency: fc.constantFrom('1m', '5m', '30m'),
  window: fc.constantFrom('1m', '5m', '30m', '1h'),
  comparator: comparators,
  relative: fc.boolean(),
});

function replayed(rule: object, series: string): (number | null)[][] {
  const read = ruleOf(new Document('a.alert-rule.json', JSON.stringify({ name: 'x', ...rule })).roots[0]!),
    parsedSeries = readSeries(series);
  if ('missing' in read || isProblem(parsedSeries)) throw new Error(JSON.stringify([read, parsedSeries]));
  const result = replay(read, parsedSeries);
  if ('problem' in result) throw new Error(result.problem);
  return result.incidents.map(({ triggered_timestamp, resolved_timestamp }) => [
    triggered_timestamp * 1000,
    resolved_timestamp === null ? null : resolved_timestamp * 1000,
  ]);
}

test('a replay of values gives the incidents that exact fractions give', () => {
  let opened = 0;
  fc.assert(
    fc.property(
      periods,
      fc.constantFrom('call_count', 'call_success_rate', 'total_call_cost', 'custom_function_latency'),
      fc.array(fc.option(fc.constantFrom(0, 1, 10, 20, 25, 33, 50, 66, 100, 110, 150, 200, 12345)), {
        minLength: 3,
        maxLength: 150,
      }),
      fc.constantFrom(-5000, -1000, 0, 10, 1000, 2000, 2500, 5000, 10_000, 20_000),
      fc.integer({ min: 0, max: 59 }),
      ({ frequency, window, comparator, relative }, metric, hundredths, threshold, offset) => {
        const points = hundredths.flatMap((value, i) =>
          value === null ? [] : [{ at: START + (offset + i) * MINUTE, value: BigInt(value) }],
        );
        fc.pre(points.length > 1 && points.some(({ at }, i) => i > 0 && at - points[i - 1]!.at === MINUTE));
        const setting: Setting = {
          aggregation: metric === 'call_count' || metric === 'total_call_cost' ? 'sum' : 'mean',
          relative,
          comparator,
          threshold: BigInt(threshold),
          frequency: minutes[frequency]! * MINUTE,
          window: minutes[window]! * MINUTE,
          empty: undefined,
        };
        const expected = naiveIncidents(points, points[0]!.at - MINUTE, points.at(-1)!.at, setting);
        opened += expected.length;
        const series = points.map(({ at, value }) => ({ timestamp: at, value: Number(value) / 100 }));
        const rule = { metric_type: metric, threshold_type: relative ? 'relative' : 'absolute', comparator };
        expect(
          replayed({ ...rule, threshold_value: threshold / 100, frequency, window }, JSON.stringify(series)),
        ).toEqual(expected);
      },
    ),
    { numRuns: 6000 },
  );
  expect(opened).toBeGreaterThan(800);
});

test('a replay of call records gives the rates and counts that exact fractions give', () => {
  let opened = 0;
  fc.assert(
    fc.property(
      periods,
      fc.constantFrom('call_count', 'call_success_rate'),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 180 * 60 }), fc.boolean()), { minLength: 2, maxLength: 80 }),
      fc.integer({ min: -100, max: 200 }),
      ({ frequency, window, comparator, relative }, metric, calls, threshold) => {
        const isRate = metric === 'call_success_rate';
        const sorted = calls
          .map(([second, successful]) => ({
            at: START + second * 1000,
            value: valueOf(isRate, successful),
          }))
          .sort((a, b) => a.at - b.at);
        const setting: Setting = {
          aggregation: isRate ? 'mean' : 'sum',
          relative,
          comparator,
          threshold: BigInt(threshold) * 100n,
          frequency: minutes[frequency]! * MINUTE,
          window: minutes[window]! * MINUTE,
          empty: isRate ? undefined : [0n, 1n],
        };
        const expected = naiveIncidents(sorted, sorted[0]!.at - 1, sorted.at(-1)!.at, setting);
        opened += expected.length;
        const series = calls.map(([second, successful]) => ({ timestamp: START + second * 1000, successful }));
        const rule = { metric_type: metric, threshold_type: relative ? 'relative' : 'absolute', comparator };
        expect(replayed({ ...rule, threshold_value: threshold, frequency, window }, JSON.stringify(series))).toEqual(
          expected,
        );
      },
    ),
    { numRuns: 6000 },
  );
  expect(opened).toBeGreaterThan(800);
});

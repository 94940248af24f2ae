import type { Cursor } from '../cursor.ts';
import { changeBetween, fractionOf, numberOf } from './fractions.ts';
import { childEntry, marksOf, rootOf, type Marks } from '../shapes/table.ts';

type MetricComparison = '>' | '<' | '>=' | '<=';
/** An alert metric, as the schema of metric names describes it. */
export interface Metric {
  readonly name: string;
  readonly kind: 'count' | 'rate' | 'latency' | 'cost';
  readonly unit: 'count' | 'percent' | 'ms' | 'usd';
  readonly channel: 'voice' | 'chat' | 'both';
  /** The minimum and the maximum of the metric; null if unbounded. */
  readonly range: readonly [number, number | null];
  /** The direction of an improvement; absent if neither direction is better, as for the number of calls. */
  readonly good?: 'up' | 'down';
  /** The fields of an alert filter that can restrict the metric. */
  readonly filters: readonly string[];
}

const fieldOf = (field: string): Marks => marksOf(childEntry(rootOf('alert-condition'), field));
function lookup<T>(field: string, mark: `x-${string}`, key: unknown): T | undefined {
  const table = fieldOf(field)[mark] as Readonly<Record<string, T>> | undefined;
  return table && typeof key === 'string' && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** The metric of this name; `undefined` for unknown names. */
export function metric(name: unknown): Metric | undefined {
  const facts = lookup<Omit<Metric, 'name'>>('metric_type', 'x-metric', name);
  return facts && { name: name as string, ...facts };
}
/** Every metric that the platform has. */
export const metrics = (): Metric[] =>
  Object.keys((fieldOf('metric_type')['x-metric'] ?? {}) as object).map(name => metric(name)!);
/** The comparison for a comparator: `gt` and `>` are the same comparison. Undefined for an unknown comparator. */
export const comparison = (comparator: unknown): MetricComparison | undefined =>
  lookup('comparator', 'x-operators', comparator);
/** The length of a `frequency` or `window` in milliseconds; undefined for an unknown value. */
export const periodOf = (field: 'frequency' | 'window', value: unknown): number | undefined =>
  lookup(field, 'x-durations', value);

export function compare(value: number, operator: MetricComparison, threshold: number): boolean {
  switch (operator) {
    case '>':
      return value > threshold;
    case '>=':
      return value >= threshold;
    case '<':
      return value < threshold;
    case '<=':
      return value <= threshold;
  }
}

/**
 * The change from the previous period in percent; undefined if the previous value is 0, because the specification does
 * not define this case.
 */
export function changeInPercent(current: number, previous: number): number | undefined {
  const change = changeBetween(fractionOf(current), fractionOf(previous));
  return change && numberOf(change);
}

/** The comparison of an alert rule or incident. */
export interface Condition {
  readonly metric: Metric;
  readonly operator: MetricComparison;
  readonly threshold: number;
  readonly isRelative: boolean;
  /** The possible values of the compared figure: the metric itself, or its change in percent. */
  readonly range: readonly [number, number | null];
}
/**
 * The condition of an alert; `undefined` if a part is missing or unknown. @param alert a place of shape
 * `alert-condition`
 */
export function conditionOf(alert: Cursor): Condition | undefined {
  const facts = metric(alert.get('metric_type').value),
    operator = comparison(alert.get('comparator').value);
  const threshold = alert.get('threshold_value').number(),
    type = alert.get('threshold_type').value;
  if (!facts || !operator || threshold === undefined || (type !== 'absolute' && type !== 'relative')) return undefined;
  const isRelative = type === 'relative';
  // a figure that cannot be negative can drop by at most 100 %
  return { metric: facts, operator, threshold, isRelative, range: isRelative ? [-100, null] : facts.range };
}

/** The constant result of a condition: always true, or never; undefined if the result depends on the figure. */
export function verdictOf({
  operator,
  threshold,
  range: [minimum, maximum],
}: Condition): 'always' | 'never' | undefined {
  const upperBound = maximum ?? Infinity;
  // for each comparison: whether it is always true, and whether it is never true
  const verdicts: Record<MetricComparison, readonly [boolean, boolean]> = {
    '>': [threshold < minimum, threshold >= upperBound],
    '>=': [threshold <= minimum, threshold > upperBound],
    '<': [threshold > upperBound, threshold <= minimum],
    '<=': [threshold >= upperBound, threshold < minimum],
  };
  const [isAlways, isNever] = verdicts[operator];
  if (isNever) return 'never';
  return isAlways ? 'always' : undefined;
}

/** A figure of the metric with its unit: `20 %`, `1500 ms`, `-$3.5`. */
export function formatFigure(value: number, unit: Metric['unit']): string {
  switch (unit) {
    case 'percent':
      return `${value} %`;
    case 'ms':
      return `${value} ms`;
    case 'usd':
      return value < 0 ? `-$${-value}` : `$${value}`;
    case 'count':
      return String(value);
  }
}

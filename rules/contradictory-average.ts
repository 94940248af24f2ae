import { count, defineRule, type Cursor, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'contradictory-average',
  group: 'alerts',
  severity: 'warning',
  spec: 'Other shapes',
  clause: 'Other shapes: average metric: two required fields; null means no observations',
  at: { 'average-metric': '' },

  check(average) {
    const overallAverage = average.get('overall_average');
    // the first contradiction shows that the figures do not belong together
    return (
      againstTimepoints(overallAverage, average.get('time_averages')) ??
      againstQuotient(overallAverage, average.get('numerator').number(), average.get('denominator'))
    );
  },
});

function againstTimepoints(overallAverage: Cursor, timepoints: Cursor): Problem | undefined {
  const items = timepoints.items(),
    points = items.flatMap(point => point.number() ?? []);
  if (items.length === 0 || items.some(point => !point.isNull && point.number() === undefined)) return undefined;
  const value = overallAverage.number();
  const problem = (message: string): Problem => ({
    at: overallAverage,
    message,
    related: [{ at: timepoints, message: 'the averages per timepoint' }],
  });
  if (points.length > 0 && overallAverage.isNull)
    return problem(`overall_average: expected a number, got null; time_averages has ${count(points.length, 'value')}`);
  if (value === undefined) return undefined;
  if (points.length === 0)
    return problem(`overall_average: expected null because all time_averages are null, got ${value}`);
  const minimum = points.reduce((a, b) => Math.min(a, b)),
    maximum = points.reduce((a, b) => Math.max(a, b));
  // either of the two figures may be rounded
  const slack = (bound: number): number => Math.max(rounding(value), toleranceOf(bound));
  if (value >= minimum - slack(minimum) && value <= maximum + slack(maximum)) return undefined;
  return problem(`overall_average: expected ${minimum} to ${maximum}, the range of time_averages, got ${value}`);
}

function againstQuotient(overallAverage: Cursor, numerator: number | undefined, divisor: Cursor): Problem | undefined {
  const value = overallAverage.number(),
    denominator = divisor.number();
  if (denominator === undefined || (value === undefined && !overallAverage.isNull)) return undefined;
  if (denominator === 0 && value === undefined) return undefined;
  if (denominator === 0)
    return {
      at: divisor,
      message: `denominator: 0 means there is no average, but overall_average is ${value}`,
      related: [{ at: overallAverage, message: 'the average' }],
    };
  if (numerator === undefined) return undefined;
  const quotient = numerator / denominator;
  // a share may be written as a percentage
  if (value !== undefined && [quotient, quotient * 100].some(factor => isRounded(value, factor))) return undefined;
  return {
    at: overallAverage,
    related: [{ at: divisor, message: 'divided by this' }],
    message: `overall_average: expected ${Number(quotient.toPrecision(6))} (${numerator} / ${denominator}), got ${value ?? 'null'}`,
  };
}

/** Whether a figure is a rounded value. An integer must be close to the value: 1 is no rounded 0.75. */
const isRounded = (figure: number, value: number): boolean => Math.abs(value - figure) <= toleranceOf(figure, value);

/** The maximum difference between a figure and the exact value. */
const toleranceOf = (figure: number, value = figure): number =>
  Math.min(rounding(figure), Number.isInteger(figure) ? Math.abs(value) / 100 : Infinity) + 1e-9;

/** Half a unit of the last digit of a value, plus the floating-point error. */
function rounding(value: number): number {
  const digits = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
  return 0.5000001 * 10 ** -digits + Math.abs(value) * 1e-9;
}

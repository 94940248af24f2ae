import type { Cursor } from '../server/core/cursor.ts';
import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import { count } from '../server/core/words.ts';

export default defineRule({
  id: 'contradictory-average',
  severity: 'warning',
  summary: 'An overall average that its own parts contradict.',
  why: `
    At least one of the figures in the file is wrong, and nothing says which. \`overall_average\` is the weighted
    average over the timepoints: it lies between the smallest and the largest of them, is null exactly when all of them
    are null, and is \`numerator\` divided by \`denominator\` where these are given. A file in which it is not was
    changed by hand or put together from two answers.
  `,
  spec: 'Other shapes',
  clause: 'Other shapes: average metric: two required fields; null means no observations',
  at: { 'average-metric': '' },

  check(average) {
    const overall = average.get('overall_average');
    // one contradiction is enough to see that the figures do not belong together
    return (
      againstTimepoints(overall, average.get('time_averages')) ??
      againstQuotient(overall, average.get('numerator').number(), average.get('denominator'))
    );
  },

  examples: {
    invalid: [
      {
        files: files`
        -- latency.average-metric.json --
        { "time_averages": [800, null, 1200], "overall_average": 1350 }
                                                                 ^^^^
                                                | warning: overall_average 1350 is not between 800 and 1200, the
                                                | smallest and the largest of the timepoints
        -- both.average-metric.json --
        { "time_averages": [800, null, 1200], "overall_average": 1350, "numerator": 3000, "denominator": 3 }
                                                                 ^^^^
                                                | warning: overall_average 1350 is not between 800 and 1200, the
                                                | smallest and the largest of the timepoints
        -- duration.average-metric.json --
        { "time_averages": [null, null], "overall_average": 94.2 }
                                                            ^^^^
                                                | warning: overall_average is 94.2, though every timepoint is null,
                                                | which means that nothing was observed
        -- sentiment.average-metric.json --
        { "time_averages": [0.5, 0.75], "overall_average": null }
                                                           ^^^^
                                                | warning: overall_average is null, though 2 timepoints have an average
        -- success.average-metric.json --
        { "time_averages": [0.5, 0.75], "overall_average": 0.7, "numerator": 12, "denominator": 20 }
                                                           ^^^ warning: overall_average is 0.7, but 12 / 20 is 0.6
        -- whole.average-metric.json --
        { "time_averages": [0.5, 1.5], "overall_average": 1, "numerator": 3, "denominator": 4 }
                                                          ^ warning: overall_average is 1, but 3 / 4 is 0.75
        -- missing.average-metric.json --
        { "time_averages": [null], "overall_average": null, "numerator": 12, "denominator": 20 }
                                                      ^^^^ warning: overall_average is null, but 12 / 20 is 0.6
        -- cost.average-metric.json --
        { "time_averages": [0.5, 0.75], "overall_average": 0.7, "numerator": 0, "denominator": 0 }
                                                                                               ^
                                                | warning: denominator is 0, so there is no average, but overall_average
                                                | is 0.7
      `,
      },
    ],
    valid: [
      files`
      -- latency.average-metric.json --
      { "time_averages": [800, null, 1200], "overall_average": 1000.67, "numerator": 3002, "denominator": 3 }
      -- none.average-metric.json --
      { "time_averages": [null, null], "overall_average": null, "numerator": 0, "denominator": 0 }
      -- success.average-metric.json --
      { "time_averages": [60, 60], "overall_average": 60, "numerator": 12, "denominator": 20 }
      -- whole.average-metric.json --
      { "time_averages": [800, 1200], "overall_average": 1001, "numerator": 3002, "denominator": 3 }
      -- new.average-metric.json --
      { "time_averages": [], "overall_average": 3 }
    `,
    ],
  },
});

function againstTimepoints(overall: Cursor, timepoints: Cursor): Problem | undefined {
  const items = timepoints.items(),
    points = items.flatMap(point => point.number() ?? []);
  if (items.length === 0 || items.some(point => !point.isNull && point.number() === undefined)) return undefined;
  const value = overall.number();
  const problem = (message: string): Problem => ({
    at: overall,
    message,
    related: [{ at: timepoints, message: 'the averages per timepoint' }],
  });
  if (points.length > 0 && overall.isNull)
    return problem(
      `overall_average is null, though ${count(points.length, 'timepoint has', 'timepoints have')} an average`,
    );
  if (value === undefined) return undefined;
  if (points.length === 0)
    return problem(
      `overall_average is ${value}, though every timepoint is null, which means that nothing was observed`,
    );
  const low = points.reduce((a, b) => Math.min(a, b)),
    high = points.reduce((a, b) => Math.max(a, b));
  if (value >= low - rounding(value) && value <= high + rounding(value)) return undefined;
  return problem(
    `overall_average ${value} is not between ${low} and ${high}, the smallest and the largest of the timepoints`,
  );
}

function againstQuotient(overall: Cursor, numerator: number | undefined, divisor: Cursor): Problem | undefined {
  const value = overall.number(),
    denominator = divisor.number();
  if (denominator === undefined || (value === undefined && !overall.isNull)) return undefined;
  if (denominator === 0 && value === undefined) return undefined;
  if (denominator === 0)
    return {
      at: divisor,
      message: `denominator is 0, so there is no average, but overall_average is ${value}`,
      related: [{ at: overall, message: 'the average' }],
    };
  if (numerator === undefined) return undefined;
  const quotient = numerator / denominator;
  // shares are shown in percent as well
  if (value !== undefined && [quotient, quotient * 100].some(other => isRounded(value, other))) return undefined;
  return {
    at: overall,
    related: [{ at: divisor, message: 'divided by this' }],
    message: `overall_average is ${value ?? 'null'}, but ${numerator} / ${denominator} is ${Number(quotient.toPrecision(6))}`,
  };
}

/** Whether a figure is another one with fewer digits. A whole number is near enough if what it lost hardly counts: 1 is not 0.75. */
const isRounded = (figure: number, exact: number): boolean =>
  Math.abs(exact - figure) <=
  Math.min(rounding(figure), Number.isInteger(figure) ? Math.abs(exact) / 100 : Infinity) + 1e-9;

/** Half a unit of the last digit that is shown, and what arithmetic may lose. */
function rounding(value: number): number {
  const digits = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
  return 0.5000001 * 10 ** -digits + Math.abs(value) * 1e-9;
}

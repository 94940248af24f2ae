import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'contradictory-average',
  severity: 'warning',
  summary: 'An overall average that its own parts contradict.',
  why: `
    \`overall_average\` is the weighted average over the timepoints. So it lies between the smallest and the largest of them, is null exactly
    when all of them are null, and is \`numerator\` divided by \`denominator\` where these are given. A file in which it is not was changed by
    hand or put together from two answers.
  `,
  spec: 'Other shapes',
  at: { 'average-metric': '' },

  *check(average) {
    const overallAt = average.get('overall_average'), overall = overallAt.number();
    const timepoints = average.get('time_averages'), points = timepoints.items().flatMap(point => point.number() ?? []);
    const problem = (message: string): Problem => ({ at: overallAt, message, related: [{ at: timepoints, message: 'the averages per timepoint' }] });
    const known = timepoints.isArray && timepoints.items().length > 0 && timepoints.items().every(point => point.isNull || point.number() !== undefined);
    if (known && points.length === 0 && overall !== undefined) yield problem(`overall_average is ${overall}, though every timepoint is null, which means that nothing was observed`);
    if (points.length > 0 && overallAt.isNull) yield problem(`overall_average is null, though ${points.length} of the timepoints have an average`);
    const [low, high] = [points.reduce((a, b) => Math.min(a, b), Infinity), points.reduce((a, b) => Math.max(a, b), -Infinity)];
    if (known && points.length > 0 && overall !== undefined && (overall < low - rounding(overall) || overall > high + rounding(overall))) {
      yield problem(`overall_average ${overall} is not between ${low} and ${high}, the smallest and the largest of the timepoints`);
    }
    const numerator = average.get('numerator').number(), denominatorAt = average.get('denominator'), denominator = denominatorAt.number();
    if (overall === undefined || denominator === undefined) return;
    if (denominator === 0) { yield { at: denominatorAt, message: `denominator is 0, so there is no average, but overall_average is ${overall}`, related: [{ at: overallAt, message: 'the average' }] }; return; }
    if (numerator === undefined) return;
    const quotient = numerator / denominator;
    // shares are shown in percent as well
    if ([quotient, quotient * 100].some(value => Math.abs(value - overall) <= rounding(overall))) return;
    yield { at: overallAt, message: `overall_average is ${overall}, but ${numerator} / ${denominator} is ${Number(quotient.toPrecision(6))}`, related: [{ at: denominatorAt, message: 'divided by this' }] };
  },

  examples: {
    invalid: [{
      files: files`
        -- latency.average-metric.json --
        { "time_averages": [800, null, 1200], "overall_average": 1350 }
                                                                 ^^^^ warning: overall_average 1350 is not between 800 and 1200, the smallest and the largest of the timepoints
        -- duration.average-metric.json --
        { "time_averages": [null, null], "overall_average": 94.2 }
                                                            ^^^^ warning: overall_average is 94.2, though every timepoint is null, which means that nothing was observed
        -- sentiment.average-metric.json --
        { "time_averages": [0.5, 0.75], "overall_average": null }
                                                           ^^^^ warning: overall_average is null, though 2 of the timepoints have an average
        -- success.average-metric.json --
        { "time_averages": [0.5, 0.75], "overall_average": 0.7, "numerator": 12, "denominator": 20 }
                                                           ^^^ warning: overall_average is 0.7, but 12 / 20 is 0.6
        -- cost.average-metric.json --
        { "time_averages": [0.5, 0.75], "overall_average": 0.7, "numerator": 0, "denominator": 0 }
                                                                                               ^ warning: denominator is 0, so there is no average, but overall_average is 0.7
      `,
    }],
    valid: [files`
      -- latency.average-metric.json --
      { "time_averages": [800, null, 1200], "overall_average": 1000.67, "numerator": 3002, "denominator": 3 }
      -- none.average-metric.json --
      { "time_averages": [null, null], "overall_average": null, "numerator": 0, "denominator": 0 }
      -- success.average-metric.json --
      { "time_averages": [60, 60], "overall_average": 60, "numerator": 12, "denominator": 20 }
      -- new.average-metric.json --
      { "time_averages": [], "overall_average": 3 }
    `],
  },
});

/** Half a unit of the last digit that is shown, and what arithmetic may lose. */
function rounding(value: number): number {
  const digits = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
  return 0.5000001 * 10 ** -digits + Math.abs(value) * 1e-9;
}

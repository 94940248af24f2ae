import { metric } from '../server/core/domain/metrics.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'metric-out-of-range',
  group: 'alerts',
  aliases: ['impossible-figure'],
  severity: 'info',
  summary: 'A value in an alert incident is impossible for its metric.',
  why: `
    Rates are between 0 and 100; counts, latencies and costs are never negative. The value belongs to another metric,
    or the file was put together by hand.
  `,
  spec: 'domain',
  at: { 'alert-incident': ['/current_value', '/previous_value'] },

  check(figure) {
    const value = figure.number(),
      known = metric(figure.sibling('metric_type').value);
    if (value === undefined || !known) return undefined;
    const [least, most] = known.range;
    if (value >= least && (most === null || value <= most)) return undefined;
    const bounds = most === null ? `at least ${least}` : `${least}–${most}`;
    return { message: `${figure.key}: ${known.name} is ${bounds}, got ${value}` };
  },

  examples: {
    invalid: files`
      -- success.alert-incident.json --
      { "metric_type": "call_success_rate", "current_value": 104, "previous_value": 90 }
                                                             ^^^
                                              | info: current_value: call_success_rate is 0–100, got 104
      -- cost.alert-incident.json --
      {
        "metric_type": "total_call_cost",
        "current_value": -3.5
                         ^^^^ info: current_value: total_call_cost is at least 0, got -3.5
      }
    `,
    valid: files`
      -- success.alert-incident.json --
      { "metric_type": "call_success_rate", "current_value": 0, "previous_value": 100 }
      -- latency.alert-incident.json --
      { "metric_type": "custom_function_latency", "current_value": 104000 }
    `,
  },
});

import { conditionOf, periodOf } from '../server/core/domain/metrics.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';

/** A night may pass without a call; a whole day hardly ever does. */
const day = 24 * 60 * 60 * 1000;

export default defineRule({
  id: 'relative-to-zero',
  group: 'alerts',
  severity: 'info',
  summary: 'A relative threshold on a metric whose previous value may be 0.',
  why: `
    A relative change divides by the value of the previous period. Failure counts are 0 on a good day, and what the
    alert then does is not specified; it may miss the first failures. Use an absolute threshold.
  `,
  spec: 'Alert rule, alert incident',
  clause: 'Alert rule, alert incident: threshold_type: relative to the previous period',
  at: { 'alert-rule': '', 'alert-rule-response': '' },

  check(alert) {
    const condition = conditionOf(alert);
    if (!condition?.relative || condition.metric.kind !== 'count') return undefined;
    const { metric } = condition;
    const window = periodOf('window', alert.get('window').value);
    if (metric.good !== 'down' && (window === undefined || window >= day)) return undefined;
    const when = metric.good === 'down' ? 'while nothing fails' : `in a quiet ${alert.get('window').value}`;
    return {
      at: alert.get('threshold_type'),
      message: `threshold_type: ${metric.name} is 0 ${when}, and a relative change from 0 is undefined`,
    };
  },

  examples: {
    invalid: files`
      -- transfers.alert-rule.json --
      {
        "metric_type": "transfer_call_failure_count",
        "threshold_type": "relative",
                          ^^^^^^^^^^ info: threshold_type: transfer_call_failure_count is 0 while nothing fails, and
                                   | a relative change from 0 is undefined
        "threshold_value": 50, "comparator": ">",
        "window": "24h"
      }
      -- calls.alert-rule.json --
      {
        "metric_type": "call_count",
        "threshold_type": "relative",
                          ^^^^^^^^^^ info: threshold_type: call_count is 0 in a quiet 5m, and a relative change from
                                   | 0 is undefined
        "threshold_value": 300, "comparator": ">",
        "window": "5m"
      }
    `,
    valid: files`
      -- transfers.alert-rule.json --
      {
        "metric_type": "transfer_call_failure_count", "threshold_type": "absolute", "threshold_value": 5,
        "comparator": ">",
        "window": "24h"
      }
      -- calls.alert-rule.json --
      {
        "metric_type": "call_count", "threshold_type": "relative", "threshold_value": 300,
        "comparator": ">",
        "window": "24h"
      }
      -- cost.alert-rule.json --
      {
        "metric_type": "total_call_cost", "threshold_type": "relative", "threshold_value": 50,
        "comparator": ">",
        "window": "1h"
      }
    `,
  },
});

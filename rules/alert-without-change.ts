import { compare, conditionOf, verdictOf } from '../server/core/domain/metrics.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'alert-without-change',
  group: 'alerts',
  severity: 'info',
  summary: 'A relative alert fires even if nothing changes.',
  why: `
    A relative threshold is compared with the change since the previous period in percent, and a drop is negative.
    "Less than 20" is therefore true for no change at all, so the alert keeps firing and gets ignored. To detect a
    drop of 20 %, compare with \`-20\`.
  `,
  spec: 'domain',
  at: { 'alert-rule': '', 'alert-rule-response': '' },

  check(alert) {
    const condition = conditionOf(alert);
    if (!condition?.relative || verdictOf(condition) || !compare(0, condition.operator, condition.threshold))
      return undefined;
    const { operator, threshold, metric } = condition;
    const value = alert.get('threshold_value'),
      opposite = { ...condition, threshold: -threshold };
    return {
      at: value,
      message: `fires even if ${metric.name} does not change: 0 % is ${operator} ${threshold} %`,
      // nothing can drop by more than 100 %
      fix: threshold !== 0 && !verdictOf(opposite) ? set(value, -threshold, { title: `Use ${-threshold}` }) : undefined,
    };
  },

  examples: {
    invalid: files`
      -- calls.alert-rule.json --
      {
        "metric_type": "call_count", "threshold_type": "relative",
        "threshold_value": 20,
                           ^^ info: fires even if call_count does not change: 0 % is < 20 %
      => "threshold_value": -20,
        "comparator": "<"
      }
      -- cost.alert-rule.json --
      {
        "metric_type": "total_call_cost", "threshold_type": "relative",
        "threshold_value": 0,
                           ^ info: fires even if total_call_cost does not change: 0 % is >= 0 %
        "comparator": ">="
      }
      -- more.alert-rule.json --
      {
        "metric_type": "call_count", "threshold_type": "relative",
        "threshold_value": 150,
                           ^^^ info: fires even if call_count does not change: 0 % is < 150 %
        "comparator": "<"
      }
    `,
    valid: files`
      -- calls.alert-rule.json --
      { "metric_type": "call_count", "threshold_type": "relative", "threshold_value": -20, "comparator": "<" }
      -- cost.alert-rule.json --
      { "metric_type": "total_call_cost", "threshold_type": "relative", "threshold_value": 0, "comparator": ">" }
      -- few.alert-rule.json --
      { "metric_type": "call_count", "threshold_type": "absolute", "threshold_value": 20, "comparator": "<" }
    `,
  },
});

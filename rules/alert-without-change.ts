import { compare, conditionOf, verdictOf } from '../server/core/domain/metrics.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'alert-without-change',
  severity: 'info',
  summary: 'A relative alert that fires when nothing changes.',
  why: `
    The alert fires even when nothing has changed, so soon nobody heeds it. A relative threshold is compared with the
    change against the previous period in percent, a fall being negative: "less than 20" holds for every change up to
    +20 %, and so for no change at all. To notice a fall by a fifth, compare with \`-20\`.
  `,
  spec: 'domain',
  at: { 'alert-rule': '', 'alert-rule-response': '' },

  check(alert) {
    const condition = conditionOf(alert);
    if (!condition?.relative || verdictOf(condition) || !compare(0, condition.operator, condition.threshold))
      return undefined;
    const { operator, threshold, metric } = condition;
    const value = alert.get('threshold_value');
    return {
      at: value,
      message: `fires even if ${metric.name} does not change: 0 % is ${operator} ${threshold} %`,
      ...(threshold !== 0 && {
        fix: { title: `Use ${-threshold}`, safe: false, edits: [{ set: value.pointer, to: -threshold }] },
      }),
    };
  },

  examples: {
    invalid: [
      {
        files: files`
        -- calls.alert-rule.json --
        {
          "name": "Calls fall by a fifth",
          "metric_type": "call_count",
          "threshold_type": "relative",
          "threshold_value": 20,
                             ^^ info: fires even if call_count does not change: 0 % is < 20 %
          "comparator": "<"
        }
        -- cost.alert-rule.json --
        {
          "name": "Cost rises",
          "metric_type": "total_call_cost",
          "threshold_type": "relative",
          "threshold_value": 0,
                             ^ info: fires even if total_call_cost does not change: 0 % is >= 0 %
          "comparator": ">="
        }
      `,
        fixed: files`
        -- calls.alert-rule.json --
        {
          "name": "Calls fall by a fifth",
          "metric_type": "call_count",
          "threshold_type": "relative",
          "threshold_value": -20,
          "comparator": "<"
        }
      `,
      },
    ],
    valid: [
      files`
      -- calls.alert-rule.json --
      {
        "name": "Calls fall by a fifth",
        "metric_type": "call_count",
        "threshold_type": "relative",
        "threshold_value": -20,
        "comparator": "<"
      }
      -- cost.alert-rule.json --
      { "name": "Cost rises", "metric_type": "total_call_cost", "threshold_type": "relative", "threshold_value": 0, "comparator": ">" }
      -- few.alert-rule.json --
      { "name": "Few calls", "metric_type": "call_count", "threshold_type": "absolute", "threshold_value": 20, "comparator": "<" }
    `,
    ],
  },
});

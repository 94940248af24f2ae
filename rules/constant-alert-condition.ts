import { conditionOf, inUnit, verdictOf } from '../server/core/domain/metrics.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'constant-alert-condition',
  group: 'alerts',
  severity: 'warning',
  summary: 'An alert condition is always true or never true.',
  why: `
    Rates are between 0 and 100; counts, latencies and costs are never negative; nothing can drop by more than 100 %.
    With a threshold outside that range the alert fires at every evaluation or never. Usually the comparator is
    flipped, or the threshold belongs to another metric.
  `,
  spec: 'domain',
  at: { 'alert-rule': '', 'alert-rule-response': '' },

  check(alert) {
    const condition = conditionOf(alert);
    const verdict = condition && verdictOf(condition);
    if (!condition || !verdict) return undefined;
    const {
      metric,
      operator,
      threshold,
      relative,
      range: [least, most],
    } = condition;
    const unit = relative ? 'percent' : metric.unit;
    const subject = relative ? `the change of ${metric.name}` : metric.name;
    const bounds = most === null ? `is at least ${inUnit(least, unit)}` : `is ${least}–${inUnit(most, unit)}`;
    const effect =
      verdict === 'always' ? 'is always true and the alert always fires' : 'is never true and the alert never fires';
    return {
      at: alert.get('threshold_value'),
      message: `threshold_value: ${subject} ${bounds}, so "${operator} ${threshold}" ${effect}`,
      related: [{ at: alert.get('comparator'), message: 'the comparison' }],
    };
  },

  examples: {
    invalid: files`
      -- success.alert-rule.json --
      {
        "metric_type": "call_success_rate", "threshold_type": "absolute",
        "threshold_value": 120,
                           ^^^ warning: threshold_value: call_success_rate is 0–100 %, so "< 120" is always true and
                             | the alert always fires
        "comparator": "<"
      }
      -- failures.alert-rule.json --
      {
        "metric_type": "custom_function_failure_count", "threshold_type": "absolute",
        "threshold_value": 0,
                           ^ warning: threshold_value: custom_function_failure_count is at least 0, so "< 0" is
                           | never true and the alert never fires
        "comparator": "lt"
      }
      -- calls.alert-rule.json --
      {
        "metric_type": "call_count", "threshold_type": "relative",
        "threshold_value": -150,
                           ^^^^ warning: threshold_value: the change of call_count is at least -100 %, so "<= -150"
                              | is never true and the alert never fires
        "comparator": "<="
      }
    `,
    valid: files`
      -- success.alert-rule.json --
      { "metric_type": "call_success_rate", "threshold_type": "absolute", "threshold_value": 100, "comparator": "<" }
      -- failures.alert-rule.json --
      {
        "metric_type": "custom_function_failure_count", "threshold_type": "absolute",
        "threshold_value": 0,
        "comparator": ">"
      }
      -- none.alert-rule.json --
      { "metric_type": "call_count", "threshold_type": "absolute", "threshold_value": 0, "comparator": "<=" }
      -- doubled.alert-rule.json --
      { "metric_type": "total_call_cost", "threshold_type": "relative", "threshold_value": 200, "comparator": ">=" }
    `,
  },
});

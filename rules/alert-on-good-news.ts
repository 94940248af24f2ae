import { conditionOf, verdictOf } from '../server/core/domain/metrics.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'alert-on-good-news',
  group: 'alerts',
  severity: 'warning',
  summary: 'An alert rule fires while everything is fine and stays silent during an outage.',
  why: `
    A high success rate and a low number of failures are good. An alert with this comparison fires as long as
    everything works and resolves when it breaks. Flip the comparator, unless you want to be notified of good news.
  `,
  spec: 'Alert rule, alert incident',
  clause: 'Alert rule, alert incident: metric_type',
  at: { 'alert-rule': '', 'alert-rule-response': '' },

  check(alert) {
    const condition = conditionOf(alert);
    if (!condition || condition.relative || verdictOf(condition)) return undefined;
    const { metric, operator, threshold } = condition;
    if (metric.good !== (operator.startsWith('>') ? 'up' : 'down')) return undefined;
    const comparator = alert.get('comparator');
    const turned = turn(comparator.string()!);
    return {
      at: comparator,
      message: `comparator: ${metric.name} ${operator} ${threshold} is the healthy state, so the alert fires while all is well`,
      // watching for too few failures can be deliberate: it notices that nothing runs at all
      ...(metric.good === 'down' && { severity: 'info' as const }),
      fix: set(comparator, turned, { title: `Use "${turned}"` }),
    };
  },

  examples: {
    invalid: files`
      -- success.alert-rule.json --
      {
        "metric_type": "call_success_rate", "threshold_type": "absolute", "threshold_value": 80,
        "comparator": ">"
                      ^^^ warning: comparator: call_success_rate > 80 is the healthy state, so the alert fires while
                        | all is well
      => "comparator": "<"
      }
      -- latency.alert-rule.json --
      {
        "metric_type": "custom_function_latency", "threshold_type": "absolute", "threshold_value": 2000,
        "comparator": "le"
                      ^^^^ info: comparator: custom_function_latency <= 2000 is the healthy state, so the alert
                         | fires while all is well
      => "comparator": "ge"
      }
    `,
    valid: files`
      -- success.alert-rule.json --
      { "metric_type": "call_success_rate", "threshold_type": "absolute", "threshold_value": 80, "comparator": "lt" }
      -- rise.alert-rule.json --
      { "metric_type": "call_success_rate", "threshold_type": "relative", "threshold_value": 30, "comparator": ">" }
      -- quiet.alert-rule.json --
      { "metric_type": "call_count", "threshold_type": "absolute", "threshold_value": 3, "comparator": "<" }
      -- cost.alert-rule.json --
      { "metric_type": "total_chat_cost", "threshold_type": "absolute", "threshold_value": 1, "comparator": "<" }
    `,
  },
});

/** The opposite comparison, in the same spelling. */
const turn = (comparator: string): string =>
  comparator.replace(/[<>]|^[gl]/, sign => ({ '<': '>', '>': '<', g: 'l', l: 'g' })[sign]!);

import { changeInPercent, compare, conditionOf, inUnit } from '../server/core/domain/metrics.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';

/** Figures are rounded for display, so a change this close to the threshold may have met it. */
const ROUNDING = 0.01;

export default defineRule({
  id: 'incident-below-threshold',
  group: 'alerts',
  severity: 'warning',
  summary: 'An alert incident does not meet its own condition.',
  why: `
    The value cannot have triggered the alert with this condition, so the incident explains nothing. The condition was
    changed afterwards, the comparator is flipped, or value and threshold have different units.
  `,
  spec: 'Alert rule, alert incident',
  clause: 'Alert rule, alert incident: incident: its own fields',
  at: { 'alert-incident': '' },

  check(incident) {
    const condition = conditionOf(incident);
    const currentAt = incident.get('current_value'),
      previousAt = incident.get('previous_value');
    const current = currentAt.number(),
      previous = previousAt.number();
    if (!condition || current === undefined) return undefined;
    const { metric, operator, threshold, relative } = condition;
    if (relative && previous === undefined) return undefined;
    // an impossible figure is metric-out-of-range's finding
    const [least, most] = metric.range;
    if ([current, ...(relative ? [previous!] : [])].some(figure => figure < least || figure > (most ?? Infinity)))
      return undefined;
    const value = relative ? changeInPercent(current, previous!) : current;
    if (
      value === undefined ||
      compare(value, operator, threshold) ||
      (relative && Math.abs(value - threshold) <= ROUNDING)
    )
      return undefined;
    const figure = relative
      ? `${current} is a change of ${Number(value.toFixed(2))} % from ${previous}, not ${operator} ${threshold} %`
      : `${inUnit(current, metric.unit)} is not ${operator} ${threshold}`;
    return {
      at: currentAt,
      message: `current_value: ${figure}, so it cannot have triggered the alert`,
      related: [{ at: incident.get('threshold_value'), message: 'the threshold' }],
    };
  },

  examples: {
    invalid: files`
      -- success.alert-incident.json --
      {
        "metric_type": "call_success_rate", "threshold_type": "absolute", "threshold_value": 80,
        "comparator": "<",
        "current_value": 91.5
                         ^^^^ warning: current_value: 91.5 % is not < 80, so it cannot have triggered the alert
      }
      -- cost.alert-incident.json --
      {
        "metric_type": "total_call_cost", "threshold_type": "relative", "threshold_value": 50,
        "comparator": "ge",
        "current_value": 130,
                         ^^^ warning: current_value: 130 is a change of 30 % from 100, not >= 50 %, so it cannot
                           | have triggered the alert
        "previous_value": 100
      }
    `,
    valid: files`
      -- success.alert-incident.json --
      {
        "metric_type": "call_success_rate", "threshold_type": "absolute", "threshold_value": 80,
        "comparator": "<",
        "current_value": 79
      }
      -- cost.alert-incident.json --
      {
        "metric_type": "total_call_cost", "threshold_type": "relative", "threshold_value": 50,
        "comparator": ">",
        "current_value": 15,
        "previous_value": 10
      }
      -- swapped.alert-incident.json --
      {
        "metric_type": "call_success_rate", "threshold_type": "absolute", "threshold_value": 80,
        "comparator": "<",
        "current_value": 180
      }
      -- first.alert-incident.json --
      {
        "metric_type": "call_count", "threshold_type": "relative", "threshold_value": 50,
        "comparator": ">",
        "current_value": 3,
        "previous_value": 0
      }
    `,
  },
});

import { changeInPercent, compare, conditionOf, formatFigure } from '../server/core/domain/metrics.ts';
import { defineRule } from '../server/core/engine/rule.ts';

/** The maximum rounding error of a figure. A change that is this close to the threshold may have met it. */
const ROUNDING = 0.01;

export default defineRule({
  id: 'incident-below-threshold',
  group: 'alerts',
  severity: 'warning',
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
    const { metric, operator, threshold, isRelative } = condition;
    if (isRelative && previous === undefined) return undefined;
    // metric-out-of-range reports an impossible figure
    const [minimum, maximum] = metric.range;
    if (
      [current, ...(isRelative ? [previous!] : [])].some(figure => figure < minimum || figure > (maximum ?? Infinity))
    )
      return undefined;
    const value = isRelative ? changeInPercent(current, previous!) : current;
    if (
      value === undefined ||
      compare(value, operator, threshold) ||
      (isRelative && Math.abs(value - threshold) <= ROUNDING)
    )
      return undefined;
    const figure = isRelative
      ? `${current} is a change of ${Number(value.toFixed(2))} % from ${previous}, not ${operator} ${threshold} %`
      : `${formatFigure(current, metric.unit)} is not ${operator} ${threshold}`;
    return {
      at: currentAt,
      message: `current_value: ${figure}, so it cannot have triggered the alert`,
      related: [{ at: incident.get('threshold_value'), message: 'the threshold' }],
    };
  },
});

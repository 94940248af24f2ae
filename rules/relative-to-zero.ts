import { conditionOf, periodOf } from '../server/core/domain/metrics.ts';
import { defineRule } from '../server/core/engine/rule.ts';

/** A day in milliseconds. A night without calls is common, a whole day is rare. */
const day = 24 * 60 * 60 * 1000;

export default defineRule({
  id: 'relative-to-zero',
  group: 'alerts',
  severity: 'info',
  spec: 'Alert rule, alert incident',
  clause: 'Alert rule, alert incident: threshold_type: relative to the previous period',
  at: { 'alert-rule': '', 'alert-rule-response': '' },

  check(alert) {
    const condition = conditionOf(alert);
    if (!condition?.isRelative || condition.metric.kind !== 'count') return undefined;
    const { metric } = condition;
    const window = periodOf('window', alert.get('window').value);
    if (metric.good !== 'down' && (window === undefined || window >= day)) return undefined;
    const situation = metric.good === 'down' ? 'while nothing fails' : `in a quiet ${alert.get('window').value}`;
    return {
      at: alert.get('threshold_type'),
      message: `threshold_type: ${metric.name} is 0 ${situation}, and a relative change from 0 is undefined`,
    };
  },
});

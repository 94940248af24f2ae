import { conditionOf, verdictOf } from '../server/core/domain/metrics.ts';
import { defineRule, set } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'alert-on-good-news',
  group: 'alerts',
  severity: 'warning',
  spec: 'Alert rule, alert incident',
  clause: 'Alert rule, alert incident: metric_type',
  at: { 'alert-rule': '', 'alert-rule-response': '' },

  check(alert) {
    const condition = conditionOf(alert);
    if (!condition || condition.isRelative || verdictOf(condition)) return undefined;
    const { metric, operator, threshold } = condition;
    if (metric.good !== (operator.startsWith('>') ? 'up' : 'down')) return undefined;
    const comparator = alert.get('comparator');
    const oppositeComparator = turn(comparator.string()!);
    return {
      at: comparator,
      message: `comparator: ${metric.name} ${operator} ${threshold} is the healthy state, so the alert fires while all is well`,
      // an alert on few failures can be deliberate, because it fires if there are no calls at all
      ...(metric.good === 'down' && { severity: 'info' as const }),
      fix: set(comparator, oppositeComparator, { title: `Use "${oppositeComparator}"` }),
    };
  },
});

/** The opposite operator in the same spelling. */
const turn = (comparator: string): string =>
  comparator.replace(/[<>]|^[gl]/, sign => ({ '<': '>', '>': '<', g: 'l', l: 'g' })[sign]!);

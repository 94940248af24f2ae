import { compare, conditionOf, verdictOf } from '../server/core/domain/metrics.ts';
import { defineRule, set } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'alert-without-change',
  group: 'alerts',
  severity: 'info',
  spec: 'domain',
  at: { 'alert-rule': '', 'alert-rule-response': '' },

  check(alert) {
    const condition = conditionOf(alert);
    if (!condition?.isRelative || verdictOf(condition) || !compare(0, condition.operator, condition.threshold))
      return undefined;
    const { operator, threshold, metric } = condition;
    const value = alert.get('threshold_value'),
      oppositeCondition = { ...condition, threshold: -threshold };
    return {
      at: value,
      message: `the alert fires even if ${metric.name} does not change: 0 % is ${operator} ${threshold} %`,
      // a metric cannot drop by more than 100 %
      fix:
        threshold !== 0 && !verdictOf(oppositeCondition)
          ? set(value, -threshold, { title: `Use ${-threshold}` })
          : undefined,
    };
  },
});

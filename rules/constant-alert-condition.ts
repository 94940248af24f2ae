import { conditionOf, formatFigure, verdictOf } from '../server/core/domain/metrics.ts';
import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'constant-alert-condition',
  group: 'alerts',
  severity: 'warning',
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
      isRelative,
      range: [minimum, maximum],
    } = condition;
    const unit = isRelative ? 'percent' : metric.unit;
    const subject = isRelative ? `the change of ${metric.name}` : metric.name;
    const bounds =
      maximum === null ? `is at least ${formatFigure(minimum, unit)}` : `is ${minimum}–${formatFigure(maximum, unit)}`;
    const effect =
      verdict === 'always' ? 'is always true and the alert always fires' : 'is never true and the alert never fires';
    return {
      at: alert.get('threshold_value'),
      message: `threshold_value: ${subject} ${bounds}, so "${operator} ${threshold}" ${effect}`,
      related: [{ at: alert.get('comparator'), message: 'the comparison' }],
    };
  },
});

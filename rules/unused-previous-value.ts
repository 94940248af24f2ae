import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unused-previous-value',
  group: 'alerts',
  aliases: ['needless-previous-value'],
  severity: 'info',
  spec: 'Alert rule, alert incident',
  clause: 'Alert rule, alert incident: incident: previous_value is for relative thresholds',
  shows: 'unnecessary',
  at: { 'alert-incident': '/previous_value' },

  check(previous) {
    const type = previous.sibling('threshold_type');
    if (previous.number() === undefined || type.value !== 'absolute') return undefined;
    return {
      message: 'previous_value: no effect while threshold_type is "absolute"',
      related: [{ at: type, message: 'threshold_type is "absolute" here' }],
    };
  },
});

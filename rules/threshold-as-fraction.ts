import { conditionOf } from '../server/core/domain/metrics.ts';
import { withoutError } from '../server/core/domain/weights.ts';
import { defineRule, set, type Cursor, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'threshold-as-fraction',
  group: 'alerts',
  aliases: ['fraction-for-percent'],
  severity: 'warning',
  spec: 'domain',
  at: { 'alert-rule': '', 'alert-rule-response': '' },

  check(alert) {
    const condition = conditionOf(alert);
    if (!condition) return undefined;
    const { metric, threshold, isRelative } = condition;
    if (!isRelative && metric.unit === 'ms' && threshold > 0 && threshold <= LONGEST_IN_SECONDS)
      return problem(alert, withoutError(threshold * 1000), `${threshold} ms, not ${threshold} s`);
    const percent = isRelative || metric.unit === 'percent';
    if (!percent || threshold === 0 || Math.abs(threshold) >= 1 || (threshold < 0 && !isRelative)) return undefined;
    const replacement = withoutError(threshold * 100);
    const contacts = metric.channel === 'chat' ? 'chats' : 'calls';
    const description = isRelative ? `a change of ${threshold} %` : `${threshold} % of ${contacts}`;
    return problem(alert, replacement, `${description}, not ${replacement} %`);
  },
});

/**
 * The highest threshold that is read as seconds: on average, no function answers over the network within this number
 * of milliseconds.
 */
const LONGEST_IN_SECONDS = 20;

const problem = (alert: Cursor, replacement: number, meaning: string): Problem => ({
  at: alert.get('threshold_value'),
  message: `threshold_value: ${alert.get('threshold_value').value} means ${meaning}; did you mean ${replacement}?`,
  fix: set(alert.get('threshold_value'), replacement, { title: `Use ${replacement}` }),
});

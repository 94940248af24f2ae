import { conditionOf } from '../server/core/domain/metrics.ts';
import { exact } from '../server/core/domain/weights.ts';
import { defineRule } from '../server/core/engine/rule.ts';
import { set } from '../server/core/engine/fixes.ts';

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
    const { metric, threshold, relative } = condition;
    const percent = relative || metric.unit === 'percent';
    if (!percent || threshold === 0 || Math.abs(threshold) >= 1 || (threshold < 0 && !relative)) return undefined;
    const replacement = exact(threshold * 100);
    const contacts = metric.channel === 'chat' ? 'chats' : 'calls';
    const what = (percent: number): string => (relative ? `a change of ${percent} %` : `${percent} % of ${contacts}`);
    return {
      at: alert.get('threshold_value'),
      message: `threshold_value: ${threshold} means ${what(threshold)}, not ${replacement} %; did you mean ${replacement}?`,
      fix: set(alert.get('threshold_value'), replacement, { title: `Use ${replacement}` }),
    };
  },
});

import { periodOf } from '../server/core/domain/metrics.ts';
import { defineRule, duration, set } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'alert-blind-spot',
  group: 'alerts',
  severity: 'warning',
  spec: 'Alert rule, alert incident',
  clause: 'Alert rule, alert incident: frequency, window',
  at: { 'alert-rule': '', 'alert-rule-response': '' },

  check(alert) {
    const frequency = alert.get('frequency'),
      window = alert.get('window');
    const interval = periodOf('frequency', frequency.value),
      span = periodOf('window', window.value);
    if (interval === undefined || span === undefined || interval <= span) return undefined;
    const canTrigger = periodOf('frequency', window.value) !== undefined;
    return {
      at: frequency,
      message:
        `frequency: ${frequency.value} is longer than window ${window.value}, ` +
        `so ${spellDuration(interval - span)} of every ${frequency.value} goes unchecked`,
      related: [{ at: window, message: 'each evaluation covers this much' }],
      fix: canTrigger ? set(frequency, window.value!, { title: `Evaluate every ${window.value}` }) : undefined,
    };
  },
});

/** A time in the format of `frequency` and `window`: `11h 55m`. */
const spellDuration = (ms: number): string => duration(ms).replace(/(\d+) ([a-z])[a-z]*/g, '$1$2');

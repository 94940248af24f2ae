import { periodOf } from '../server/core/domain/metrics.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { duration } from '../server/core/wording.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'alert-blind-spot',
  group: 'alerts',
  severity: 'warning',
  summary: 'An alert rule is evaluated less often than its window is long.',
  why: `
    Each evaluation covers the last \`window\`, and the next one runs after \`frequency\`. If \`frequency\` is longer,
    the time in between is never checked: with \`24h\` and \`1h\`, an outage is noticed only if it falls into one hour
    of the day. Evaluate at least once per window. A long window that is evaluated often is fine.
  `,
  spec: 'Alert rule, alert incident',
  clause: 'Alert rule, alert incident: frequency, window',
  at: { 'alert-rule': '', 'alert-rule-response': '' },

  check(alert) {
    const frequency = alert.get('frequency'),
      window = alert.get('window');
    const every = periodOf('frequency', frequency.value),
      span = periodOf('window', window.value);
    if (every === undefined || span === undefined || every <= span) return undefined;
    const canFollow = periodOf('frequency', window.value) !== undefined;
    return {
      at: frequency,
      message:
        `frequency: ${frequency.value} is longer than window ${window.value}, ` +
        `so ${spelled(every - span)} of every ${frequency.value} goes unchecked`,
      related: [{ at: window, message: 'each evaluation covers this much' }],
      fix: canFollow ? set(frequency, window.value!, { title: `Evaluate every ${window.value}` }) : undefined,
    };
  },

  examples: {
    invalid: files`
      -- transfers.alert-rule.json --
      { "frequency": "24h", "window": "1h" }
                     ^^^^^ warning: frequency: 24h is longer than window 1h, so 23h of every 24h goes unchecked
      => { "frequency": "1h", "window": "1h" }
    `,
    valid: files`
      -- transfers.alert-rule.json --
      { "frequency": "1h", "window": "1h" }
      -- calls.alert-rule.json --
      { "frequency": "1m", "window": "7d" }
      -- past.alert-incident.json --
      { "alert_incident_id": "incident_1", "frequency": "24h", "window": "1h" }
    `,
  },
});

/** Formats a time the way `frequency` and `window` spell it: `11h 55m`. */
const spelled = (ms: number): string => duration(ms).replace(/(\d+) ([a-z])[a-z]*/g, '$1$2');

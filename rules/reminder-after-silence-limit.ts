import { effectiveValue, effectiveNumber } from '../server/core/domain/settings.ts';
import { defineRule, duration, property } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'reminder-after-silence-limit',
  group: 'settings',
  severity: 'warning',
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: ['Agent settings: reminder_trigger_ms: positive', 'Agent settings: end_call_after_silence_ms'],
  comparesSettings: true,
  at: { 'agent-settings': '' },
  when: () => settings => {
    const reminder = property(settings, 'reminder_trigger_ms'),
      silence = property(settings, 'end_call_after_silence_ms');
    if (reminder === undefined && silence === undefined) return false;
    return !(typeof reminder === 'number' && typeof silence === 'number' && reminder < silence);
  },

  check(settings) {
    const trigger = settings.get('reminder_trigger_ms'),
      limit = settings.get('end_call_after_silence_ms');
    const reminder = effectiveNumber(trigger),
      silence = effectiveNumber(limit);
    if (
      reminder === undefined ||
      silence === undefined ||
      reminder < silence ||
      effectiveValue(settings.get('reminder_max_count')) === 0
    )
      return undefined;
    // out-of-range reports an invalid limit
    if (silence < (limit.marks.minimum ?? 0)) return undefined;
    const [cursor, otherField] = trigger.exists ? [trigger, limit] : [limit, trigger];
    return {
      at: cursor,
      message: `${cursor.key}: the call ends after ${duration(silence)} of silence, so the reminder at ${duration(reminder)} never comes`,
      help: 'lower reminder_trigger_ms or raise end_call_after_silence_ms',
      ...(otherField.exists && {
        related: [
          {
            at: otherField,
            message: trigger.exists ? 'the silence that ends the call' : 'the silence before a reminder',
          },
        ],
      }),
    };
  },
});

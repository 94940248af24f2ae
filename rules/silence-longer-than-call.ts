import { effectiveNumber } from '../server/core/domain/settings.ts';
import { defineRule, duration, property } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'silence-longer-than-call',
  group: 'settings',
  severity: 'warning',
  spec: 'Limits',
  clause: ['Agent settings: end_call_after_silence_ms', 'Agent settings: max_call_duration_ms: ends the call'],
  comparesSettings: true,
  at: { 'agent-settings': '/end_call_after_silence_ms' },
  when: (_, __, sibling) => {
    const defaultValue = sibling('max_call_duration_ms').default;
    return (silence, holder) => {
      const limit = property(holder, 'max_call_duration_ms') ?? defaultValue;
      return typeof silence === 'number' && typeof limit === 'number' && silence > limit;
    };
  },

  check(node) {
    const silence = node.number()!;
    const maximum = node.sibling('max_call_duration_ms');
    const limit = effectiveNumber(maximum);
    if (limit === undefined || limit < (maximum.marks.minimum ?? 0)) return undefined;
    return {
      ...(silence === node.marks.default && { severity: 'info' }),
      message: `${node.label}: ${duration(silence)} is longer than a call may last (${duration(limit)}), so silence never ends it`,
      ...(maximum.exists && { related: [{ at: maximum, message: 'the longest a call may last' }] }),
    };
  },
});

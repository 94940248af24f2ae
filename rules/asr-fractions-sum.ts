import { withoutError, sumOf, TOLERANCE } from '../server/core/domain/weights.ts';
import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'asr-fractions-sum',
  group: 'values',
  severity: 'error',
  spec: 'Other shapes',
  clause: 'Other shapes: ASR split: only when split; three required fields, sum 1, sorted',
  at: { 'asr-routing': '/split' },

  check(shares) {
    const items = shares.items(),
      fractions = items.flatMap(item => item.get('fraction').number() ?? []);
    if (items.length === 0 || fractions.length < items.length || fractions.some(part => part < 0 || part > 1))
      return undefined;
    const sum = sumOf(fractions);
    if (Math.abs(sum - 1) <= TOLERANCE) return undefined;
    return { message: `split: expected fractions that add up to 1, got ${withoutError(sum)}` };
  },
});

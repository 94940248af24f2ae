import { defineRule, set, type Json } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unsorted-asr-split',
  group: 'values',
  severity: 'warning',
  spec: 'Other shapes',
  clause: 'Other shapes: ASR split: only when split; three required fields, sum 1, sorted',
  at: { 'asr-routing': '/split' },

  check(shares) {
    const items = shares.items();
    const fraction = (i: number): number | undefined => items[i]?.get('fraction').number();
    const index = items.findIndex((_, i) => (fraction(i) ?? NaN) > (fraction(i - 1) ?? NaN));
    if (index < 1 || items.some((_, i) => fraction(i) === undefined)) return undefined;
    const sortedShares = items
      .toSorted((a, b) => b.get('fraction').number()! - a.get('fraction').number()!)
      .map(item => item.value as Json);
    return {
      at: items[index]!.get('fraction'),
      message: `split: expected the largest fraction first, got ${fraction(index)} after ${fraction(index - 1)}`,
      related: [{ at: items[index - 1]!.get('fraction'), message: 'the smaller fraction' }],
      fix: set(shares, sortedShares, { title: 'Sort the shares' }),
    };
  },
});

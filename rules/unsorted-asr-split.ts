import { defineRule } from '../server/core/engine/rule.ts';
import type { Json } from '../server/core/json/json.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'unsorted-asr-split',
  group: 'values',
  severity: 'warning',
  spec: 'Other shapes',
  clause: 'Other shapes: ASR split: only when split; three required fields, sum 1, sorted',
  at: { 'asr-routing': '/split' },

  check(split) {
    const items = split.items();
    const fraction = (i: number): number | undefined => items[i]?.get('fraction').number();
    const at = items.findIndex((_, i) => (fraction(i) ?? NaN) > (fraction(i - 1) ?? NaN));
    if (at < 1 || items.some((_, i) => fraction(i) === undefined)) return undefined;
    const sorted = items
      .toSorted((a, b) => b.get('fraction').number()! - a.get('fraction').number()!)
      .map(item => item.value as Json);
    return {
      at: items[at]!.get('fraction'),
      message: `split: expected the largest fraction first, got ${fraction(at)} after ${fraction(at - 1)}`,
      related: [{ at: items[at - 1]!.get('fraction'), message: 'the smaller fraction' }],
      fix: set(split, sorted, { title: 'Sort the shares' }),
    };
  },
});

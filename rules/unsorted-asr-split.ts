import { defineRule, files } from '../server/core/engine/rule.ts';
import type { Json } from '../server/core/json/json.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'unsorted-asr-split',
  group: 'values',
  severity: 'warning',
  summary: 'The shares of an ASR split are not sorted.',
  why: `
    Shares are sorted by \`fraction\`, largest first, and readers assume that the first one is dominant. A file in
    another order was not written by the platform.
  `,
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

  examples: {
    invalid: files`
      -- fast.asr-routing.json --
      {
        "endpointing_ms": 100,
        "split": [
          { "provider": "azure", "endpointing_ms": 200, "fraction": 0.3 },
       => { "provider": "deepgram", "endpointing_ms": 100, "fraction": 0.7 },
          { "provider": "deepgram", "endpointing_ms": 100, "fraction": 0.7 }
                                                                       ^^^
                                              | warning: split: expected the largest fraction first, got 0.7 after
                                              | 0.3
       => { "provider": "azure", "endpointing_ms": 200, "fraction": 0.3 }
        ]
      }
    `,
    valid: files`
      -- fast.asr-routing.json --
      {
        "endpointing_ms": 100,
        "split": [
          { "endpointing_ms": 100, "fraction": 0.4 },
          { "endpointing_ms": 200, "fraction": 0.3 },
          { "endpointing_ms": 500, "fraction": 0.3 }
        ]
      }
    `,
  },
});

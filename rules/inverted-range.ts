import { defineRule, files } from '../server/core/engine/rule.ts';
import { count } from '../server/core/wording.ts';

export default defineRule({
  id: 'inverted-range',
  group: 'values',
  severity: 'warning',
  summary: 'A range filter matches no number.',
  why: `
    A range filter takes two numbers, the lower one first. With the ends swapped nothing is between them, so the alert
    counts nothing.
  `,
  spec: 'domain',
  at: { 'range-filter': '/value' },

  check(range) {
    if (!range.isArray || range.within('alert-incident')) return undefined;
    const ends = range.items();
    if (ends.length === 0) return undefined;
    if (ends.length !== 2) return { message: `value: expected [low, high], got ${count(ends.length, 'item')}` };
    const [low, high] = ends.map(end => end.number());
    if (low === undefined || high === undefined || low <= high) return undefined;
    return {
      message: `empty range ${low}–${high}; did you mean [${high}, ${low}]?`,
      fix: {
        title: `Use [${high}, ${low}]`,
        safe: false,
        edits: [
          { set: ends[0]!.pointer, to: high },
          { set: ends[1]!.pointer, to: low },
        ],
      },
    };
  },

  examples: {
    invalid: files`
      -- refunds.alert-rule.json --
      {
        "filter": {
          "custom_analysis_data": [
            { "key": "refund_amount", "type": "range", "op": "bt", "value": [500, 100] },
                                                                            ^
                                              | warning: empty range 500–100; did you mean [100, 500]?
         => { "key": "refund_amount", "type": "range", "op": "bt", "value": [100, 500] },
            { "key": "waiting_minutes", "type": "range", "op": "bt", "value": [30] }
                                                                              ^
                                              | warning: value: expected [low, high], got 1 item
          ]
        }
      }
    `,
    valid: files`
      -- refunds.alert-rule.json --
      {
        "filter": {
          "custom_analysis_data": [
            { "key": "refund_amount", "type": "range", "op": "bt", "value": [100, 500] },
            { "key": "waiting_minutes", "type": "range", "op": "bt", "value": [30, 30] },
            { "key": "items", "type": "range", "op": "bt", "value": [] }
          ]
        }
      }
    `,
  },
});

import { defineRule } from '../server/core/engine/rule.ts';
import { count } from '../server/core/wording.ts';

export default defineRule({
  id: 'inverted-range',
  group: 'values',
  severity: 'warning',
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
});

import { count, defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'inverted-range',
  group: 'values',
  severity: 'warning',
  spec: 'domain',
  at: { 'range-filter': '/value' },

  check(range) {
    if (!range.isArray || range.within('alert-incident')) return undefined;
    const bounds = range.items();
    if (bounds.length === 0) return undefined;
    if (bounds.length !== 2) return { message: `value: expected [low, high], got ${count(bounds.length, 'item')}` };
    const [minimum, maximum] = bounds.map(end => end.number());
    if (minimum === undefined || maximum === undefined || minimum <= maximum) return undefined;
    return {
      message: `empty range ${minimum}–${maximum}; did you mean [${maximum}, ${minimum}]?`,
      fix: {
        title: `Use [${maximum}, ${minimum}]`,
        safe: false,
        edits: [
          { set: bounds[0]!.pointer, to: maximum },
          { set: bounds[1]!.pointer, to: minimum },
        ],
      },
    };
  },
});

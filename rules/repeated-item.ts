import { canonical, defineSchemaRule, listed, repeatsIn, show } from '../server/core/engine/rule.ts';

export default defineSchemaRule({
  id: 'repeated-item',
  group: 'values',
  severity: 'error',
  spec: 'Agent settings (request shape, also returned in the agent)',
  violates: ['uniqueItems'],

  check(node) {
    const repeats = [...repeatsIn(node.items(), ({ value }) => canonical(value!))];
    if (repeats.length === 0) return undefined;
    const [[first, original], ...furtherItems] = repeats as [(typeof repeats)[0], ...typeof repeats];
    const names = [...new Set(repeats.map(([item]) => show(item.value)))];
    return {
      at: first,
      formerPlace: node,
      message: `${node.label}: expected unique items, got ${listed(names, 'and', 3)} more than once`,
      related: [
        { at: original, message: 'first listed here' },
        ...furtherItems.map(([item]) => ({ at: item, message: `${show(item.value)} repeated` })),
      ],
      fix: {
        title: `Remove the ${repeats.length === 1 ? 'repeated item' : 'repeated items'}`,
        safe: true,
        edits: repeats.map(([item]) => ({ remove: item.pointer })),
      },
    };
  },
});

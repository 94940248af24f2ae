import { count, defineRule, isArray, set } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'list-in-one-string',
  group: 'variables',
  aliases: ['list-in-one-text'],
  severity: 'warning',
  spec: 'domain',
  at: {
    'string-analysis-data': '/examples',
    'enum-analysis-data': '/choices',
  },
  when: () => list => isArray(list) && list.length === 1,

  check(list) {
    const [onlyItem] = list.items();
    const text = onlyItem?.string();
    const node = list.parent;
    if (!onlyItem || !node || text === undefined) return undefined;
    // an address, a date or an amount may contain commas
    const separators = node.is('string-analysis-data') && /[\p{Lu}\d]/u.test(text) ? /[;|\n]/ : /[,;|\n]/;
    const values = text.split(separators).map(value => value.trim()),
      words = values.map(value => (value === '' ? 0 : value.split(/\s+/).length));
    // a sentence may contain commas, so several short values are required
    const minCount = node.is('enum-analysis-data') && words.every(count => count === 1) ? 2 : 3;
    if (values.length < minCount || words.some(count => count === 0 || count > 3)) return undefined;
    return {
      at: onlyItem,
      message: `${list.label}: one string holds ${count(values.length, 'value')}; make each its own item`,
      fix: set(list, values, { title: 'Write each value as an item' }),
    };
  },
});

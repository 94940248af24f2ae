import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'missing-pagination-key',
  group: 'values',
  severity: 'info',
  spec: 'Other shapes',
  clause: 'Other shapes: pages of a list',
  at: { 'paginated-response': '' },

  check(page) {
    const moreField = page.get('has_more'),
      key = page.get('pagination_key');
    if (moreField.value !== true || (key.exists && key.value !== '')) return undefined;
    return { at: moreField, message: 'has_more: true, but no pagination_key, so the next page cannot be fetched' };
  },
});

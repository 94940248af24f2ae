import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'empty-query',
  group: 'flows',
  severity: 'info',
  spec: 'Agent list item and list filter',
  clause: 'Agent list item and list filter: list filter: query is a text',
  at: { 'agent-list-filter': '/query' },

  check(query) {
    return query.value === '' ? { message: 'query: empty, so it matches every agent' } : undefined;
  },
});

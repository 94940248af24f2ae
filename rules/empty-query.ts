import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'empty-query',
  group: 'flows',
  severity: 'info',
  summary: 'An agent list filter has an empty query.',
  why: `
    Every name contains the empty string, so the filter keeps every agent. Remove \`query\` to say that you do not
    want to search.
  `,
  spec: 'Agent list item and list filter',
  clause: 'Agent list item and list filter: list filter: query is a text',
  at: { 'agent-list-filter': '/query' },

  check(query) {
    return query.value === '' ? { message: 'query: empty, so it matches every agent' } : undefined;
  },

  examples: {
    invalid: files`
      -- voice.agent-list-filter.json --
      {
        "channel": { "type": "string", "op": "eq", "value": "voice" },
        "query": ""
                 ^^ info: query: empty, so it matches every agent
      }
    `,
    valid: files`
      -- voice.agent-list-filter.json --
      { "channel": { "type": "string", "op": "eq", "value": "voice" }, "query": "desk" }
    `,
  },
});

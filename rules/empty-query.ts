import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'empty-query',
  severity: 'info',
  summary: 'A search text that every agent matches.',
  why: `
    The filter keeps every agent, because every name contains the empty text. \`query\` keeps the agents whose name or
    id contains it; leave it out to say that no text is asked for.
  `,
  spec: 'Agent list item and list filter',
  clause: 'Agent list item and list filter: list filter: query is a text',
  at: { 'agent-list-filter': '/query' },

  check(query) {
    return query.value === '' ? { message: 'query: empty, so it matches every agent' } : undefined;
  },

  examples: {
    invalid: [
      {
        files: files`
        -- voice.agent-list-filter.json --
        {
          "channel": { "type": "string", "op": "eq", "value": "voice" },
          "query": ""
                   ^^ info: query: empty, so it matches every agent
        }
      `,
      },
    ],
    valid: [
      files`
      -- voice.agent-list-filter.json --
      { "channel": { "type": "string", "op": "eq", "value": "voice" }, "query": "desk" }
    `,
    ],
  },
});

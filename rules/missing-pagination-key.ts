import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'missing-pagination-key',
  group: 'values',
  severity: 'info',
  summary: 'A page says there is more, but has no key for the next page.',
  why: `
    A page with \`has_more\` carries the \`pagination_key\` of the next one. Without it the list in this file is
    incomplete and cannot be continued, and checks against it (of tags, for example) see only part of the data.
  `,
  spec: 'Other shapes',
  clause: 'Other shapes: pages of a list',
  at: { 'paginated-response': '' },

  check(page) {
    const more = page.get('has_more'),
      key = page.get('pagination_key');
    if (more.value !== true || (key.exists && key.value !== '')) return undefined;
    return { at: more, message: 'has_more: true, but there is no pagination_key to fetch the next page' };
  },

  examples: {
    invalid: files`
      -- team.agent-list.json --
      {
        "items": [{ "agent_id": "agent_desk", "tags": {} }],
        "has_more": true
                    ^^^^ info: has_more: true, but there is no pagination_key to fetch the next page
      }
    `,
    valid: files`
      -- team.agent-list.json --
      { "items": [], "has_more": true, "pagination_key": "page_2" }
      -- all.agent-list.json --
      { "items": [], "has_more": false }
    `,
  },
});

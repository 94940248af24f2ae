import { defineSchemaRule, files } from '../server/core/engine/rule.ts';
import { count } from '../server/core/wording.ts';

export default defineSchemaRule({
  id: 'wrong-length',
  group: 'values',
  severity: 'error',
  summary: 'A string is too long or too short.',
  why: `
    The platform refuses the request. Length is counted in characters, so an accented letter or an emoji is one.
  `,
  spec: 'Limits',
  clause: 'Limits: the bounds above once more',
  violates: ['minLength', 'maxLength'],
  replaces: ['invalid-format'],

  check(node, violation) {
    const limit = Number(violation.params['limit']);
    const length = [...(node.string() ?? '')].length;
    // the validators count UTF-16 units; a character may take two
    if (violation.keyword === 'maxLength' && length <= limit) return undefined;
    if (violation.keyword === 'maxLength')
      return {
        message: `${node.label}: expected at most ${count(limit, 'character')}, got ${length}`,
        help: `${count(length - limit, 'character')} over the limit`,
      };
    return {
      message:
        length === 0
          ? `${node.label}: expected a non-empty string`
          : `${node.label}: expected at least ${count(limit, 'character')}, got ${length}`,
    };
  },

  examples: {
    invalid: files`
      -- friday.batch-call.json --
      {
        "tasks": [
          { "to_number": "", "override_agent_id": "agent_desk" },
                         ^^ to_number: expected a non-empty string
          { "override_agent_id": "agent_desk", "override_agent_version": "a-tag-with-a-very-long-name" }
                                                                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                                              | override_agent_version: expected at most 20 characters, got 27
        ]
      }
    `,
    valid: files`
      -- friday.batch-call.json --
      { "tasks": [{ "override_agent_version": "latest" }] }
    `,
  },
});

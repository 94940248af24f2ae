import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'empty-choices',
  severity: 'warning',
  summary: 'An analysis field has no choices to choose from.',
  why: `
    An analysis field without choices is never filled in, and where it is \`required\` every call counts as
    unsuccessful. A field of type \`enum\` is filled with one of its \`choices\`. List them, or make the field a
    \`string\`.
  `,
  spec: 'domain',
  at: { 'enum-analysis-data': '/choices' },

  check(choices) {
    if (!choices.isArray || choices.items().some(choice => choice.string()?.trim() !== '')) return;
    const field = choices.sibling('name').string(),
      count = choices.items().length;
    return {
      message:
        `analysis field ${field ? `"${field}" ` : ''}has ${count === 0 ? 'no choices' : 'only empty choices'}, ` +
        'so it is never filled',
    };
  },

  examples: {
    invalid: [
      {
        files: files`
        -- desk.agent.json --
        {
          "post_call_analysis_data": [
            { "type": "enum", "name": "reason", "description": "Why the caller called", "choices": [] },
                                                                                                   ^
                                                | warning: analysis field "reason" has no choices, so it is never filled
            { "type": "enum", "name": "mood", "description": "How the caller felt", "choices": ["", " "] }
                                                                                               ^
                                                | warning: analysis field "mood" has only empty choices, so it is never
                                                | filled
          ]
        }
      `,
      },
    ],
    valid: [
      files`
      -- desk.agent.json --
      {
        "post_call_analysis_data": [
          { "type": "enum", "name": "reason", "description": "Why the caller called", "choices": ["appointment", "other"] },
          { "type": "string", "name": "summary", "description": "What was said", "choices": [] }
        ]
      }
    `,
    ],
  },
});

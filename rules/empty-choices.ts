import { isArray } from '../server/core/json/json.ts';
import { show } from '../server/core/wording.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'empty-choices',
  group: 'settings',
  severity: 'warning',
  summary: 'An enum analysis field has no choices.',
  why: `
    A field of type \`enum\` is filled with one of its \`choices\`. Without choices it is never filled, and if it is
    \`required\`, every call counts as unsuccessful. Add choices, or use type \`string\`.
  `,
  spec: 'domain',
  at: { 'enum-analysis-data': '/choices' },
  when: () => choices =>
    isArray(choices) && !choices.some(choice => typeof choice !== 'string' || choice.trim() !== ''),

  check(choices) {
    const field = choices.sibling('name').string(),
      count = choices.items().length;
    return {
      message:
        `choices: ${count === 0 ? 'empty' : 'only empty strings'}, so ` +
        `${field ? `analysis field ${show(field)}` : 'the field'} is never filled`,
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "post_call_analysis_data": [
          { "type": "enum", "name": "reason", "choices": [] },
                                                         ^
                                              | warning: choices: empty, so analysis field "reason" is never filled
          { "type": "enum", "name": "mood", "choices": ["", " "] }
                                                       ^
                                              | warning: choices: only empty strings, so analysis field "mood" is
                                              | never filled
        ]
      }
    `,
    valid: files`
      -- desk.agent.json --
      {
        "post_call_analysis_data": [
          { "type": "enum", "name": "reason", "choices": ["appointment", "other"] },
          { "type": "string", "name": "summary", "choices": [] }
        ]
      }
    `,
  },
});

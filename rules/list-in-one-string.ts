import { isArray } from '../server/core/json/json.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { count } from '../server/core/wording.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'list-in-one-string',
  group: 'variables',
  aliases: ['list-in-one-text'],
  severity: 'warning',
  summary: 'One string holds several values that should be separate items.',
  why: `
    The model treats the whole string as one value: an enum field can then only be answered with the entire list, and
    examples show a list where one value is wanted. Make each value its own item.
  `,
  spec: 'domain',
  at: {
    'string-analysis-data': '/examples',
    'enum-analysis-data': '/choices',
  },
  when: () => list => isArray(list) && list.length === 1,

  check(list) {
    const [only] = list.items();
    const text = only?.string();
    const node = list.parent;
    if (!only || !node || text === undefined) return undefined;
    // an address, a date and an amount have commas too
    const separators = node.is('string-analysis-data') && /[\p{Lu}\d]/u.test(text) ? /[;|\n]/ : /[,;|\n]/;
    const values = text.split(separators).map(value => value.trim()),
      words = values.map(value => (value === '' ? 0 : value.split(/\s+/).length));
    // a sentence has commas too, so the values must be short and several
    const fewest = node.is('enum-analysis-data') && words.every(count => count === 1) ? 2 : 3;
    if (values.length < fewest || words.some(count => count === 0 || count > 3)) return undefined;
    return {
      at: only,
      message: `${list.label}: one string holds ${count(values.length, 'value')}; make each its own item`,
      fix: set(list, values, { title: 'Write each value as an item' }),
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "post_call_analysis_data": [
          { "type": "enum", "name": "mood", "choices": ["calm, upset, angry"] },
                                                        ^^^^^^^^^^^^^^^^^^^^
                                              | warning: choices: one string holds 3 values; make each its own item
       => { "type": "enum", "name": "mood", "choices": ["calm", "upset", "angry"] },
          { "type": "enum", "name": "agreed", "choices": ["Yes,No"] },
                                                          ^^^^^^^^
                                              | warning: choices: one string holds 2 values; make each its own item
       => { "type": "enum", "name": "agreed", "choices": ["Yes", "No"] },
          { "type": "string", "name": "pain", "examples": ["mild, moderate, severe"] },
                                                           ^^^^^^^^^^^^^^^^^^^^^^^^
                                              | warning: examples: one string holds 3 values; make each its own item
       => { "type": "string", "name": "pain", "examples": ["mild", "moderate", "severe"] },
          { "type": "string", "name": "city", "examples": ["Rome; Oslo; New York"] }
                                                           ^^^^^^^^^^^^^^^^^^^^^^
                                              | warning: examples: one string holds 3 values; make each its own item
       => { "type": "string", "name": "city", "examples": ["Rome", "Oslo", "New York"] }
        ]
      }
    `,
    valid: files`
      -- desk.agent.json --
      {
        "post_call_analysis_data": [
          { "type": "string", "name": "city", "examples": ["Rome, Italy", "Oslo"] },
          { "type": "string", "name": "home", "examples": ["12 Main Street, Springfield, IL 62701"] },
          { "type": "string", "name": "born", "examples": ["Rome, Lazio, Italy"] },
          { "type": "string", "name": "income", "examples": ["$1,250,000"] },
          { "type": "enum", "name": "other", "choices": ["other, please specify"] },
          { "type": "string", "name": "wish", "examples": ["I want to book, only in May, please call me"] }
        ]
      }
    `,
  },
});

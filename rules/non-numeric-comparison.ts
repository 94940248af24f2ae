import { hasVariable } from '../server/core/domain/fields.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { show } from '../server/core/wording.ts';

export default defineRule({
  id: 'non-numeric-comparison',
  group: 'flows',
  aliases: ['hollow-equation'],
  severity: 'warning',
  summary: 'An equation orders by a word, which has no number to compare.',
  why: `
    The operators \`<\`, \`<=\`, \`>\` and \`>=\` compare numbers. Against a word such as \`adult\` the result is
    meaningless, so the edge is not taken as intended and callers fall through to the else edge. Compare with a number
    or a date, use \`==\`, or write the condition as a prompt.
  `,
  spec: 'domain',
  at: { equation: '' },

  check(equation) {
    const right = equation.get('right'),
      operator = equation.get('operator').string() ?? '';
    const word = /^[<>]=?$/.test(operator) && equation.get('left').value !== '' ? right.string()?.trim() : undefined;
    if (word === undefined || /\d/.test(word[0] ?? '') || /^[-+.,\p{Sc}]/u.test(word) || hasVariable(word))
      return undefined;
    return { at: right, message: `${show(operator)} compares numbers, but ${show(right.value)} is not one` };
  },

  examples: {
    invalid: files`
      -- booking.flow-component.json --
      {
        "name": "Booking",
        "nodes": [
          {
            "id": "route", "type": "branch",
            "edges": [
              {
                "id": "adult",
                "transition_condition": {
                  "type": "equation",
                  "equations": [{ "left": "{{age}}", "operator": ">=", "right": "adult" }],
                                                                                ^^^^^^^
                                              | warning: ">=" compares numbers, but "adult" is not one
                  "operator": "&&"
                }
              }
            ]
          }
        ]
      }
    `,
    valid: files`
      -- booking.flow-component.json --
      {
        "name": "Booking",
        "nodes": [
          {
            "id": "route", "type": "branch",
            "edges": [
              {
                "id": "e1",
                "transition_condition": {
                  "type": "equation",
                  "equations": [{ "left": "age", "operator": ">=", "right": "18" }],
                  "operator": "&&"
                }
              },
              {
                "id": "e2",
                "transition_condition": {
                  "type": "equation",
                  "equations": [{ "left": "{{day}}", "operator": ">", "right": "2026-01-01" }],
                  "operator": "&&"
                }
              },
              {
                "id": "e3",
                "transition_condition": {
                  "type": "equation",
                  "equations": [{ "left": "{{due}}", "operator": ">", "right": "{{paid}}" }],
                  "operator": "&&"
                }
              },
              {
                "id": "e5",
                "transition_condition": {
                  "type": "equation",
                  "equations": [{ "left": "{{budget}}", "operator": "<", "right": "₹500" }],
                  "operator": "&&"
                }
              },
              {
                "id": "e4",
                "transition_condition": {
                  "type": "equation",
                  "equations": [{ "left": "{{answer}}", "operator": "==", "right": "adult" }],
                  "operator": "&&"
                }
              }
            ]
          }
        ]
      }
    `,
  },
});

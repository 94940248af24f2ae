import type { Cursor } from '../server/core/cursor.ts';
import { hasVariable } from '../server/core/domain/fields.ts';
import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import { show } from '../server/core/words.ts';

export default defineRule({
  id: 'hollow-equation',
  severity: 'warning',
  summary: 'A computed condition that can never be decided as it stands.',
  why: `
    The edge is never taken as it was meant, and callers go to the else edge instead. An edge with an equation is taken
    when its comparisons hold; a condition without comparisons, a comparison without one of its sides, or an order
    between a variable and a word cannot. Complete the comparison, or write the condition as a prompt. The platform
    takes at most 50 comparisons in a condition.
  `,
  spec: 'domain',
  at: { 'equation-condition': '/equations', equation: '' },

  check(node) {
    return node.isArray ? checkList(node) : checkEquation(node);
  },

  examples: {
    invalid: [
      {
        files: files`
        -- booking.flow-component.json --
        {
          "name": "Booking",
          "nodes": [
            {
              "id": "route",
              "type": "branch",
              "edges": [
                { "id": "e1", "transition_condition": { "type": "equation", "equations": [], "operator": "&&" } },
                                                                                         ^
                                                | warning: the condition has no equations, so nothing decides whether
                                                | the edge is taken
                {
                  "id": "e2",
                  "transition_condition": {
                    "type": "equation",
                    "equations": [{ "left": "", "operator": "==", "right": "yes" }],
                                            ^^ warning: the left side of the equation is empty, so there is nothing to
                                             | compare
                    "operator": "&&"
                  }
                },
                {
                  "id": "e3",
                  "transition_condition": {
                    "type": "equation",
                    "equations": [{ "left": "{{age}}", "operator": ">=" }],
                                  ^ warning: the equation has no right side, so there is nothing to compare "{{age}}"
                                  | with
                    "operator": "&&"
                  }
                },
                {
                  "id": "e4",
                  "transition_condition": {
                    "type": "equation",
                    "equations": [{ "left": "{{age}}", "operator": ">=", "right": "adult" }],
                                                                                  ^^^^^^^
                                                | warning: "{{age}}" >= "adult" asks for an order between a variable and
                                                | a word, so it does not hold as it was meant
                    "operator": "&&"
                  }
                }
              ]
            }
          ]
        }
      `,
      },
    ],
    valid: [
      files`
      -- booking.flow-component.json --
      {
        "name": "Booking",
        "nodes": [
          {
            "id": "route",
            "type": "branch",
            "edges": [
              {
                "id": "e1",
                "transition_condition": {
                  "type": "equation",
                  "equations": [{ "left": "{{name}}", "operator": "exists" }],
                  "operator": "&&"
                }
              },
              {
                "id": "e2",
                "transition_condition": {
                  "type": "equation",
                  "equations": [{ "left": "{{name}}", "operator": "==", "right": "" }],
                  "operator": "&&"
                }
              },
              {
                "id": "e3",
                "transition_condition": {
                  "type": "equation",
                  "equations": [{ "left": "age", "operator": ">=", "right": "18" }],
                  "operator": "&&"
                }
              },
              {
                "id": "e4",
                "transition_condition": {
                  "type": "equation",
                  "equations": [{ "left": "{{day}}", "operator": ">", "right": "2026-01-01" }],
                  "operator": "&&"
                }
              },
              {
                "id": "e5",
                "transition_condition": {
                  "type": "equation",
                  "equations": [{ "left": "{{due}}", "operator": ">", "right": "{{paid}}" }],
                  "operator": "&&"
                }
              },
              { "id": "e6", "transition_condition": { "type": "equation", "equations": ["{{status}} == \"found\""] } }
            ]
          }
        ]
      }
    `,
    ],
  },
});

function checkList(equations: Cursor): Problem | undefined {
  const count = equations.items().length;
  if (count === 0) return { message: 'the condition has no equations, so nothing decides whether the edge is taken' };
  const [, most] = equations.marks['x-known-range'] ?? [0, Infinity];
  return count > most
    ? { message: `the condition has ${count} equations, but the platform takes at most ${most}` }
    : undefined;
}

function checkEquation(equation: Cursor): Problem | undefined {
  const left = equation.get('left'),
    right = equation.get('right'),
    operator = equation.get('operator').string();
  if (left.value === '')
    return { at: left, message: 'the left side of the equation is empty, so there is nothing to compare' };
  if (
    !operator ||
    operator === 'exists' ||
    operator === 'not_exist' ||
    !equation.get('operator').marks['x-known-values']?.includes(operator)
  )
    return;
  if (right.value === undefined || right.value === null)
    return {
      at: right,
      message: `the equation has no right side, so there is nothing to compare ${show(left.value)} with`,
    };
  const word = /^[<>]=?$/.test(operator) ? right.string()?.trim() : undefined;
  if (word === undefined || /\d/.test(word[0] ?? '') || /^[-+.,$€£]/.test(word) || hasVariable(word)) return;
  return {
    at: right,
    message:
      `${show(left.value)} ${operator} ${show(right.value)} asks for an order between a variable and a word, ` +
      'so it does not hold as it was meant',
  };
}

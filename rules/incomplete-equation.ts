import type { Cursor } from '../server/core/cursor.ts';
import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import { show } from '../server/core/wording.ts';

export default defineRule({
  id: 'incomplete-equation',
  group: 'flows',
  severity: 'warning',
  summary: 'An equation has nothing to compare.',
  why: `
    A condition without equations, or an equation without one of its sides, decides nothing, so callers fall through
    to the else edge. Complete the equation, or write the condition as a prompt. A condition holds at most 50
    equations.
  `,
  spec: 'domain',
  at: { 'equation-condition': '/equations', equation: '' },

  check(node) {
    return node.isArray ? checkList(node) : checkEquation(node);
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
              { "id": "e1", "transition_condition": { "type": "equation", "equations": [], "operator": "&&" } },
                                                                                       ^
                                              | warning: equations: empty, so nothing decides whether the edge is
                                              | taken
              {
                "id": "e2",
                "transition_condition": {
                  "type": "equation",
                  "equations": [{ "left": "", "operator": "==", "right": "yes" }],
                                          ^^ warning: left: empty, so there is nothing to compare
                  "operator": "&&"
                }
              },
              {
                "id": "e3",
                "transition_condition": {
                  "type": "equation",
                  "equations": [
                    { "left": "{{age}}", "operator": ">=" },
                    ^ warning: right: missing, so there is nothing to compare "{{age}}" with
                    { "left": "{{age}}", "operator": "<", "right": null },
                                                                   ^^^^
                                              | warning: right: null, so there is nothing to compare "{{age}}" with
                    { "left": null, "operator": "exists" },
                              ^^^^ warning: left: null, so there is nothing to compare
                    { "left": " ", "operator": "exists" }
                              ^^^ warning: left: empty, so there is nothing to compare
                  ],
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
              { "id": "e3", "transition_condition": { "type": "equation", "equations": ["{{status}} == \"found\""] } }
            ]
          }
        ]
      }
    `,
  },
});

function checkList(equations: Cursor): Problem | undefined {
  const count = equations.items().length;
  if (count === 0) return { message: 'equations: empty, so nothing decides whether the edge is taken' };
  const [, most] = equations.marks['x-known-range'] ?? [0, Infinity];
  return count > most ? { message: `equations: expected at most ${most}, got ${count}` } : undefined;
}

function checkEquation(equation: Cursor): Problem | undefined {
  const left = equation.get('left'),
    right = equation.get('right'),
    operator = equation.get('operator').string();
  if (left.isNull || left.string()?.trim() === '')
    return { at: left, message: `left: ${left.isNull ? 'null' : 'empty'}, so there is nothing to compare` };
  if (
    !operator ||
    operator === 'exists' ||
    operator === 'not_exist' ||
    !equation.get('operator').marks['x-known-values']?.includes(operator)
  )
    return undefined;
  if (right.exists && !right.isNull) return undefined;
  const state = right.isNull ? 'null' : 'missing';
  return { at: right, message: `right: ${state}, so there is nothing to compare ${show(left.value)} with` };
}

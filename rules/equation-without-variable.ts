import { set } from '../server/core/engine/fixes.ts';
import { isSystemVariable } from '../server/core/domain/templates.ts';
import { scopeOf } from '../server/core/domain/variables.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { show } from '../server/core/wording.ts';

export default defineRule({
  id: 'equation-without-variable',
  group: 'flows',
  severity: 'warning',
  summary: 'The left side of an equation is the name of a variable without braces.',
  why: `
    Only \`{{name}}\` is replaced by the value of the variable. Without braces the name itself is compared, so the
    equation has the same result in every call. Only names that are variables here are reported.
  `,
  spec: 'domain',
  at: { equation: '/left' },
  when: () => value => typeof value === 'string' && value !== '' && !value.includes('{'),

  check(node, workspace) {
    const name = node.string()!.trim();
    if (name === '') return undefined;
    const { filled, used } = scopeOf(node, workspace);
    if (!filled.has(name) && !used.has(name) && !isSystemVariable(name)) return undefined;
    return {
      message: `${node.label}: ${show(name)} is compared as text; the variable is {{${name}}}`,
      fix: set(node, `{{${name}}}`, { title: `Use {{${name}}}` }),
    };
  },

  examples: {
    invalid: files`
      -- booking.flow-component.json --
      {
        "name": "Booking",
        "nodes": [
          {
            "id": "ask",
            "type": "extract_dynamic_variables",
            "variables": [{ "type": "number", "name": "age", "description": "Age of the caller" }],
            "edges": [
              {
                "id": "e1",
                "transition_condition": {
                  "type": "equation",
                  "equations": [{ "left": "age", "operator": ">=", "right": "18" }],
                                          ^^^^^ warning: left: "age" is compared as text; the variable is {{age}}
               => "equations": [{ "left": "{{age}}", "operator": ">=", "right": "18" }],
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
            "id": "route",
            "type": "branch",
            "edges": [
              {
                "id": "e1",
                "transition_condition": {
                  "type": "equation",
                  "equations": [
                    { "left": "{{age}}", "operator": ">=", "right": "18" },
                    { "left": "yes", "operator": "==", "right": "{{answer}}" }
                  ],
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

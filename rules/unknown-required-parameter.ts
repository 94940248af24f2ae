import type { Cursor } from '../server/core/cursor.ts';
import { isObject } from '../server/core/json/json.ts';
import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import { didYouMean, show } from '../server/core/wording.ts';

export default defineRule({
  id: 'unknown-required-parameter',
  group: 'values',
  severity: 'warning',
  summary: 'A required parameter of a tool is not among its properties.',
  why: `
    The model has to fill in a parameter of which it knows neither type nor description. Usually the property was
    renamed or removed. Correct the name in \`required\`, or describe the property.
  `,
  spec: 'domain',
  at: { 'custom-tool': '/parameters', 'llm-state-edge': '/parameters' },
  when: () => value => isObject(value),

  *check(node) {
    yield* unknownIn(node, 0);
  },

  examples: {
    invalid: files`
      -- desk.llm.json --
      {
        "general_prompt": "You book visits.",
        "general_tools": [
          {
            "type": "custom", "name": "find", "url": "https://api.clinic.example/find",
            "parameters": {
              "type": "object",
              "properties": { "order_id": { "type": "string" }, "who": { "type": "object", "properties": {}, "required": ["name"] } },
                                                                                                                          ^^^^^^
                                              | warning: required: no property "name" is described
              "required": ["order_ids"]
                           ^^^^^^^^^^^ warning: required: no property "order_ids" is described; did you mean "order_id"?
            }
          }
        ]
      }
    `,
    valid: files`
      -- desk.llm.json --
      {
        "general_prompt": "You book visits.",
        "general_tools": [
          {
            "type": "custom", "name": "find", "url": "https://api.clinic.example/find",
            "parameters": { "type": "object", "properties": { "order_id": { "type": "string" } }, "required": ["order_id"] }
          },
          { "type": "custom", "name": "list", "url": "https://api.clinic.example/list", "parameters": { "$ref": "#/x", "required": ["a"] } }
        ]
      }
    `,
  },
});

/** Deeper than any parameters that a model fills in. */
const DEEPEST = 20;

function* unknownIn(schema: Cursor, depth: number): Iterable<Problem> {
  const properties = schema.get('properties');
  // without properties they may be described elsewhere
  if (!properties.isObject || depth > DEEPEST) return;
  const names = properties.entries().map(({ key }) => key),
    known = new Set(names);
  for (const name of schema.get('required').items()) {
    const text = name.string();
    if (text !== undefined && !known.has(text))
      yield { at: name, message: `required: no property ${show(text)} is described${didYouMean(text, names)}` };
  }
  for (const property of properties.entries()) yield* unknownIn(property, depth + 1);
}

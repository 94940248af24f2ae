import type { Cursor } from '../server/core/cursor.ts';
import { defineRule, isObject, nearest, set, show, suggest, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unknown-required-parameter',
  group: 'values',
  severity: 'warning',
  spec: 'domain',
  at: { 'custom-tool': '/parameters', 'llm-state-edge': '/parameters' },
  when: () => value => isObject(value),

  *check(node) {
    yield* unknownParameters(node, 0);
  },
});

/** The maximum depth of parameters that is checked. No model fills in deeper parameters. */
const MAX_DEPTH = 20;

function* unknownParameters(schema: Cursor, depth: number): Iterable<Problem> {
  const properties = schema.get('properties');
  // without properties, the parameters may be described in another place
  if (!properties.isObject || depth > MAX_DEPTH) return;
  const names = properties.entries().map(({ key }) => key),
    parameters = new Set(names);
  for (const name of schema.get('required').items()) {
    const text = name.string();
    if (text === undefined || parameters.has(text)) continue;
    const similarProperty = nearest(text, names);
    yield {
      at: name,
      message: `required: no property ${show(text)} in properties${suggest(similarProperty)}`,
      fix: set(name, similarProperty),
    };
  }
  for (const property of properties.entries()) yield* unknownParameters(property, depth + 1);
}

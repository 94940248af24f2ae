import { enumValuesOf, itemInWords, valuesInWords, misnamedFields } from '../server/core/domain/fields.ts';
import { marksOf, rootOf, type ShapeName } from '../server/core/shapes/table.ts';
import { defineSchemaRule, listed, show, type Cursor, type Problem } from '../server/core/engine/rule.ts';

export default defineSchemaRule({
  id: 'missing-field',
  group: 'values',
  severity: 'error',
  spec: 'Resources and their fields',
  violates: ['required'],

  check(node, violation) {
    const name = String(violation.params['missingProperty']);
    const shape = violation.schemaPath.slice(0, violation.schemaPath.indexOf('#')) as ShapeName;
    const outerNoun = marksOf(rootOf(shape))['x-noun'],
      ownNoun = node.marks['x-noun'];
    // for an object in an inline schema, the message uses the noun of the enclosing shape
    const owner = (node.is(shape) ? (outerNoun ?? ownNoun) : (ownNoun ?? outerNoun)) ?? node.label;
    const misnamedKeys = misnamedFields(node);
    if (misnamedKeys.has(name)) return namedProblem(node, name, owner, misnamedKeys);
    const missingField = node.get(name);
    const help = valuesInWords(enumValuesOf(missingField));
    return { at: missingField, message: `${name}: missing, required in ${itemInWords(owner, node)}`, help };
  },
});

/** One problem for all required fields that have other names, at the first such field. */
function namedProblem(
  node: Cursor,
  name: string,
  owner: string,
  misnamedKeys: ReadonlyMap<string, string>,
): Problem | undefined {
  const names = [...misnamedKeys.keys()],
    keys = [...misnamedKeys.values()];
  if (name !== names[0]) return undefined;

  const quotedKeys = listed(
    keys.map(key => show(key)),
    'and',
  );
  return {
    at: node.get(name),
    message: `${listed(names, 'and')}: missing, required in ${owner}; found ${quotedKeys} instead`,
    related: keys.map(key => ({ at: node.get(key), key: true, message: 'written here instead' })),
    fix: {
      title: `Rename ${quotedKeys} to ${listed(names, 'and')}`,
      safe: false,
      edits: names.map((field, i) => ({ rename: node.get(keys[i]!).pointer, to: field })),
    },
  };
}

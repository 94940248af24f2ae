// The walk checks each entry of the shape table (`core/shapes/constraints.ts`), while ajv checks every schema that describes
// the place. Both are equivalent only if the table combines what several schemas say about one place; this verifies it
// when the table is made.
import { isDeepStrictEqual } from 'node:util';

const scalars = ['boolean', 'integer', 'number', 'string'];
const allTypes = ['null', ...scalars, 'array', 'object'];
/** The keywords that `constraints.ts` checks, besides type and keys. */
const checkedKeywords = [
  'enum',
  'const',
  'not',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
];
const silent = ['default', 'deprecated', 'patternProperties'];

/**
 * @param {object} node the entry
 * @param {{location: string, schema: object, unlessNull: boolean}[]} schemas each schema that describes it
 * @param {Map<string, string[]>} props the keys of all of them
 * @param {boolean} isVariant applied only to objects
 * @throws if the entry accepts or rejects other values than the schemas together
 */
export function constraintsAgree(node, schemas, props, isVariant) {
  const fail = (location, why) => {
    throw new Error(`${location}: ${why}; the walk cannot ask for it (server/build/constraints-agree.mjs)`);
  };
  const marks = node.marks ?? {},
    first = schemas[0].location;
  for (const keyword of Object.keys(marks))
    if (!keyword.startsWith('x-') && !checkedKeywords.includes(keyword) && !silent.includes(keyword))
      fail(first, `${keyword} is a keyword that it does not know`);
  for (const keyword of checkedKeywords)
    for (const { location, schema } of schemas)
      if (schema[keyword] !== undefined && !isDeepStrictEqual(schema[keyword], marks[keyword]))
        fail(location, `${keyword} is another than in ${first}`);

  const values = marks.enum ?? ('const' in marks ? [marks.const] : undefined);
  if (marks.enum && 'const' in marks) fail(first, 'enum and const');
  if (values?.some(value => typeof value === 'object' && value !== null)) fail(first, 'a value that is no scalar');
  if (marks.not && !isDeepStrictEqual(Object.keys(marks.not), ['const'])) fail(first, 'not of more than one value');
  for (const type of isVariant ? ['object'] : allTypes) {
    const binding = schemas.filter(({ unlessNull }) => type !== 'null' || !unlessNull);
    const isTaken = binding.every(({ schema }) => accepts(schema.type, type));
    if (isTaken !== accepts(node.types, type)) fail(first, `its schemas differ in whether they take the type ${type}`);
    const listing = binding.some(({ schema }) => schema.enum !== undefined || schema.const !== undefined);
    if (type === 'null' && isTaken && values && !values.includes(null) && !listing)
      fail(first, 'whether null may stand for one of its values is unclear');
  }
  for (const { location, schema } of schemas) {
    const { properties = {}, additionalProperties = true, patternProperties = {} } = schema;
    const otherNames = [...props.keys()].filter(name => !Object.hasOwn(properties, name));
    if (additionalProperties !== true && otherNames.length > 0)
      fail(location, `additionalProperties does not know of ${otherNames.join(', ')}`);
    if (additionalProperties !== true && schema.patternProperties) fail(location, 'patternProperties');
    for (const pattern of Object.values(patternProperties))
      if (Object.keys(pattern).some(keyword => keyword !== 'description' && !keyword.startsWith('x-')))
        fail(location, 'patternProperties that say what a value must be');
    const { type } = schema.items ?? {};
    if (schema.uniqueItems && !(scalars.includes(type) && type !== 'number'))
      fail(location, 'unique items that are no scalars');
  }
}

const accepts = (types, type) =>
  types === undefined || [types].flat().some(name => name === type || (name === 'number' && type === 'integer'));

// Checks the shape table when it is generated. A walk checks the constraints in an entry of the table
// (`core/shapes/constraints.ts`), but ajv checks every schema of the place. Both are equivalent only if the entry
// combines these schemas correctly.
import { isDeepStrictEqual } from 'node:util';

const scalars = ['boolean', 'integer', 'number', 'string'];
const allTypes = ['null', ...scalars, 'array', 'object'];
/** The keywords that `constraints.ts` checks, in addition to the type and the keys. */
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
 * @param {{location: string, schema: object, unlessNull: boolean}[]} schemas the schemas that describe the place
 * @param {Map<string, string[]>} props the keys in all these schemas
 * @param {boolean} isVariant whether the entry applies only to objects
 * @throws if the entry accepts other values than the schemas together
 */
export function constraintsAgree(node, schemas, props, isVariant) {
  const fail = (location, reason) => {
    throw new Error(`${location}: ${reason}; a walk cannot check it (server/build/constraints-agree.mjs)`);
  };
  const marks = node.marks ?? {},
    first = schemas[0].location;
  for (const keyword of Object.keys(marks))
    if (!keyword.startsWith('x-') && !checkedKeywords.includes(keyword) && !silent.includes(keyword))
      fail(first, `the keyword ${keyword} is not known`);
  for (const keyword of checkedKeywords)
    for (const { location, schema } of schemas)
      if (schema[keyword] !== undefined && !isDeepStrictEqual(schema[keyword], marks[keyword]))
        fail(location, `${keyword} differs from that in ${first}`);

  const values = marks.enum ?? ('const' in marks ? [marks.const] : undefined);
  if (marks.enum && 'const' in marks) fail(first, 'enum together with const');
  if (values?.some(value => typeof value === 'object' && value !== null))
    fail(first, 'an enum or const with a value that is not a scalar');
  if (marks.not && !isDeepStrictEqual(Object.keys(marks.not), ['const']))
    fail(first, 'not with anything else than const');
  for (const type of isVariant ? ['object'] : allTypes) {
    const binding = schemas.filter(({ unlessNull }) => type !== 'null' || !unlessNull);
    const isTaken = binding.every(({ schema }) => accepts(schema.type, type));
    if (isTaken !== accepts(node.types, type))
      fail(first, `the schemas differ about whether the type ${type} is accepted`);
    const listing = binding.some(({ schema }) => schema.enum !== undefined || schema.const !== undefined);
    if (type === 'null' && isTaken && values && !values.includes(null) && !listing)
      fail(first, 'it is unclear whether null is accepted in place of a value');
  }
  for (const { location, schema } of schemas) {
    const { properties = {}, additionalProperties = true, patternProperties = {} } = schema;
    const otherNames = [...props.keys()].filter(name => !Object.hasOwn(properties, name));
    if (additionalProperties !== true && otherNames.length > 0)
      fail(location, `additionalProperties of one schema excludes the properties of another: ${otherNames.join(', ')}`);
    if (additionalProperties !== true && schema.patternProperties) fail(location, 'patternProperties');
    for (const pattern of Object.values(patternProperties))
      if (Object.keys(pattern).some(keyword => keyword !== 'description' && !keyword.startsWith('x-')))
        fail(location, 'patternProperties with constraints on values');
    const { type } = schema.items ?? {};
    if (schema.uniqueItems && !(scalars.includes(type) && type !== 'number'))
      fail(location, 'uniqueItems for items that are not scalars');
  }
}

const accepts = (types, type) =>
  types === undefined || [types].flat().some(name => name === type || (name === 'number' && type === 'integer'));

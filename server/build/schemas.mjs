// Reads the schemas, and expands their short forms (schemas/README.md) to plain JSON Schema.
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../schemas/', import.meta.url);
const suffix = '.schema.json';

/** Reads all dialects by name: other spellings of names of the platform. */
export const readDialects = () =>
  Object.fromEntries(
    readdirSync(new URL('dialects/', folder))
      .filter(name => name.endsWith('.json'))
      .sort()
      .map(name => [name.slice(0, -5), JSON.parse(readFileSync(new URL(`dialects/${name}`, folder), 'utf8'))]),
  );

/**
 * Reads all shapes by name, with their short forms. A file that does not parse is named in the error. Prefixes of
 * voice ids come from all dialects.
 */
export function readSchemas(dialects = readDialects()) {
  const schemas = {};
  for (const file of readdirSync(folder)
    .filter(name => name.endsWith(suffix))
    .sort()) {
    try {
      schemas[file.slice(0, -suffix.length)] = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    } catch (error) {
      throw new Error(`schemas/${file}: ${error.message}`);
    }
  }
  for (const [name, schema] of Object.entries(schemas)) {
    for (const target of referencesOf(schema))
      if (!schemas[target])
        throw new Error(`schemas/${name}${suffix} refers to the shape "${target}", which does not exist`);
  }
  const prefixes = schemas['agent-settings'].properties.voice_id['x-provider-prefixes'];
  for (const { voices } of Object.values(dialects))
    for (const [prefix, spelling] of Object.entries(voices ?? {})) prefixes[spelling] = prefixes[prefix];
  return schemas;
}

export const shapeOf = ref => ref.slice(0, -suffix.length);

function* referencesOf(value) {
  if (value === null || typeof value !== 'object') return;
  if (typeof value.$ref === 'string') yield shapeOf(value.$ref);
  if (typeof value['x-shape'] === 'string') yield value['x-shape'];
  if (value['x-variants']) yield* Object.values(value['x-variants'].of);
  for (const child of Object.values(value)) yield* referencesOf(child);
}

/** Expands `x-variants` and `x-shape` to if/then of plain JSON Schema 2020-12. */
export function expand(value) {
  if (Array.isArray(value)) return value.map(expand);
  if (value === null || typeof value !== 'object') return value;
  const result = Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      key === 'default' || key === 'enum' || key === 'examples' || key.startsWith('x-') ? child : expand(child),
    ]),
  );
  const variants = value['x-variants'];
  const branches = [];
  if (variants && typeof variants.by === 'string') {
    const byShape = Map.groupBy
      ? Map.groupBy(Object.entries(variants.of), ([, shape]) => shape)
      : groupBy(Object.entries(variants.of));
    for (const [shape, entries] of byShape) {
      const names = entries.map(([name]) => name);
      branches.push({
        if: {
          type: 'object',
          properties: { [variants.by]: names.length === 1 ? { const: names[0] } : { enum: names } },
          required: [variants.by],
        },
        then: { $ref: shape + suffix },
      });
    }
  }
  if (typeof value['x-shape'] === 'string')
    branches.push({ if: { not: { type: 'null' } }, then: { $ref: value['x-shape'] + suffix } });
  if (branches.length > 0) result.allOf = [...(result.allOf ?? []), ...branches];
  return result;
}

function groupBy(entries) {
  const groups = new Map();
  for (const entry of entries) groups.set(entry[1], [...(groups.get(entry[1]) ?? []), entry]);
  return groups;
}

/**
 * A schema without `x-` keywords except those in `keep`. Keywords for which editors have another name are renamed.
 * Names of properties are not changed.
 */
export function withoutMarks(schema, { words = false, keep = new Set() } = {}) {
  const nested = child => withoutMarks(child, { words, keep });
  if (Array.isArray(schema)) return schema.map(nested);
  if (schema === null || typeof schema !== 'object') return schema;
  const result = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties')
      result[key] = Object.fromEntries(Object.entries(value).map(([name, child]) => [name, nested(child)]));
    else if (key === 'default' || key === 'enum' || key === 'const' || key === 'examples') result[key] = value;
    else if (keep.has(key)) result[key] = value;
    else if (!key.startsWith('x-')) result[key] = nested(value);
  }
  if (Array.isArray(schema['x-known-values']) && !schema.enum) result.examples ??= schema['x-known-values'];
  if (words && Array.isArray(schema.enum) && schema['x-values'])
    result.enumDescriptions = schema.enum.map(value => schema['x-values'][value] ?? '');
  return result;
}

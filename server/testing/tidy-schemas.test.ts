import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';

type Schema = Readonly<Record<string, unknown>>;
const folder = new URL('../../schemas/', import.meta.url);
const schemas = readdirSync(folder)
  .filter(name => name.endsWith('.schema.json'))
  .map(name => [name, JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Schema] as const);

/** Keywords that contain other schemas: a single schema, a list or a map. */
const nesting: Readonly<Record<string, 'one' | 'list' | 'map'>> = {
  items: 'one',
  additionalProperties: 'one',
  propertyNames: 'one',
  not: 'one',
  if: 'one',
  then: 'one',
  else: 'one',
  contains: 'one',
  allOf: 'list',
  prefixItems: 'list',
  properties: 'map',
  patternProperties: 'map',
};
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every schema within a schema, with its path. */
function* schemasIn(schema: Schema, place: string): Generator<readonly [string, Schema]> {
  yield [place, schema];
  for (const [key, value] of Object.entries(schema)) {
    const form = nesting[key];
    if (form === 'one' && isSchema(value)) yield* schemasIn(value, `${place}/${key}`);
    else if (form === 'list')
      for (const [i, child] of (value as Schema[]).entries()) yield* schemasIn(child, `${place}/${key}/${i}`);
    else if (form === 'map')
      for (const [name, child] of Object.entries(value as Record<string, Schema>))
        yield* schemasIn(child, `${place}/${key}/${name}`);
  }
}
const everySchema = schemas.flatMap(([name, schema]) => [...schemasIn(schema, name)]);

test('every property has a description', () => {
  const properties = everySchema.filter(([place]) => /\/(properties|patternProperties)\/[^/]+$/.test(place));
  expect(properties.length).toBeGreaterThan(400);
  expect(
    properties
      .filter(([, schema]) => typeof schema['description'] !== 'string' || schema['description'].trim().length < 8)
      .map(([place]) => place),
  ).toEqual([]);
});

test('every shape has a title, a description and its own $id', () => {
  const gaps = schemas.flatMap(([name, schema]) =>
    ['$schema', 'title', 'description']
      .filter(key => typeof schema[key] !== 'string')
      .map(key => `${name} has no ${key}`),
  );
  const misnamedSchemas = schemas
    .filter(([name, schema]) => schema['$id'] !== name)
    .map(([name]) => `${name} has another $id`);
  expect([...gaps, ...misnamedSchemas]).toEqual([]);
});

/** Keywords that cannot be violated themselves, or whose violations are reported by a rule about shapes. */
const structuralKeys = new Set([
  '$schema',
  '$id',
  '$ref',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'properties',
  'patternProperties',
  'items',
  'allOf',
  'if',
  'then',
  'else',
]);
const ruleOfKeyword: Readonly<Record<string, string>> = { additionalProperties: 'unknown-field' };

test('every keyword that can be violated has a rule that reports it', () => {
  const names = new Set(rules.flatMap(rule => ('violates' in rule ? rule.violates : [])));
  const platform = everySchema.filter(([place]) => !place.startsWith('preflight-config'));
  const assertions = new Set(
    platform.flatMap(([, schema]) =>
      Object.keys(schema).filter(
        key =>
          !key.startsWith('x-') &&
          !structuralKeys.has(key) &&
          !(key === 'additionalProperties' && schema[key] !== false),
      ),
    ),
  );
  expect(
    [...assertions]
      .filter(
        key =>
          !names.has(key) && !(ruleOfKeyword[key] !== undefined && rules.some(({ id }) => id === ruleOfKeyword[key])),
      )
      .sort(),
  ).toEqual([]);
});

test('no schema uses oneOf, anyOf or definitions', () => {
  const forbiddenKeys = everySchema.flatMap(([place, schema]) =>
    ['oneOf', 'anyOf', '$defs', 'definitions'].filter(key => key in schema).map(key => `${place} has ${key}`),
  );
  expect(forbiddenKeys).toEqual([]);
});

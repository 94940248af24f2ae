import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { validatorOf } from '../core/generated/validators.js';

const ajv = new Ajv2020({ strict: false, logger: false }),
  parameters = (day: unknown) => ({ type: 'object', properties: { day }, required: ['day'] });

test.each([
  [true, { type: 'string', description: 'The day.', format: 'date', enum: ['a'], default: 'a', 'x-order': 1 }],
  [true, { type: ['string', 'null'] }],
  [true, { type: 'array', items: { type: 'object', properties: { a: {} }, additionalProperties: false }, minItems: 1 }],
  [true, { anyOf: [{ type: 'number', minimum: 0, maximum: 5, multipleOf: 0.5 }, { $ref: '#/$defs/a' }] }],
  [true, { oneOf: [{ const: 1 }], allOf: [true], not: false, nullable: true }],
  [true, {}],
  [false, { type: 'date' }],
  [false, { type: 'String' }],
  [false, { type: ['string', 'enum'] }],
  [false, { type: 7 }],
  [false, { type: 'object', properties: [] }],
  [false, { type: 'object', properties: { a: 'string' } }],
  [false, { type: 'string', required: true }],
  [false, { type: 'object', required: ['a', 'a'] }],
  [false, { type: 'array', items: [{ type: 'string' }] }],
  [false, { type: 'string', enum: 'a, b' }],
  [false, { type: 'string', maxLength: '5' }],
  [false, { type: 'integer', minimum: '1' }],
  [false, { type: 'array', minItems: -1 }],
  [false, { anyOf: { type: 'string' } }],
  [false, { $defs: { a: 'string' } }],
  [false, 'string'],
])('the schema of tool parameters accepts exactly what the schema of JSON Schema accepts: %s, %j', (valid, schema) => {
  expect(ajv.validateSchema(parameters(schema) as object)).toBe(valid);
  expect(validatorOf('tool-parameters')(parameters(schema))).toBe(valid);
});

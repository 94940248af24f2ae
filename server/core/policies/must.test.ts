import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../json/json.ts';
import { type Demand, firstViolation } from './must.ts';
import { linearPattern, type Pattern } from './pattern.ts';

const violationOf = (value: Json, demand: Demand) =>
  firstViolation(value, demand, {
    root: demand,
    pattern: source => linearPattern(source) as Pattern,
    remainingBudget: 1_000_000,
    depth: 0,
  });

const cases: readonly [must: Demand, value: Json, expected: string | undefined, path?: string][] = [
  [{ type: 'string' }, 'x', undefined],
  [{ type: 'string' }, 1, 'expected a string'],
  [{ type: ['string', 'null'] }, 1, 'expected a string or null'],
  [{ type: 'integer' }, 1.5, 'expected an integer'],
  [{ const: 'eu' }, 'us', 'expected "eu"'],
  [{ enum: ['a', 'b'] }, 'c', 'expected "a" or "b"'],
  [{ minimum: 2 }, 1, 'expected at least 2'],
  [{ exclusiveMaximum: 2 }, 2, 'expected less than 2'],
  [{ minLength: 2 }, '😀', 'expected at least 2 characters'],
  [{ maxLength: 1 }, '😀', undefined],
  [{ maxTokens: 1 }, 'two words', 'expected at most 1 token (it has about 2)'],
  [{ maxTokens: 2 }, 'two words', undefined],
  [{ maxTokens: 1 }, 5, undefined],
  [{ pattern: '^https://' }, 'http://x', 'expected a string that matches "^https://"'],
  [{ required: ['a'] }, {}, 'expected a property "a"', '/a'],
  [{ properties: { a: { const: 1 } } }, { a: 2 }, 'expected 1', '/a'],
  [{ properties: { a: {} }, additionalProperties: false }, { b: 1 }, 'expected only a', '/b'],
  [{ items: { type: 'number' } }, [1, 'x'], 'expected a number', '/1'],
  [{ minItems: 1 }, [], 'expected at least 1 item'],
  [{ uniqueItems: true }, [{ a: 1 }, { a: 1 }], 'expected every item only once', '/1'],
  [{ not: { const: 'x' } }, 'x', 'expected anything but "x"'],
  [{ not: { pattern: 'x' } }, 'axe', 'expected a string that does not match "x"'],
  [{ anyOf: [{ type: 'null' }, { minimum: 3 }] }, 2, 'expected null, or at least 3'],
  [
    { $defs: { short: { maxLength: 3 } }, items: { $ref: '#/$defs/short' } },
    ['abcd'],
    'expected at most 3 characters',
    '/0',
  ],
  [{ properties: { constructor: { type: 'string' } } } as unknown as Demand, {}, undefined],
];

test.each(cases)('the demand %j is evaluated for the value %j', (demand, value, expected, path = '') => {
  const violation = violationOf(value, demand);
  expect(violation?.expected).toBe(expected);
  expect((violation?.path ?? []).map(step => `/${step}`).join('')).toBe(violation ? path : '');
});

test('any demand gives the same result as in ajv', () => {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  const scalar = fc.oneof(
    fc.constant(null),
    fc.boolean(),
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom('', 'a', 'ab', '😀'),
  );
  const { value } = fc.letrec<{ value: Json }>(tie => ({
    value: fc.oneof(
      { maxDepth: 3 },
      scalar,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('value')),
    ),
  }));
  const { must } = fc.letrec<{ must: Demand; one: Demand }>(tie => ({
    must: fc.oneof({ maxDepth: 2, depthIdentifier: 'must' }, fc.constant<Demand>({ type: 'string' }), tie('one')),
    one: fc.record(
      {
        type: fc.constantFrom('string', 'integer', ['array', 'null'], 'object', 'number') as fc.Arbitrary<
          NonNullable<Demand['type']>
        >,
        const: scalar,
        enum: fc.array(scalar, { minLength: 1, maxLength: 3 }),
        minimum: fc.integer({ min: -3, max: 3 }),
        exclusiveMaximum: fc.integer({ min: -3, max: 3 }),
        minLength: fc.nat(2),
        maxLength: fc.nat(2),
        pattern: fc.constantFrom('a', '^b', 'b$'),
        required: fc.uniqueArray(fc.constantFrom('a', 'b')),
        properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('must'), { maxKeys: 2 }),
        additionalProperties: fc.boolean(),
        items: tie('must'),
        minItems: fc.nat(2),
        maxItems: fc.nat(2),
        uniqueItems: fc.boolean(),
        not: tie('must'),
        anyOf: fc.array(tie('must'), { minLength: 1, maxLength: 2 }),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<Demand>,
  }));
  fc.assert(
    fc.property(must, value, (demand, input) => {
      const copy = JSON.parse(JSON.stringify(demand)) as Demand;
      expect(violationOf(input, copy) === undefined).toBe(ajv.validate(copy, input));
    }),
    { numRuns: 150 },
  );
});

test('deep values, deep demands and multiplying definitions neither overflow the stack nor take forever', () => {
  let value: Json = 1,
    demand: Demand = { type: 'string' };
  for (let i = 0; i < 20_000; i++) {
    value = [value];
    demand = i % 2 ? { not: demand } : { anyOf: [demand] };
  }
  expect(
    violationOf(value, { $defs: { list: { items: { $ref: '#/$defs/list' } } }, $ref: '#/$defs/list' }),
  ).toBeUndefined();
  violationOf(1, demand);
  const $defs = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [
      `d${i}`,
      { anyOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
    ]),
  );
  const check = {
    root: { $defs: { ...$defs, d60: { type: 'string' } } } as Demand,
    pattern: (source: string) => linearPattern(source) as Pattern,
    remainingBudget: 10_000,
    depth: 0,
  };
  firstViolation(1, { $ref: '#/$defs/d0' }, check);
  expect(check.remainingBudget).toBeLessThanOrEqual(0);
});

test('a pattern that a backtracking engine never finishes is matched quickly', () => {
  expect((linearPattern('^(a+)+$') as Pattern).test(`${'a'.repeat(50_000)}!`)).toBe(false);
  expect(linearPattern('(?=a)')).toMatch(/lookaround and backreferences are not possible/);
  expect(linearPattern('(')).toMatch(/missing closing/);
});

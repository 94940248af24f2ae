import { expect, test } from 'vitest';
import { docsOf } from '../core/engine/rule-docs.ts';
import { rules } from '../../rules/index.ts';
import { Cursor } from '../core/cursor.ts';
import { Dispatch, type RefusedRoutes } from '../core/dispatch.ts';
import { Document } from '../core/document.ts';
import { violationsOf } from '../core/engine/violations.ts';
import { validatorOf } from '../core/generated/validators.js';
import { isArray, isObject, setOwn, type Json } from '../core/json/json.ts';
import { entryFor, entryOf, rootOf, shapeNames, type ShapeName } from '../core/shapes/table.ts';
import { changedAnywhere } from './changed.ts';
import { fixtureOf } from './fixture.ts';
import { corpus, corpusDocuments, openSample } from './samples.ts';

/*
 * The walk decides whether the schemas reject a value, and ajv is asked only about rejected parts, so a wrong
 * acceptance would go unnoticed. These tests compare both on many values, also mutated ones. For the rejected parts,
 * ajv must report the same as for the whole value.
 */

const judgingDispatch = new Dispatch<never>([], { judges: true });
const document = new Document('x.json', '');
const refusedAt = (entry: number, value: Json): RefusedRoutes =>
  judgingDispatch.walk(new Cursor(document, value, entry, undefined, ''), () => {});

const counts = { accepted: 0, rejected: 0 };
function compare(shape: ShapeName, value: Json): void {
  const expectedValidator = validatorOf(shape)(value);
  const refusals = refusedAt(rootOf(shape), value);
  if ((refusals.length === 0) !== expectedValidator)
    expect.fail(
      `${shape}: ajv ${expectedValidator ? 'takes' : 'refuses'} ${JSON.stringify(value)} ${JSON.stringify(validatorOf(shape).errors)}`,
    );
  if (!expectedValidator) {
    const allViolations = JSON.stringify(violationsOf(shape, value, [[]])),
      text = JSON.stringify(violationsOf(shape, value, refusals));
    if (text !== allViolations)
      expect.fail(`${shape}: of ${JSON.stringify(value)} is said ${text} and not ${allViolations}`);
  }
  counts[expectedValidator ? 'accepted' : 'rejected']++;
}

/** Values of every type, also at the limits of the schemas. */
const scalars = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  2,
  100,
  1e9,
  Infinity,
  '',
  'x',
  'multi',
  'agent',
  'x'.repeat(300),
  '+14155550100',
];
const holders: readonly Json[] = [
  [],
  [1],
  ['x', 'x'],
  [null],
  [{}],
  {},
  { type: 'x' },
  { type: null },
  { x: 1 },
  { constructor: 1 },
];
const junk: readonly Json[] = [...scalars, ...holders, JSON.parse('{"__proto__":1}') as Json];

/** The index of the next replacement in `junk`. */
let nextJunk = 0;
const someJunk = (): Json[] => Array.from({ length: 3 }, () => junk[nextJunk++ % junk.length]!);

function compareAll(documents: readonly Document[]): void {
  for (const { roots } of documents)
    for (const { shapes, value } of roots)
      if (shapes[0] && value !== undefined) {
        compare(shapes[0], value);
        for (const mutated of changedAnywhere(value, someJunk)) compare(shapes[0], mutated);
      }
}

test.each(rules.map(rule => [rule.id, rule] as const))(
  'the walk and ajv agree on mutated examples of %s',
  (_, rule) => {
    const { examples } = docsOf(rule);
    for (const { files } of [...examples.invalid, ...examples.valid]) compareAll(fixtureOf(files).workspace.documents);
  },
);

test.each(['clinic', 'broken'] as const)('the walk and ajv agree on mutated documents of the sample %s', sample =>
  compareAll(openSample(sample).workspace.documents),
);

test.runIf(corpus)(
  'the walk and ajv agree on the folder named by PREFLIGHT_CORPUS',
  () => {
    for (const { roots, text } of corpusDocuments())
      for (const { shapes, value } of roots)
        if (shapes[0] && value !== undefined) {
          compare(shapes[0], value);
          let remaining = 20_000_000 / text.length;
          for (const mutated of changedAnywhere(value, someJunk)) {
            if (remaining-- < 0) break;
            compare(shapes[0], mutated);
          }
        }
  },
  300_000,
);

/** Candidates for a minimal value of an entry, with one for each variant. */
function minimalValues(id: number): Json[] {
  const { types = ['object'], props = {}, required = [], marks = {}, variants } = entryOf(id);
  const values = marks.enum ?? (marks.const === undefined ? undefined : [marks.const]);
  if (values) return [...values];
  switch (types[0]) {
    case 'string':
      return ['x'.repeat(marks.minLength ?? 0), 'x', 'agent_x', 'https://example.com', '+14155550100', '1', 'x-x'];
    case 'integer':
    case 'number':
      return [marks.minimum ?? marks.exclusiveMinimum ?? 1, marks.maximum ?? 3, (marks.maximum ?? 3) + 1, 2];
    case 'array':
      return [[], Array<Json>((marks.maxItems ?? 1) + 1).fill('x')];
    case 'object': {
      const base = {};
      for (const name of required) setOwn(base, name, acceptedValue(props[name]!));
      return [
        base,
        ...Object.entries(variants?.of ?? {}).map(([name, entry]) => ({
          ...(minimalValues(entry)[0] as object),
          [variants!.by]: name,
        })),
      ];
    }
    default:
      return [true];
  }
}
const acceptedValue = (id: number): Json => minimalValues(id).find(value => refusedAt(id, value).length === 0) ?? null;

/** Values for an entry: junk, minimal values, and minimal values with one changed field, item or map value. */
function* valuesAround(id: number, depth: number): Generator<Json> {
  yield* junk;
  for (const base of minimalValues(id)) {
    yield base;
    if (depth === 0) continue;
    const { props = {}, items, map } = entryOf(entryFor(id, base));
    if (isObject(base)) {
      for (const [key, child] of Object.entries(props))
        for (const value of valuesAround(child, depth - 1)) yield { ...base, [key]: value };
      yield { ...base, 'a key of nobody': 1 };
      if (map !== undefined)
        for (const key of ['x', 'X-y', '', '1', 'a b', 'x'.repeat(70)])
          for (const value of valuesAround(map, depth - 1)) yield { ...base, [key]: value };
    }
    if (isArray(base) && items !== undefined)
      for (const value of valuesAround(items, depth - 1)) {
        yield [value];
        yield [value, value];
      }
  }
}

test.each(shapeNames)('the walk and ajv agree on values of the shape %s', shape => {
  for (const value of valuesAround(rootOf(shape), 2)) compare(shape, value);
});

test('many accepted and many rejected values were compared', () => {
  expect(counts.accepted).toBeGreaterThan(30_000);
  expect(counts.rejected).toBeGreaterThan(100_000);
});

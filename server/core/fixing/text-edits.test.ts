import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Document } from '../document.ts';
import type { Edit } from '../finding.ts';
import { applyFix, applyTextEdits, editsOfFixes } from './apply.ts';
import { isArray, isObject, type Json } from '../json/json.ts';
import { join, split, type Pointer } from '../json/pointer.ts';

const json = fc.letrec<{ value: Json; leaf: Json }>(tie => ({
  leaf: fc.oneof(
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.string(),
    fc.constantFrom('a"b', 'ü', '😀', 'tab\t', ''),
  ) as fc.Arbitrary<Json>,
  value: fc.oneof(
    { depthSize: 'small' },
    tie('leaf'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('a/b', '~', '__proto__')), tie('value'), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ) as fc.Arbitrary<Json>,
})).value;
const form = fc.record({
  indent: fc.constantFrom<string | number>(0, 2, 4, '\t'),
  eol: fc.constantFrom('\n', '\r\n', '\r'),
  bom: fc.boolean(),
  final: fc.boolean(),
});

const write = (
  value: Json,
  { indent, eol, bom, final: hasFinalLineEnd }: { indent: string | number; eol: string; bom: boolean; final: boolean },
): string =>
  (bom ? '\ufeff' : '') + JSON.stringify(value, null, indent).replaceAll('\n', eol) + (hasFinalLineEnd ? eol : '');

/** The text of a document after edits. */
const textAfter = (document: Document, ...edits: Edit[]): string =>
  applyFix(document, { title: '', safe: true, edits });

function places(value: Json, pointer: Pointer = ''): Pointer[] {
  if (isArray(value)) return [pointer, ...value.flatMap((item, i) => places(item, join(pointer, i)))];
  if (isObject(value)) return [pointer, ...Object.keys(value).flatMap(key => places(value[key]!, join(pointer, key)))];
  return [pointer];
}
const placeOf = (edit: Edit): Pointer => {
  if ('set' in edit) return edit.set;
  return 'remove' in edit ? edit.remove : '';
};
/** The value that an edit should produce, computed on a copy of the value. */
function editValue(value: Json, edit: Edit): Json {
  const copy = JSON.parse(JSON.stringify(value)) as Json;
  const segments = split(placeOf(edit));
  if (segments.length === 0) return 'set' in edit ? edit.to : copy;
  let parent = copy as never as Record<string, Json>;
  for (const segment of segments.slice(0, -1)) parent = parent[segment] as never;
  const last = segments.at(-1)!;
  if ('set' in edit)
    Object.defineProperty(parent, last, { value: edit.to, enumerable: true, configurable: true, writable: true });
  else if (isArray(parent)) (parent as never as Json[]).splice(Number(last), 1);
  else delete parent[last];
  return copy;
}

describe('edits', () => {
  test('change the text so that its value is the edited value', () => {
    fc.assert(
      fc.property(json, form, fc.nat(), json, fc.boolean(), (value, style, n, newValue, remove) => {
        const pointers = places(value);
        const pointer = pointers[n % pointers.length]!;
        if (remove && pointer === '') return;
        const edit: Edit = remove ? { remove: pointer } : { set: pointer, to: newValue };
        const document = new Document('x.json', write(value, style));
        const text = textAfter(document, edit);
        expect(JSON.parse(text.replace(/^\ufeff/, ''))).toEqual(editValue(value, edit));
        expect(text.startsWith('\ufeff')).toBe(style.bom);
        if (style.eol !== '\n' && document.text.includes(style.eol))
          expect(text.replaceAll(style.eol, '')).not.toContain('\n');
        if (style.final) expect(text.endsWith(style.eol)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('add a new key after the last key, in the style of the file', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ maxLength: 4 }), json, { maxKeys: 3, noNullPrototype: true }),
        form,
        json,
        (value, style, newValue) => {
          const document = new Document('x.json', write(value, style));
          const text = textAfter(document, { set: join('', 'a new key'), to: newValue });
          expect(JSON.parse(text.replace(/^\ufeff/, ''))).toEqual({ ...value, 'a new key': newValue });
          if (typeof style.indent === 'number' && style.indent > 0 && !isEmpty(value) && !holdsScalars(newValue))
            expect(
              text
                .replaceAll(style.eol, '\n')
                .replace(/^\ufeff/, '')
                .trimEnd(),
            ).toBe(JSON.stringify({ ...value, 'a new key': newValue }, null, style.indent));
        },
      ),
      { numRuns: 500 },
    );
  });

  describe('write a list', () => {
    const set = (text: string, value: Json): string =>
      textAfter(new Document('x.json', text), { set: '/a', to: value });
    const longList = Array.from({ length: 20 }, (_, i) => `item ${i}`);
    test('of a few scalars on one line if it is new', () =>
      expect(set('{\n  "b": 1\n}', ['x', 2, null])).toBe('{\n  "b": 1,\n  "a": ["x", 2, null]\n}'));
    test('of many scalars with one line per item', () =>
      expect(set('{\n  "a": "x"\n}', longList)).toBe(JSON.stringify({ a: longList }, null, 2)));
    test('with each item on its line', () => {
      expect(set('{\n  "a": [\n    { "x": 1 },\n    { "x": 2 }\n  ]\n}', [{ x: 2 }, { x: 1, y: [0] }])).toBe(
        '{\n  "a": [\n    { "x": 2 },\n    { "x": 1, "y": [0] }\n  ]\n}',
      );
      expect(set('{\n  "a": [\n    1,\n    2\n  ]\n}', [2])).toBe('{\n  "a": [\n    2\n  ]\n}');
      expect(set('{\n  "a": [1, 2]\n}', longList)).toBe(
        `{\n  "a": [${longList.map(item => JSON.stringify(item)).join(', ')}]\n}`,
      );
    });
    test('with items on several lines', () => {
      const items = [{ x: 1 }, { x: 2 }];
      expect(set(JSON.stringify({ a: items }, null, 2), items.toReversed())).toBe(
        JSON.stringify({ a: items.toReversed() }, null, 2),
      );
    });
  });

  test('replace a range of a string that contains escapes', () => {
    const document = new Document('x.json', '{ "a": "x\\u0041\\n{name}" }');
    const start = 'xA\n'.length;
    expect(textAfter(document, { within: '/a', start, end: start + 6, to: '{{name}}' })).toBe(
      '{ "a": "x\\u0041\\n{{name}}" }',
    );
  });

  test('can remove neighbors together', () => {
    const document = new Document('x.json', '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}\n');
    for (const [remove, rest] of [
      [['/a', '/b'], '{\n  "c": 3\n}\n'],
      [['/b', '/c'], '{\n  "a": 1\n}\n'],
      [['/a', '/c'], '{\n  "b": 2\n}\n'],
      [['/a', '/b', '/c'], '{}\n'],
    ] as [Pointer[], string][])
      expect(textAfter(document, ...remove.map(pointer => ({ remove: pointer })))).toBe(rest);
  });

  test('keep comments and the spelling of numbers', () => {
    const document = new Document('x.jsonc', '{\n  // why\n  "a": 1.50, /* kept */\n  "b": 1e3\n}\n');
    expect(textAfter(document, { set: '/b', to: 2 }, { set: '/c', to: true })).toBe(
      '{\n  // why\n  "a": 1.50, /* kept */\n  "b": 2,\n  "c": true\n}\n',
    );
  });

  test('keep comments in place when something is added beside them', () => {
    const addedRule = (text: string): string =>
      textAfter(new Document('preflight.config.json', text), { set: '/rules/x', to: 'off' });
    expect(addedRule('{\n  "rules": {\n    // "a": "off"\n  }\n}')).toBe(
      '{\n  "rules": {\n    // "a": "off"\n    "x": "off"\n  }\n}',
    );
    expect(addedRule('{\n  "rules": {\n    "a": "off" /* loud */ // very\n  }\n}')).toBe(
      '{\n  "rules": {\n    "a": "off", /* loud */ // very\n    "x": "off"\n  }\n}',
    );
    expect(addedRule('{ "rules": { /* none */ } }')).toBe('{ "rules": { /* none */\n  "x": "off"\n} }');
    expect(addedRule('{\n  "rules": {\n    "a": "off" // loud\n    // "b": "off"\n  }\n}')).toBe(
      '{\n  "rules": {\n    "a": "off", // loud\n    "x": "off"\n    // "b": "off"\n  }\n}',
    );
  });
  test('of the first fix are applied if fixes touch each other', () => {
    const document = new Document('x.json', '{ "a": 1, "b": 2 }');
    const { edits, appliedFixes } = editsOfFixes(document, [
      { title: '', safe: true, edits: [{ set: '/a', to: 5 }] },
      { title: '', safe: true, edits: [{ remove: '/a' }] },
      { title: '', safe: true, edits: [{ set: '/b', to: 6 }] },
    ]);
    expect([applyTextEdits(document.text, edits), appliedFixes.length]).toEqual(['{ "a": 5, "b": 6 }', 2]);
  });
});

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;
/** Whether a value contains a list that may be written on one line. */
const holdsScalars = (value: Json): boolean =>
  isArray(value)
    ? value.length > 0 && (value.every(item => item === null || typeof item !== 'object') || value.some(holdsScalars))
    : isObject(value) && Object.values(value).some(holdsScalars);

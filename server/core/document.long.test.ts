import { isDeepStrictEqual } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { words } from '../testing/words.ts';
import { Document } from './document.ts';
import type { Json } from './json/json.ts';
import type { TextChange } from './syntax/change.ts';
import type { ParsedText } from './syntax/parse.ts';

/**
 * Everything a document says about its text. Key order and `__proto__` show in JSON; -0 and infinity do not, so they
 * are compared separately.
 */
const told = (document: Document) => ({
  valid: document.valid,
  readable: document.readable,
  match: document.match,
  value: document.value,
  written: JSON.stringify(document.value),
  parsed: nodesOf(document.parsed),
  lines: Array.from({ length: document.lines.lineCount }, (_, line) => document.lines.startOf(line)),
  places: [0, 1, document.text.length].map(at => document.lines.positionAt(at)),
});
function nodesOf({ tape, problems, closed }: ParsedText): unknown {
  const nodes = Array.from({ length: tape.length }, (_, node) => [
    tape.type(node),
    tape.start(node),
    tape.end(node),
    tape.keySpan(node),
    tape.next(node),
    tape.key(node),
    [...tape.children(node)],
  ]);
  return { text: tape.text, nodes, problems, closed };
}
const sameAsNew = (document: Document): void => {
  const [edited, fresh] = [told(document), told(new Document(document.file, document.text, document.version))];
  // quicker than the one that can show what differs
  if (!isDeepStrictEqual(edited, fresh)) expect(edited).toEqual(fresh);
};
/** A fully computed document, like one that is open and was linted. */
const read = (text: string, file = 'a.json'): Document => {
  const document = new Document(file, text);
  told(document);
  return document;
};

const key = fc.constantFrom(
  'a',
  'b',
  'name',
  '__proto__',
  '1',
  '0',
  '',
  'constructor',
  '\u00e9"\\',
  'nodes',
  '\ud83d\ude00',
);
const json = fc.letrec<{ value: Json }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<Json>(
      null,
      true,
      false,
      0,
      -0,
      1,
      12,
      1.5,
      -3e21,
      '',
      'x',
      'a, b]',
      '{"a": 1}',
      '\n',
      '\ud83d\ude00',
      '// no',
      '\\',
    ),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 5 }).map(entries => Object.fromEntries(entries)),
  ),
})).value;
const style = [
  fc.constantFrom('', ' ', '  ', '\t'),
  fc.constantFrom('\n', '\r\n', '\r'),
  fc.constantFrom('', '', '', '\ufeff'),
  fc.constantFrom('', '\n', ' '),
] as const;
const written = fc
  .tuple(json, ...style)
  .map(
    ([value, indent, newline, mark, end]) => mark + JSON.stringify(value, null, indent).replaceAll('\n', newline) + end,
  );
const odd = fc.constantFrom(
  '{"a": 1, "a": {"b": 2}, "c": {"a": {"b": [1, 2]}}}',
  '',
  '1',
  '{"a":{"x":[1,{"k":1,"\\u006b":[2]}]}}',
  '[{"a": 1}, /* c */ {"a": [2 // d\n]}]',
);
const text = fc.oneof({ weight: 6, arbitrary: written }, { weight: 1, arbitrary: odd });
const typed = fc.constantFrom(
  ...words`" \ 1 2 . e - , : { } [ ] {} [] "" x true tru e null ' // /* */ ======= 1e999 ,, "k": abc`,
  '',
  '',
  ' ',
  '\n',
  '\r',
  '\r\n',
  '"a": 1',
  ', "a": 2',
  '"__proto__": {}',
  ', {"a": [1, {"b": null}]}',
  '[1, 2],',
  '\t',
  '\u0001',
  '\ud83d',
  '\ude00',
  '\ufeff',
  ', ',
  '\n<<<<<<< HEAD\n',
  '"x" 1',
  '\\u00',
);
const cut = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.nat({ max: 12 }) },
);
interface Edit {
  readonly at: number;
  readonly cut: number;
  readonly text: string;
  readonly again: number;
  readonly undone: boolean;
}
const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(),
  cut,
  text: typed,
  again: fc.nat({ max: 8 }),
  undone: fc.boolean(),
});

const changeOf = (before: string, { at, cut: length, text: added, again }: Edit): TextChange => {
  const start = at % (before.length + 1);
  // now and then a piece of the text itself is pasted
  const from = (at >> 3) % (before.length + 1);
  return {
    start,
    end: Math.min(start + length, before.length),
    text: again === 0 ? before.slice(from, from + length * 2) : added,
  };
};
const inverse = (before: string, { start, end, text: added }: TextChange): TextChange => ({
  start,
  end: start + added.length,
  text: before.slice(start, end),
});

describe('a document after an edit says what a new one says', () => {
  for (const file of ['a.json', 'a.jsonc'])
    test(`${file}, one edit after another, mended by taking it back`, () => {
      let edits = 0,
        valid = 0;
      fc.assert(
        fc.property(text, fc.array(edit, { minLength: 1, maxLength: 6 }), (first, list) => {
          let document = read(first, file);
          for (const one of list) {
            const change = changeOf(document.text, one),
              before = document.text;
            const steps = one.undone ? [change, inverse(before, change)] : [change];
            for (const step of steps) {
              document = document.edited([step]);
              sameAsNew(document);
              edits++;
              if (document.valid) valid++;
            }
            if (one.undone) expect(document.text).toBe(before);
          }
        }),
        { numRuns: 1000 },
      );
      expect(edits).toBeGreaterThan(2000);
      expect(valid).toBeGreaterThan(500);
    });

  test('several changes at once, and versions that nobody has read', () => {
    const version = fc.tuple(
      fc.array(edit, { maxLength: 4 }),
      fc.constantFrom('all', 'value', 'parsed', 'lines', 'nothing'),
    );
    fc.assert(
      fc.property(text, fc.array(version, { minLength: 1, maxLength: 5 }), (first, list) => {
        let document = read(first);
        for (const [edits, asked] of list) {
          const changes: TextChange[] = [];
          let now = document.text;
          for (const one of edits) {
            const change = changeOf(now, one);
            changes.push(change);
            now = now.slice(0, change.start) + change.text + now.slice(change.end);
          }
          document = document.edited(changes);
          expect(document.text).toBe(now);
          if (asked === 'all') sameAsNew(document);
          else if (asked === 'value') expect(document.value).toEqual(new Document('a.json', now).value);
          else if (asked === 'parsed')
            expect(nodesOf(document.parsed)).toEqual(nodesOf(new Document('a.json', now).parsed));
          else if (asked === 'lines') void document.lines;
        }
        sameAsNew(document);
      }),
      { numRuns: 700 },
    );
  });

  test('every place of a text that has everything, every key typed and deleted', () => {
    const whole =
      '\ufeff{\r\n  "a": [1, -2.5e3, {"k": "v", "__proto__": {"x": []}, "7": {}}, "s\\u0041", true],\r' +
      ' "b": {"c": [[], [[0]], null], "b": ""}, "z": {"q": 1, "q": {"r": 2}}\n}\n';
    const keys = ['', '"', '1', ',', '{', ']', '}', '\n', '\\', 'e', ' ', '\ud800', '"n": 1,', '<<<<<<< '];
    for (let at = 0; at <= whole.length; at++)
      for (const added of keys)
        for (const length of added === '' ? [1, 2, 9] : [0, 1]) {
          const broken = read(whole).edited([{ start: at, end: at + length, text: added }]);
          sameAsNew(broken);
          sameAsNew(broken.edited([{ start: at, end: at + added.length, text: whole.slice(at, at + length) }]));
        }
  });

  test('what an edit leaves begun at its end belongs to what follows', () => {
    const whole = '{\n  "agent": 1,\n  "version": 3,\n  "list": [{"a": 1}, {"b": 2}, {"c": 3}]\n}';
    const texts = [
      '"version",,',
      '"version": ,',
      '"version"',
      '"version": 3,',
      '"version": {',
      '"version": [{',
      '"version": "',
      '"version": 3 //',
      '"version": 3 /*',
      '"version": }',
      '\n=======\n',
      "'version': 3",
      '"version": 3, "version": 4',
      '"agent": 2',
      '',
    ];
    for (const replaced of ['"version": 3', '"version": 3,', '{"b": 2}', '"b": 2', '{"c": 3}'])
      for (const added of texts) {
        const start = whole.indexOf(replaced);
        sameAsNew(read(whole).edited([{ start, end: start + replaced.length, text: added }]));
      }
  });

  test('a merge conflict is one at the start of a line only', () => {
    const whole = '[\n{"a": 1},\n{"b": 2},\n  {"c": 3}\n]';
    for (const before of ['{"a"', '{"b"', '{"c"'])
      for (const added of ['<<<<<<< HEAD\n', '=======\n', '>>>>>>> x\n', '<<<<<<< ']) {
        const start = whole.indexOf(before);
        sameAsNew(read(whole).edited([{ start, end: start, text: added }]));
      }
  });

  test('nested deeper than any stack', () => {
    const depth = 100_000,
      whole = '[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2),
      middle = whole.indexOf('1');
    const document = new Document('a.json', whole);
    void document.parsed;
    void document.value;
    const flat = ({ parsed: { tape, problems } }: Document) => ({
      problems,
      nodes: Array.from({ length: tape.length }, (_, node) => [
        tape.type(node),
        tape.start(node),
        tape.end(node),
        tape.next(node),
      ]),
    });
    for (const added of ['2', '"', '}]', ',"b":[]', '[']) {
      const changed = document.edited([{ start: middle + 1, end: middle + 1, text: added }]);
      expect(changed.valid).toBe(['2', ',"b":[]'].includes(added));
      expect(flat(changed)).toEqual(flat(new Document('a.json', changed.text)));
    }
  });

  test('offsets outside the text are its ends', () => {
    const document = read('{"a": 1}');
    expect(document.edited([{ start: -5, end: 99, text: '[]' }]).text).toBe('[]');
    expect(document.edited([{ start: 6, end: 2, text: '1' }]).text).toBe('{"a": 11}');
    expect(document.edited([{ start: 99, end: 99, text: '\n' }]).text).toBe('{"a": 1}\n');
    expect(document.edited([]).value).toEqual({ a: 1 });
  });
  test('the file, its kind and the version after', () => {
    const document = new Document('desk/x.json', '{"a": {"b": 1}}', 4, 'agent');
    const next = document.edited([{ start: 13, end: 13, text: '2' }]);
    expect([next.file, next.kind, next.version, document.edited([], 9).version]).toEqual([
      'desk/x.json',
      'agent',
      5,
      9,
    ]);
  });
});

describe('what an edit does not touch', () => {
  const whole = JSON.stringify({ list: [{ a: 1 }, { b: { c: 'text' } }, { d: [2] }], other: { e: {} } }, null, 2),
    at = whole.indexOf('ext"');
  const list = (document: Document): readonly Json[] => (document.value as { list: readonly Json[] }).list;
  const other = (document: Document): unknown => (document.value as { other: Json }).other;
  test('is the same value as before, though the text was broken for a while', () => {
    const document = read(whole);
    const broken = document.edited([{ start: at, end: at, text: '"' }]);
    const more = broken.edited([{ start: at, end: at, text: 'xy' }]);
    void more.value;
    const mended = more.edited([{ start: at + 2, end: at + 3, text: '' }]);
    expect([broken.valid, more.valid, mended.valid]).toEqual([false, false, true]);
    expect(list(mended)[1]).toEqual({ b: { c: 'txyext' } });
    for (const kept of [0, 2]) expect(list(mended)[kept]).toBe(list(document)[kept]);
    expect(other(mended)).toBe(other(document));
    expect(list(broken)[0]).toBe(list(document)[0]);
  });
  test('is the same value as before if a member or an item comes or goes, or the text is sent as a whole', () => {
    const document = read(whole),
      edits: TextChange[] = [
        { start: whole.indexOf('"b"'), end: whole.indexOf('"b"'), text: '"n": null,\n' },
        { start: whole.indexOf('{\n      "b"'), end: whole.indexOf('{\n      "b"'), text: '{}, ' },
        { start: 0, end: whole.length, text: whole.replace('text', 'another') },
      ];
    for (const change of edits) {
      const next = document.edited([change]);
      expect(next.valid).toBe(true);
      expect(list(next)[0]).toBe(list(document)[0]);
      expect(list(next).at(-1)).toBe(list(document).at(-1));
      expect(other(next)).toBe(other(document));
    }
  });
});

test('of many versions no more than one before the last is kept', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const weak: WeakRef<Document>[] = [];
  let document = read(JSON.stringify({ a: [{ b: 'text' }] }));
  for (let i = 0; i < 1000; i++) {
    weak.push(new WeakRef(document));
    // valid half of the time, then broken and never fixed; every third version is never read
    document = document.edited([i === 500 ? { start: 14, end: 14, text: '"' } : { start: 14, end: 14, text: 'x' }]);
    if (i % 3 === 0) told(document);
  }
  expect(document.valid).toBe(false);
  for (let i = 0; i < 3; i++) {
    await new Promise(resolve => setTimeout(resolve, 0));
    collect();
  }
  const kept = weak.flatMap((reference, i) => (reference.deref() ? [i] : []));
  expect(kept.length).toBeLessThanOrEqual(1);
  sameAsNew(document);
});

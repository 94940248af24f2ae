import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Document } from '../../core/document.ts';
import { applyTextEdits } from '../../core/fixing/apply.ts';
import { Scanner } from '../../core/syntax/scanner.ts';
import { formatEdits } from './format.ts';
import { formatOnType } from './format-on-type.ts';

const options = { tabSize: 2, insertSpaces: true };
const formatted = (text: string, file = 'a.json', range?: { start: number; end: number }): string => {
  const document = new Document(file, text),
    edits = formatEdits({ document }, options, range);
  for (const { start, end } of edits) expect(text.slice(start, end)).toMatch(/^\s*$/);
  return applyTextEdits(text, edits)!;
};

test('a file of one line is spread out; short lists of scalars are not', () => {
  expect(formatted('{"a":1,"b":{"c":[1,2,3],"d":{}},"e":[{"f":null},[]],"g":1.50,"h":"x\\u0041"}')).toBe(`{
  "a": 1,
  "b": {
    "c": [1, 2, 3],
    "d": {}
  },
  "e": [
    {
      "f": null
    },
    []
  ],
  "g": 1.50,
  "h": "x\\u0041"
}`);
});

test('what stands on one line stays there, with its own padding, as far as it is short', () => {
  const long = `"${'x'.repeat(150)}"`;
  expect(
    formatted(`{
"edges": [{ "id":"e1","to":  "n1" },
  {"id": "e2"}],
"list": [ 1,2 ,3 ],
  "short": 1,
  "long": { "text": ${long}, "n": [1, 2] }
}
`),
  ).toBe(`{
  "edges": [
    { "id": "e1", "to": "n1" },
    {"id": "e2"}
  ],
  "list": [ 1, 2, 3 ],
  "short": 1,
  "long": {
    "text": ${long},
    "n": [1, 2]
  }
}
`);
});

test('lists of what stands on one line break where the file breaks them, and a list may hug its one item', () => {
  expect(
    formatted(`{
    "rows": [1, 2,
      3,4],
    "lines": ["a",
"b"
    ],
    "objects": [
    { "a": 1 }, { "b": [2] },
      { "c":3 }, {}
    ],
    "mixed": [{ "a": 1 }, { "b":
      2 }],
    "hug": [{
      "a": 1
        }]
}`),
  ).toBe(`{
    "rows": [
        1, 2,
        3, 4
    ],
    "lines": [
        "a",
        "b"
    ],
    "objects": [
        { "a": 1 }, { "b": [2] },
        { "c": 3 }, {}
    ],
    "mixed": [
        { "a": 1 },
        {
            "b": 2
        }
    ],
    "hug": [{
        "a": 1
    }]
}`);
});

test('indentation and line ends are those of the file; one empty line may stay', () => {
  expect(formatted('\uFEFF{\r\n\t"a": 1,\r\n\r\n\r\n\t"b": {\r\n\r\n\t"c": 2\r\n}\r\n}\r\n\r\n')).toBe(
    '\uFEFF{\r\n\t"a": 1,\r\n\r\n\t"b": {\r\n\t\t"c": 2\r\n\t}\r\n}\r\n',
  );
  expect(
    applyTextEdits(
      '{"a":1}',
      formatEdits({ document: new Document('a.json', '{"a":1}') }, { tabSize: 4, insertSpaces: false }),
    ),
  ).toBe('{\n\t"a": 1\n}');
});

test('comments stay with what they stand beside', () => {
  expect(
    formatted(
      `// first
{
  // of a
"a": 1,    // aligned
  /* of b */ "b": [1, /* two */ 2],
  "c": [ // list
 1, // one
    2 /* end */]
    // last
}
// after`,
      'a.jsonc',
    ),
  ).toBe(`// first
{
  // of a
  "a": 1,    // aligned
  /* of b */ "b": [1, /* two */ 2],
  "c": [ // list
    1, // one
    2 /* end */
  ]
  // last
}
// after`);
});

test('of a range only its lines change', () => {
  const text = '{\n"a": 1,\n"b":2,\n"c": [\n  3\n]\n}';
  expect(formatted(text, 'a.json', { start: text.indexOf('"b"'), end: text.indexOf('"b"') + 1 })).toBe(
    '{\n"a": 1,\n  "b": 2,\n"c": [\n  3\n]\n}',
  );
});

test('slips that leave no doubt are formatted around; other broken text stays as it is', () => {
  expect(formatted('{\n"a": 1\n"b": [1,2,],\n}')).toBe('{\n  "a": 1\n  "b": [1, 2,],\n}');
  for (const text of [
    '',
    ' ',
    '{',
    '{"a":1',
    '{\n"a": [1}',
    '"abc',
    '{\n"a":\n}',
    '<<<<<<< x\n{}',
    '{} {}',
    '/*',
    '['.repeat(2000) + ']'.repeat(2000),
  ])
    expect(formatted(text)).toBe(text);
});

const tokensOf = (text: string): string[] => {
  const found: string[] = [],
    scanner = new Scanner(text);
  for (let token = scanner.next(); token.kind !== 'end'; token = scanner.next())
    found.push(text.slice(token.start, token.end));
  return found;
};
const blank = fc.stringMatching(/^[ \t]{0,3}(\r?\n[ \t]{0,4}){0,2}$/);
const comment = fc.constantFrom('', '', '', '/* c */', '// c\n', '/* c\n d */', '//\r\n');
const gap = fc.tuple(blank, comment, blank).map(parts => parts.join(''));
const scalar = fc.constantFrom(
  '1',
  '-2.50e3',
  'true',
  'null',
  '"a"',
  '"\\u00e9{}[],:"',
  '""',
  `"${'long '.repeat(12)}"`,
);
const { value } = fc.letrec<{ value: string; members: string }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar,
    fc
      .tuple(fc.constantFrom('[', '{'), fc.array(tie('members'), { maxLength: 4 }), gap)
      .map(([open, items, end]) =>
        open === '[' ? `[${items.join(',')}${end}]` : `{${items.map(item => `"k":${item}`).join(',')}${end}}`,
      ),
  ),
  members: fc.tuple(gap, tie('value'), gap).map(parts => parts.join('')),
}));

test('formatting changes no token, and done twice it is done once', () => {
  fc.assert(
    fc.property(gap, value, gap, (before, body, after) => {
      const text = before + body + after,
        once = formatted(text, 'a.jsonc');
      expect(tokensOf(once)).toEqual(tokensOf(text));
      expect(formatted(once, 'a.jsonc')).toBe(once);
    }),
    { numRuns: 1000, seed: 7 },
  );
});

test('broken text keeps its tokens too', () => {
  fc.assert(
    fc.property(
      value,
      fc.nat(),
      fc.constantFrom('', ',', ':', '"', '{', ']', "'", '//', '/*', '\n', 'x', '\\'),
      fc.nat(3),
      (body, at, put, cut) => {
        const place = at % (body.length + 1),
          text = body.slice(0, place) + put + body.slice(place + cut),
          once = formatted(text);
        expect(tokensOf(once)).toEqual(tokensOf(text));
        expect(formatted(once)).toBe(once);
      },
    ),
    { numRuns: 1000, seed: 7 },
  );
});

const typed = (text: string, ch: string): string => {
  const offset = text.indexOf('▮'),
    plain = text.replace('▮', ''),
    document = new Document('a.json', plain);
  return applyTextEdits(plain, formatOnType({ document, offset }, ch, options))!;
};

test('a new line is indented by what it is in, also while that is not closed', () => {
  expect(typed('{\n    "a": {\n▮\n    }\n}', '\n')).toBe('{\n    "a": {\n        \n    }\n}');
  expect(typed('{\n    "a": {\n▮', '\n')).toBe('{\n    "a": {\n        ');
  expect(typed('{\n  "a": [1,\n▮2]\n}', '\n')).toBe('{\n  "a": [1,\n    2]\n}');
  expect(typed('{\n  "a": 1\n▮}', '\n')).toBe('{\n  "a": 1\n}');
  expect(typed('{\n  "a": {\n      }▮\n}', '}')).toBe('{\n  "a": {\n  }\n}');
  expect(typed('{\n  "a": {}▮\n}', '}')).toBe('{\n  "a": {}\n}');
  expect(typed('{\n  "a": [\n    1,\n    ]▮', ']')).toBe('{\n  "a": [\n    1,\n  ]');
  // within a string, spaces would be part of it
  expect(typed('{ "a": "x\n▮" }', '\n')).toBe('{ "a": "x\n" }');
  expect(typed('▮', '\n')).toBe('');
});

test('behind a value nothing is laid out: nobody knows where a string ends there', () => {
  const broken = 'z\n  007"a": 44,\n  "b\n  "c"{ "d\n}\n';
  expect(formatted(broken)).toBe(broken);
  expect(formatted('[1,2] // done\n')).toBe('[1, 2] // done\n');
});

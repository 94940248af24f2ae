import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rules } from '../../../rules/index.ts';
import { words } from '../../testing/words.ts';
import { Document } from '../document.ts';
import { lint, RuleSet } from '../engine/lint.ts';
import type { Json } from '../json/json.ts';
import { locate, pointerOfNode } from '../locate.ts';
import { split } from '../json/pointer.ts';
import { Workspace } from '../workspace/workspace.ts';
import { countKeys, keysAtMost } from './count-keys.ts';
import { explanationsOf } from '../domain/syntax-causes.ts';
import { LineIndex } from './lines.ts';
import { JsonSeeker } from './json-seeker.ts';
import { parseText, valueOf } from './parse.ts';
import { NodeType, placeIn } from './syntax-nodes.ts';

const runs = { numRuns: Number(process.env['FUZZ_RUNS'] ?? 2000) };

/** The result of `JSON.parse`, or undefined if it throws. One byte order mark is skipped, as hosts and editors do. */
function reference(text: string): { readonly value: Json } | undefined {
  try {
    return { value: JSON.parse(text.replace(/^\ufeff/, '')) as Json };
  } catch {
    return undefined;
  }
}

/** Checks invariants that hold for any text. */
function check(text: string): void {
  const expected = reference(text);
  const { nodes, problems } = parseText(text);
  // the message of an expectation is built only if the expectation fails, because there are millions of expectations
  const expectTrue = (isFound: boolean, words: () => string): void => {
    if (!isFound) expect.fail(`${words()} of ${JSON.stringify(text)}`);
  };
  expectTrue(
    (problems.length === 0) === (expected !== undefined),
    () => `problems ${problems.map(p => p.code).join()}`,
  );
  if (expected && !isDeepStrictEqual(valueOf(nodes), expected.value)) expect(valueOf(nodes)).toEqual(expected.value);
  const isWithin = ({ start, end }: { start: number; end: number }): boolean =>
    start >= 0 && start <= end && end <= text.length;
  for (const problem of problems)
    expectTrue(isWithin(problem) && problem.node < nodes.length, () => `the place of ${problem.code}`);
  for (const { span, message, fix } of explanationsOf(text, problems, nodes)) {
    expectTrue(!/undefined|\n/.test(message), () => message);
    expectTrue(isWithin(span) && (fix?.edits ?? []).every(isWithin), () => `the place of ${message}`);
  }
  for (let node = 0; node < nodes.length; node++)
    expectTrue(
      isWithin(nodes.span(node)) && nodes.next(node) > node && nodes.next(node) <= nodes.length,
      () => `the place of node ${node}`,
    );
}

// keys and texts that are difficult for parsers: escapes, surrogates, inner brackets and colons, names of
// Object.prototype
const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom(
    '',
    '__proto__',
    'constructor',
    '":',
    '\\',
    '{',
    '],',
    '/*',
    '//',
    '<<<<<<<',
    '\u2028',
    '\ud800',
    '~1',
    '0',
  ),
);
const json = fc.jsonValue({ stringUnit: 'binary', maxDepth: 5 }) as fc.Arbitrary<Json>;
const tree = fc.letrec<{ value: Json }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    json,
    hostileText,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.array(fc.tuple(hostileText, tie('value')), { maxLength: 5 }).map(entries => Object.fromEntries(entries)),
  ),
})).value;
const jsonText = fc
  .tuple(tree, fc.constantFrom(undefined, 1, 2, '\t', '\r\n'))
  .map(([value, indent]) =>
    indent === '\r\n' ? JSON.stringify(value, null, 2).replaceAll('\n', '\r\n') : JSON.stringify(value, null, indent),
  );
const pieces = [
  ...words`{ } [ ] , : " ' \ // /* */ 0 - 1e5 01 .5 1. true nul NaN "a" "a": "\x" ...`,
  '\n',
  '\r',
  '\t',
  ' ',
  '\u00a0',
  '\ufeff',
  '"\\u12"',
  '<<<<<<< HEAD\n',
  '\n=======\n',
  '\n>>>>>>> other\n',
  '\0',
  '\u2028',
];
const piece = fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 2 }));
const mutatedText = fc
  .tuple(jsonText, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), piece), { minLength: 1, maxLength: 4 }))
  .map(([text, cuts]) =>
    cuts.reduce((text, [offset, length, insertion]) => {
      const start = offset % (text.length + 1);
      return text.slice(0, start) + insertion + text.slice(start + length);
    }, text),
  );

describe('the parser agrees with JSON.parse', () => {
  test('for random JSON', () => fc.assert(fc.property(jsonText, check), runs));
  test('for random mutations of JSON', () => fc.assert(fc.property(mutatedText, check), { numRuns: runs.numRuns * 4 }));
  test('for random text', () =>
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }).map(parts => parts.join('')),
        check,
      ),
      { numRuns: runs.numRuns * 4 },
    ));
  test('for texts that revealed former bugs', () => {
    for (const text of [
      '',
      ...words`{ [ " ' / /* - [,] {,} [1,] {"a":1,} {"a":} {"a"} {1:2} {}{} } ] [} {] {"a":[} "\ 1.e5 1e 00 -0 -01
      1E+9 nulll {"a":1]} , : {"__proto__":1} <<<<<<< [1<<<<<<<] {{"a":1}:2} {[]:1}`,
      ' ',
      '[1 2]',
      '{"a":1 "b":2}',
      '1 2',
      '"\t"',
      '"\\u00',
      '\u00a01',
      '\ufeff',
      '{"a" {}}',
      '["a\\\nb"]',
      '["a\\\r\nb"]',
    ])
      check(text);
  });
});

test('a byte order mark is skipped', () => {
  const document = new Document('a.json', '\ufeff{"a": 1}');
  expect(document.valid).toBe(true);
  expect(document.parsed.problems).toEqual([]);
  expect(document.lines.positionAt(locate(document, '/a').start)).toEqual({ line: 0, character: 6 });
});

test('comments are JSON only where they are allowed', () => {
  const text = '/* a */ { // b\n "a": 1 /**/, "b": "// not one" }';
  expect(parseText(text, true).problems).toEqual([]);
  expect(valueOf(parseText(text, true).nodes)).toEqual({ a: 1, b: '// not one' });
  expect(parseText(text).problems.map(p => p.code)).toEqual(['comment', 'comment', 'comment']);
});

test('places are mapped to text, and text to places', () => {
  let count = 0,
    number = 0;
  fc.assert(
    fc.property(jsonText, text => {
      const document = new Document('a.json', text);
      const { nodes } = document.parsed;
      for (let node = 0; node < nodes.length; node++) {
        const pointer = pointerOfNode(nodes, node);
        expect(nodes.find(split(pointer))).toEqual({ node, depth: split(pointer).length });
        const seeker = new JsonSeeker(text, document.hasUniqueKeys);
        for (const route of [split(pointer), [...split(pointer), 'none'], ['none', ...split(pointer)]]) {
          // undefined if parsing is cheaper, as for many brackets around very little text
          const place = seeker.find(route);
          count++;
          if (place) number++;
          if (place) expect(place).toEqual(placeIn(nodes, route));
        }
        const raw = text.slice(nodes.start(node), nodes.end(node));
        const value = document.at(pointer).value;
        expect(JSON.parse(raw)).toEqual(value);
        const key = nodes.keySpan(node);
        if (key) expect(JSON.parse(text.slice(key.start, key.end))).toBe(split(pointer).at(-1));
        const span = locate(document, pointer);
        expect(span).toEqual({
          start: nodes.start(node),
          end: nodes.type(node) <= NodeType.array ? nodes.start(node) + 1 : nodes.end(node),
        });
        if (typeof value !== 'string') continue;
        for (let i = 0; i < value.length; i++) {
          const unit = locate(document, { within: pointer, start: i, end: i + 1 });
          expect(JSON.parse(`"${text.slice(unit.start, unit.end)}"`)).toBe(value[i]);
        }
      }
    }),
    { numRuns: Math.ceil(runs.numRuns / 4) },
  );
  expect(number).toBeGreaterThan(count * 0.99);
});

test('the count of keys is never too low, and exact if no string contains a colon', () => {
  fc.assert(
    fc.property(jsonText, text => {
      expect(keysAtMost(text)).toBeGreaterThanOrEqual(countKeys(JSON.parse(text) as Json).keys);
    }),
    runs,
  );
  expect(keysAtMost('{"a" : 1, "a"\n: {"b":2}}')).toBe(3);
  expect(keysAtMost('{"a" /* one */: 1, "a" // two\n: 2}')).toBe(2);
  expect(countKeys({ a: { b: [{ c: 1 }, 2 ** 54] } })).toEqual({ keys: 3, inexact: true });
});

describe('neither depth nor length causes an overflow', () => {
  const depth = 100_000;
  const set = new RuleSet(rules);
  const lists = '['.repeat(depth),
    objects = '{"a":'.repeat(depth);
  const within = (key: string, value: string): string =>
    `{"voice_id": "v", "language": "en-US", "response_engine": {"type": "service-llm"}, ${JSON.stringify(key)}: ${value}}`;
  test.each([
    ['lists', lists + ']'.repeat(depth)],
    ['objects', `${objects}1${'}'.repeat(depth)}`],
    ['unclosed lists', lists],
    ['unclosed objects', objects],
    ['closing brackets', ']'.repeat(depth)],
    ['brackets of the wrong kind', lists + '}'.repeat(depth)],
    ['commas', `[${','.repeat(depth)}`],
    ['an unclosed text that ends in commas', `["${', '.repeat(depth)}x\n]`],
    ['backslashes', `["${'\\'.repeat(depth)}x"]`],
    ['a long text in single quotes', `['${'x'.repeat(5_000_000)}']`],
    ['a long number', `[${'9'.repeat(depth)}, ${'9'.repeat(300)}]`],
    ['comments', '//\n'.repeat(depth)],
    ['conflicts', '<<<<<<< a\n'.repeat(depth)],
    ['an unknown field', within('notes', lists + ']'.repeat(depth))],
    [
      'a list whose items must differ',
      within('expressive_emotion_tags', `[${`${lists}${']'.repeat(depth)},`.repeat(2)}1]`),
    ],
    [
      'metadata of a call',
      `{"from_number": "+14155550100", "tasks": [{"to_number": "+14155550101", "metadata": ${objects}1${'}'.repeat(depth)}}]}`,
    ],
  ])('in %s', (_, text) => {
    const document = new Document('a.agent.json', text);
    void valueOf(document.parsed.nodes);
    for (const { node } of [...document.parsed.problems.slice(0, 3), ...document.parsed.problems.slice(-3)])
      if (node >= 0) locate(document, pointerOfNode(document.parsed.nodes, node));
    for (const finding of lint(document, new Workspace([document]), set))
      if (finding.rule === 'internal-error') expect(finding.message).toContain('the schemas cannot check this');
  });
});

test.each([
  ['an object in an object', '{\n  "a": {\n    "b": 1,\n  "c": 2\n}\n', '4:3', 2],
  ['an object in a list', '[\n\t{\n\t\t"b": 1\n\t,\n\t{ "c": 1 }\n]\n', '4:2', 2],
  [
    'a list before the closing bracket of its object',
    '{\n  "a": {\n    "b": [\n      1\n  },\n  "c": 2\n',
    '3:10',
    undefined,
  ],
  ['no indentation in a text of one line', '{"a":{"b":1}', '1:1', undefined],
  ['no bracket at the indentation of the last container', '{\n  "a": {\n    "b": 1\n  }\n', '1:1', undefined],
] as const)('an unclosed bracket is found by the indentation: %s', (_, text, position, line) => {
  const { nodes, problems } = parseText(text),
    lines = new LineIndex(text);
  const explanations = explanationsOf(text, problems, nodes).filter(({ message }) =>
    /^(unclosed (object|list)|missing [}\]] )/.test(message),
  );
  const [first] = explanations.filter(({ help }) =>
    line === undefined ? help === undefined : help?.includes(`in line ${line} `),
  );
  const { line: row, character } = lines.positionAt(first!.span.start);
  expect(`${row + 1}:${character + 1}`).toBe(position);
});

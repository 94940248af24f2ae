import { expect, test } from 'vitest';
import { applyTextEdits } from '../fixing/apply.ts';
import { explanationsOf } from './syntax-causes.ts';
import { parseText } from '../syntax/parse.ts';

/** The text after each fix alone, and whether the fix is safe. */
function fixesOf(text: string): string[] {
  const { problems, nodes } = parseText(text);
  return explanationsOf(text, problems, nodes).flatMap(({ fix }) =>
    fix ? [`${fix.safe ? 'safe' : 'unsafe'}: ${fix.title}: ${applyTextEdits(text, fix.edits)}`] : [],
  );
}

function messages(text: string): string[] {
  const { problems, nodes } = parseText(text);
  return explanationsOf(text, problems, nodes).map(({ message }) => message);
}

test('a comma is inserted right after the value, before a comment', () => {
  expect(fixesOf('[1 // one\n2]')).toContain('safe: Insert a comma: [1, // one\n2]');
  expect(fixesOf('{"a": [1] /* list\n */ "b": 2}')).toContain(
    'unsafe: Insert a comma: {"a": [1], /* list\n */ "b": 2}',
  );
  expect(fixesOf(`["a\n"b"]`)).toContain('safe: Insert a comma: ["a,\n"b"]');
  expect(fixesOf(`['a\n"b"]`)).toEqual([]);
});

test('one fix covers all control characters and invalid escapes of a string', () => {
  expect(fixesOf('["a\tb\tc\u0001"]')).toEqual(['safe: Write \\t and \\u0001: ["a\\tb\\tc\\u0001"]']);
  expect(fixesOf('["a\tb\\\tc"]')).toEqual(['safe: Write \\t: ["a\\tb\\\tc"]']);
  expect(fixesOf(String.raw`["C:\Up\me \'x\'"]`)).toEqual([
    String.raw`unsafe: Write \\U, \\m and ': ["C:\\Up\\me 'x'"]`,
  ]);
});

test('replacing single quotes is safe only if they certainly delimit the string', () => {
  expect(fixesOf(`['a"\\'']`)).toEqual([`safe: Use double quotes: ["a\\"'"]`]);
  expect(fixesOf(`['a\\d']`)).toEqual([`unsafe: Use double quotes: ["ad"]`]);
  expect(fixesOf(`['it's']`)).toEqual([`unsafe: Use double quotes: ["it's"]`]);
});

test('each habit of other formats is one problem', () => {
  expect(fixesOf('{\n  # loud\n  "a": 1 # quiet\n}')).toEqual([
    'unsafe: Remove the comment: {\n  "a": 1 # quiet\n}',
    'unsafe: Remove the comment: {\n  # loud\n  "a": 1\n}',
  ]);
  expect(fixesOf('{\n  /* loud */ "a": 1\n}')).toEqual(['unsafe: Remove the comment: {\n  "a": 1\n}']);
  expect(fixesOf('{"a": 1; "b": 2;}')).toEqual([
    'unsafe: Write a comma: {"a": 1, "b": 2;}',
    'unsafe: Remove it: {"a": 1; "b": 2}',
  ]);
  expect(fixesOf('{"a": 1};')).toEqual(['unsafe: Remove it: {"a": 1}']);
  expect(fixesOf('{"a":\u00a0"b\u00a0c",\u200b\ufeff"d": 1}')).toEqual([
    'safe: Remove it: {"a":"b\u00a0c",\u200b\ufeff"d": 1}',
    'safe: Remove it: {"a":\u00a0"b\u00a0c","d": 1}',
  ]);
  expect(fixesOf('```json\n{"a": 1}\n```\n')).toEqual(['unsafe: Remove the fences: {"a": 1}\n']);
  expect(fixesOf('[05, 5_000, 5,000, -0x1, +1]')).toEqual([
    'unsafe: Write 5: [5, 5_000, 5,000, -0x1, +1]',
    'unsafe: Write 5000: [05, 5000, 5,000, -0x1, +1]',
    'unsafe: Write 5000: [05, 5_000, 5000, -0x1, +1]',
    'safe: Write 1: [05, 5_000, 5,000, -0x1, 1]',
  ]);
});

test('a string without its first quote, or without any quote, is one problem', () => {
  expect(fixesOf('{"a": Good day", "b": 11labs-Kate"}')).toEqual([
    'unsafe: Open it here: {"a": "Good day", "b": 11labs-Kate"}',
    'unsafe: Open it here: {"a": Good day", "b": "11labs-Kate"}',
  ]);
  expect(fixesOf('{"a": call-center, "b": 11labs-Kate}')).toEqual([
    'unsafe: Write "call-center": {"a": "call-center", "b": 11labs-Kate}',
    'unsafe: Write "11labs-Kate": {"a": call-center, "b": "11labs-Kate"}',
  ]);
});

test('a wrong bracket is one problem, and the keys after it still belong to the object', () => {
  expect(fixesOf('{"a": {"b": 1}\n}, "c": 2}')).toEqual(['unsafe: Remove it: {"a": {"b": 1}, "c": 2}']);
  expect(fixesOf('{"a": ["b"}, "c": 2}')).toEqual(['unsafe: Write ]: {"a": ["b"], "c": 2}']);
});

test('a text in another format is one problem', () => {
  expect(messages('module.exports = {"a": 1}')).toEqual([
    'module.exports is not a JSON value; strings need double quotes',
  ]);
  expect(messages('a: 1\nb: 2')).toEqual(['a is not a JSON value; strings need double quotes']);
  expect(messages('{"a": 1}, {"b": 1}')).toEqual(['unexpected text after the end of the JSON value: ,']);
  expect(messages('{"a": Infinity}')).toEqual(['Infinity is not a JSON value; numbers are finite']);
});

test('a removed comment between two words leaves a space', () => {
  expect(fixesOf('[1/**/2]')).toContain('unsafe: Remove the comment: [1 2]');
  expect(fixesOf('[1, /**/ 2]')).toEqual(['unsafe: Remove the comment: [1, 2]']);
});

test('a line break or quote within a string is one problem, and is escaped', () => {
  expect(fixesOf('{"a": "You are\r\n\tkind: say "hi".\n", "b": 1}')).toEqual([
    'unsafe: Write \\n, \\t and \\": {"a": "You are\\n\\tkind: say \\"hi\\".\\n", "b": 1}',
  ]);
  expect(fixesOf('{"a": "the "best" {{desk}}, he said"}')).toEqual([
    'unsafe: Write \\": {"a": "the \\"best\\" {{desk}}, he said"}',
  ]);
  expect(fixesOf('["a\n", "b\nc"]')).toEqual([
    'unsafe: Write \\n: ["a\\n", "b\nc"]',
    'unsafe: Write \\n: ["a\n", "b\\nc"]',
  ]);
  expect(fixesOf('["a\\\r\nb"]')).toEqual(['unsafe: Write \\n: ["a\\nb"]']);
  // an editor indents a new line like the previous one
  expect(fixesOf('{\n  "a": "You are\r\n    kind:\n- one\n  - two"}')).toEqual([
    'unsafe: Write \\n: {\n  "a": "You are\\n  kind:\\n- one\\n- two"}',
  ]);
  expect(fixesOf('{\n"a": "open,\n"b": 1}')).toEqual(['unsafe: Close it here: {\n"a": "open",\n"b": 1}']);
  expect(fixesOf('["open,\n"b"]')).toEqual(['unsafe: Close it here: ["open",\n"b"]']);
});

test('a typo at a key is one problem', () => {
  expect(fixesOf('{"a": 1, b": "c"}')).toEqual(['safe: Write "b": {"a": 1, "b": "c"}']);
  expect(fixesOf('{"a": 1, "b: "c"}')).toEqual(['unsafe: Close it here: {"a": 1, "b": "c"}']);
  expect(fixesOf('{"a": "x, "b": "c"}')).toEqual(['unsafe: Close it here: {"a": "x", "b": "c"}']);
  expect(fixesOf('{"a" = "b", "c" => 1}')).toEqual([
    'unsafe: Write a colon: {"a": "b", "c" => 1}',
    'unsafe: Write a colon: {"a" = "b", "c": 1}',
  ]);
  expect(fixesOf('{“a”: “say hi”}')).toEqual([
    'safe: Use straight quotes: {"a": “say hi”}',
    'safe: Use straight quotes: {“a”: "say hi"}',
  ]);
  expect(fixesOf('{"a": 1,5}')).toEqual(['unsafe: Write 1.5: {"a": 1.5}']);
});

test('a closing bracket that is typed too early is one problem, at the bracket', () => {
  const list = (first: string, second = '{\n"c": 3\n}') => `{\n"list": [\n{\n${first}\n},\n${second}\n],\n"d": 4\n}`,
    validText = list('"a": 1,\n"b": 2');
  for (const [text, spareBracket] of [
    [list('"a": 1,}\n"b": 2'), '}'],
    [list('"a": 1},\n"b": 2'), '}'],
    [list('"a": 1],\n"b": 2'), ']'],
    [validText.replace('"d"', '}"d"'), '}'],
  ] as const) {
    expect(messages(text)).toEqual([`unexpected ${spareBracket}: the text is valid without it`]);
    expect(fixesOf(text)).toEqual([`unsafe: Remove it: ${validText}`]);
  }
  expect(messages(validText.replace('3\n}', '3\n]'))).toEqual(['expected }, got ]']);
  // the parser reports the mistake only at the second bracket, after which the text should end
  expect(fixesOf('{\n"a": {\n"b": 1},\n"c": 2\n},\n"d": 3\n}')).toEqual([
    'unsafe: Remove it: {\n"a": {\n"b": 1,\n"c": 2\n},\n"d": 3\n}',
  ]);
  // a bracket is missing here: without the other bracket, two objects would become one with a duplicate key
  expect(messages(list('"a": 1', '"a": 3\n}'))).not.toContain('unexpected }: the text is valid without it');
});

test.each([
  ['{"a": "b": 1}}', 'missing { before "b"', '{"a": {"b": 1}}'],
  ['{"a": }, "b": 1}', 'missing { before }', '{"a": {}, "b": 1}'],
  ['"a": 1, "b": {"c": 2}}', 'missing { before "a"', '{"a": 1, "b": {"c": 2}}'],
  ['[{"a": 1}, "a": 2}]', 'missing { before "a"', '[{"a": 1}, {"a": 2}]'],
  ['{"a": {"b": 1}, {"b": 2}]}', 'missing [ before {', '{"a": [{"b": 1}, {"b": 2}]}'],
  ['[{"a": 1, {"a": 2}]', 'missing } before {', '[{"a": 1}, {"a": 2}]'],
  ['[{"a": {"b": 1}]', 'missing } before ]', '[{"a": {"b": 1}}]'],
  ['[\n  {\n    "a": 1\n  ,\n  {}\n]', 'missing } before ,', '[\n  {\n    "a": 1\n  },\n  {}\n]'],
  ['{\r\n  "a": {\r\n    "b": 1\r\n}', 'missing } before }', '{\r\n  "a": {\r\n    "b": 1\r\n  }\r\n}'],
  ['{\n\t"a": {\n\t\t"b": 1,\n\t"c": 1\n}', 'missing } before "c"', '{\n\t"a": {\n\t\t"b": 1\n\t},\n\t"c": 1\n}'],
  ['{"a": ["b", "c": 1}', 'missing ] before "c"', '{"a": ["b"], "c": 1}'],
])('a missing bracket is one problem, where it belongs: %j', (text, message, repairedText) => {
  expect(messages(text)).toEqual([message]);
  expect(fixesOf(text)).toEqual([`unsafe: Insert ${message.split(' ')[1]!}: ${repairedText}`]);
});

test('a missing bracket is reported at its opening bracket if its place is not known', () => {
  expect(messages('{"a": {"b": 1, "c": 2}')).toEqual(['unclosed object: } is missing']);
  // a second error makes the repair uncertain
  expect(messages('{\n  "a": {\n    "b": tru\n}')).toContain('unclosed object: } is missing');
});

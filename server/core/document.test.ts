import { expect, test } from 'vitest';
import { Document } from './document.ts';

test('an offset outside the text counts as the nearest end of the text', () => {
  const document = new Document('a.json', '{"a": 1}');
  expect(document.withChanges([{ start: -5, end: 99, text: '[]' }]).text).toBe('[]');
  expect(document.withChanges([{ start: 6, end: 2, text: '1' }]).text).toBe('{"a": 11}');
  expect(document.withChanges([{ start: 99, end: 99, text: '\n' }]).text).toBe('{"a": 1}\n');
  expect(document.withChanges([]).value).toEqual({ a: 1 });
});
test('several changes are applied in order', () => {
  const changes = [
    { start: 6, end: 7, text: '[]' },
    { start: 7, end: 7, text: '2, 3' },
    { start: 2, end: 3, text: 'list' },
  ];
  expect(new Document('a.json', '{"a": 1}').withChanges(changes).value).toEqual({ list: [2, 3] });
});
test('a changed document keeps its file and kind, and has the next version', () => {
  const document = new Document('desk/x.json', '{"a": {"b": 1}}', 4, 'agent');
  const next = document.withChanges([{ start: 13, end: 13, text: '2' }]);
  expect([next.file, next.kind, next.version, document.withChanges([], 9).version]).toEqual([
    'desk/x.json',
    'agent',
    5,
    9,
  ]);
});
test('a text that is nested deeper than any stack can be read', () => {
  const depth = 100_000,
    wholeText = '[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2),
    middle = wholeText.indexOf('1');
  const document = new Document('a.json', wholeText);
  for (const [insertion, valid] of [
    ['2', true],
    ['"', false],
    ['}]', false],
    [',"b":[]', true],
    ['[', false],
  ] as const) {
    const editedDocument = document.withChanges([{ start: middle + 1, end: middle + 1, text: insertion }]);
    expect([insertion, editedDocument.valid, editedDocument.parsed.problems.length === 0]).toEqual([
      insertion,
      valid,
      valid,
    ]);
  }
});

import { expect, test } from 'vitest';
import { Document } from '../document.ts';

test.each([
  [String.raw`{"a": 1, "b": {"a": 2}}`, true],
  [String.raw`{"a": 1, "a": 2}`, false],
  [String.raw`{"a\\": 1, "a\\" : 2}`, false],
  [String.raw`{"text": "Answer with {\"name\": \"Ann\", \"name\" : 1}"}`, true],
])('whether %s has a key only once', (text, hasUniqueKeys) => {
  expect(new Document('a.json', text).hasUniqueKeys).toBe(hasUniqueKeys);
});

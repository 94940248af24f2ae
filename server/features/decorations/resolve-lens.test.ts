import { expect, test } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import { resolveLens } from './resolve-lens.ts';

test('of an engine with long requests the lens says how long', () => {
  const title = (times: number): string | undefined =>
    resolveLens(contextAt(`-- a.llm.json --\n▮{ "general_prompt": "${'Be kind to callers. '.repeat(times)}" }`), {
      about: 'users',
      pointer: '',
    })?.title;
  expect(title(100)).toBe('not used in these files');
  expect(title(700)).toBe('not used in these files · about 3,000 tokens a request');
});

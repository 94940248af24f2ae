import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tokensOf } from './tokenizer.ts';

const none = { disallowedSpecial: new Set<string>() };

test('the tokenizer has the published vectors of the encoding', () => {
  expect(encode('hello world')).toEqual([24912, 2375]);
  expect(encode('antidisestablishmentarianism')).toEqual([493, 129901, 376, 160388, 21203, 2367]);
  expect(encode('お誕生日おめでとう')).toEqual([8930, 9697, 243, 128225, 8930, 17693, 4344, 48669]);
  expect(['hello world', '', '<|endoftext|>'].map(tokensOf)).toEqual([2, 0, 7]);
});

test('a long text has as many tokens in pieces as in one piece', () => {
  const folder = new URL('../../rules/', import.meta.url);
  const text = readdirSync(folder)
    .filter(name => name.endsWith('.md') && name < 'm')
    .map(name => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n');
  expect(tokensOf(text)).toBe(encode(text, none).length);
});

// counting these texts in one piece takes minutes
test.each(['a', '电话', ' ', '=', 'word '])('a long repetition of %j is counted quickly', text => {
  expect(tokensOf(text.repeat(40_000))).toBeGreaterThan(300);
});

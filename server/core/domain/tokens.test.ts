import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { aboutTokens, estimatedTokens, factorInWords } from './tokens.ts';

/** Example texts of prompts, by kind of text. */
const texts = {
  english: 'Greet the caller, ask for the reason of the call, and offer a visit on the next free day.\n',
  german: 'Begrüße den Anrufer freundlich, frage nach dem Grund des Anrufs und biete einen Termin an.\n',
  list: '- Never give medical advice.\n- If the caller is in danger, call `transfer_to_nurse` at once.\n\n',
  tool: '{"type":"object","required":["date"],"properties":{"date":{"type":"string","description":"Day of the visit"}}}',
  steps: '## Step 1\n  Ask for {{first_name}} and {{last_name}}, and repeat both to the caller.\n',
};

test.each(Object.entries(texts))('the estimate for %s is within 25 percent of the real number', (_, text) => {
  const longText = text.repeat(20),
    tokens = countTokens(longText);
  expect(Math.abs(estimatedTokens(longText) - tokens) / tokens).toBeLessThan(0.25);
});

test('a run of one punctuation mark is one token, a run of one letter is many', () => {
  expect(estimatedTokens(`a${' '.repeat(9000)}b`)).toBe(1);
  expect(estimatedTokens('='.repeat(9000))).toBe(1);
  expect(estimatedTokens('a'.repeat(4160))).toBe(886);
  expect(estimatedTokens('')).toBe(0);
});

test('an estimate has two significant digits', () => {
  expect([0, 7, 72, 349, 2949, 12_345].map(aboutTokens)).toEqual([
    'about 0',
    'about 7',
    'about 72',
    'about 350',
    'about 2,900',
    'about 12,000',
  ]);
  expect([100, 3500, 4100].map(factorInWords)).toEqual(['×1.0', '×1.0', '×1.2']);
});

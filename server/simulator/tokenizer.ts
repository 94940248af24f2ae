import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Assumption } from '../core/workspace/assumptions.ts';

/** The tokenizer. Its table of 2 MB is loaded when tokens are first counted. Assumption `tokens-of-o200k`. */
export const tokenizer = { name: 'o200k_base', assumption: 'tokens-of-o200k' } as const satisfies {
  name: string;
  assumption: Assumption;
};

/**
 * Splits a text into pieces of about 1,000 characters, because the tokenizer takes quadratic time for a text without
 * words. Each piece begins with a word, so that the count does not change.
 */
const pieces = /[^]{800}[^]{0,800}?\S(?= \S)|[^]{1,1600}/gu;

export function tokensOf(text: string): number {
  let tokens = 0;
  // the special tokens of the model are counted as ordinary text
  for (const [piece] of text.matchAll(pieces)) tokens += countTokens(piece, { disallowedSpecial: new Set() });
  return tokens;
}

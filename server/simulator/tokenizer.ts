import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Assumption } from '../core/workspace/assumptions.ts';

/** The tokenizer, whose table of 2 MB is loaded by the first count. Assumption `tokens-of-o200k`. */
export const tokenizer = { name: 'o200k_base', assumption: 'tokens-of-o200k' } as const satisfies {
  name: string;
  assumption: Assumption;
};

/**
 * Splits a text into pieces of about 1,000 characters, because the tokenizer takes quadratic time for a text without
 * words. Pieces begin at the beginning of a word, so that the count does not change.
 */
const pieces = /[^]{800}[^]{0,800}?\S(?= \S)|[^]{1,1600}/gu;

export function tokensOf(text: string): number {
  let tokens = 0;
  // a special token of the model counts as text here
  for (const [piece] of text.matchAll(pieces)) tokens += countTokens(piece, { disallowedSpecial: new Set() });
  return tokens;
}

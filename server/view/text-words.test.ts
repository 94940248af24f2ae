import { expect, test } from 'vitest';
import { longRequestsInWords } from './text-words.ts';

const request = (before: number | null, after: number): Parameters<typeof longRequestsInWords>[0][number] =>
  ({ kind: 'node', name: 'billing', id: 'n1', tokens_before: before, tokens_after: after, factor: 1 }) as never;

test('the tokens and the factor of a long request are marked as estimates', () =>
  expect(
    longRequestsInWords([request(null, 4800), request(2900, 4200), request(4200, 5300), request(4200, 4300)]),
  ).toEqual([
    'node billing: about 4,800 tokens, about ×1.4',
    'node billing: about 2,900 → 4,200 tokens, from here on about ×1.2',
    'node billing: about 4,200 → 5,300 tokens, about ×1.5 instead of ×1.2',
    'node billing: about 4,200 → 4,300 tokens, about ×1.2',
  ]));

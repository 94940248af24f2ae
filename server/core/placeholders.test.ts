import { expect, test } from 'vitest';
import { placeholderIn, isStandIn } from './placeholders.ts';

// with a quadratic pattern, this test exceeds its time limit
test('a long text is checked quickly, regardless of what it repeats', () => {
  const length = 100_000;
  const texts = ['a-'.repeat(length) + '_here!', 'https://' + 'your.'.repeat(length), ...'x.*'].map(text =>
    text.length === 1 ? text.repeat(length) + '!' : text,
  );
  for (const text of texts) {
    expect(isStandIn(text)).toBe(false);
    expect(() => placeholderIn(text, 'copied')).not.toThrow();
  }
});

test('a value that ends in dots, stars or x is a placeholder', () => {
  for (const text of ['sk-...', 'key_****', 'agent_xxxx', 'token-here', 'redacted-key'])
    expect(isStandIn(text)).toBe(true);
  for (const text of ['sk-live', 'xxxxa', 'whereabouts']) expect(isStandIn(text)).toBe(false);
});

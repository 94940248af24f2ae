import { expect, test } from 'vitest';
import { asE164, isE164, isTooShortOrLong } from './phone-numbers.ts';

test('a number is read as E.164 where that is how it was meant', () => {
  for (const number of ['+12137774445', '+4930901820', '+290123']) expect(isE164(number)).toBe(true);
  for (const text of ['12137774445', '+0123456', '+1 213 777 4445', '+1234567890123456', '', '555-CALL'])
    expect(isE164(text)).toBe(false);
  expect(isTooShortOrLong('+1213777444')).toBe(true);
  expect(isTooShortOrLong('+442079460958')).toBe(false);
});

test('only separators go without a doubt', () => {
  for (const text of ['+1 (213) 777-4445', '+1.213.777.4445', ' +12137774445', '+1\u00a0213\u2011777\u20114445'])
    expect(asE164(text)).toEqual({ number: '+12137774445', certain: true });
  for (const text of ['12137774445', '1 213 777 4445', '001 213 777 4445'])
    expect(asE164(text)).toEqual({ number: '+12137774445', certain: false });
  expect(asE164('+44 (0)20 7946 0958')).toEqual({ number: '+442079460958', certain: false });
  for (const text of ['+12137774445', '2137774445', '+1 213 777', '555-CALL', '+', ''])
    expect(asE164(text)).toBeUndefined();
});

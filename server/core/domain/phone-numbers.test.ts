import { expect, test } from 'vitest';
import { asE164, countriesOf, fromNational, isE164, isTooShortOrLong } from './phone-numbers.ts';

test('a number is converted to E.164 if its meaning is evident', () => {
  for (const number of ['+12137774445', '+4930901820', '+290123']) expect(isE164(number)).toBe(true);
  for (const text of ['12137774445', '+0123456', '+1 213 777 4445', '+1234567890123456', '', '555-CALL'])
    expect(isE164(text)).toBe(false);
  expect(isTooShortOrLong('+1213777444')).toBe(true);
  expect(isTooShortOrLong('+442079460958')).toBe(false);
});

test('a conversion is certain only if it just removes separators', () => {
  for (const text of ['+1 (213) 777-4445', '+1.213.777.4445', ' +12137774445', '+1\u00a0213\u2011777\u20114445'])
    expect(asE164(text)).toEqual({ number: '+12137774445', isCertain: true });
  for (const text of ['12137774445', '1 213 777 4445', '001 213 777 4445'])
    expect(asE164(text)).toEqual({ number: '+12137774445', isCertain: false });
  expect(asE164('+44 (0)20 7946 0958')).toEqual({ number: '+442079460958', isCertain: false });
  for (const text of ['+12137774445', '2137774445', '+1 213 777', '555-CALL', '+', ''])
    expect(asE164(text)).toBeUndefined();
});

test('a number without country code is converted by the countries of other numbers', () => {
  const read = (text: string, ...lines: readonly string[]) => fromNational(text, countriesOf(lines))?.number;
  expect(read('(312) 555-0161', '+13125550100', '+12137774445', 'desk')).toBe('+13125550161');
  expect(read('020 7946 0958', '+442079460001')).toBe('+442079460958');
  expect(read('020 7946 0958', '+442079460001', '+13125550100')).toBe('+442079460958');
  expect(read('030 9018 20', '+4930901821')).toBe('+4930901820');
  for (const [text, ...texts] of [
    ['(312) 555-0161'],
    ['(312) 555-0161', '+442079460001'],
    // neither an area code nor an exchange code begins with 0 or 1
    ['(012) 555-0161', '+13125550100'],
    ['312 155 0161', '+13125550100'],
    ['555-CALL', '+13125550100'],
    ['+1 312 555 0161', '+13125550100'],
    // numbers whose length fits no country, or more than one
    ['06 12 34 56 78', '+442079460001'],
    ['020 7946 0958', '+442079460001', '+492079460001'],
    ['06 1234 5678', '+390612345678'],
    ['00000000000', '+442079460001'],
  ] as const)
    expect(read(text, ...texts)).toBeUndefined();
});

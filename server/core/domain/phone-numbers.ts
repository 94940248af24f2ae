/** `+`, a country code that does not begin with 0, at most fifteen digits in total. */
const e164 = /^\+[1-9]\d{1,14}$/;
export const isE164 = (text: string): boolean => e164.test(text);

/** North American numbers have ten digits after the 1, in every country. */
export const isTooShortOrLong = (text: string): boolean => text.startsWith('+1') && text.length !== 12;

/**
 * Separators that people put between digits for readability: spaces, dots, dashes and parentheses of every kind; and the
 * invisible marks that numbers copied from an address book have around them.
 */
const separators = /[\s.()\-\u2010-\u2015\u2212\p{Cf}]+/gu;

/**
 * A number in E.164, if that was evidently meant; `certain`: only separators are removed, so there is no other reading.
 */
export function asE164(text: string): { readonly number: string; readonly certain: boolean } | undefined {
  // "(0)" is dialed only within the country
  const national = /\(\s*0\s*\)/.test(text);
  const digits = text
    .replace(/^\s*tel:/i, '')
    .replace(/\(\s*0\s*\)/, '')
    .replace(separators, '');
  const number = digits.replace(/^00/, '+').replace(/^1\d{10}$/, '+$&');
  if (!isE164(number) || number === text || isTooShortOrLong(number)) return undefined;
  return { number, certain: !national && number === digits };
}

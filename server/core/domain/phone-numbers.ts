import { groupsOf } from '../json/multimap.ts';

/** `+`, a country code that does not begin with 0, at most fifteen digits in total. */
const e164 = /^\+[1-9]\d{1,14}$/;
export const isE164 = (text: string): boolean => e164.test(text);

/** North American numbers have ten digits after the 1, in every country. */
export const isTooShortOrLong = (text: string): boolean => text.startsWith('+1') && text.length !== 12;

/**
 * Separators between digits: spaces, dots, dashes and parentheses of every kind, and the invisible marks around numbers
 * copied from an address book.
 */
const separators = /[\s.()\-\u2010-\u2015\u2212\p{Cf}]+/gu;

/** A number in E.164. `isCertain`: only separators were removed, so there is no other reading. */
interface MeantNumber {
  readonly number: string;
  readonly isCertain: boolean;
}

/** The country code of a number in E.164; no code is the beginning of another. */
const countryCode = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
const isNorthAmerican = (digits: string): boolean => /^(?:[2-9]\d{2}){2}\d{4}$/.test(digits);

/** The lengths of the numbers of each country, in E.164 with `+`, by country code. */
export type Countries = ReadonlyMap<string, ReadonlySet<number>>;
export const countriesOf = (numbers: Iterable<string>): Countries =>
  new Map(
    [...groupsOf([...numbers].filter(isE164), number => countryCode.exec(number)![0])].map(
      ([code, nationalNumbers]) => [code, new Set(nationalNumbers.map(({ length }) => length))],
    ),
  );
/** The countries to try if no number shows a country code: North America alone. */
export const northAmerica: Countries = new Map([['+1', new Set([12])]]);

/** The E.164 form of a number without country code, if its length fits exactly one of these countries. */
export function fromNational(text: string, countries: Countries): MeantNumber | undefined {
  const digits = text.replace(separators, '');
  if (!/^\d{6,15}$/.test(digits)) return undefined;
  const numbers = [...countries].flatMap(([code, lengths]) => {
    if (code === '+1') return isNorthAmerican(digits) ? [code + digits] : [];
    // Italian numbers keep the 0
    const number = /^0[1-9]/.test(digits) && code !== '+39' ? code + digits.slice(1) : undefined;
    return number !== undefined && lengths.has(number.length) && isE164(number) ? [number] : [];
  });
  return numbers.length === 1 ? { number: numbers[0]!, isCertain: false } : undefined;
}

/** The E.164 form of a number, if its reading is evident. */
export function asE164(text: string): MeantNumber | undefined {
  // "(0)" is dialed only within the country
  const national = /\(\s*0\s*\)/.test(text);
  const digits = text
    .replace(/^\s*tel:/i, '')
    .replace(/\(\s*0\s*\)/, '')
    .replace(separators, '');
  const number = digits.replace(/^00/, '+').replace(/^1\d{10}$/, '+$&');
  if (!isE164(number) || number === text || isTooShortOrLong(number)) return undefined;
  return { number, isCertain: !national && number === digits };
}

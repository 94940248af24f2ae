import type { Json } from '../core/json/json.ts';
import { show } from '../core/wording.ts';

/**
 * Functions for moments in the formats of series and outputs. The simulator has no clock: every moment comes from a
 * file or an option.
 */

const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|z|[+-]\d\d(?::?\d\d)?)?)?$/;
/** The end of the year 9999; a later moment is probably a number in the wrong unit. */
const MAX_TIME = 253_402_300_800_000;
const momentIn = (time: number, isZoned: boolean): Moment | undefined =>
  time >= 0 && time < MAX_TIME ? { time, isZoned } : undefined;
/**
 * The number from which numbers are milliseconds; smaller numbers are seconds. 1e11 s is in the year 5138, 1e11 ms in
 * 1973.
 */
const MILLISECONDS_FROM = 1e11;

/** A moment in milliseconds since the epoch. `isZoned`: whether the text had a time zone; numbers count as zoned. */
interface Moment {
  readonly time: number;
  readonly isZoned: boolean;
}

/**
 * Reads an ISO 8601 date or time, or a number of seconds or milliseconds since the epoch. A text without a zone is
 * read as UTC.
 * @returns undefined for other values, and for moments before 1970 or after 9999
 */
export function momentOf(value: string | number): Moment | undefined {
  if (typeof value === 'number') return momentIn(Math.round(value >= MILLISECONDS_FROM ? value : value * 1000), true);
  const text = value.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return momentOf(Number(text));
  const match = iso.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(part => (part === undefined ? undefined : Number(part))) as [
    number,
    number,
    number,
    number?,
    number?,
    number?,
  ];
  // `Date` would read the year 50 as 1950
  if (year < 1000) return undefined;
  const date = Date.UTC(year, month - 1, day);
  // `Date` would read February 31 as a day in March
  if (
    month < 1 ||
    month > 12 ||
    new Date(date).getUTCDate() !== day ||
    hour > 24 ||
    (hour === 24 && minute + second > 0) ||
    minute > 59 ||
    second > 59
  )
    return undefined;
  const fraction = Number(`0.${match[7] ?? '0'}`);
  const zone = match[8];
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone ?? '') ?? [];
  // no zone is more than 14 hours from UTC
  if (Number(hours) * 60 + Number(minutes) > 14 * 60 || Number(minutes) > 59) return undefined;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return momentIn(
    date + ((hour * 60 + minute - offset) * 60 + second) * 1000 + Math.round(fraction * 1000),
    zone !== undefined,
  );
}

/** The message about a value that is no moment. */
export const notAMoment = (value: Json): string =>
  (typeof value === 'number' ? value : Number(value)) > 0
    ? `expected a time before the year 10000, in seconds or milliseconds since the epoch, got ${show(value)}`
    : `expected ISO 8601, or seconds or milliseconds since the epoch, got ${show(value)}`;

/** A moment in UTC as text: `2026-01-12T18:30:00Z`, with milliseconds only if they are not 0. */
export const isoUtc = (time: number): string => new Date(time).toISOString().replace('.000Z', 'Z');

import type { Marks } from '../shapes/table.ts';
import { duration } from '../wording.ts';
import { withoutError } from './weights.ts';

/**
 * A second reading of a number: the meaning as written, the meaning in the unit that was probably intended, and the
 * number in that unit.
 */
interface OtherReading {
  readonly writtenMeaning: string;
  readonly intendedMeaning: string;
  readonly value: number;
  /** The bound of the schema that the number violates as written, if any. */ readonly violatedBound?:
    'below the minimum' | 'above the maximum';
}

/** The reading of a time in another unit, if no other reading is plausible. */
export function readInOtherUnit(value: number, marks: Marks): OtherReading | undefined {
  switch (marks['x-unit']) {
    case 'ms':
      return secondsForMilliseconds(value, marks)
        ? {
            writtenMeaning: duration(value),
            intendedMeaning: duration(value * 1000),
            value: value * 1000,
            ...(value < (marks.minimum ?? 0) && { violatedBound: 'below the minimum' }),
          }
        : undefined;
    // read as seconds, the number is between 2001 and 5138; as milliseconds, it is in the first three years of the
    // epoch
    case 'timestamp-ms':
      return value >= 1e9 && value < 1e11
        ? { writtenMeaning: day(value), intendedMeaning: day(value * 1000), value: value * 1000 }
        : undefined;
    case 'timestamp-s':
      return value >= 1e11 && value < 1e14
        ? { writtenMeaning: yearOf(value * 1000), intendedMeaning: day(value), value: Math.floor(value / 1000) }
        : undefined;
    // the number is a percentage, unless it is below 10: that may also be a typo or another scale
    case 'ratio':
      return marks.maximum === 1 && value >= 10 && value <= 100
        ? {
            writtenMeaning: `${withoutError(value * 100)} %`,
            intendedMeaning: `${value} %`,
            value: withoutError(value / 100),
            violatedBound: 'above the maximum',
          }
        : undefined;
    default:
      return undefined;
  }
}

const yearOf = (ms: number): string => {
  const year = new Date(ms).getUTCFullYear();
  return Number.isNaN(year) ? 'far in the future' : `in the year ${year}`;
};
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function secondsForMilliseconds(value: number, marks: Marks): boolean {
  if (value <= 0 || !Number.isInteger(value)) return false;
  const [knownMinimum, knownMaximum] = marks['x-known-range'] ?? [];
  const minimum = marks.minimum ?? 0,
    maximum = marks.maximum ?? knownMaximum ?? Infinity;
  const ms = value * 1000;
  if (ms < minimum || ms > maximum) return false;
  const isMinutes = value % 60 === 0 && value % 1000 !== 0;
  if (value < minimum) return value < 1000 || isMinutes;
  // within the bounds of the field, a number counts only if people give it in seconds, and if it is far below the
  // usual value
  if (value > 120 && !isMinutes) return false;
  const defaultNumber = typeof marks.default === 'number' ? marks.default : 0;
  return (
    value * 100 <= defaultNumber ||
    (knownMinimum !== undefined && value < knownMinimum) ||
    (marks.maximum !== undefined && minimum === 0 && value <= 10)
  );
}

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** The milliseconds of a length of time as people write it: `60m`, `1 day`, `24 hours`. */
export function milliseconds(text: string): number | undefined {
  const [, figure, unit] = /^(\d{1,6}) ?(s|m(?!s|o)|h|d|w)[a-z]{0,6}$/i.exec(text.trim()) ?? [];
  return figure === undefined ? undefined : Number(figure) * units[unit!.toLowerCase()]!;
}

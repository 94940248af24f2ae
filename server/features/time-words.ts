import type { Unit } from '../core/shapes/table.ts';
import { duration } from '../core/wording.ts';

/** A number as a time in words; `undefined` if the words would only repeat the number. */
export function readAsTime(value: number, unit: Unit | undefined): string | undefined {
  if (value === 0 || !Number.isFinite(value)) return unit === 'min' && value === 0 ? clock(0) : undefined;
  switch (unit) {
    case 'ms':
      if (Math.abs(value) < 1000) return undefined;
      // `62 s` is shorter than `1 min 2 s`, and as easy to read
      return Math.abs(value) < 120_000 && value % 60_000 !== 0 ? `${value / 1000} s` : duration(value);
    case 's':
      return Math.abs(value) >= 60 ? duration(value * 1000) : undefined;
    case 'min':
      return clock(value);
    case 'timestamp':
      // seconds from the years 2001 to 5138, milliseconds from March 1973 on
      if (value >= 1e11) return moment(value);
      return value >= 1e9 ? moment(value * 1000) : undefined;
    case 'timestamp-ms':
      return moment(value);
    case 'timestamp-s':
      return moment(value * 1000);
    default:
      return undefined;
  }
}

/** Minutes since midnight as a time of day. */
function clock(minutes: number): string | undefined {
  if (!Number.isInteger(minutes) || minutes < 0 || minutes > 1440) return undefined;
  const twoDigits = (n: number): string => String(n).padStart(2, '0');
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

function moment(ms: number): string | undefined {
  const date = new Date(ms);
  return Number.isNaN(date.getTime())
    ? undefined
    : `${date
        .toISOString()
        .replace('T', ' ')
        .replace(/(?::00)?\.\d+Z$/, '')} UTC`;
}

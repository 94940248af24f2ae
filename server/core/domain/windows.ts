import type { Cursor } from '../cursor.ts';
import { childEntry, marksOf, rootOf } from '../shapes/table.ts';
import { timeZoneNames } from './timezone-names.ts';

const MINUTE = 60_000,
  MINUTES_OF_DAY = 1440,
  DAY = MINUTES_OF_DAY * MINUTE;

/** A span of the day in minutes since local midnight; the end is exclusive. */
export interface WindowMinutes {
  readonly start: number;
  readonly end: number;
}
/** The times at which calls may be placed. Spec: Batch call; days and timezone: domain. */
export interface CallWindows {
  readonly timezone: string;
  /** The days of the week, where 0 is Monday; undefined for every day. */
  readonly days: ReadonlySet<number> | undefined;
  /** The spans, each at least one minute long; if there are none, no call is placed. */
  readonly spans: readonly WindowMinutes[];
  /** Whether the file has no windows, so that `spans` is the whole day by assumption. */
  readonly isAnyHour: boolean;
}
/** The local time in a zone. */
interface LocalTime {
  /** The day of the week; 0 is Monday. */
  readonly weekday: number;
  /** Minutes since midnight by the wall clock: 9:00 is 540 even on days when the clocks change. */
  readonly minute: number;
  /** The offset in milliseconds that is added to UTC. */
  readonly offset: number;
  readonly date: string;
  readonly time: string;
}

const WHOLE_DAY: WindowMinutes = { start: 0, end: MINUTES_OF_DAY };

/**
 * The windows at a place of shape `call-time-window`, or the reason why they are unknown. If a part cannot be read,
 * the other parts do not determine when calls are placed; other rules report such a part.
 */
export function callWindowsOf(node: Cursor): CallWindows | string {
  const timezone = node.get('timezone').effective(),
    days = daysOf(node.get('day')),
    windows = node.get('windows');
  const isAnyHour = !windows.exists || windows.isNull || (windows.isArray && windows.items().length === 0);
  const spans = isAnyHour ? [WHOLE_DAY] : windows.items().map(boundsOf);
  if (!node.isObject) return 'call_time_window is not an object';
  if (!isAnyHour && !windows.isArray) return 'the windows of call_time_window are not a list';
  if (typeof timezone !== 'string') return 'the time zone of call_time_window is not a string';
  if (!formatter(timezone)) return `there is no time zone ${JSON.stringify(timezone)}`;
  if (days === 'unknown') return 'the days of call_time_window are not all days of the week';
  const callWindows = spans.filter(span => span !== undefined);
  if (callWindows.length < spans.length)
    return 'a window of call_time_window is not from one minute of the day to another';
  return { timezone, days, spans: callWindows.filter(({ start, end }) => start < end), isAnyHour };
}

/** The bounds of a place of shape `time-window`; undefined if one bound is not a minute of the day. */
function boundsOf(window: Cursor): WindowMinutes | undefined {
  const minute = (key: string): number => window.get(key).integer() ?? -1;
  const start = minute('start'),
    end = minute('end');
  return Math.min(start, end) >= 0 && Math.max(start, end) <= MINUTES_OF_DAY ? { start, end } : undefined;
}

/** The bounds of a place of shape `time-window`; undefined if there is no minute between them. */
export function spanOf(window: Cursor): WindowMinutes | undefined {
  const bounds = boundsOf(window);
  return bounds && bounds.start < bounds.end ? bounds : undefined;
}

function daysOf(day: Cursor): ReadonlySet<number> | undefined | 'unknown' {
  const names = typeof day.value === 'string' ? [day.value] : day.items().map(item => item.value);
  const filledNames = names.filter(name => name !== '');
  if (filledNames.length === 0) return undefined;
  const days = filledNames.map(name => weekdays().indexOf(name as string));
  return days.includes(-1) ? 'unknown' : new Set(days);
}

/** The names of the days of the week, Monday first, as in the schema. */
const weekdays = (): readonly string[] =>
  marksOf(childEntry(childEntry(rootOf('call-time-window'), 'day'), 0))['x-known-values'] ?? [];

/** The minute of the day for a time as people write it: `9:00`, `17:30`, `5 pm`. */
export function minuteOfDay(text: string): number | undefined {
  const [, hour, minute = '0', meridiem] =
    /^(\d{1,2})(?::([0-5]\d)(?::00)?)? ?([ap])?\.?(?:m\.?)?$/i.exec(text.trim()) ?? [];
  if (hour === undefined || (meridiem === undefined && !text.includes(':'))) return undefined;
  const isTwelve = meridiem !== undefined;
  if (isTwelve && (Number(hour) < 1 || Number(hour) > 12)) return undefined;
  const hours = isTwelve ? (Number(hour) % 12) + (meridiem.toLowerCase() === 'p' ? 12 : 0) : Number(hour);
  const minutes = hours * 60 + Number(minute);
  return minutes <= MINUTES_OF_DAY ? minutes : undefined;
}

/**
 * The minute of the day for a number that is too large to be a minute of the day: a clock time (`1730`), or seconds or
 * milliseconds since midnight.
 */
export function minuteMeant(value: number): number | undefined {
  if (!Number.isInteger(value) || value <= MINUTES_OF_DAY) return undefined;
  if (value <= 2400) return value % 100 < 60 ? Math.floor(value / 100) * 60 + (value % 100) : undefined;
  return [60, 60_000].map(unit => value / unit).find(minute => Number.isInteger(minute) && minute <= MINUTES_OF_DAY);
}

/** The formatter of each zone. Formatters are cached, because creating one takes longer than a thousand uses. */
const formatters = new Map<string, Intl.DateTimeFormat | undefined>();
function formatter(timezone: string): Intl.DateTimeFormat | undefined {
  // Intl also accepts abbreviations and other spellings that are not names of IANA time zones
  if (!timeZoneNames.has(timezone)) return undefined;
  if (!formatters.has(timezone)) {
    let format: Intl.DateTimeFormat | undefined;
    try {
      format = new Intl.DateTimeFormat('en-US', {
        timeZone: timezone,
        hourCycle: 'h23',
        era: 'short',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      });
    } catch {
      /* this version of Node does not know the zone; the result is cached as well */
    }
    formatters.set(timezone, format);
  }
  return formatters.get(timezone);
}

/**
 * The local time at a moment; undefined for an unknown zone.
 * @param moment milliseconds since the epoch
 */
export function localTime(moment: number, timezone: string): LocalTime | undefined {
  // UTC is computed without Intl, because Intl takes 15 ms to load
  if (timezone === 'UTC' && moment >= 0 && moment <= 8.64e15) {
    const midnight = moment - (moment % DAY);
    return { ...timeOfDay(midnight, Math.floor((moment - midnight) / MINUTE)), offset: 0 };
  }
  const format = formatter(timezone);
  if (!format || !Number.isFinite(moment) || Math.abs(moment) > 8.64e15) return undefined;
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  if (parts['era'] !== 'AD') return undefined;
  const field = (type: string): number => Number(parts[type]);
  const midnight = Date.UTC(field('year'), field('month') - 1, field('day'));
  const minute = field('hour') * 60 + field('minute'),
    offset = midnight + minute * MINUTE + field('second') * 1000 - Math.floor(moment / 1000) * 1000;
  return { ...timeOfDay(midnight, minute), offset };
}
const timeOfDay = (midnight: number, minute: number): Omit<LocalTime, 'offset'> => ({
  weekday: (new Date(midnight).getUTCDay() + 6) % 7,
  minute,
  date: new Date(midnight).toISOString().slice(0, 10),
  time: clock(minute),
});

const twoDigits = (n: number): string => String(n).padStart(2, '0');
/** A minute of the day as a clock time: `09:00` for 540, `24:00` for 1440. */
export const clock = (minute: number): string => `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;

/** A moment as local ISO time: `2026-03-03T08:00:00-08:00`. */
export function isoIn(moment: number, timezone: string): string | undefined {
  const local = localTime(moment, timezone);
  if (!local) return undefined;
  const minutes = Math.round(Math.abs(local.offset) / MINUTE);
  const seconds = Math.floor(moment / 1000) % 60,
    thousandths = Math.round(moment - Math.floor(moment / 1000) * 1000);
  const fraction = thousandths === 0 ? '' : `.${String(thousandths).padStart(3, '0')}`;
  return `${local.date}T${local.time}:${twoDigits((seconds + 60) % 60)}${fraction}${local.offset < 0 ? '-' : '+'}${clock(minutes)}`;
}

/** A moment as local time for people: `Tuesday 2026-03-03 08:00`. */
export function wallClock(moment: number, timezone: string): string | undefined {
  const local = localTime(moment, timezone);
  return local && `${weekdays()[local.weekday]} ${local.date} ${local.time}`;
}

const includes = ({ days, spans }: CallWindows, { weekday, minute }: LocalTime): boolean =>
  (days === undefined || days.has(weekday)) && spans.some(({ start, end }) => start <= minute && minute < end);

/** Whether a call may be placed at this moment. */
export function isOpen(windows: CallWindows, moment: number): boolean {
  const local = localTime(moment, windows.timezone);
  return local !== undefined && includes(windows, local);
}

/** Merges spans into as few as possible: at most 720, regardless of how many a file lists. */
function joinSpans(spans: readonly WindowMinutes[]): WindowMinutes[] {
  const windows: WindowMinutes[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = windows.at(-1);
    if (last && start <= last.end) windows[windows.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else windows.push({ start, end });
  }
  return windows;
}

/** The first moment at which a call may be placed: the given moment, or the start of a later minute. */
export function nextOpen(calling: CallWindows, moment: number): number | undefined {
  if (isOpen(calling, moment)) return moment;
  const windows = { ...calling, spans: joinSpans(calling.spans) };
  const starts = windows.spans.map(({ start }) => start);
  let time = Math.ceil(moment / MINUTE) * MINUTE;
  // The search covers the rest of the day and two weeks, because a window that a clock change removes applies again a
  // week later. Each day takes a step per window and one step for midnight; at most two clock changes take a few more
  // steps.
  for (let steps = (starts.length + 1) * 16 + 4; steps > 0; steps--) {
    const localMoment = localTime(time, windows.timezone);
    if (!localMoment) return undefined;
    if (includes(windows, localMoment)) return time;
    const nextStart = starts.find(start => start > localMoment.minute) ?? MINUTES_OF_DAY;
    time = advance(time, (nextStart - localMoment.minute) * MINUTE, localMoment.offset, windows.timezone);
  }
  return undefined;
}

/** Moves forward by a time, but at most to the next clock change, after which the wall clock has to be read again. */
function advance(start: number, duration: number, offset: number, timezone: string): number {
  const offsetAt = (moment: number): number | undefined => localTime(moment, timezone)?.offset;
  if (offsetAt(start + duration) === offset) return start + duration;
  let before = 0,
    minutes = duration / MINUTE;
  while (minutes - before > 1) {
    const middle = Math.floor((before + minutes) / 2);
    if (offsetAt(start + middle * MINUTE) === offset) before = middle;
    else minutes = middle;
  }
  return start + minutes * MINUTE;
}

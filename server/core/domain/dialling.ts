import type { Cursor } from '../cursor.ts';
import { callWindowsOf, nextOpen } from './windows.ts';
import { refusalOf, type Assumption } from '../workspace/assumptions.ts';

/**
 * The earliest time of a batch's calls. Times are milliseconds since the epoch. Spec: Batch call; CallTimeWindow:
 * domain.
 */
export interface Dialling {
  readonly outcome: 'dialled' | 'never' | 'unknowable';
  /** The start of the batch: its schedule, or now. */
  readonly start: number | undefined;
  readonly startFrom: 'trigger_timestamp' | 'scheduled_timestamp' | 'now' | null;
  readonly at: number | undefined;
  /** The time zone of the windows; UTC without windows. */
  readonly timezone: string;
  readonly because: string | null;
  /** Whether the calls were due in the past. */
  readonly isOver: boolean;
  readonly assumptions: readonly Assumption[];
}

/** Whether all calls of a batch were due before today; false if unknown. @param today `YYYY-MM-DD`, UTC */
export function isOver(batch: Cursor, today: string): boolean {
  const { at } = diallingOf(batch, undefined);
  return at !== undefined && at < Date.parse(today);
}

/** The end of the year 9999; a later time is in the wrong unit. */
const YEAR_10000 = 253_402_300_800_000;

/**
 * @param batch a place of shape `batch-call` or `batch-call-response`
 * @param time milliseconds since the epoch, for a batch that starts immediately, because core has no clock
 * @param refusedAssumptions assumptions that the configuration switches off
 */
export function diallingOf(
  batch: Cursor,
  time: number | undefined,
  refusedAssumptions: readonly string[] = [],
): Dialling {
  const begin = startOf(batch, time);
  const answer = (
    outcome: Dialling['outcome'],
    because: string | null,
    position?: number,
    timezone = 'UTC',
    assumptions: readonly Assumption[] = [],
  ): Dialling => {
    const isOver = time !== undefined && position !== undefined && position < time;
    const facts = { start: begin.start, startFrom: begin.from, timezone, isOver },
      refusal = refusalOf(assumptions, refusedAssumptions);
    return refusal === undefined
      ? { outcome, at: position, because, assumptions, ...facts }
      : { outcome: 'unknowable', at: undefined, because: `that ${refusal}`, assumptions: [], ...facts };
  };
  if (begin.start === undefined) return answer('unknowable', begin.because);
  const window = batch.get('call_time_window');
  if (!window.exists || window.isNull) return answer('dialled', null, begin.start, 'UTC', ['dial-when-open']);
  const windows = callWindowsOf(window);
  if (typeof windows === 'string') return answer('unknowable', windows);
  if (windows.spans.length === 0) return answer('never', 'no window of call_time_window contains a minute of the day');
  const nextTime = nextOpen(windows, begin.start),
    assumptions: Assumption[] = windows.isAnyHour ? ['any-hour-without-windows'] : [];
  return nextTime === undefined
    ? answer('never', 'call_time_window allows no time', undefined, windows.timezone, assumptions)
    : answer('dialled', null, nextTime, windows.timezone, [...assumptions, 'dial-when-open']);
}

function startOf(
  batch: Cursor,
  time: number | undefined,
): { readonly start: number | undefined; readonly from: Dialling['startFrom']; readonly because: string } {
  for (const [key, unit] of [
    ['trigger_timestamp', 1],
    ['scheduled_timestamp', 1000],
  ] as const) {
    const cursor = batch.get(key),
      moment = cursor.number();
    if (!cursor.exists || cursor.isNull) continue;
    const start =
      moment === undefined || !(moment * unit >= 0 && moment * unit < YEAR_10000) ? undefined : moment * unit;
    return {
      start,
      from: key,
      because:
        moment === undefined || moment < 0
          ? `${key} is not a time`
          : `${key} ${moment} is after the year 9999; it is in ${unit === 1 ? 'milliseconds' : 'seconds'}`,
    };
  }
  return {
    start: time,
    from: time === undefined ? null : 'now',
    because: 'the batch starts at once, at an unknown time',
  };
}

import { groupsOf } from '../json/multimap.ts';
import type { Cursor } from '../cursor.ts';
import { callWindowsOf, nextOpen } from './windows.ts';
import { refusalOf, type Assumption } from '../workspace/assumptions.ts';
import { agentName } from '../workspace/names.ts';
import { clipped } from '../wording.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { columns } from '../workspace/tables.ts';

/** A number in E.164: `+`, a country code that does not begin with 0, at most fifteen digits in total. */
const e164 = /^\+[1-9]\d{1,14}$/;
export const isE164 = (text: string): boolean => e164.test(text);

/** Whether a North American number has a wrong length: it needs ten digits after the 1, in every country. */
export const isTooShortOrLong = (text: string): boolean => text.startsWith('+1') && text.length !== 12;

/**
 * Separators between digits: spaces, dots, dashes and parentheses of every kind, and the invisible marks around numbers
 * copied from an address book.
 */
const separators = /[\s.()\-\u2010-\u2015\u2212\p{Cf}]+/gu;

/** A number in E.164. `isCertain`: only separators were removed, so that no other reading is possible. */
interface MeantNumber {
  readonly number: string;
  readonly isCertain: boolean;
}

/** The country code of a number in E.164. No country code is the beginning of another country code. */
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
/** The countries to try if no number shows a country code: only North America. */
export const northAmerica: Countries = new Map([['+1', new Set([12])]]);

/** The E.164 form of a number without country code, if its length fits exactly one of these countries. */
export function fromNational(text: string, countries: Countries): MeantNumber | undefined {
  const digits = text.replace(separators, '');
  if (!/^\d{6,15}$/.test(digits)) return undefined;
  const numbers = [...countries].flatMap(([code, lengths]) => {
    if (code === '+1') return isNorthAmerican(digits) ? [code + digits] : [];
    // Italian numbers keep the leading 0
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

/**
 * The time from which a batch can place calls, in milliseconds since the epoch. Spec: Batch call; CallTimeWindow:
 * domain.
 */
export interface Dialling {
  readonly outcome: 'dialled' | 'never' | 'unknowable';
  /** The start of the batch: its scheduled time, or the current time for a batch that starts immediately. */
  readonly start: number | undefined;
  readonly startFrom: 'trigger_timestamp' | 'scheduled_timestamp' | 'now' | null;
  readonly at: number | undefined;
  /** The time zone of the windows; UTC without windows. */
  readonly timezone: string;
  readonly reason: string | null;
  /** Whether the calls were due in the past. */
  readonly isOver: boolean;
  readonly assumptions: readonly Assumption[];
}

/** Whether all calls of a batch were due before today; false if unknown. @param today `YYYY-MM-DD`, UTC */
export function isFinished(batch: Cursor, today: string): boolean {
  const { at } = diallingOf(batch, undefined);
  return at !== undefined && at < Date.parse(today);
}

/** The end of the year 9999; a later time is in the wrong unit. */
const YEAR_10000 = 253_402_300_800_000;

/**
 * Computes when a batch can place its calls.
 * @param batch a place of shape `batch-call` or `batch-call-response`
 * @param time milliseconds since the epoch, for a batch that starts immediately, because core has no clock
 * @param refusedAssumptions assumptions that the configuration switches off
 */
export function diallingOf(
  batch: Cursor,
  time: number | undefined,
  refusedAssumptions: readonly string[] = [],
): Dialling {
  const batchStart = startOf(batch, time);
  const answer = (
    outcome: Dialling['outcome'],
    reason: string | null,
    position?: number,
    timezone = 'UTC',
    assumptions: readonly Assumption[] = [],
  ): Dialling => {
    const isOver = time !== undefined && position !== undefined && position < time;
    const facts = { start: batchStart.start, startFrom: batchStart.startFrom, timezone, isOver },
      refusal = refusalOf(assumptions, refusedAssumptions);
    return refusal === undefined
      ? { outcome, at: position, reason: reason, assumptions, ...facts }
      : { outcome: 'unknowable', at: undefined, reason: `that ${refusal}`, assumptions: [], ...facts };
  };
  if (batchStart.start === undefined) return answer('unknowable', batchStart.reason);
  const window = batch.get('call_time_window');
  if (!window.exists || window.isNull) return answer('dialled', null, batchStart.start, 'UTC', ['dial-when-open']);
  const windows = callWindowsOf(window);
  if (typeof windows === 'string') return answer('unknowable', windows);
  if (windows.spans.length === 0) return answer('never', 'no window of call_time_window contains a minute of the day');
  const nextTime = nextOpen(windows, batchStart.start),
    assumptions: Assumption[] = windows.isAnyHour ? ['any-hour-without-windows'] : [];
  return nextTime === undefined
    ? answer('never', 'call_time_window allows no time', undefined, windows.timezone, assumptions)
    : answer('dialled', null, nextTime, windows.timezone, [...assumptions, 'dial-when-open']);
}

function startOf(
  batch: Cursor,
  time: number | undefined,
): { readonly start: number | undefined; readonly startFrom: Dialling['startFrom']; readonly reason: string } {
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
      startFrom: key,
      reason:
        moment === undefined || moment < 0
          ? `${key} is not a time`
          : `${key} ${moment} is after the year 9999; it is in ${unit === 1 ? 'milliseconds' : 'seconds'}`,
    };
  }
  return {
    start: time,
    startFrom: time === undefined ? null : 'now',
    reason: 'the batch starts at once, at an unknown time',
  };
}

/** The ids of the agents that answer calls to a number, without duplicates, in the order of the list of the number. */
export function answeringAgents(number: string, workspace: Workspace): readonly string[] {
  const numbers = workspace.table(columns.phoneNumbers),
    records = numbers.get(number) ?? numbers.get(asE164(number)?.number ?? '') ?? [];
  const arms = records.flatMap(record => record.arms).filter(({ list }) => list === 'inbound_agents');
  return [...new Set(arms.map(({ agentId }) => agentId))];
}

/** The name of the agent of a record, found by its id. Without an id, the name in the record; empty without a name. */
export function nameOfRecord(agent: Cursor, workspace: Workspace): string {
  const id = agent.get('agent_id').string();
  return id ? agentName(id, workspace) : clipped(agent.get('agent_name').string() ?? '');
}

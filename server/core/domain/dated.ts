import type { Cursor } from '../cursor.ts';
import { platform } from '../generated/platform.js';
import { count } from '../numbers.ts';
import type { Marks } from '../shapes/table.ts';
import type { WorkspaceSettings } from '../workspace/workspace-settings.ts';
import { spoken } from './in-dialect.ts';

/** The version of the specification that the schemas state. */
export const specification = '3.0.0';

/** Value → date, as the facts about the platform have it (`schemas/platform/facts.json`). */
type Dates = Readonly<Record<string, string>>;
const dateIn = (dates: Dates | undefined, value: unknown): string | undefined =>
  typeof value === 'string' && dates !== undefined && Object.hasOwn(dates, value) ? dates[value] : undefined;

/** Since when a value is known that the specification does not list. */
export const sinceOf = (marks: Marks, value: unknown): string | undefined => dateIn(marks['x-since-values'], value);

/** That the platform has retired a value: since when, in words, and what took its place. */
interface Retirement {
  readonly since: string;
  readonly words: string;
  readonly successor: string | undefined;
  /** Where it was announced. */
  readonly address?: string;
}

/** By what the facts have as gone, or by a notice, which may be about one spelling of the value only. */
export function retirementOf({ marks, value, document }: Cursor): Retirement | undefined {
  if (typeof value !== 'string') return undefined;
  const since = dateIn(marks['x-until-values'], value);
  if (since !== undefined)
    return { since, words: `is retired (since ${since})`, successor: marks['x-retired-values']?.[value] };
  const notices = marks['x-notices'] ?? {},
    notice = Object.hasOwn(notices, value) ? notices[value] : undefined;
  if (!notice || (notice.as !== undefined && spoken(document, value) !== notice.as)) return undefined;
  const { refused, migrated, successor, address } = notice;
  const words = `is refused on create and update since ${refused}`;
  return {
    since: refused,
    words: migrated === undefined ? words : `${words}, migrated ${migrated}`,
    successor,
    address,
  };
}

/** Whether something of that date counts: it does, unless the configuration pins the facts to an earlier day. */
export const hasCome = (date: string | undefined, { platform }: Pick<WorkspaceSettings, 'platform'>): boolean =>
  date === undefined || platform === undefined || date <= platform;

/** Which facts about the platform count. */
export interface FactsInForce {
  /** The day of the facts, `YYYY-MM-DD`. */
  readonly day: string;
  /** Their age in days. */
  readonly days: number;
  readonly pinned: boolean;
}
/** @param today `YYYY-MM-DD`, from the host */
export function factsInForce({ platform: pinned, today }: Pick<WorkspaceSettings, 'platform' | 'today'>): FactsInForce {
  const isPinned = pinned !== undefined && pinned < platform.newest,
    day = isPinned ? pinned : platform.newest;
  const days = Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000);
  return { day, days: Math.max(0, days), pinned: isPinned };
}

/** Facts that are older are worth a remark. */
const OLD = 120;
/** `2026-09-11, 73 days old`, with what to do about old ones. */
export function factsInWords({ day, days, pinned }: FactsInForce): string {
  const update = pinned ? 'set a later day, or none' : 'a newer version of Preflight may know more';
  return (
    day +
    (pinned ? ' (pinned by "platform" in preflight.config.json)' : '') +
    `, ${count(days, 'day')} old` +
    (days > OLD ? `; ${update}` : '')
  );
}

import { platform } from '../generated/platform.js';
import { count } from '../numbers.ts';
import type { Marks } from '../shapes/table.ts';
import type { WorkspaceSettings } from '../workspace/workspace-settings.ts';

/** The version of the specification that the schemas state. */
export const specification = '3.0.0';

/** Value → date, as the facts about the platform have it (`schemas/platform/facts.json`). */
type Dates = Readonly<Record<string, string>>;
export const dateIn = (dates: Dates | undefined, value: unknown): string | undefined =>
  typeof value === 'string' && dates !== undefined && Object.hasOwn(dates, value) ? dates[value] : undefined;

/** The date of a value that the specification does not list. */
export const sinceOf = (marks: Marks, value: unknown): string | undefined => dateIn(marks['x-since-values'], value);

/** Whether something of that date counts: it does, unless the configuration pins the facts to an earlier day. */
export const hasCome = (date: string | undefined, { platform }: Pick<WorkspaceSettings, 'platform'>): boolean =>
  date === undefined || platform === undefined || date <= platform;

/** Which facts about the platform count. */
interface FactsInForce {
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

import { platform } from '../generated/platform.js';
import { count } from '../numbers.ts';
import type { Marks } from '../shapes/table.ts';
import type { WorkspaceSettings } from '../workspace/workspace-settings.ts';

/** The version of the specification that the schemas follow. */
export const specification = '3.0.0';

/** The date of each value, from the facts about the platform (`schemas/platform/facts.json`). */
type Dates = Readonly<Record<string, string>>;
export const dateIn = (dates: Dates | undefined, value: unknown): string | undefined =>
  typeof value === 'string' && dates !== undefined && Object.hasOwn(dates, value) ? dates[value] : undefined;

/** The date of a value that is only in the facts about the platform. */
export const sinceOf = (marks: Marks, value: unknown): string | undefined => dateIn(marks['x-since-values'], value);

/** Whether a fact with this date applies: not if the configuration pins the facts to an earlier day. */
export const isInForce = (date: string | undefined, { platform }: Pick<WorkspaceSettings, 'platform'>): boolean =>
  date === undefined || platform === undefined || date <= platform;

/** The facts about the platform that apply. */
interface FactsInForce {
  /** The day of the facts, `YYYY-MM-DD`. */
  readonly day: string;
  /** The age of the facts in days. */
  readonly days: number;
  readonly pinned: boolean;
}
/**
 * The facts about the platform that apply on a day.
 * @param today `YYYY-MM-DD`, passed by the host
 */
export function factsInForce({
  platform: pinnedDate,
  today,
}: Pick<WorkspaceSettings, 'platform' | 'today'>): FactsInForce {
  const isPinned = pinnedDate !== undefined && pinnedDate < platform.newest,
    day = isPinned ? pinnedDate : platform.newest;
  const days = Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000);
  return { day, days: Math.max(0, days), pinned: isPinned };
}

/** The age in days from which facts count as old. */
const OLD_AGE_DAYS = 120;
/** The day and age of the facts, with advice if they are old: `2026-09-11, 73 days old`. */
export function factsInWords({ day, days, pinned }: FactsInForce): string {
  const update = pinned ? 'set a later day, or none' : 'a newer version of Preflight may know more';
  return (
    day +
    (pinned ? ' (pinned by "platform" in preflight.config.json)' : '') +
    `, ${count(days, 'day')} old` +
    (days > OLD_AGE_DAYS ? `; ${update}` : '')
  );
}

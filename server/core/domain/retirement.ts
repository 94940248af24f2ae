import type { Cursor } from '../cursor.ts';
import { dateIn } from './dated.ts';
import { inDialectOf } from './in-dialect.ts';

/** The retirement of a value: its date in words, and the successor. */
interface Retirement {
  readonly since: string;
  readonly words: string;
  readonly successor: string | undefined;
  /** The URL of the announcement. */
  readonly address?: string;
}

/**
 * The retirement of a value according to the facts or a notice; a notice may concern only one spelling of the value.
 */
export function retirementOf({ marks, value, document }: Cursor): Retirement | undefined {
  if (typeof value !== 'string') return undefined;
  const date = dateIn(marks['x-until-values'], value);
  if (date !== undefined)
    return { since: date, words: `is retired (since ${date})`, successor: marks['x-retired-values']?.[value] };
  const notices = marks['x-notices'] ?? {},
    notice = Object.hasOwn(notices, value) ? notices[value] : undefined;
  if (!notice || (notice.as !== undefined && inDialectOf(document, value) !== notice.as)) return undefined;
  const { refused, migrated, successor, address } = notice;
  const words = `is refused on create and update since ${refused}`;
  return {
    since: refused,
    words: migrated === undefined ? words : `${words}, migrated ${migrated}`,
    successor,
    address,
  };
}

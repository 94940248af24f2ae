import type { Cursor } from '../cursor.ts';
import { dateIn } from './dated.ts';
import { spoken } from './in-dialect.ts';

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

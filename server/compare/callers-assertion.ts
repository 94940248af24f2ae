import { TOLERANCE } from '../core/domain/weights.ts';
import type { MalformedReference } from '../core/domain/typed-reference.ts';
import { count } from '../core/wording.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { describeEntryMove, summarizeMove } from './callers-words.ts';
import { worstOf, type CallersChange } from './callers.ts';
import { entriesOf } from './entries.ts';

/** The assertion `at most N % of callers move`, about the entry with the largest share. */
export interface MoveLimit {
  readonly kind: 'at most';
  readonly percent: number;
}
/** One workspace in the two compared states. */
interface WorkspacePair {
  readonly plan: { readonly callers: readonly CallersChange[] };
  readonly before: Workspace;
  readonly after: Workspace;
}

const phrase = 'of callers move';

/** Parses the text after `at most`. @param start the offset of the number */
export function readMost(text: string, start: number): MoveLimit | MalformedReference {
  const phrasePart = text.slice(start),
    [, space, digits] = /^(\s*)(\d+(?:\.\d+)?)?/.exec(phrasePart)!,
    offset = start + space!.length;
  if (digits === undefined)
    return { at: offset, message: '"at most" must be followed by a number, as in "at most 10 % of callers move"' };
  if (Number(digits) > 100) return { at: offset, message: `${digits} is more than 100 %` };
  const [sign] = /^\s*%?/.exec(text.slice(offset + digits.length))!,
    end = offset + digits.length + sign.length;
  if (!sign.endsWith('%')) return { at: end, message: `"%" is missing after ${digits}` };
  const remainder = text.slice(end).trim().split(/\s+/).join(' ');
  if (remainder === phrase) return { kind: 'at most', percent: Number(digits) };
  return {
    at: end + /^\s*/.exec(text.slice(end))![0].length,
    message: `"at most ${digits} %" must be followed by "${phrase}"`,
  };
}

/**
 * The reason why the assertion fails: a lost entry, or an entry of which more callers move than allowed; undefined if
 * the assertion holds. Shares are compared with a tolerance for the rounding errors of sums.
 */
export function moveLimitReason({ percent }: MoveLimit, pairs: readonly WorkspacePair[]): string | undefined {
  if (pairs.every(({ before, after }) => entriesOf(before).length + entriesOf(after).length === 0))
    return 'there is no number, live tag or batch by which callers reach an agent, so the assertion has no evidence';
  const lostEntry = pairs.flatMap(({ plan }) => plan.callers).find(({ after }) => !after);
  if (lostEntry) return summarizeMove(lostEntry);
  const worstChange = worstOf(pairs.flatMap(({ plan }) => plan.callers));
  return worstChange && worstChange.movedShare! > percent / 100 + TOLERANCE
    ? describeEntryMove(worstChange)
    : undefined;
}

/**
 * The evidence for the assertion: `largest move: 80 % of inbound calls of +14155550100 move; 7 entries in 1
 * workspace`.
 */
export function movesEvidence(pairs: readonly WorkspacePair[], location: string): string {
  const changes = pairs.flatMap(({ plan }) => plan.callers),
    entryKeys = new Set(
      pairs.flatMap(({ before, after }, i) =>
        [before, after].flatMap(workspace => entriesOf(workspace).map(({ key }) => `${i} ${key}`)),
      ),
    ),
    worst = worstOf(changes);
  return `${worst ? `largest move: ${summarizeMove(worst)}` : 'nobody moves'}; ${count(entryKeys.size, 'entry', 'entries')} ${location}`;
}

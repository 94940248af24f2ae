import { TOLERANCE } from '../core/domain/weights.ts';
import type { Malformed } from '../core/domain/typed-reference.ts';
import { count } from '../core/wording.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { describeEntryMove, summarizeMove } from './callers-words.ts';
import { worstOf, type CallersChange } from './callers.ts';
import { entriesOf } from './entries.ts';

/** The assertion `at most N % of callers move`, about the entry with the largest share. */
export interface Most {
  readonly kind: 'at most';
  readonly percent: number;
}
/** One workspace in the two compared states. */
interface Compared {
  readonly plan: { readonly callers: readonly CallersChange[] };
  readonly before: Workspace;
  readonly after: Workspace;
}

const moving = 'of callers move';

/** Parses what follows `at most`. @param from where the number begins */
export function readMost(text: string, from: number): Most | Malformed {
  const rest = text.slice(from),
    [, space, digits] = /^(\s*)(\d+(?:\.\d+)?)?/.exec(rest)!,
    at = from + space!.length;
  if (digits === undefined)
    return { at, message: 'after "at most" comes a number, as in "at most 10 % of callers move"' };
  if (Number(digits) > 100) return { at, message: `${digits} is more than 100 %` };
  const [sign] = /^\s*%?/.exec(text.slice(at + digits.length))!,
    after = at + digits.length + sign.length;
  if (!sign.endsWith('%')) return { at: after, message: `"%" is missing after ${digits}` };
  const remainder = text.slice(after).trim().split(/\s+/).join(' ');
  if (remainder === moving) return { kind: 'at most', percent: Number(digits) };
  return {
    at: after + /^\s*/.exec(text.slice(after))![0].length,
    message: `after "at most ${digits} %" comes "${moving}"`,
  };
}

/** Why more callers move; shares are compared to the precision of a sum of weights. */
export function movesAgainst({ percent }: Most, compared: readonly Compared[]): string | undefined {
  if (compared.every(({ before, after }) => entriesOf(before).length + entriesOf(after).length === 0))
    return 'there is no number, live tag or batch that callers come in by, so there is no evidence for it';
  const gone = compared.flatMap(({ plan }) => plan.callers).find(({ after }) => !after);
  if (gone) return summarizeMove(gone);
  const worst = worstOf(compared.flatMap(({ plan }) => plan.callers));
  return worst && worst.moved! > percent / 100 + TOLERANCE ? describeEntryMove(worst) : undefined;
}

/** `the most: 80 % of inbound calls of +14155550100 move; 7 entries in 1 workspace` */
export function movesEvidence(compared: readonly Compared[], where: string): string {
  const changes = compared.flatMap(({ plan }) => plan.callers),
    all = new Set(
      compared.flatMap(({ before, after }, i) =>
        [before, after].flatMap(of => entriesOf(of).map(({ key }) => `${i} ${key}`)),
      ),
    ),
    worst = worstOf(changes);
  return `${worst ? `the most: ${summarizeMove(worst)}` : 'nobody moves'}; ${count(all.size, 'entry', 'entries')} ${where}`;
}

import { listed } from '../core/words.ts';
import type { TaskCall } from '../simulator/batch.ts';
import type { BatchSummary } from '../simulator/batch-summary.ts';

/** Whether there is something to say of a task. */
export const isTelling = ({ resolution, unset, ignored }: TaskCall): boolean =>
  resolution?.outcome === 'missing' || (unset?.length ?? 0) > 0 || ignored > 0;

/** `agent_desk version 2`, `agent_desk missing (summer)`. */
export const versionCount = ({
  agent_id: id,
  agent_version: version,
  outcome,
  reference,
}: BatchSummary['versions'][number]): string =>
  `${id} ${version !== null ? `version ${version}` : `${outcome}${reference === null ? '' : ` (${reference})`}`}`;

/** What is to be said of a task, one thing each. @param unset null where it is not known @param because left out where it is null */
export function remarks(
  unset: readonly string[] | null,
  overrides: readonly { readonly setting: string; readonly outcome: string }[],
  because: string | null,
): string[] {
  const of = (...outcomes: string[]): string[] =>
    overrides.filter(({ outcome }) => outcomes.includes(outcome)).map(({ setting }) => setting);
  const changed = of('set', 'removed'),
    idle = of('ignored'),
    open = of('unknowable');
  return [
    ...(unset && unset.length > 0 ? [`unset: ${listed(unset, 'and')}`] : []),
    ...(changed.length > 0 ? [`overrides ${listed(changed, 'and', 4)}`] : []),
    ...(idle.length > 0 ? [`no effect: ${listed(idle, 'and', 4)}`] : []),
    ...(open.length > 0 ? [`perhaps: ${listed(open, 'and', 4)}`] : []),
    ...(because === null ? [] : [because]),
  ];
}

/** `2026-01-17 10:00`, in the zone of the calls, which is said beside it. */
const clockTime = (iso: string | null): string | undefined => iso?.replace('T', ' ').slice(0, 16);

/** When the calls of a batch are placed, or why that is not known. */
export function diallingInWords(summary: BatchSummary): string {
  const { starts_by: by, timezone, is_over: isOver } = summary,
    [start, at] = [summary.starts_at, summary.dial_at].map(clockTime);
  const when = by === 'now' ? `at once (now: ${start})` : `at ${start} (${by})`;
  const past = `over, from ${start} (${by})`;
  const begins = start === undefined ? '' : `begins ${when}`;
  const due = isOver ? 'all were due' : 'all are due';
  if (summary.dialling === 'dialled')
    return `${isOver ? past : begins}; ${summary.tasks === 1 ? 'dialled' : due} at ${at} (${timezone})`;
  const dialled = summary.dialling === 'never' ? 'never dialled' : 'when it is dialled is not known';
  return `${begins === '' ? '' : `${begins} (${timezone}); `}${dialled}: ${summary.dialling_because!}`;
}

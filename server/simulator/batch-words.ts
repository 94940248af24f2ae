import { listed } from '../core/wording.ts';
import type { SimulateBatch } from '../core/generated/outputs.js';

/**
 * The remarks on a task.
 * @param commonStart remarks that apply to all tasks and are shown once
 */
export function remarks(
  { unset_variables: unsetBatch, overrides, because }: SimulateBatch['tasks'][number],
  commonStart: string | null = null,
): string[] {
  const textsOf = (...outcomes: string[]): string[] =>
    overrides.filter(({ outcome }) => outcomes.includes(outcome)).map(({ setting }) => setting);
  const changedNames = textsOf('set', 'removed'),
    ignoredNames = textsOf('ignored'),
    unknownNames = textsOf('unknowable');
  return [
    ...(unsetBatch && unsetBatch.length > 0 ? [`unset: ${listed(unsetBatch, 'and')}`] : []),
    ...(changedNames.length > 0 ? [`overrides ${listed(changedNames, 'and', 4)}`] : []),
    ...(ignoredNames.length > 0 ? [`no effect: ${listed(ignoredNames, 'and', 4)}`] : []),
    ...(unknownNames.length > 0 ? [`effect unknown: ${listed(unknownNames, 'and', 4)}`] : []),
    ...(because === null || because === commonStart ? [] : [because]),
  ];
}

/** `2026-01-19 10:00` for an ISO time; without its zone, which is named once beside all times. */
const clock = (iso: string): string => iso.replace('T', ' ').replace(/(:00)?([+-]\d\d:\d\d|Z)$/, '');

/** The time at which a batch places its calls, or the reason why the time is unknown. */
export function diallingInWords(summary: SimulateBatch['summary']): string {
  const { starts_at: start, starts_by: batch, dial_at: dialTime, timezone, is_over: isOver, dialling } = summary;
  const begins = start === null ? [] : [startInWords(`${clock(start)} ${timezone}`, batch, isOver)];
  if (dialling === 'dialled') {
    const dueText = isOver ? 'all tasks were due' : 'all tasks are due';
    return [
      ...begins,
      `${summary.tasks === 1 ? 'dialed' : dueText} at ${clock(dialTime!)}${start === null ? ` ${timezone}` : ''}`,
    ].join('; ');
  }
  const dialled = dialling === 'never' ? 'never dialed' : 'dial time unknown';
  return [...begins, `${dialled}: ${summary.dialling_because!}`].join('; ');
}

function startInWords(start: string, batch: SimulateBatch['summary']['starts_by'], isOver: boolean): string {
  if (isOver) return `over, began ${start} (${batch})`;
  return batch === 'now' ? `begins at once (now: ${start})` : `begins ${start} (${batch})`;
}

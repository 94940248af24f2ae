import type { SimulateBatch } from '../core/generated/outputs.js';
import { isoIn } from '../core/domain/windows.ts';
import type { TaskCall } from './batch.ts';
import type { Dialling } from '../core/domain/phone-numbers.ts';

type BatchSummary = SimulateBatch['summary'];
type Version = BatchSummary['versions'][number];

/** A time in the time zone of the calls; null if unknown. */
export const momentIn = (moment: number | undefined, { timezone }: Dialling): string | null =>
  moment === undefined ? null : (isoIn(moment, timezone) ?? null);

/** Totals over all tasks. */
export function summaryOf(tasks: readonly TaskCall[], dialling: Dialling): BatchSummary {
  const countOf = (outcome: Version['outcome']): number =>
    tasks.filter(({ resolution }) => (resolution?.outcome ?? 'unknowable') === outcome).length;
  const versions = new Map<string, { -readonly [Key in keyof Version]: Version[Key] }>();
  const unsetCounts = new Map<string, number>();
  for (const { resolution, unsetNames: names } of tasks) {
    for (const name of names ?? []) unsetCounts.set(name, (unsetCounts.get(name) ?? 0) + 1);
    if (!resolution) continue;
    const { agentId, version, reference, outcome } = resolution;
    // several references may resolve to one version
    const key = JSON.stringify([agentId, version ?? [reference]]),
      group = versions.get(key);
    if (group) {
      group.tasks++;
      if (group.reference !== reference) group.reference = null;
    } else versions.set(key, { agent_id: agentId, agent_version: version, reference, outcome, tasks: 1 });
  }
  return {
    tasks: tasks.length,
    resolved: countOf('resolved'),
    missing: countOf('missing'),
    unknowable: countOf('unknowable'),
    versions: [...versions.values()].sort(
      (a, b) => b.tasks - a.tasks || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1),
    ),
    tasks_with_unset_variables: tasks.filter(({ unsetNames: names }) => names !== null && names.length > 0).length,
    tasks_with_unknown_needs: tasks.filter(({ unsetNames: names }) => names === null).length,
    unset_variables: Object.fromEntries([...unsetCounts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))),
    overrides_without_effect: tasks.reduce((sum, { ignoredCount }) => sum + ignoredCount, 0),
    starts_at: momentIn(dialling.start, dialling),
    starts_by: dialling.startFrom,
    timezone: dialling.timezone,
    dial_at: momentIn(dialling.at, dialling),
    never_dialled: dialling.outcome === 'never' ? tasks.length : 0,
    is_over: dialling.isOver,
    dialling: dialling.outcome,
    dialling_because: dialling.because,
  };
}

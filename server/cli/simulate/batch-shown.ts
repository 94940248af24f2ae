import { isoIn } from '../../core/domain/windows.ts';
import { overridesOf, variablesOf, type TaskCall } from '../../simulator/batch.ts';
import type { Dialling } from '../../simulator/dialling.ts';
import { mergedSettings, type MergedSetting } from '../../simulator/overrides.ts';
import { shownResolution, type ShownResolution } from '../../simulator/resolution.ts';
import type { Simulated } from './simulation.ts';

export interface ShownOverride { readonly pointer: string; readonly setting: string; readonly before: unknown; readonly before_from: string; readonly after: unknown; readonly outcome: string; readonly because: string | null }
export interface ShownTask {
  readonly pointer: string;
  readonly to_number: string | null;
  readonly resolution: ShownResolution | null;
  readonly dynamic_variables: Readonly<Record<string, string>>;
  readonly variable_sources: Readonly<Record<string, string>>;
  readonly unset_variables: readonly string[] | null;
  readonly dial_at: string | null;
  readonly ring_duration_ms: number | null;
  readonly overrides: readonly ShownOverride[];
  readonly because: string | null;
  /** Only with `--task`. */
  readonly settings?: readonly MergedSetting[];
}
/** What is to be printed; a task is made ready when it is printed, because of 50,000 the table shows a few. */
export interface ShownBatch {
  readonly version: 1;
  readonly kind: string;
  readonly calls: readonly TaskCall[];
  readonly summary: ReturnType<typeof summaryOf>;
  readonly assumptions: readonly string[];
  task(call: TaskCall): ShownTask;
}

/** @param details whether a task is shown with all of its settings */
export function shower(dialling: Dialling, { placed }: Simulated, details: boolean): ShownBatch['task'] {
  const dialAt = momentIn(dialling.at, dialling);
  return call => {
    const { at, toNumber, caller, resolution, unset, ringMs, because, base } = call, variables = variablesOf(call);
    const version = caller?.from === 'task' ? at.get('override_agent_version') : caller?.at.sibling('agent_version');
    return {
      pointer: at.pointer, to_number: toNumber,
      resolution: resolution ? placed(shownResolution(resolution, version?.exists ? version : caller!.at)) : null,
      dynamic_variables: Object.fromEntries(variables.map(({ name, value }) => [name, value])),
      variable_sources: Object.fromEntries(variables.map(({ name, source }) => [name, source])),
      unset_variables: unset, dial_at: dialAt, ring_duration_ms: ringMs,
      overrides: overridesOf(call).map(one => ({ pointer: one.at.pointer, setting: one.setting, before: one.before, before_from: one.beforeFrom, after: one.after, outcome: one.outcome, because: one.because })),
      because, ...(details && { settings: mergedSettings(at.get('agent_override'), base) }),
    };
  };
}

const momentIn = (moment: number | undefined, { timezone }: Dialling): string | null => (moment === undefined ? null : isoIn(moment, timezone) ?? null);

/** What all tasks together come to. */
export function summaryOf(tasks: readonly TaskCall[], dialling: Dialling) {
  const of = (outcome: string): number => tasks.filter(({ resolution }) => (resolution?.outcome ?? 'unknowable') === outcome).length;
  const versions = new Map<string, { agent_id: string; agent_version: number | null; reference: string | number | null; outcome: string; tasks: number }>();
  const unset = new Map<string, number>();
  for (const { resolution, unset: names } of tasks) {
    for (const name of names ?? []) unset.set(name, (unset.get(name) ?? 0) + 1);
    if (!resolution) continue;
    const { agentId, version, reference, outcome } = resolution;
    // several references may come to one version
    const key = JSON.stringify([agentId, version ?? [reference]]), known = versions.get(key);
    if (known) { known.tasks++; if (known.reference !== reference) known.reference = null; }
    else versions.set(key, { agent_id: agentId, agent_version: version, reference, outcome, tasks: 1 });
  }
  return {
    tasks: tasks.length, resolved: of('resolved'), missing: of('missing'), unknowable: of('unknowable'),
    versions: [...versions.values()].sort((a, b) => b.tasks - a.tasks || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    tasks_with_unset_variables: tasks.filter(({ unset: names }) => names !== null && names.length > 0).length,
    tasks_with_unknown_needs: tasks.filter(({ unset: names }) => names === null).length,
    unset_variables: Object.fromEntries([...unset].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))),
    overrides_without_effect: tasks.reduce((sum, { ignored }) => sum + ignored, 0),
    starts_at: momentIn(dialling.start, dialling), starts_by: dialling.startFrom, timezone: dialling.timezone,
    dial_at: momentIn(dialling.at, dialling), never_dialled: dialling.outcome === 'never' ? tasks.length : 0, dialling: dialling.outcome, dialling_because: dialling.because,
  };
}

import { overridesOf, variablesOf, type TaskCall } from '../../simulator/batch.ts';
import { momentIn, type BatchSummary } from '../../simulator/batch-summary.ts';
import type { Dialling } from '../../simulator/dialling.ts';
import { mergedSettings, type MergedSetting } from '../../simulator/overrides.ts';
import { shownResolution, type ShownResolution } from '../../simulator/resolution.ts';
import type { Simulated } from './simulation.ts';

export interface ShownOverride {
  readonly pointer: string;
  readonly setting: string;
  readonly before: unknown;
  readonly before_from: string;
  readonly after: unknown;
  readonly outcome: string;
  readonly because: string | null;
}
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
  readonly summary: BatchSummary;
  readonly assumptions: readonly string[];
  task(call: TaskCall): ShownTask;
}

/** @param details whether a task is shown with all of its settings */
export function shower(dialling: Dialling, { placed }: Simulated, details: boolean): ShownBatch['task'] {
  const dialAt = momentIn(dialling.at, dialling);
  return call => {
    const { at, toNumber, caller, resolution, unset, ringMs, because, base } = call,
      variables = variablesOf(call);
    const version = caller?.from === 'task' ? at.get('override_agent_version') : caller?.at.sibling('agent_version');
    return {
      pointer: at.pointer,
      to_number: toNumber,
      resolution: resolution ? placed(shownResolution(resolution, version?.exists ? version : caller!.at)) : null,
      dynamic_variables: Object.fromEntries(variables.map(({ name, value }) => [name, value])),
      variable_sources: Object.fromEntries(variables.map(({ name, source }) => [name, source])),
      unset_variables: unset,
      dial_at: dialAt,
      ring_duration_ms: ringMs,
      overrides: overridesOf(call).map(one => ({
        pointer: one.at.pointer,
        setting: one.setting,
        before: one.before,
        before_from: one.beforeFrom,
        after: one.after,
        outcome: one.outcome,
        because: one.because,
      })),
      because,
      ...(details && { settings: mergedSettings(at.get('agent_override'), base) }),
    };
  };
}

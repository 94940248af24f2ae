import { isoIn } from '../../core/domain/windows.ts';
import { diallingOf, type Dialling } from '../../simulator/dialling.ts';
import { overridesOf, tasksOf, variablesOf, type TaskCall } from '../../simulator/batch.ts';
import { momentOf } from '../../simulator/moment.ts';
import { mergedSettings, type MergedSetting } from '../../simulator/overrides.ts';
import { shownResolution, type ShownResolution } from '../../simulator/resolution.ts';
import { UsageError } from '../io.ts';
import { namesOf } from './assumed.ts';
import { batchText } from './batch-table.ts';
import { wholeNumber } from './numbers.ts';
import { recordsOf, text, type Simulated, type Simulation } from './simulation.ts';

/** Tells what each task of a batch call does: `preflight simulate X.batch-call.json`. */
export const batchCall: Simulation = {
  kinds: ['batch-call'],
  help: `  batch-call: of each task the agent and version, what its override changes, its variables and those that stay unset, and the moment it
  is dialled at the earliest, by schedule and call time window in its zone
    --now TIME         when a batch without a schedule begins, ISO 8601, UTC where it names no zone (default: the present)
    --task N           only this task, counted from 0, with all of its settings and variables
    --all              every task in the table, not only the first
`,
  examples: `  preflight simulate batches/flu-clinic.batch-call.json --now 2026-01-16T09:00:00-08:00
  preflight simulate batches/flu-clinic.batch-call.json --task 1
`,
  options: { now: { type: 'string' }, task: { type: 'string' }, all: { type: 'boolean' } },
  run(simulated) {
    const { io, values, format, document, file, workspace } = simulated;
    const [batch, ...more] = recordsOf(simulated);
    if (!batch || more.length > 0) throw new UsageError(`${file} holds ${batch ? `${more.length + 1} batches` : 'no batch'}; one at a time can be simulated`);
    if (!batch.isObject) throw new UsageError(`${file}: a batch call is an object; "preflight lint" says more`);
    const written = batch.get('tasks');
    if (written.exists && !written.isArray) throw new UsageError(`${file} at ${written.pointer}: tasks are a list; "preflight lint" says more`);
    const now = nowOf(text(values, 'now')), length = written.items().length, index = indexOf(text(values, 'task'), length, file);
    const dialling = diallingOf(batch, now), all = tasksOf(batch, workspace);
    const tasks = index === undefined ? all : [all[index]!];
    const shown: ShownBatch = {
      version: 1, kind: document.kind!,
      calls: tasks, task: shower(dialling, simulated, index !== undefined),
      summary: summaryOf(tasks, dialling),
      assumptions: namesOf(dialling.at === undefined ? [] : dialling.assumptions, ...new Set(tasks.map(task => task.assumptions))),
    };
    if (format === 'json') for (const part of jsonParts(shown)) io.stdout.write(part);
    else io.stdout.write(batchText(simulated, shown, values['all'] === true || index !== undefined));
    return tasks.some(({ resolution }) => resolution?.outcome === 'missing') ? 1 : 0;
  },
};

/** @throws UsageError */
function nowOf(written: string | undefined): number {
  if (written === undefined) return Date.now();
  const moment = /^\d{4}-/.test(written) ? momentOf(written) : undefined;
  if (!moment) throw new UsageError(`--now ${JSON.stringify(written)} is no time; 2026-01-16T09:00:00-08:00 is one`);
  return moment.at;
}

/** @throws UsageError */
function indexOf(written: string | undefined, length: number, file: string): number | undefined {
  if (written === undefined) return undefined;
  if (length === 0) throw new UsageError(`${file} has no tasks, so --task can name none`);
  return wholeNumber('--task', written, 0, length - 1);
}

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

function shower(dialling: Dialling, { placed }: Simulated, details: boolean): ShownBatch['task'] {
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

function summaryOf(tasks: readonly TaskCall[], dialling: Dialling) {
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

/** The whole output in pieces: one text of it would be too long for 50,000 tasks to be pleasant. */
function* jsonParts({ version, kind, calls, task, summary, assumptions }: ShownBatch): Generator<string> {
  yield `{\n  "version": ${version},\n  "kind": ${JSON.stringify(kind)},\n  "tasks": [`;
  for (let from = 0; from < calls.length; from += 1000) {
    yield calls.slice(from, from + 1000).map((call, i) => `${from + i === 0 ? '' : ','}\n    ${JSON.stringify(task(call))}`).join('');
  }
  yield `${calls.length === 0 ? '' : '\n  '}],\n  "summary": ${JSON.stringify(summary, undefined, 2).replaceAll('\n', '\n  ')},\n  "assumptions": ${JSON.stringify(assumptions)}\n}\n`;
}

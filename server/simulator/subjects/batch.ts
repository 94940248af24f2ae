import type { Outputs, SimulateBatch } from '../../core/generated/outputs.js';
import { overridesOf, tasksOf, variablesOf, type TaskCall } from '../batch.ts';
import { redactedResult } from '../credentials.ts';
import { diallingOf, type Dialling } from '../../core/domain/phone-numbers.ts';
import {
  wholeNumber,
  namesOf,
  onlyRecord,
  SimulationRefused,
  text,
  type Answer,
  type Request,
  type Simulation,
} from '../simulation.ts';
import { momentOf } from '../moment.ts';
import { mergedSettings } from '../overrides.ts';
import { shownResolution } from '../resolution.ts';
import { isoIn } from '../../core/domain/windows.ts';
import { listed } from '../../core/wording.ts';

type Task = Outputs['simulate-batch']['tasks'][number];

/**
 * The answer about a batch. `result` contains only the shown tasks, and each task is built on demand, because a batch
 * may have 50,000 tasks.
 */
export interface BatchAnswer extends Answer<'batch'> {
  allTasks(): Iterable<Task>;
  /**
   * The common reason why a fact about every task is unknown; null if the reasons differ, or if there is only one
   * task.
   */
  readonly common: string | null;
  /** The number of tasks that `result` leaves out, and the number of these tasks with remarks. */
  readonly omission: { readonly tasks: number; readonly remarkable: number };
}

/** Shows the effect of each task of a batch call: `preflight simulate X.batch-call.json`. */
export const batch: Simulation<BatchAnswer> = {
  kinds: ['batch-call'],
  about:
    'for each task: agent and version, what its override changes, its variables and the unset ones, and the earliest time it is ' +
    'dialed, by schedule and call time window in its time zone',
  examples: `  preflight simulate batches/flu-clinic.batch-call.json --now 2026-01-16T09:00:00-08:00
  preflight simulate batches/flu-clinic.batch-call.json --task 1
`,
  options: {
    now: {
      value: 'TIME',
      about: 'start of a batch without a schedule, ISO 8601, UTC unless it has a zone (default: now)',
    },
    task: { value: 'N', about: 'only this task, counted from 0, with all its settings and variables' },
    all: { about: 'all tasks in the table, not only the first ones' },
  },
  run(request) {
    const { options, workspace, file } = request,
      record = onlyRecord(request, 'batch', 'batches');
    if (!record.isObject) throw new SimulationRefused('expected an object', record);
    const writtenCursor = record.get('tasks');
    if (writtenCursor.exists && !writtenCursor.isArray)
      throw new SimulationRefused('tasks: expected a list', writtenCursor);
    const now = nowOf(text(options, 'now'), request.now),
      index = indexOf(text(options, 'task'), writtenCursor.items().length, file);
    const dialling = diallingOf(record, now, workspace.facts.refusedAssumptions),
      // cached, because an editor simulates the batch on every keystroke
      calls = workspace.memory.remember(batch, record.value, () => tasksOf(record, workspace));
    const tasks = index === undefined ? calls : [calls[index]!];
    const remarkableCalls = tasks.filter(isRemarkable);
    const isAll = options['all'] === true || index !== undefined;
    const listedCalls = isAll ? tasks : (remarkableCalls.length > 0 ? remarkableCalls : tasks).slice(0, MAX_SHOWN);
    const readyOf = (call: TaskCall): Task => taskOf(call, dialling, request, index !== undefined);
    const shownTasks = listedCalls.map(readyOf),
      summary = summaryOf(tasks, dialling);
    const commonReason =
      tasks.length > 1 && tasks.every(({ reason }) => reason === tasks[0]!.reason) ? tasks[0]!.reason : null;
    return {
      subject: 'batch',
      title: record.get('name').string() || file,
      notes: [diallingInWords(summary)],
      names: Object.fromEntries(shownTasks.map(task => [task.pointer, remarks(task, commonReason).join('; ')])),
      fails: tasks.some(({ resolution }) => resolution?.outcome === 'missing'),
      result: {
        version: 1,
        kind: 'batch-call',
        tasks: shownTasks,
        summary,
        assumptions: namesOf(
          dialling.at === undefined ? [] : dialling.assumptions,
          ...new Set(tasks.map(task => task.assumptions)),
        ),
      },
      omission: {
        tasks: tasks.length - listedCalls.length,
        remarkable: isAll ? 0 : Math.max(0, remarkableCalls.length - listedCalls.length),
      },
      common: commonReason,
      *allTasks() {
        for (const task of tasks) yield redactedResult(readyOf(task));
      },
    };
  },
};

const MAX_SHOWN = 20;

/** Whether there are remarks on a task. */
const isRemarkable = ({ resolution, unsetNames, ignoredCount }: TaskCall): boolean =>
  resolution?.outcome === 'missing' || (unsetNames?.length ?? 0) > 0 || ignoredCount > 0;

/**
 * Reads the option `--now`.
 * @throws Refused
 */
function nowOf(text: string | undefined, currentTime: number): number {
  if (text === undefined) return currentTime;
  const moment = /^\d{4}-/.test(text) ? momentOf(text) : undefined;
  if (!moment)
    throw new SimulationRefused(
      `--now: expected a time such as 2026-01-16T09:00:00-08:00, got ${JSON.stringify(text)}`,
    );
  return moment.time;
}

/**
 * Reads the option `--task`, the index of a task.
 * @throws Refused
 */
function indexOf(text: string | undefined, length: number, file: string): number | undefined {
  if (text === undefined) return undefined;
  if (length === 0) throw new SimulationRefused(`${file} has no tasks, so --task cannot select a task`);
  return wholeNumber('--task', text, 0, length - 1);
}

/**
 * A task in output form.
 * @param hasDetails whether to include all of its settings
 */
function taskOf(call: TaskCall, dialling: Dialling, { pathOf }: Request, hasDetails: boolean): Task {
  const { cursor, toNumber, caller, resolution, unsetNames, ringMs, reason, base } = call,
    variables = variablesOf(call);
  const version = caller?.from === 'task' ? cursor.get('override_agent_version') : caller?.at.sibling('agent_version');
  const namedCursor = version?.exists ? version : caller?.at;
  return {
    pointer: cursor.pointer,
    to_number: toNumber,
    resolution:
      resolution &&
      shownResolution(
        resolution,
        namedCursor && { file: pathOf(namedCursor.document.file), pointer: namedCursor.pointer },
      ),
    dynamic_variables: Object.fromEntries(variables.map(({ name, value }) => [name, value])),
    variable_sources: Object.fromEntries(variables.map(({ name, source }) => [name, source])),
    unset_variables: unsetNames,
    dial_at: momentIn(dialling.at, dialling),
    ring_duration_ms: ringMs,
    overrides: overridesOf(call),
    because: reason,
    ...(hasDetails && { settings: mergedSettings(cursor.get('agent_override'), base) }),
  };
}

type BatchSummary = SimulateBatch['summary'];
type Version = BatchSummary['versions'][number];

/** A time as text in the time zone of the calls; null if unknown. */
const momentIn = (moment: number | undefined, { timezone }: Dialling): string | null =>
  moment === undefined ? null : (isoIn(moment, timezone) ?? null);

/** The totals over all tasks. */
function summaryOf(tasks: readonly TaskCall[], dialling: Dialling): BatchSummary {
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
    dialling_because: dialling.reason,
  };
}

/**
 * The remarks on a task.
 * @param commonStart the beginning of a reason that all tasks share, which is shown once
 */
function remarks(
  { unset_variables: unsetBatch, overrides, because }: SimulateBatch['tasks'][number],
  commonStart: string | null,
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

/**
 * The date and time of an ISO text, `2026-01-19 10:00`, without its zone, because the zone is named once beside all
 * times.
 */
const clock = (iso: string): string => iso.replace('T', ' ').replace(/(:00)?([+-]\d\d:\d\d|Z)$/, '');

/** The time at which a batch places its calls, or the reason why the time is unknown. */
function diallingInWords(summary: SimulateBatch['summary']): string {
  const { starts_at: start, starts_by: batch, dial_at: dialTime, timezone, is_over: isOver, dialling } = summary;
  const begins = start === null ? [] : [startInWords(`${clock(start)} ${timezone}`, batch, isOver)];
  if (dialling === 'dialled') {
    const dueText = isOver ? 'all tasks were due' : 'all tasks are due';
    return [
      ...begins,
      `${summary.tasks === 1 ? 'dialed' : dueText} at ${clock(dialTime!)}${start === null ? ` ${timezone}` : ''}`,
    ].join('; ');
  }
  const diallingText = dialling === 'never' ? 'never dialed' : 'dial time unknown';
  return [...begins, `${diallingText}: ${summary.dialling_because!}`].join('; ');
}

function startInWords(start: string, batch: SimulateBatch['summary']['starts_by'], isOver: boolean): string {
  if (isOver) return `over, began ${start} (${batch})`;
  return batch === 'now' ? `begins immediately (now: ${start})` : `begins ${start} (${batch})`;
}

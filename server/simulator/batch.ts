import type { Cursor } from '../core/cursor.ts';
import { agentOfTask, engineOfVersion, recordOf, unsetWith, type TaskAgent } from '../core/domain/tasks.ts';
import { property } from '../core/json.ts';
import { strings } from '../core/workspace/agents.ts';
import type { Assumption } from '../core/workspace/assumptions.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { engineTypeWith, ignoredIn, overridesIn, ringOf, type Base, type Override } from './overrides.ts';
import { sourcedVariables, type SourcedVariables, type VariableSource } from './variable-sources.ts';

/** A variable that has its value before the call, and who gives it. */
export interface CallVariable { readonly name: string; readonly value: string; readonly source: VariableSource }
/** What one task of a batch call does. Spec: Batch call, Agent override request (per call), Versioning 3 and 4. */
export interface TaskCall {
  readonly at: Cursor;
  readonly toNumber: string | null;
  readonly caller: TaskAgent | undefined;
  /** null: neither the task nor its batch tells which agent calls; `because` says why. */
  readonly resolution: Resolution | null;
  readonly base: Base;
  /** What is set without the task, by name; `variablesOf` adds what it sets itself. */
  readonly settled: readonly CallVariable[];
  /** Needed and set by nobody, so that `{{name}}` is spoken as it stands; null where the files do not tell what is needed. */
  readonly unset: readonly string[] | null;
  /** Settings of its override that have no effect; `overridesOf` tells all that it gives. */
  readonly ignored: number;
  /** Milliseconds; null where no file holds the agent. */
  readonly ringMs: number | null;
  readonly because: string | null;
  readonly assumptions: readonly Assumption[];
}

/** What all tasks with the same agent and reference have in common. */
interface Common {
  readonly resolution: Resolution;
  readonly base: Base;
  readonly weaker: SourcedVariables;
  readonly settled: readonly CallVariable[];
  /** Of a task that names the agent, and of one that does not; each without and with a variable that is set twice. */
  readonly assumptions: Readonly<Record<TaskAgent['from'], readonly [readonly Assumption[], readonly Assumption[]]>>;
}
const nobody: Base = { record: undefined, engine: undefined, engineType: undefined };
// of 50,000 tasks most have the same of these, so they are shared
const none: readonly never[] = [];

/** The tasks of a place of shape `batch-call`, in order. */
export function tasksOf(batch: Cursor, workspace: Workspace): readonly TaskCall[] {
  const known = new Map<string, Common>();
  const commonOf = ({ agentId, reference }: TaskAgent): Common => {
    const key = JSON.stringify([agentId, reference]);
    let common = known.get(key);
    if (!common) known.set(key, (common = gather(agentId, reference, workspace)));
    return common;
  };
  return batch.get('tasks').items().map(task => callOf(task, commonOf, workspace));
}

function gather(agentId: string, reference: string | number | null, workspace: Workspace): Common {
  const resolution = workspace.resolve(agentId, reference), record = recordOf(resolution, workspace);
  const weaker = sourcedVariables(resolution, workspace);
  const assumed = (...more: Assumption[]): [Assumption[], Assumption[]] => {
    const all = [...resolution.assumptions, ...weaker.assumptions, ...more];
    return [all, [...all, 'variable-precedence']];
  };
  return {
    resolution, weaker, assumptions: { task: assumed(), number: assumed('from-number-agent') }, base: { record, engine: record && workspace.engineOf(record), engineType: engineOfVersion(agentId, reference, workspace)?.string() },
    settled: weaker.variables.flatMap(({ name, value, source }) => (value === undefined || source === undefined ? [] : [{ name, value, source }])),
  };
}

function callOf(task: Cursor, commonOf: (caller: TaskAgent) => Common, workspace: Workspace): TaskCall {
  const caller = agentOfTask(task, workspace), common = caller && commonOf(caller);
  const base = common?.base ?? nobody, override = task.get('agent_override'), given = task.get('service_llm_dynamic_variables').value;
  const changesEngine = override.isObject && override.get('agent').get('response_engine').exists;
  const unset = !common || changesEngine ? undefined : unsetWith(task, common.resolution, workspace);
  const settled = common?.settled ?? none, hidden = settled.some(({ name }) => typeof property(given, name) === 'string');
  return {
    at: task, toNumber: task.get('to_number').string() ?? null, caller, resolution: common?.resolution ?? null,
    base: override.isObject && engineTypeWith(override, base) !== base.engineType ? { ...base, engine: undefined } : base,
    settled, unset: unset ? (unset.size === 0 ? none : [...unset.keys()].sort()) : null, ignored: ignoredIn(override, base), ringMs: ringOf(override, base) ?? null,
    because: common ? openOf(common, unset !== undefined, changesEngine) : whyNobody(task, workspace),
    assumptions: common ? common.assumptions[caller!.from][hidden ? 1 : 0] : none,
  };
}

/** What the override of a call does to each setting that it gives. */
export const overridesOf = ({ at, base }: TaskCall): readonly Override[] => overridesIn(at.get('agent_override'), base);

/** The variables of a call that have a value before it, by name. The order of who gives it is the assumption `variable-precedence`. */
export function variablesOf({ at, settled }: TaskCall): readonly CallVariable[] {
  const given = strings(at.get('service_llm_dynamic_variables')) ?? {};
  const own = Object.entries(given).map(([name, value]): CallVariable => ({ name, value, source: 'call' }));
  return own.length === 0 ? settled : [...own, ...settled.filter(({ name }) => !Object.hasOwn(given, name))].sort(byName);
}

const byName = (a: CallVariable, b: CallVariable): number => (a.name < b.name ? -1 : 1);

function openOf({ resolution, weaker }: Common, known: boolean, changesEngine: boolean): string | null {
  if (resolution.outcome !== 'resolved') return resolution.because;
  if (known) return null;
  if (changesEngine) return 'the override brings another engine, so what this call needs is not known';
  return weaker.open ?? 'the files do not tell which variables the agent needs';
}

/** Why no agent is known to make the call of a task. */
function whyNobody(task: Cursor, workspace: Workspace): string {
  const number = task.within('batch-call')?.get('from_number').string();
  if (!number) return 'the task names no agent, and the batch no from_number';
  const records = workspace.phoneNumbers.get(number) ?? [];
  if (records.length !== 1) return `the task names no agent, and ${records.length === 0 ? 'no file holds' : 'several files hold'} the number ${number}`;
  const arms = records[0]!.get('outbound_agents').items().length;
  return `the task names no agent, and ${number} has ${arms === 0 ? 'no outbound agent' : `${arms} outbound agents, of which one is drawn`}`;
}

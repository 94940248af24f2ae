import type { Cursor } from '../core/cursor.ts';
import {
  agentOfTask,
  engineOfVersion,
  recordOf,
  unsetInCall,
  reasonForUnknownAgent,
  type TaskAgent,
} from '../core/domain/tasks.ts';
import { property, type Json } from '../core/json/json.ts';
import { listed } from '../core/wording.ts';
import { strings } from '../core/workspace/records.ts';
import type { Assumption } from '../core/workspace/assumptions.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { withheld } from './simulation.ts';
import { engineTypeWith, ignoredIn, overridesIn, ringOf, type OverrideBase } from './overrides.ts';
import { resolutionOf } from '../core/index/agent-references.ts';
import { callVariables, type SourcedVariables, type VariableSource } from '../core/domain/variable-sources.ts';

/** A variable with a value before the call, and its source. */
interface CallVariable {
  readonly name: string;
  readonly value: string;
  readonly source: Exclude<VariableSource, 'unknowable'>;
}
/**
 * The effects of one task of a batch call. Spec: Batch call, Agent override request (per call), Versioning 3 and 4.
 */
export interface TaskCall {
  readonly cursor: Cursor;
  readonly toNumber: string | null;
  readonly caller: TaskAgent | undefined;
  /**
   * The resolution of the agent reference; null if neither the task nor its batch names an agent, for the reason in
   * `reason`.
   */
  readonly resolution: Resolution | null;
  readonly base: OverrideBase;
  /** The variables with several values, if the configuration switches off the assumption about the value that wins. */
  readonly disputedNames: readonly string[];
  /** The variables set outside the task, by name; `variablesOf` adds the variables of the task itself. */
  readonly settledVariables: readonly CallVariable[];
  /**
   * The variables that are needed but never set, so that `{{name}}` is read out; null if the needed variables are
   * unknown.
   */
  readonly unsetNames: readonly string[] | null;
  /** The number of settings of the override without effect; `overridesOf` lists the settings. */
  readonly ignoredCount: number;
  /** The milliseconds for which the call rings; null if the agent is not in this workspace. */
  readonly ringMs: number | null;
  readonly reason: string | null;
  readonly assumptions: readonly Assumption[];
}

/** The values that all tasks with the same agent and reference share. */
interface CommonPart {
  readonly resolution: Resolution;
  readonly base: OverrideBase;
  readonly weakerVariables: SourcedVariables;
  readonly settledVariables: readonly CallVariable[];
  /**
   * The assumptions for tasks that name an agent, and for tasks that use the agent of the number. The second list is
   * for tasks that set a variable again.
   */
  readonly assumptions: Readonly<Record<TaskAgent['from'], readonly [readonly Assumption[], readonly Assumption[]]>>;
}
const emptyBase: OverrideBase = { record: undefined, engine: undefined, engineType: undefined };
// most lists of a large batch are empty, so they all share this list
const emptyList: readonly never[] = [];

/** The tasks of a place of shape `batch-call`, in order. */
export function tasksOf(batch: Cursor, workspace: Workspace): readonly TaskCall[] {
  const cache = new Map<string, CommonPart>();
  const commonOf = ({ agentId, reference }: TaskAgent): CommonPart => {
    const key = JSON.stringify([agentId, reference]);
    let commonPart = cache.get(key);
    if (!commonPart) cache.set(key, (commonPart = gather(agentId, reference, workspace)));
    return commonPart;
  };
  return batch
    .get('tasks')
    .items()
    .map(task => callOf(task, commonOf, workspace));
}

function gather(agentId: string, reference: string | number | null, workspace: Workspace): CommonPart {
  const resolution = workspace.resolve(agentId, reference),
    record = recordOf(resolution, workspace);
  const weakerVariables = callVariables(resolution, workspace);
  const assumed = (...extraAssumptions: Assumption[]): [Assumption[], Assumption[]] => {
    const allAssumptions = [...resolution.assumptions, ...weakerVariables.assumptions, ...extraAssumptions];
    return [
      allAssumptions,
      withheld(['variable-precedence'], workspace) === undefined
        ? [...allAssumptions, 'variable-precedence']
        : allAssumptions,
    ];
  };
  return {
    resolution,
    weakerVariables: weakerVariables,
    assumptions: { task: assumed(), number: assumed('from-number-agent') },
    base: {
      record,
      engine: record && workspace.engineOf(record),
      engineType: engineOfVersion(agentId, reference, workspace)?.string(),
    },
    settledVariables: weakerVariables.variables.flatMap(({ name, value, source }) =>
      value === undefined || source === undefined || source === 'unknowable' ? [] : [{ name, value, source }],
    ),
  };
}

function callOf(task: Cursor, commonOf: (caller: TaskAgent) => CommonPart, workspace: Workspace): TaskCall {
  const caller = agentOfTask(task, workspace),
    commonPart = caller && commonOf(caller);
  const base = commonPart?.base ?? emptyBase,
    override = task.get('agent_override'),
    values = task.get('service_llm_dynamic_variables').value;
  const hasOtherEngine = override.isObject && override.get('agent').get('response_engine').exists;
  const unsetUses = !commonPart || hasOtherEngine ? undefined : unsetInCall(task, commonPart.resolution, workspace);
  const settledVariables = commonPart?.settledVariables ?? emptyList,
    hasHidden = settledVariables.some(({ name }) => typeof property(values, name) === 'string');
  const disputedNames = commonPart ? disputedIn(commonPart, values) : emptyList;
  return {
    cursor: task,
    toNumber: task.get('to_number').string() ?? null,
    caller,
    resolution: (commonPart && resolvedFor(task, caller!, commonPart, workspace)) ?? null,
    base:
      override.isObject && engineTypeWith(override, base) !== base.engineType ? { ...base, engine: undefined } : base,
    settledVariables,
    disputedNames: disputedNames,
    unsetNames: unsetUses ? sortedKeys(unsetUses) : null,
    ignoredCount: ignoredIn(override, base),
    ringMs: ringOf(override, base) ?? null,
    reason: commonPart
      ? openOf(commonPart, unsetUses !== undefined, hasOtherEngine, disputedNames)
      : reasonForUnknownAgent(task, workspace),
    assumptions: commonPart ? commonPart.assumptions[caller!.from][hasHidden ? 1 : 0] : emptyList,
  };
}

/** The resolution of a task; if the task names no agent, the calling number is a step of the resolution. */
function resolvedFor(
  task: Cursor,
  { agentId, reference, from }: TaskAgent,
  { resolution }: CommonPart,
  workspace: Workspace,
): Resolution {
  const fromNumber = from === 'number' ? task.within('batch-call')?.get('from_number').string() : undefined;
  return fromNumber === undefined ? resolution : resolutionOf({ agentId, reference, fromNumber }, workspace);
}

/** The sorted keys of a map; one shared list if the map is empty. */
const sortedKeys = (map: ReadonlyMap<string, unknown>): readonly string[] =>
  map.size === 0 ? emptyList : [...map.keys()].sort();

/** The variables with several values, if it is unknown which value wins. */
function disputedIn(
  { weakerVariables: { withheld: refusal, variables }, settledVariables }: CommonPart,
  values: Json | undefined,
): readonly string[] {
  if (refusal === undefined) return emptyList;
  const unknowableNames = variables.filter(({ source }) => source === 'unknowable').map(({ name }) => name);
  const hiddenNames = settledVariables
    .filter(({ name, value }) => typeof property(values, name) === 'string' && property(values, name) !== value)
    .map(({ name }) => name);
  return unknowableNames.length + hiddenNames.length === 0 ? emptyList : [...unknowableNames, ...hiddenNames].sort();
}

/** The effect of a call's override on each setting of the override. */
export const overridesOf = ({ cursor, base }: TaskCall): ReturnType<typeof overridesIn> =>
  overridesIn(cursor.get('agent_override'), base);

/**
 * The variables with a value before the call, by name. The precedence of sources is the assumption
 * `variable-precedence`.
 */
export function variablesOf({ cursor, settledVariables, disputedNames }: TaskCall): readonly CallVariable[] {
  const values = strings(cursor.get('service_llm_dynamic_variables')) ?? {};
  const ownVariables = Object.entries(values).map(([name, value]): CallVariable => ({ name, value, source: 'call' }));
  const variables =
    ownVariables.length === 0
      ? settledVariables
      : [...ownVariables, ...settledVariables.filter(({ name }) => !Object.hasOwn(values, name))].sort(byName);
  return disputedNames.length === 0 ? variables : variables.filter(({ name }) => !disputedNames.includes(name));
}

const byName = (a: CallVariable, b: CallVariable): number => (a.name < b.name ? -1 : 1);

function openOf(
  { resolution, weakerVariables }: CommonPart,
  isKnown: boolean,
  hasOtherEngine: boolean,
  disputedNames: readonly string[],
): string | null {
  if (resolution.outcome !== 'resolved') return resolution.because;
  if (disputedNames.length > 0)
    return `which value of ${listed(disputedNames, 'and')} applies ${weakerVariables.withheld}`;
  if (resolution.because !== null) return resolution.because;
  if (isKnown) return null;
  if (hasOtherEngine) return 'the override sets another engine, so the variables that this call needs are not known';
  return weakerVariables.open ?? 'which variables the agent needs is not known';
}

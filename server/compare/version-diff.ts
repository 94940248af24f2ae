import { versionName } from '../core/workspace/names.ts';
import type { Cursor } from '../core/cursor.ts';
import { stablePointer, type StablePointer } from '../core/configuration/stable-pointer.ts';
import { differences, type Difference } from '../core/domain/contents.ts';
import { isEngine, partsOf, type AgentPart } from '../core/domain/agent-parts.ts';
import { inFileDialect } from '../core/domain/in-dialect.ts';
import { redact } from '../core/domain/redacted.ts';
import { recordOf } from '../core/domain/tasks.ts';
import { isEqual, type Json } from '../core/json/json.ts';
import { compareTexts } from '../core/wording.ts';
import type { Assumption } from '../core/workspace/assumptions.ts';
import { isKind } from '../core/kinds.ts';
import { placeOf } from '../core/workspace/records.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { areas, placeInRecord, type Area, type PlaceInRecord } from './areas.ts';
import { longRequests, textChangeOf, type LongRequest, type TextChange } from './text-changes.ts';
import { ownName } from './drift-records.ts';
import { callVariables, type SourcedVariable, type SourcedVariables } from '../core/domain/variable-sources.ts';

/** One version of an agent, or an engine alone, and its workspace. */
export interface ComparedVersion {
  readonly resolution: Resolution;
  readonly workspace: Workspace;
  readonly record: Cursor;
  readonly name: string | undefined;
  /**
   * The records of the version: the agent's own record first, then its engine, then the engine's shared components.
   */
  readonly parts: readonly AgentPart[];
  readonly variables: SourcedVariables;
}
/** A value on one side, in its output form. */
export interface ShownValue {
  readonly file: string;
  readonly at: StablePointer;
  readonly value: Json;
}
/** One difference between the two versions. */
interface VersionChange {
  readonly area: Area;
  readonly place: PlaceInRecord;
  /** The former value; undefined if absent. */
  readonly before: ShownValue | undefined;
  readonly after: ShownValue | undefined;
  /** The effective value of an absent field; undefined if the specification states no default. */
  readonly defaultValue: Json | undefined;
  /** Whether both values look the same because the difference is hidden. */
  readonly hidden: boolean;
  /** The change of a text that a model reads. */
  readonly text: TextChange | undefined;
}
/** A dynamic variable whose value at the start of a call, or its source, differs. */
interface VariableDifference {
  readonly name: string;
  /** The former variable; undefined if it is neither set nor used. */
  readonly before: SourcedVariable | undefined;
  readonly after: SourcedVariable | undefined;
}
/** The differences between two versions. */
export interface VersionDiff {
  readonly before: ComparedVersion;
  readonly after: ComparedVersion;
  /** The changes, in the order in which callers notice them. */
  readonly changes: readonly VersionChange[];
  /** Requests above the billing threshold in the second version that were shorter in the first. */
  readonly longRequests: readonly LongRequest[];
  /** The variables that differ, sorted by name. */
  readonly variables: readonly VariableDifference[];
  /** Sentences, without a full stop, about things that are missing or have no counterpart. */
  readonly notCompared: readonly string[];
  readonly assumptions: readonly Assumption[];
}

/** The version that a resolution selects; `undefined` if its record is not in this workspace. */
export function versionOf(resolution: Resolution, workspace: Workspace): ComparedVersion | undefined {
  const record = recordOf(resolution, workspace);
  return record && versionIn(record, resolution, workspace);
}

/** The version of one record, without records from other files; or an engine, for which no call sets variables. */
export const versionIn = (record: Cursor, resolution: Resolution, workspace: Workspace): ComparedVersion => ({
  resolution,
  workspace,
  record,
  name: workspace.agent(resolution.agentId)?.name ?? record.get('agent_name').string(),
  parts: partsOf(record, workspace),
  variables: isEngine(record) ? noVariables : callVariables(resolution, workspace, undefined, record),
});

const noVariables: SourcedVariables = { variables: [], open: null, assumptions: [], withheld: undefined };

const displayName = ({ resolution: { agentId, version }, workspace }: ComparedVersion): string =>
  versionName(agentId, version, workspace);

/**
 * The differences in what two versions say or do, in the agent's settings, its engine and the engine's components.
 * Nodes, edges, tools and states are matched by identity, not by position. Engines of the same kind are compared even
 * if their ids and numbers differ.
 * @param byName whether different ids of records with the same name are no difference
 */
export function versionDiff(before: ComparedVersion, after: ComparedVersion, byName = false): VersionDiff {
  const [formerPart, currentPart] = [engineOf(before), engineOf(after)],
    notCompared = [...new Set([...engineGaps(before, after), ...variableGaps(before, after)])];
  const areCompared = formerPart !== undefined && currentPart !== undefined && formerPart.kind === currentPart.kind;
  const changes = [
    ...comparedItems(before.record, after.record).filter(
      ({ before: formerCursor, after: currentCursor }) =>
        !isOfEngine(formerCursor) &&
        !isOfEngine(currentCursor) &&
        !(areCompared && formerPart.id === currentPart.id && isEngineVersion((currentCursor ?? formerCursor)!)),
    ),
    ...(areCompared
      ? [
          ...comparedItems(before.workspace.at(formerPart), after.workspace.at(currentPart)),
          ...componentsOf(before, after, byName),
        ]
      : []),
  ].filter(
    ({ before: formerCursor, after: currentCursor }) =>
      !byName || !formerCursor || !currentCursor || !isSameName(formerCursor, currentCursor, before, after),
  );
  const variables = variablesOf(before.variables, after.variables),
    names = new Set(variables.map(({ name }) => name));
  return {
    before,
    after,
    changes: changes
      .flatMap(change => {
        const visibleChange = changeOf(change, after.variables);
        return visibleChange.area === 'variables' && names.has((change.after ?? change.before)!.key)
          ? []
          : [visibleChange];
      })
      .sort((a, b) => areas.indexOf(a.area) - areas.indexOf(b.area) || rankOf(a) - rankOf(b)),
    variables,
    longRequests:
      formerPart && currentPart && formerPart.kind === currentPart.kind
        ? longRequests(before.workspace.at(formerPart), after.workspace.at(currentPart), {
            before: before.workspace,
            after: after.workspace,
          })
        : [],
    notCompared,
    assumptions: [...new Set([before, after].flatMap(assumedBy))].sort(),
  };
}

/** The rank of a change: changes come before removals, and removals before additions. */
function rankOf({ place: { rank, sort }, before, after }: VersionChange): number {
  if (sort === 'value' || (before && after)) return rank;
  return rank + (after ? 20 : 10);
}

const assumedBy = ({ resolution, variables }: ComparedVersion): readonly Assumption[] => [
  ...resolution.assumptions,
  ...variables.assumptions,
];
const engineOf = ({ parts }: ComparedVersion): AgentPart | undefined =>
  parts.find(({ kind }) => kind === 'llm' || kind === 'conversation-flow');
/** Whether a place is the version of an engine, which is no difference: the contents of the engines are compared. */
const isEngineVersion = ({ key, parent }: Cursor): boolean => key === 'version' && parent?.key === 'response_engine';
/** Whether a place is in an engine inside an agent's record, which is compared as an engine. */
const isOfEngine = (cursor: Cursor | undefined): boolean => cursor?.within('llm', 'conversation-flow') !== undefined;

type CursorPair = Pick<Difference, 'before' | 'after'>;

/**
 * The pairs of items to compare: two items that merely share an index are two differences, and so is each item of a
 * list or map that only one side has.
 */
const comparedItems = (before: Cursor, after: Cursor): CursorPair[] =>
  differences(before, after).flatMap(({ before: formerCursor, after: currentCursor }) => {
    const place = (formerCursor ?? currentCursor)!;
    if (!formerCursor || !currentCursor || formerCursor.isNull || currentCursor.isNull) {
      const side = formerCursor && !formerCursor.isNull ? formerCursor : currentCursor!,
        parts = holdsItems(side) ? [...side.items(), ...side.entries()] : [];
      if (parts.length > 0)
        return parts.map(part =>
          side === formerCursor ? { before: part, after: undefined } : { before: undefined, after: part },
        );
    }
    const key = place.parent?.marks['x-identity'];
    const isAnother =
      key !== undefined && formerCursor && currentCursor && !isEqual(formerCursor.peek(key), currentCursor.peek(key));
    return isAnother
      ? [
          { before: formerCursor, after: undefined },
          { before: undefined, after: currentCursor },
        ]
      : [{ before: formerCursor, after: currentCursor }];
  });
const holdsItems = ({ marks }: Cursor): boolean =>
  marks['x-identity'] !== undefined || marks['x-sets-variables'] === 'values';

/** Whether two ids belong to records with the same name. */
function isSameName(
  formerCursor: Cursor,
  currentCursor: Cursor,
  before: ComparedVersion,
  after: ComparedVersion,
): boolean {
  const { to } = formerCursor.marks['x-reference'] ?? {},
    [id, account] = [formerCursor.string(), currentCursor.string()];
  if (to === undefined || !isKind(to) || id === undefined || account === undefined) return false;
  const name = ownName(to, id, before.workspace);
  return name !== undefined && name === ownName(to, account, after.workspace);
}

/**
 * The pairs of shared components; a component that both flows use is one record, unless the flows are in two
 * workspaces.
 */
function* componentsOf(before: ComparedVersion, after: ComparedVersion, byName: boolean): Iterable<CursorPair> {
  const recordsById = ({ parts, workspace }: ComparedVersion): ReadonlyMap<string, Cursor> =>
    new Map(
      parts
        .filter(({ kind }) => kind === 'flow-component')
        .map(part => [part.id, workspace.at(part)] as const)
        .filter(([, cursor]) => cursor.within('conversation-flow') === undefined)
        .map(([id, cursor]) => [(byName && cursor.get('name').string()) || id, cursor]),
    );
  const [formerByKey, currentByKey] = [recordsById(before), recordsById(after)];
  for (const [id, formerCursor] of formerByKey) {
    const current = currentByKey.get(id);
    if (current) yield* comparedItems(formerCursor, current);
    else yield { before: formerCursor, after: undefined };
  }
  for (const [id, current] of currentByKey) if (!formerByKey.has(id)) yield { before: undefined, after: current };
}

function changeOf({ before, after }: CursorPair, { variables }: SourcedVariables): VersionChange {
  const [formerValue, currentValue] = [before && shownValue(before), after && shownValue(after)],
    cursor = (after ?? before)!;
  return {
    ...placeInRecord(cursor),
    before: formerValue,
    after: currentValue,
    defaultValue: cursor.marks.default,
    hidden: formerValue !== undefined && currentValue !== undefined && isEqual(formerValue.value, currentValue.value),
    text: textChangeOf(before, after, variables),
  };
}

function shownValue(cursor: Cursor): ShownValue {
  const { file, pointer } = placeOf(cursor);
  return { file, at: stablePointer(cursor.document, pointer), value: inFileDialect(cursor, redact(cursor)) };
}

function variablesOf(before: SourcedVariables, after: SourcedVariables): VariableDifference[] {
  const variablesByName = ({ variables }: SourcedVariables): ReadonlyMap<string, SourcedVariable> =>
    new Map(variables.map(variable => [variable.name, variable]));
  const [formerByName, currentByName] = [variablesByName(before), variablesByName(after)];
  return [...new Set([...formerByName.keys(), ...currentByName.keys()])]
    .sort(compareTexts)
    .map(name => ({ name, before: formerByName.get(name), after: currentByName.get(name) }))
    .filter(isAnother);
}

/**
 * Whether a variable differs. A variable that only one version uses, and that only the system or the conversation
 * sets, is no difference.
 */
function isAnother({ before, after }: VariableDifference): boolean {
  if (before && after) return before.value !== after.value || before.source !== after.source;
  const source = (before ?? after)!.source;
  return source !== 'system' && source !== 'conversation';
}

function engineGaps(before: ComparedVersion, after: ComparedVersion): string[] {
  const [former, current] = [engineOf(before), engineOf(after)];
  if (former && current)
    return former.kind === current.kind
      ? []
      : [
          `one version runs on ${nouns[former.kind]}, the other on ${nouns[current.kind]}: their prompts, tools and flow are not compared`,
        ];
  return [before, after]
    .filter(side => !engineOf(side))
    .map(side => {
      const isServer = side.record.get('response_engine').get('type').value === 'custom-llm';
      const reason = isServer ? 'is your own server' : 'is not in this workspace';
      return `the engine of ${displayName(side)} ${reason}: prompts, tools and flow are not compared`;
    });
}
const nouns = {
  agent: 'an agent',
  llm: 'an LLM engine',
  'conversation-flow': 'a conversation flow',
  'flow-component': 'a component',
} as const satisfies Record<AgentPart['kind'], string>;

/** The reasons why variables may be missing, unless the missing engine already explains it. */
const variableGaps = (before: ComparedVersion, after: ComparedVersion): string[] =>
  [before, after].flatMap(side => {
    const { open } = side.variables;
    return open === null || !engineOf(side) ? [] : [`${displayName(side)}: ${open}`];
  });

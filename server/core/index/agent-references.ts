import { agentName } from '../workspace/names.ts';
import { stablePointer } from '../configuration/stable-pointer.ts';
import type { Cursor } from '../cursor.ts';
import { liveThrough } from '../domain/live-places.ts';
import { nameOfTool } from '../domain/swaps.ts';
import { agentOfTask } from '../domain/tasks.ts';
import { isVersionReference, selectionAt, selectionOf } from '../workspace/version-references.ts';
import { referencesTo } from '../shapes/at.ts';
import { placeId, placeOf } from '../workspace/records.ts';
import { keyOf } from '../workspace/tables.ts';
import type { Resolution, Step } from '../workspace/resolve.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { groupBy } from '../json/multimap.ts';
import { similarReference } from './lookup.ts';
import { compareTexts, suggest } from '../wording.ts';
import { isFinished } from '../domain/phone-numbers.ts';

/** The kind of a reference's place. */
export type ReferenceKind = 'tag' | 'phone-number' | 'swap' | 'transfer' | 'weight' | 'task' | 'filter' | 'other';

/** One place of the workspace that selects an agent version. */
export interface VersionReference {
  readonly kind: ReferenceKind;
  readonly agentId: string;
  /** The version as written; null if absent. */
  readonly reference: string | number | null;
  /**
   * The place of the version, or of the agent's id if no version is written. For a tag: the state of the tag, or the
   * record that lists the tag.
   */
  readonly at: Cursor;
  /** The number from which a batch task without an override calls, and which determines the agent of the task. */
  readonly fromNumber: string | null;
  /** Whether the reference is a task of a finished batch, which makes no more calls. */
  readonly isOver?: boolean;
  /**
   * Whether the reference serves callers: a live tag, an arm of a phone number, a swap or transfer of a live version.
   */
  readonly isLive: boolean;
}

/** The order in which references are reported: references that serve callers come first. */
export const referenceKinds: readonly ReferenceKind[] = [
  'tag',
  'phone-number',
  'swap',
  'transfer',
  'weight',
  'task',
  'filter',
  'other',
];

// the selectors are constants, because results are cached by selector object
const weights = { 'agent-weight': '/agent_id' } as const;
const handOvers = {
  'agent-swap-tool': '/agent_id',
  'agent-swap-node': '/agent_id',
  'transfer-agent': '/agent_id',
} as const;
const tasks = { 'batch-call-task': '' } as const;
/** All fields that the schemas mark as a reference to an agent. A new field therefore needs no code here. */
const markedPlaces = referencesTo('agent');
const shapes = [
  'agent-weight',
  'agent-swap-tool',
  'agent-swap-node',
  'transfer-agent',
  'batch-call-task',
  'agent-filter',
] as const;
const filterVersions = { 'agent-filter': ['/version', '/version/*'] } as const;

/**
 * Every reference to an agent version: live tags, arms of phone numbers, swaps, agents of warm transfers, weight
 * lists, batch tasks, versions in alert filters. Places without an agent, or with a malformed version, are left out.
 * Sorted by kind, then in order of files and places. Cached with the workspace.
 */
export function referencesOf(workspace: Workspace): readonly VersionReference[] {
  return workspace.memory.remember(referencesOf, undefined, () => {
    const arms = workspace.collect(weights).flatMap(cursor => armAt(cursor) ?? []),
      handOverReferences = workspace.collect(handOvers).flatMap(cursor => handOverAt(cursor, workspace) ?? []);
    return [
      ...liveTags(workspace),
      ...arms.filter(({ kind }) => kind === 'phone-number'),
      ...handOverReferences.filter(({ kind }) => kind === 'swap'),
      ...handOverReferences.filter(({ kind }) => kind === 'transfer'),
      ...arms.filter(({ kind }) => kind === 'weight'),
      ...tasksIn(workspace),
      ...workspace.collect(filterVersions).flatMap(cursor => filterAt(cursor) ?? []),
      ...otherReferencesIn(workspace),
    ];
  });
}

/** The references that use a tag of an agent, without the assignments of the tag. */
export function usersOfTag(agentId: string, tag: string, workspace: Workspace): readonly VersionReference[] {
  const keyOf = (id: string, name: string): string => JSON.stringify([id, name]);
  const users = workspace.memory.remember(usersOfTag, undefined, () =>
    groupBy(referencesOf(workspace), ({ kind, agentId: id, reference }) =>
      kind !== 'tag' && typeof reference === 'string' ? keyOf(id, reference) : undefined,
    ),
  );
  return users.get(keyOf(agentId, tag)) ?? [];
}

function liveTags(workspace: Workspace): VersionReference[] {
  const { liveTags: tags } = workspace.facts,
    references: VersionReference[] = [];
  for (const agent of workspace.agents.values())
    for (const tag of tags) {
      const state = agent.tags.get(tag);
      if (state)
        references.push({
          kind: 'tag',
          agentId: agent.id,
          reference: tag,
          at: state.source,
          fromNumber: null,
          isLive: true,
        });
    }
  return references.sort((a, b) => compareTexts(a.agentId, b.agentId));
}

/**
 * The reference of an arm, a swap, a transfer agent, a task, or a version in a filter; undefined if the place names no
 * agent, or if its version is malformed.
 */
export function referenceAt(place: Cursor, workspace: Workspace): VersionReference | undefined {
  if (place.is('agent-weight')) return armAt(place.get('agent_id'));
  if (handsOver(place)) return handOverAt(place.get('agent_id'), workspace);
  return place.is('batch-call-task') ? taskAt(place, workspace) : filterAt(place);
}

function armAt(agent: Cursor): VersionReference | undefined {
  const selection = selectionIn(agent),
    isLive = agent.recordKind === 'phone-number';
  return selection && { kind: isLive ? 'phone-number' : 'weight', ...selection, fromNumber: null, isLive: isLive };
}

const handsOver = (place: Cursor): boolean =>
  (['agent-swap-tool', 'agent-swap-node', 'transfer-agent'] as const).some(shape => place.is(shape));

function handOverAt(agent: Cursor, workspace: Workspace): VersionReference | undefined {
  const selection = selectionIn(agent),
    kind = agent.parent?.is('transfer-agent') ? 'transfer' : 'swap';
  return selection && { kind, ...selection, fromNumber: null, isLive: isLiveAt(agent, workspace) };
}

function taskAt(task: Cursor, workspace: Workspace): VersionReference | undefined {
  const caller = agentOfTask(task, workspace);
  if (!caller || (caller.reference !== null && !isVersionReference(caller.reference))) return undefined;
  const { agentId, reference, from } = caller,
    versionPlace = task.get('override_agent_version');
  // a task without an agent gets its agent from the number, so the place of the reference is the task itself
  const place = from === 'task' ? caller.at : task;
  const cursor = versionPlace.exists && !versionPlace.isNull ? versionPlace : place;
  const fromNumber = from === 'number' ? (task.within('batch-call')?.get('from_number').string() ?? null) : null;
  return { kind: 'task', agentId, reference, at: cursor, fromNumber, isLive: false };
}

function filterAt(version: Cursor): VersionReference | undefined {
  const selection = version.isArray || version.isNull ? undefined : selectionAt(version);
  return (
    selection && {
      kind: 'filter',
      agentId: selection.agentId,
      reference: selection.reference,
      at: version,
      fromNumber: null,
      isLive: false,
    }
  );
}

const isLiveAt = (cursor: Cursor, workspace: Workspace): boolean => liveThrough(placeOf(cursor), workspace).length > 0;

function tasksIn(workspace: Workspace): VersionReference[] {
  const cache = new Map<string, boolean>();
  const isPast = (batch: Cursor): boolean => {
    const key = keyOf(batch);
    if (!cache.has(key)) cache.set(key, isFinished(batch, workspace.facts.today));
    return cache.get(key)!;
  };
  return workspace.collect(tasks).flatMap(task => {
    const reference = taskAt(task, workspace),
      batch = reference && task.within('batch-call');
    if (!reference) return [];
    return batch && isPast(batch) ? { ...reference, isOver: true } : reference;
  });
}

/** The number of tasks of batch calls whose agent is unknown. Such a task counts as no reference. */
export const unknownTasks = (workspace: Workspace): number =>
  workspace.collect(tasks).filter(task => agentOfTask(task, workspace) === undefined).length;

const otherReferencesIn = (workspace: Workspace): VersionReference[] =>
  workspace.collect(markedPlaces).flatMap(cursor => {
    const selection = shapes.some(shape => cursor.parent?.is(shape)) ? undefined : selectionIn(cursor);
    return selection ? { kind: 'other', ...selection, fromNumber: null, isLive: isLiveAt(cursor, workspace) } : [];
  });

function selectionIn(agent: Cursor): Pick<VersionReference, 'agentId' | 'reference' | 'at'> | undefined {
  const selection = selectionOf(agent);
  return (
    selection && {
      agentId: selection.agentId,
      reference: selection.reference,
      at: selection.reference === null ? agent : selection.version,
    }
  );
}

/**
 * The version that a reference selects. Equal references share one result, so that fifty thousand equal tasks cost as
 * much as one task.
 */
export function resolutionOf(
  { agentId, reference, fromNumber }: Pick<VersionReference, 'agentId' | 'reference' | 'fromNumber'>,
  workspace: Workspace,
): Resolution {
  if (fromNumber === null) return workspace.resolve(agentId, reference);
  return workspace.memory.remember(resolutionOf, JSON.stringify([agentId, reference, fromNumber]), () => {
    const resolution = workspace.resolve(agentId, reference);
    const step: Step = {
      text: `the task names no agent, so the only outbound agent of ${fromNumber} makes the call: ${agentName(agentId, workspace)}`,
      spec: null,
    };
    return {
      ...resolution,
      assumptions: [...new Set([...resolution.assumptions, 'from-number-agent' as const])].sort(),
      steps: [step, ...resolution.steps],
    };
  });
}

/**
 * An identity that stays the same when lines and items move: the file and a stable pointer. A live tag is identified
 * by agent and name, because its state may move to another record. An arm is also identified by its phone number,
 * because another number has other callers.
 */
export function identityOf({ kind, agentId, reference, at }: VersionReference): string {
  if (kind === 'tag') return `#tag ${agentId} ${reference}`;
  const number = kind === 'phone-number' ? numberOf(at) : undefined;
  return placeId({ file: at.document.file, pointer: `${number ?? ''}${stablePointer(at.document, at.pointer)}` });
}

/** A reference as on a command line: `agent_desk@prod`. */
export const spellingFor = (agentId: string, reference: string | number | null): string =>
  reference === null ? agentId : `${agentId}@${reference}`;

/** The suggestion for a tag that does not exist, `; did you mean "prod"?`; empty if no tag is similar. */
export const tagSuggestion = (resolution: Resolution): string =>
  resolution.outcome === 'resolved' ? '' : suggest(similarReference(resolution));

/**
 * The list item or record that contains a reference, in words; undefined if file and line describe the place well
 * enough.
 */
export function placeName(
  { kind, at, reference, agentId, fromNumber, isOver }: VersionReference,
  ...workspaces: readonly Workspace[]
): string {
  switch (kind) {
    case 'tag':
      return `tag ${reference} of ${agentName(agentId, ...workspaces)}`;
    case 'phone-number':
      return (
        `${at.within('agent-weights')?.key ?? 'an arm'} of ` +
        (at.root.get('phone_number').string() ?? numberOf(at) ?? at.document.file)
      );
    case 'swap':
    case 'transfer': {
      const tool = at.within('agent-swap-tool', 'agent-swap-node', 'transfer-call-tool', 'transfer-call-node') ?? at;
      return `${kind} ${nameOfTool(tool) ?? tool.label}`;
    }
    case 'weight':
      return `weight ${Number(at.within('agent-weight')?.segment ?? 0) + 1} of a list`;
    case 'task': {
      const task = at.within('batch-call-task') ?? at;
      const fromText = fromNumber === null ? '' : `, from ${fromNumber}`;
      return `call to ${task.get('to_number').string() ?? task.label}${fromText}${isOver ? ', of a batch that is over' : ''}`;
    }
    case 'other':
      return at.label;
    case 'filter': {
      const alert = at.within('alert-rule', 'alert-rule-response', 'alert-incident')?.get('name').string();
      return alert ? `filter of alert ${JSON.stringify(alert)}` : 'an alert filter';
    }
  }
}

const numberOf = (cursor: Cursor): string | undefined => cursor.within('phone-number')?.get('phone_number').string();

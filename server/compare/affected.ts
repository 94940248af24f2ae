import type { Cursor } from '../core/cursor.ts';
import { differences } from '../core/domain/contents.ts';
import { isEqual } from '../core/json/json.ts';
import { addTo } from '../core/json/multimap.ts';
import { kindNames } from '../core/kinds.ts';
import { compareTexts } from '../core/wording.ts';
import { keyOf } from '../core/workspace/tables.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { pairThings } from './pairs.ts';
import { recordGraph, type RecordGraph, type RecordNode } from './record-graph.ts';

/** A record that a change can affect. */
export interface AffectedRecord {
  readonly record: RecordNode;
  /** Whether the record is new or its contents changed. */
  readonly isChanged: boolean;
  /**
   * The records on the shortest path to a changed record, which comes last; empty if this record itself changed. A
   * long path contains only the records nearest to this record, and the changed record.
   */
  readonly path: readonly RecordNode[];
  /** The number of records that `path` leaves out before the changed record. */
  readonly leftOutCount: number;
}
/** The maximum number of listed steps of a path. */
const MAX_STEPS = 8;
interface Step {
  readonly isChanged: boolean;
  readonly previous: RecordNode | undefined;
  /** The changed record at the end of the path. */
  readonly changedRecord: RecordNode;
  readonly length: number;
}
/** Two states of the files, and the files whose former contents are unknown. */
interface States {
  readonly before: Workspace;
  readonly after: Workspace;
  readonly unknown?: { has(file: string): boolean };
  /** Whether a record is affected only if it changed itself, so that no path leads through the record. */
  readonly isPast?: (record: RecordNode) => boolean;
}

/**
 * The records that a change can affect: changed records, and records that refer to a changed record, directly or
 * through other records, in either state. Records to which a changed record refers are not affected. A change without
 * meaning for the platform (titles, positions on a canvas, times) affects only the record itself, and the records whose
 * references now select something else. Removed records are left out. Sorted by kind, id, number and file.
 */
export function affectedBy({
  before,
  after,
  unknown: unknownFiles = new Set(),
  isPast = () => false,
}: States): readonly AffectedRecord[] {
  const [formerGraph, currentGraph] = [recordGraph(before), recordGraph(after)],
    pairs = pairRecordsOf(formerGraph, currentGraph);
  const steps = new Map<RecordNode, Step>(),
    pending: RecordNode[] = [];
  const add = (node: RecordNode, isChanged: boolean, previousStep?: RecordNode): void => {
    if (steps.has(node) || (!isChanged && isPast(node))) return;
    const { changedRecord = node, length = -1 } = (previousStep && steps.get(previousStep)) ?? {};
    steps.set(node, { isChanged, previous: previousStep, changedRecord: changedRecord, length: length + 1 });
    pending.push(node);
  };
  const silentNodes = new Set<RecordNode>(),
    /**
     * For each changed record, the records whose references to versions or tags of its agent now select another
     * version.
     */
    misledRecords = new Map<RecordNode, RecordNode[]>();
  for (const formerNode of formerGraph.nodes) if (!pairs.currentByFormer.has(formerNode)) add(formerNode, true);
  for (const current of currentGraph.nodes) {
    const formerPart = pairs.formerByCurrent.get(current),
      cursor = after.at(current);
    if (formerPart && !unknownFiles.has(current.file)) {
      const formerCursor = before.at(formerPart);
      if (isSame(formerCursor, cursor)) continue;
      if (formerPart.identity === current.identity && differences(formerCursor, cursor).length === 0)
        silentNodes.add(current);
    }
    add(current, true);
  }
  const changesOf = ({ aboutAgent }: RecordGraph, id: string): RecordNode[] =>
    (aboutAgent.get(id) ?? [])
      .map(node => pairs.currentByFormer.get(node) ?? node)
      .filter(node => steps.get(node)?.isChanged);
  const otherNodes: RecordNode[] = [];
  for (const [currentNode, formerRecord] of pairs.formerByCurrent) {
    const agents = otherAnswers(formerRecord, currentNode);
    if (agents === undefined || steps.has(currentNode)) continue;
    otherNodes.push(currentNode);
    for (const id of agents)
      for (const cause of [...changesOf(formerGraph, id), ...changesOf(currentGraph, id)])
        addTo(misledRecords, cause, currentNode);
  }
  const leadingTo = leadersOf(formerGraph, currentGraph, pairs, 'leads'),
    usersOf = leadersOf(formerGraph, currentGraph, pairs, 'uses');
  const follow = (): void => {
    // the loop adds records to `pending`, which the next call of `follow` reads
    for (const node of pending.splice(0)) {
      for (const dependentNode of misledRecords.get(node) ?? []) add(dependentNode, false, node);
      if (silentNodes.has(node)) continue;
      for (const dependentRecord of leadingTo.get(node) ?? []) add(dependentRecord, false, node);
      if (steps.get(node)!.isChanged)
        for (const dependentUser of usersOf.get(node) ?? []) add(dependentUser, false, node);
    }
  };
  while (pending.length > 0) follow();
  for (const node of otherNodes) add(node, false);
  while (pending.length > 0) follow();
  const reachable = new Set(currentGraph.nodes),
    isInFiles = (node: RecordNode): boolean => reachable.has(node) || after.document(node.file)?.readable === false;
  return [...steps]
    .filter(([node]) => isInFiles(node))
    .map(([record, { isChanged }]) => ({ record, isChanged, ...wayFrom(record, steps) }))
    .sort((a, b) => compareRecords(a.record, b.record));
}

const isSame = (formerCursor: Cursor, currentCursor: Cursor): boolean =>
  (formerCursor.document === currentCursor.document && formerCursor.pointer === currentCursor.pointer) ||
  isEqual(formerCursor.value, currentCursor.value);

function wayFrom(
  record: RecordNode,
  steps: ReadonlyMap<RecordNode, Step>,
): Pick<AffectedRecord, 'path' | 'leftOutCount'> {
  const { changedRecord, length } = steps.get(record)!,
    path: RecordNode[] = [];
  for (let step = steps.get(record)?.previous; step && path.length < MAX_STEPS; step = steps.get(step)?.previous)
    path.push(step);
  const leftOutCount = length - path.length;
  // the path ends with the changed record even if steps before it are left out
  return { path: leftOutCount > 0 ? [...path.slice(0, -1), changedRecord] : path, leftOutCount: leftOutCount };
}

interface Pairs {
  /** Maps a former record to the same record in the current state. */
  readonly currentByFormer: ReadonlyMap<RecordNode, RecordNode>;
  readonly formerByCurrent: ReadonlyMap<RecordNode, RecordNode>;
}
/** Pairs the records of both states: by identity and place, then by identity, then by place and kind. */
function pairRecordsOf(formerGraph: RecordGraph, currentGraph: RecordGraph): Pairs {
  const pairs = pairThings(formerGraph.nodes, currentGraph.nodes, [
    node => `${keyOf(node)} ${node.identity}`,
    ({ identity }) => identity,
    node => `${keyOf(node)} ${node.kind}`,
  ]).flatMap(({ before, after }) => (before && after ? [[before, after] as const] : []));
  return {
    currentByFormer: new Map(pairs),
    formerByCurrent: new Map(pairs.map(([formerNode, currentNode]) => [currentNode, formerNode])),
  };
}

/**
 * The agents of the references that the two states resolve differently; undefined if all references resolve equally.
 */
function otherAnswers(formerNode: RecordNode, currentNode: RecordNode): Set<string> | undefined {
  const agents = new Set<string>();
  let isDifferent = false;
  for (const [formerNames, currentNames] of [
    [formerNode.answers, currentNode.answers],
    [currentNode.answers, formerNode.answers],
  ] as const)
    for (const [answer, agent] of formerNames)
      if (!currentNames.has(answer)) {
        isDifferent = true;
        if (agent !== undefined) agents.add(agent);
      }
  return isDifferent ? agents : undefined;
}

/** For each record, the records that refer to it or use it in either state. */
function leadersOf(
  formerGraph: RecordGraph,
  currentGraph: RecordGraph,
  { currentByFormer }: Pairs,
  relation: 'leads' | 'uses',
): Map<RecordNode, Set<RecordNode>> {
  const leadingTo = new Map<RecordNode, Set<RecordNode>>();
  const current = (node: RecordNode): RecordNode => currentByFormer.get(node) ?? node;
  for (const node of [...currentGraph.nodes, ...formerGraph.nodes])
    for (const target of node[relation]) {
      const leaders = leadingTo.get(current(target));
      if (leaders) leaders.add(current(node));
      else leadingTo.set(current(target), new Set([current(node)]));
    }
  return leadingTo;
}

const compareRecords = (a: RecordNode, b: RecordNode): number =>
  kindNames.indexOf(a.kind) - kindNames.indexOf(b.kind) ||
  compareTexts(a.id ?? '\uffff', b.id ?? '\uffff') ||
  (a.version ?? -1) - (b.version ?? -1) ||
  compareTexts(a.file, b.file) ||
  compareTexts(a.pointer, b.pointer);

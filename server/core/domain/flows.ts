import type { Cursor } from '../cursor.ts';
import { isArray, isObject, property, type Json, type JsonObject } from '../json/json.ts';
import { childEntry, entryFor, entryOf, marksOf } from '../shapes/table.ts';
import { addTo } from '../json/multimap.ts';
import { Memory } from '../memory.ts';

/**
 * The nodes of a flow or component, and their edges. For an LLM engine, the nodes are its states, and their ids are
 * the names of the states.
 */
export interface Flow {
  /** The name of the field that contains the nodes. */
  readonly list: 'nodes' | 'states';
  /** The index of each node by id; of equal ids, the first. */
  readonly nodes: ReadonlyMap<string, number>;
  /** The id of the first node (`start_node_id` or `starting_state`); undefined if absent. */
  readonly start: string | undefined;
  /** By node id: the ids of the existing nodes to which its edges lead, without duplicates. */
  readonly next: ReadonlyMap<string, readonly string[]>;
  /** The ids of nodes that can be entered from any node, under a condition. */
  readonly globals: readonly string[];
  /** Whether the flow is in flex mode: all nodes are in one prompt, and edges are not needed. */
  readonly isFlex: boolean;
  /** The ids of nodes that continue without waiting for the user. */
  readonly automaticNodes: ReadonlySet<string>;
  /** The ids of nodes with a loose end: an edge without a destination, or to a node that does not exist. */
  readonly looseNodes: ReadonlySet<string>;
  /** Whether some node has no id. A reference to a missing node may mean this node. */
  readonly hasNamelessNode: boolean;
  /**
   * Whether an edge names a missing node, or two nodes or two edges share an id. If false, rules need not search for
   * such mistakes.
   */
  readonly hasDanglingEdge: boolean;
  readonly repeats: boolean;
  /** Results computed from this flow. */
  readonly memory: Memory;
}

const emptyFlow = (): Flow => ({
  list: 'nodes',
  nodes: new Map(),
  start: undefined,
  next: new Map(),
  globals: [],
  isFlex: false,
  automaticNodes: new Set(),
  looseNodes: new Set(),
  hasNamelessNode: false,
  hasDanglingEdge: false,
  repeats: false,
  memory: new Memory(),
});

/**
 * The flow at a place of shape `conversation-flow`, `flow-component` or `llm`. It is read once per version of a
 * document, and without cursors, because a flow may be large.
 */
export const flowOf = (place: Cursor): Flow =>
  place.isObject ? place.remember(flowOf, () => readFlow(place)) : emptyFlow();

const forms = {
  nodes: { id: 'id', start: 'start_node_id', to: 'destination_node_id' },
  states: { id: 'name', start: 'starting_state', to: 'destination_state_name' },
} as const;

function readFlow(place: Cursor): Flow {
  const field = place.is('llm') ? 'states' : 'nodes',
    form = forms[field],
    list = place.get(field);
  if (!isArray(list.value)) return emptyFlow();
  const items = childEntry(list.entry, 0);
  const nodes = new Map<string, number>(),
    targetsById = new Map<string, EdgeTarget[]>();
  const globals: string[] = [],
    automaticNodes = new Set<string>(),
    edgeIds = new Set<string>();
  let hasNameless = false,
    hasDanglingEdge = false,
    repeats = false;
  list.value.forEach((node, index) => {
    const id = property(node, form.id);
    if (typeof id !== 'string' || id === '') {
      hasNameless = true;
      return;
    }
    const entry = entryFor(items, node),
      ownTargets = edgeTargetsOf(node as JsonObject, entry, form.to);
    if (nodes.has(id)) {
      repeats = true;
      targetsById.get(id)!.push(...ownTargets);
    } else {
      nodes.set(id, index);
      targetsById.set(id, ownTargets);
    }
    if (isObject((node as JsonObject)['global_node_setting'])) globals.push(id);
    if (marksOf(entry)['x-automatic'] === true) automaticNodes.add(id);
  });
  const next = new Map<string, readonly string[]>(),
    looseIds = new Set<string>();
  for (const [id, sameId] of targetsById) {
    const nextIds = new Set<string>();
    for (const target of sameId) {
      if (target.id !== undefined) {
        if (edgeIds.has(target.id)) repeats = true;
        else edgeIds.add(target.id);
      }
      if (target.to !== undefined && nodes.has(target.to)) {
        nextIds.add(target.to);
        continue;
      }
      looseIds.add(id);
      if (target.to !== undefined) hasDanglingEdge = true;
    }
    next.set(id, [...nextIds]);
  }
  const start = place.get(form.start).string() || undefined,
    isFlex = place.peek('flex_mode') === true;
  return {
    list: field,
    nodes,
    start,
    next,
    globals,
    isFlex,
    automaticNodes,
    looseNodes: looseIds,
    hasNamelessNode: hasNameless,
    hasDanglingEdge,
    repeats,
    memory: new Memory(),
  };
}

interface EdgeTarget {
  readonly id: string | undefined;
  readonly to: string | undefined;
}

/**
 * The edge used in place of a missing required edge: the platform has the edge, but the file does not contain its
 * destination.
 */
const looseEdge: EdgeTarget = { id: undefined, to: undefined };

const edgeKeys = new Map<number, ReadonlySet<string>>();

/**
 * The fields of a node that contain edges, as marked by the schemas.
 * @param entry the schema entry of the node
 */
function edgeKeysOf(entry: number): ReadonlySet<string> {
  let keys = edgeKeys.get(entry);
  if (!keys) {
    const props = entryOf(entry).props ?? {};
    edgeKeys.set(entry, (keys = new Set(Object.keys(props).filter(key => marksOf(props[key]!)['x-edge'] === true))));
  }
  return keys;
}

/** The edges of a node, in the fields marked by the schemas. */
export function edgesAt(node: Cursor): Cursor[] {
  if (!node.isObject) return [];
  return [...edgeKeysOf(node.entry)]
    .map(key => node.get(key))
    .flatMap(field => (field.isArray ? field.items() : [field].filter(edge => edge.isObject)));
}

/**
 * The edges that leave a node. In a field that no schema defines, any object that looks like an edge counts as an
 * edge, so that a new field of the platform makes no node unreachable.
 */
function edgeTargetsOf(node: JsonObject, entry: number, destination: string): EdgeTarget[] {
  const keys = edgeKeysOf(entry),
    { props = {}, required = [] } = entryOf(entry),
    targets: EdgeTarget[] = [];
  const add = (edge: Json | undefined, isEdge: boolean): void => {
    if (!isObject(edge)) return;
    const destinationId = edge[destination],
      id = edge['id'];
    const hasDestination = typeof destinationId === 'string' && destinationId !== '';
    if (hasDestination || isEdge)
      targets.push({
        id: isEdge && typeof id === 'string' && id !== '' ? id : undefined,
        to: hasDestination ? destinationId : undefined,
      });
  };
  for (const key of required) if (keys.has(key) && !isObject(property(node, key))) targets.push(looseEdge);
  // nodes may have types and fields that no schema defines; states have no types
  for (const key of destination === forms.states.to ? keys : Object.keys(node)) {
    const isEdge = keys.has(key);
    if (!isEdge && key !== 'global_node_setting' && Object.hasOwn(props, key)) continue;
    const value = key === 'global_node_setting' ? property(node[key], 'go_back_conditions') : node[key];
    if (isArray(value)) for (const edge of value) add(edge, isEdge);
    else add(value, isEdge);
  }
  return targets;
}

/** A step of a shortest path. */
interface Step {
  /** The id of the previous node; undefined at the start of the path. */
  readonly before: string | undefined;
  /** The number of nodes on the path, including this one. */
  readonly length: number;
}

/**
 * The steps to all nodes that are reachable from `starts`, including `starts`, by node id. The nearest nodes come
 * first.
 */
export function reachableFrom(flow: Flow, starts: Iterable<string>): Map<string, Step> {
  const steps = new Map<string, Step>();
  for (const id of starts) if (flow.nodes.has(id)) steps.set(id, { before: undefined, length: 1 });
  // breadth first: the map grows during the loop
  for (const [before, { length }] of steps)
    for (const id of flow.next.get(before) ?? []) if (!steps.has(id)) steps.set(id, { before, length: length + 1 });
  return steps;
}

/** Whether the start of a conversation is known. */
export const isStarted = ({ start, nodes, isFlex }: Flow): boolean =>
  isFlex || nodes.size === 0 || (start !== undefined && nodes.has(start));

/** The nodes that a conversation can reach from the start or a global node. */
export const reachedIn = (flow: Flow): ReadonlyMap<string, Step> =>
  flow.memory.remember(reachedIn, flow, () => {
    const { isFlex, nodes, start, globals } = flow;
    return reachableFrom(flow, isFlex ? nodes.keys() : [...(start === undefined ? [] : [start]), ...globals]);
  });

/**
 * The nodes that cannot be reached from the start or a global node; empty if the start or the id of a node is unknown.
 */
export const unreachableNodes = (flow: Flow): readonly string[] =>
  flow.memory.remember(unreachableNodes, flow, () =>
    isStarted(flow) && !flow.hasNamelessNode ? [...flow.nodes.keys()].filter(id => !reachedIn(flow).has(id)) : [],
  );

/**
 * Cycles of automatic nodes without an exit, each as a list of node ids in order. A conversation that enters such a
 * cycle never leaves it.
 */
export const endlessLoops = (flow: Flow): readonly (readonly string[])[] =>
  flow.memory.remember(endlessLoops, flow, () => findLoops(flow));

function findLoops(flow: Flow): string[][] {
  const { automaticNodes, next, looseNodes } = flow;
  const before = new Map<string, string[]>();
  for (const id of automaticNodes) for (const nextId of next.get(id) ?? []) addTo(before, nextId, id);
  // remove all nodes from which a waiting node or a loose end can be reached
  const stuckNodes = new Set(automaticNodes);
  const pending = [...flow.nodes.keys()].filter(
    id => !automaticNodes.has(id) || looseNodes.has(id) || next.get(id)?.length === 0,
  );
  for (const id of pending) stuckNodes.delete(id);
  for (let id = pending.pop(); id !== undefined; id = pending.pop())
    for (const predecessor of before.get(id) ?? []) if (stuckNodes.delete(predecessor)) pending.push(predecessor);
  const loops: string[][] = [],
    visited = new Set<string>();
  for (const start of stuckNodes) {
    const path: string[] = [];
    let id: string | undefined = start;
    while (id !== undefined && !visited.has(id)) {
      visited.add(id);
      path.push(id);
      id = next.get(id)?.find(nextId => stuckNodes.has(nextId));
    }
    const startOffset = id === undefined ? -1 : path.indexOf(id);
    if (startOffset >= 0) loops.push(path.slice(startOffset));
  }
  return loops;
}

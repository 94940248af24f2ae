import type { Cursor } from '../cursor.ts';
import { isArray, isObject, property, type Json, type JsonObject } from '../json/json.ts';
import { childEntry, entryFor, entryOf, marksOf } from '../shapes/table.ts';
import { addTo } from '../json/multimap.ts';
import { Memory } from '../memory.ts';

/** The nodes of a flow or component, and where they lead; of an LLM engine, its states, which have names for ids. */
export interface Flow {
  /** The field with the nodes. */
  readonly list: 'nodes' | 'states';
  /** Index in `nodes` of the first node with this id. */
  readonly nodes: ReadonlyMap<string, number>;
  /** The id in `start_node_id`, the name in `starting_state`; `undefined` without one. */
  readonly start: string | undefined;
  /** Ids of the existing nodes that a node leads to, each once. */
  readonly next: ReadonlyMap<string, readonly string[]>;
  /** Nodes that are entered from anywhere, under a condition. */
  readonly globals: readonly string[];
  /** Whether all nodes are tools of one prompt, which needs no edges. */
  readonly flex: boolean;
  /** Nodes that continue without waiting for the user. */
  readonly automatic: ReadonlySet<string>;
  /** Nodes with a loose end: an edge without a destination, or to a node that does not exist. */
  readonly open: ReadonlySet<string>;
  /** Whether a node lacks its id: a reference that finds nothing may mean that one. */
  readonly nameless: boolean;
  /**
   * Whether an edge names a missing node, or two nodes or two edges have the same id; if not, nobody has to search for
   * them.
   */
  readonly dangles: boolean;
  readonly repeats: boolean;
  /** What is computed from it. */
  readonly memory: Memory;
}

const nowhere = (): Flow => ({
  list: 'nodes',
  nodes: new Map(),
  start: undefined,
  next: new Map(),
  globals: [],
  flex: false,
  automatic: new Set(),
  open: new Set(),
  nameless: false,
  dangles: false,
  repeats: false,
  memory: new Memory(),
});

/**
 * For a place of shape `conversation-flow`, `flow-component` or `llm`. Read once per version of a document and without
 * cursors, so that a large flow stays cheap.
 */
export const flowOf = (place: Cursor): Flow => (place.isObject ? place.remember(flowOf, () => read(place)) : nowhere());

const forms = {
  nodes: { id: 'id', start: 'start_node_id', to: 'destination_node_id' },
  states: { id: 'name', start: 'starting_state', to: 'destination_state_name' },
} as const;

function read(place: Cursor): Flow {
  const field = place.is('llm') ? 'states' : 'nodes',
    form = forms[field],
    list = place.get(field);
  if (!isArray(list.value)) return nowhere();
  const items = childEntry(list.entry, 0);
  const nodes = new Map<string, number>(),
    ways = new Map<string, Way[]>();
  const globals: string[] = [],
    automatic = new Set<string>(),
    edgeIds = new Set<string>();
  let nameless = false,
    dangles = false,
    repeats = false;
  list.value.forEach((node, index) => {
    const id = property(node, form.id);
    if (typeof id !== 'string' || id === '') {
      nameless = true;
      return;
    }
    const entry = entryFor(items, node),
      ownWays = waysOf(node as JsonObject, entry, form.to);
    if (nodes.has(id)) {
      repeats = true;
      ways.get(id)!.push(...ownWays);
    } else {
      nodes.set(id, index);
      ways.set(id, ownWays);
    }
    if (isObject((node as JsonObject)['global_node_setting'])) globals.push(id);
    if (marksOf(entry)['x-automatic'] === true) automatic.add(id);
  });
  const next = new Map<string, readonly string[]>(),
    open = new Set<string>();
  for (const [id, sameId] of ways) {
    const to = new Set<string>();
    for (const way of sameId) {
      if (way.id !== undefined) {
        if (edgeIds.has(way.id)) repeats = true;
        else edgeIds.add(way.id);
      }
      if (way.to !== undefined && nodes.has(way.to)) {
        to.add(way.to);
        continue;
      }
      open.add(id);
      if (way.to !== undefined) dangles = true;
    }
    next.set(id, [...to]);
  }
  const start = place.get(form.start).string() || undefined,
    flex = place.peek('flex_mode') === true;
  return {
    list: field,
    nodes,
    start,
    next,
    globals,
    flex,
    automatic,
    open,
    nameless,
    dangles,
    repeats,
    memory: new Memory(),
  };
}

interface Way {
  readonly id: string | undefined;
  readonly to: string | undefined;
}

/** A required edge that is missing also leads somewhere, but the file does not say where. */
const loose: Way = { id: undefined, to: undefined };

const edgeKeys = new Map<number, ReadonlySet<string>>();

/** Which fields of such a node contain edges, as marked by the schemas. */
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
 * In a field that no schema knows, anything that looks like an edge counts as one: a node is not called unreachable
 * just because Preflight does not know a field.
 */
function waysOf(node: JsonObject, entry: number, destination: string): Way[] {
  const keys = edgeKeysOf(entry),
    { props = {}, required = [] } = entryOf(entry),
    ways: Way[] = [];
  const add = (edge: Json | undefined, isEdge: boolean): void => {
    if (!isObject(edge)) return;
    const to = edge[destination],
      id = edge['id'];
    const leads = typeof to === 'string' && to !== '';
    if (leads || isEdge)
      ways.push({ id: isEdge && typeof id === 'string' && id !== '' ? id : undefined, to: leads ? to : undefined });
  };
  for (const key of required) if (keys.has(key) && !isObject(property(node, key))) ways.push(loose);
  // only nodes may have types, and so fields, that no schema knows
  for (const key of destination === forms.states.to ? keys : Object.keys(node)) {
    const isEdge = keys.has(key);
    if (!isEdge && key !== 'global_node_setting' && Object.hasOwn(props, key)) continue;
    const value = key === 'global_node_setting' ? property(node[key], 'go_back_conditions') : node[key];
    if (isArray(value)) for (const edge of value) add(edge, isEdge);
    else add(value, isEdge);
  }
  return ways;
}

/** A node on a shortest way. */
interface Step {
  /** The node before it; `undefined` where the way begins. */
  readonly before: string | undefined;
  /** How many nodes the way has, this one included. */
  readonly length: number;
}

/** Everything reachable from these nodes, including themselves, nearest first. */
export function reachableFrom(flow: Flow, starts: Iterable<string>): Map<string, Step> {
  const reached = new Map<string, Step>();
  for (const id of starts) if (flow.nodes.has(id)) reached.set(id, { before: undefined, length: 1 });
  // breadth first: the map grows while it is read
  for (const [before, { length }] of reached)
    for (const id of flow.next.get(before) ?? []) if (!reached.has(id)) reached.set(id, { before, length: length + 1 });
  return reached;
}

/** Whether it is known where a conversation begins. */
export const isStarted = ({ start, nodes, flex }: Flow): boolean =>
  flex || nodes.size === 0 || (start !== undefined && nodes.has(start));

/** The nodes that a conversation can come to: from the start, or from anywhere. */
export const reachedIn = (flow: Flow): ReadonlyMap<string, Step> =>
  flow.memory.remember(reachedIn, flow, () => {
    const { flex, nodes, start, globals } = flow;
    return reachableFrom(flow, flex ? nodes.keys() : [...(start === undefined ? [] : [start]), ...globals]);
  });

/** Nodes that cannot be reached from the start or a global node; none if the start or an id is unknown. */
export const unreachableNodes = (flow: Flow): readonly string[] =>
  flow.memory.remember(unreachableNodes, flow, () =>
    isStarted(flow) && !flow.nameless ? [...flow.nodes.keys()].filter(id => !reachedIn(flow).has(id)) : [],
  );

/**
 * Cycles of automatic nodes without an exit: once entered, the conversation never continues. Each as the ids along it.
 */
export const endlessLoops = (flow: Flow): readonly (readonly string[])[] =>
  flow.memory.remember(endlessLoops, flow, () => findLoops(flow));

function findLoops(flow: Flow): string[][] {
  const { automatic, next, open } = flow;
  const before = new Map<string, string[]>();
  for (const id of automatic) for (const to of next.get(id) ?? []) addTo(before, to, id);
  // what remains after removing all nodes that lead, in any number of steps, to a node that waits or to a loose end
  const stuck = new Set(automatic);
  const pending = [...flow.nodes.keys()].filter(id => !automatic.has(id) || open.has(id) || next.get(id)?.length === 0);
  for (const id of pending) stuck.delete(id);
  for (let id = pending.pop(); id !== undefined; id = pending.pop())
    for (const from of before.get(id) ?? []) if (stuck.delete(from)) pending.push(from);
  const loops: string[][] = [],
    seen = new Set<string>();
  for (const start of stuck) {
    const path: string[] = [];
    let id: string | undefined = start;
    while (id !== undefined && !seen.has(id)) {
      seen.add(id);
      path.push(id);
      id = next.get(id)?.find(to => stuck.has(to));
    }
    const from = id === undefined ? -1 : path.indexOf(id);
    if (from >= 0) loops.push(path.slice(from));
  }
  return loops;
}

import { samePlace, type Cursor } from '../../core/cursor.ts';
import { compareTexts } from '../../core/wording.ts';
import type { Document } from '../../core/document.ts';
import { agentsAt, handOversOf, toolOfHandOver, type Swap } from '../../core/domain/swaps.ts';
import { recordOf } from '../../core/domain/tasks.ts';
import { ownersOf } from '../../core/domain/tools.ts';
import { occurrencesIn } from '../../core/index/occurrences-in.ts';
import type { Occurrence } from '../../core/index/occurrences.ts';
import { scopesIn } from '../../core/index/scopes.ts';
import { placeScope } from '../../core/index/variable-groups.ts';
import type { Pointer } from '../../core/json/pointer.ts';
import { agentOf } from '../../core/workspace/records.ts';
import { selectionOf } from '../../core/workspace/version-references.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { referencesOf, resolutionOf, type ReferenceKind } from '../../core/index/agent-references.ts';
import type { PositionContext } from '../context.ts';
import type { FilePlace } from '../file-place.ts';
import { offsetContext } from '../offset-context.ts';
import { definitionsOf } from './definitions.ts';
import { nameAt } from './name-at.ts';
import { locationOf, nodeOf, partSpan, type Destination } from './destinations.ts';

/**
 * A version of an agent that hands over to others, a node that leads to others, or a record that brings an agent its
 * calls.
 */
export interface CallItem extends Destination {
  readonly kind: 'agent' | 'node' | 'phone number' | 'batch call';
  readonly name: string;
  readonly detail: string;
  /** Its pointer, by which the item is found again in a later version of the text. */
  readonly pointer: Pointer;
}
/**
 * Another item, and the places where one names the other: fields of edges or swaps, which may be in an engine's file.
 */
export interface CallSites {
  readonly item: CallItem;
  readonly sites: readonly FilePlace[];
}

/**
 * Where the call hierarchy begins: the node or agents referred to at the offset, otherwise the enclosing node,
 * otherwise the enclosing agent, or the agents that run the enclosing engine.
 */
export function callItemsAt({ workspace, document, offset }: PositionContext): readonly CallItem[] {
  const name = nameAt(document, offset),
    at = offsetContext(document, offset)?.at;
  if (name && (name.kind === 'node' || name.kind === 'agent' || name.kind === 'agent-version' || name.kind === 'tag')) {
    const items = definitionsOf(name, workspace)
      .flatMap(({ file, selection }) => {
        const target = workspace.document(file),
          at = target && offsetContext(target, selection.start)?.at;
        return at ? itemsAround(at, workspace) : [];
      })
      .filter(item => item.kind === (name.kind === 'node' ? 'node' : 'agent'));
    const [meant] = name.kind === 'agent' && at ? versionsMeant(at, workspace) : [];
    if (items.length > 0) return once(meant ? [meant, ...items] : items);
  }
  return at ? once(itemsAround(at, workspace)) : [];
}

/**
 * Of the versions of an agent, the one whose record contains the place, otherwise the one selected there, because an
 * editor may show only the first.
 */
function versionsMeant(at: Cursor, workspace: Workspace): CallItem[] {
  const selection = at.marks['x-reference'] && selectionOf(at),
    record = selection && recordOf(workspace.resolve(selection.agentId, selection.reference), workspace);
  return (record ? [record] : agentsAt(at, workspace)).map(agentItem).filter(item => item !== undefined);
}

function itemsAround(at: Cursor, workspace: Workspace): CallItem[] {
  const node = nodeAround(at),
    caller = callerItem(at);
  if (caller) return [caller];
  if (node) return [nodeItem(node)].filter(item => item !== undefined);
  return agentsAt(at, workspace)
    .map(agentItem)
    .filter(item => item !== undefined);
}

/** What leads to an item: nodes whose edges go to it, or agents that hand over to it. Sorted by file and place. */
export function incomingCalls({ workspace }: { readonly workspace: Workspace }, item: CallItem): readonly CallSites[] {
  const at = found(item, workspace);
  if (!at) return [];
  if (item.kind === 'node')
    return calls(edgesTo(at, workspace).map(site => ({ item: optional(nodeAround(site), nodeItem), site })));
  const handOvers = allRecords(workspace)
    .flatMap(record => handOversOf(record, workspace))
    .filter(swap => isAt(recordOf(swap.resolution, workspace), at))
    .map(swap => ({ item: agentItem(swap.from), site: siteOf(swap) }));
  const callers = referencesOf(workspace)
    .filter(one => bringsCalls.has(one.kind) && isAt(recordOf(resolutionOf(one, workspace), workspace), at))
    .map(one => ({ item: callerItem(one.at), site: one.at }));
  return calls([...handOvers, ...callers]);
}

/**
 * What an item leads to: nodes that its edges go to, agents that it hands over to or gives its calls. Sorted by file
 * and place.
 */
export function outgoingCalls({ workspace }: { readonly workspace: Workspace }, item: CallItem): readonly CallSites[] {
  const at = found(item, workspace);
  if (!at) return [];
  if (item.kind === 'phone number' || item.kind === 'batch call') return calls(callees(at, workspace));
  const agentsHere = item.kind === 'agent' ? [at] : agentsAt(at, workspace);
  const handOvers = agentsHere
    .flatMap(agent => handOversOf(agent, workspace))
    .filter(one => item.kind === 'agent' || samePlace(toolOfHandOver(one.at), at));
  const agents = handOvers.map(one => ({
    item: optional(recordOf(one.resolution, workspace), agentItem),
    site: siteOf(one),
  }));
  return calls([...agents, ...(item.kind === 'node' ? nodesFrom(at, workspace) : [])]);
}

/** The agents to which a phone number or a batch gives its calls. */
const callees = (at: Cursor, workspace: Workspace): { item: CallItem | undefined; site: Cursor }[] =>
  referencesOf(workspace)
    .filter(one => bringsCalls.has(one.kind) && one.at.document === at.document)
    .map(one => ({ item: optional(recordOf(resolutionOf(one, workspace), workspace), agentItem), site: one.at }));

const bringsCalls: ReadonlySet<ReferenceKind> = new Set(['phone-number', 'task']);
const callerShapes = { 'phone number': 'phone-number', 'batch call': 'batch-call' } as const;

/** The phone number or batch that contains a reference; a task that names no agent gets it from the number's record. */
function callerItem(at: Cursor): CallItem | undefined {
  for (const [kind, shape] of Object.entries(callerShapes) as [
    keyof typeof callerShapes,
    'phone-number' | 'batch-call',
  ][]) {
    const record = at.is(shape) ? at : at.within(shape);
    if (!record) continue;
    const names = kind === 'phone number' ? ['phone_number', 'nickname'] : ['name', 'from_number'],
      [name = '', detail = ''] = names.map(key => record.get(key).string() ?? '');
    const place = locationOf(record, record.get(name === '' ? names[1]! : names[0]!));
    return (
      place && {
        kind,
        name: name || detail || record.document.file,
        detail: name ? detail : '',
        pointer: record.pointer,
        ...place,
      }
    );
  }
  return undefined;
}

/** The item's current place in the text. */
function found({ file, pointer, kind }: CallItem, workspace: Workspace): Cursor | undefined {
  const at = workspace.document(file)?.at(pointer);
  const shape = { node: 'node', agent: 'agent-settings', ...callerShapes } as const;
  return at?.isObject && at.is(shape[kind]) ? at : undefined;
}
const isAt = (place: Cursor | undefined, at: Cursor): boolean => place !== undefined && samePlace(place, at);
const optional = <T, R>(value: T | undefined, then: (value: T) => R | undefined): R | undefined =>
  value === undefined ? undefined : then(value);
const allRecords = (workspace: Workspace): Cursor[] => workspace.roots('agent').map(agentOf);
const siteOf = ({ at }: Swap): Cursor =>
  at.get('agent_version').exists && !at.get('agent_version').isNull ? at.get('agent_version') : at.get('agent_id');

/** The enclosing node with an id. */
function nodeAround(at: Cursor): Cursor | undefined {
  const node = at.within('node');
  return node?.get('id').string() && ownersOf(node)[0] ? node : undefined;
}

/** References of other nodes to a node, and its own references to itself. */
function edgesTo(node: Cursor, workspace: Workspace): Cursor[] {
  const owner = ownersOf(node)[0];
  return owner ? (edgesIn(node.document, owner, workspace).get(node.get('id').string() ?? '') ?? []) : [];
}

function nodesFrom(node: Cursor, workspace: Workspace): { item: CallItem | undefined; site: Cursor }[] {
  const owner = ownersOf(node)[0];
  if (!owner) return [];
  const nodes = new Map(
    owner
      .get('nodes')
      .items()
      .map(one => [one.get('id').string(), one])
      .reverse() as [string, Cursor][],
  );
  return [...edgesIn(node.document, owner, workspace)].flatMap(([id, uses]) => {
    const target = nodes.get(id);
    return target
      ? uses.filter(use => isAt(nodeAround(use), node)).map(site => ({ item: nodeItem(target), site }))
      : [];
  });
}

/** References to nodes of one flow or component, by id. */
function edgesIn(document: Document, owner: Cursor, workspace: Workspace): Map<string, Cursor[]> {
  const scope = placeScope(owner);
  const isHere = (name: Occurrence): boolean => name.role === 'uses' && scopesIn(name, workspace).includes(scope);
  return new Map(
    [...occurrencesIn(document, 'node')].map(([id, names]) => [
      id,
      names.filter(isHere).map(({ pointer }) => document.at(pointer)),
    ]),
  );
}

function nodeItem(node: Cursor): CallItem | undefined {
  const id = node.get('id').string() ?? '',
    name = node.get('name').string(),
    place = locationOf(node, node.get('id'));
  const detail = [name && name !== id ? id : undefined, node.get('type').string()?.replaceAll('_', ' ')]
    .filter(part => part)
    .join(', ');
  return place && { kind: 'node', name: name || id, detail, pointer: node.pointer, ...place };
}

function agentItem(record: Cursor): CallItem | undefined {
  const id = record.get('agent_id').string(),
    name = record.get('agent_name').string(),
    version = record.get('version').integer();
  const named = record.get(id ? 'agent_id' : 'agent_name'),
    place = nodeOf(record) === undefined ? undefined : locationOf(record, named);
  const detail = [name ? id : undefined, version === undefined ? undefined : `version ${version}`]
    .filter(part => part)
    .join(', ');
  return (
    place && { kind: 'agent', name: name || id || record.document.file, detail, pointer: record.pointer, ...place }
  );
}

/** Calls grouped by item; something that is not in the workspace is not an item. */
function calls(all: readonly { readonly item: CallItem | undefined; readonly site: Cursor }[]): CallSites[] {
  const byItem = new Map<string, { item: CallItem; sites: FilePlace[] }>();
  for (const { item, site } of all) {
    const span = item && partSpan(site, 'value');
    if (!span) continue;
    const key = `${item.file}#${item.pointer}`,
      call = byItem.get(key) ?? { item, sites: [] };
    byItem.set(key, call);
    if (!call.sites.some(other => other.file === site.document.file && other.span.start === span.start))
      call.sites.push({ file: site.document.file, span });
  }
  for (const { sites } of byItem.values())
    sites.sort((a, b) => compareTexts(a.file, b.file) || a.span.start - b.span.start);
  return [...byItem.values()].sort(
    (a, b) => compareTexts(a.item.file, b.item.file) || a.item.span.start - b.item.span.start,
  );
}

const once = (items: readonly CallItem[]): CallItem[] => [
  ...new Map(items.map(item => [`${item.file}#${item.pointer}`, item])).values(),
];

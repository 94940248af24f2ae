import { isStarted, reachableFrom, reachedIn, type Flow } from '../domain/flows.ts';
import { lookupAt } from '../index/lookup.ts';
import { stronglyConnected } from '../strongly-connected.ts';
import type { Cursor } from '../cursor.ts';
import { keyOf } from '../workspace/tables.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { unitOf, type Thing, type Unit } from './things.ts';

/** The component that a component node runs; undefined if it is in no file. */
export function componentRunBy(node: Cursor, workspace: Workspace): Cursor | undefined {
  const lookup = lookupAt(node.get('component_id'), workspace),
    [record] = lookup?.outcome === 'found' ? lookup.records : [];
  return record?.document.readable && record.is('flow-component') ? record : undefined;
}

/** The nodes of an engine or component that run a component, with the ids of the nodes. */
const runningNodes = (unit: Unit): readonly (readonly [id: string, node: Thing])[] =>
  unit.flow.memory.remember(runningNodes, unit, () =>
    [...unit.parts].flatMap(([id, things]) =>
      things.filter(({ kind }) => kind === 'component').map(thing => [id, thing] as const),
    ),
  );

/** The ids of the nodes behind which callers never come, because the component that they run never ends. */
function blockedNodes(unit: Unit, workspace: Workspace): ReadonlySet<string> {
  const nodes = runningNodes(unit);
  if (nodes.length === 0) return noNodes;
  return workspace.memory.remember(blockedNodes, unit, () => {
    const ids = nodes.flatMap(([id, node]) => {
      const component = componentRunBy(workspace.at(node), workspace);
      return component && neverEnds(component, workspace) ? [id] : [];
    });
    return new Set(ids);
  });
}
const noNodes: ReadonlySet<string> = new Set();

/** Whether callers never come past a node, because the component that it runs never ends. */
export const isBlocked = (unit: Unit, id: string, workspace: Workspace): boolean =>
  blockedNodes(unit, workspace).has(id);

/** `reachedIn` without the nodes that are behind a component that never ends. */
export function reachedPast(unit: Unit, workspace: Workspace): ReturnType<typeof reachedIn> {
  const blockedIds = blockedNodes(unit, workspace);
  // in flex mode, the conversation needs no edge
  if (blockedIds.size === 0 || unit.flow.isFlex) return reachedIn(unit.flow);
  return workspace.memory.remember(reachedPast, unit, () => reachedWithout(unit.flow, blockedIds));
}
function reachedWithout(flow: Flow, blockedIds: ReadonlySet<string>): ReturnType<typeof reachedIn> {
  const next = new Map(flow.next);
  for (const id of blockedIds) next.set(id, []);
  return reachableFrom({ ...flow, next }, reachStarts(flow));
}
const reachStarts = ({ start, globals }: Flow): string[] => [...(start === undefined ? [] : [start]), ...globals];

/**
 * Whether a component certainly never continues behind the node that runs it: it has no end that its nodes reach, and
 * no node that may end it in another way.
 */
export function neverEnds(component: Cursor, workspace: Workspace): boolean {
  const verdicts = workspace.memory.remember(neverEnds, undefined, () => new Map<string, boolean>());
  if (!verdicts.has(keyOf(component))) judge(component, workspace, verdicts);
  return verdicts.get(keyOf(component))!;
}

/** Judges a component and all that it runs, inner ones first. Components that run each other are left open. */
function judge(component: Cursor, workspace: Workspace, verdicts: Map<string, boolean>): void {
  const units = new Map([[keyOf(component), unitOf(component)]]),
    next = new Map<string, string[]>();
  // `units` grows during the loop
  for (const [key, unit] of units) {
    const innerComponents = runningNodes(unit).flatMap(
      ([, node]) => componentRunBy(workspace.at(node), workspace) ?? [],
    );
    next.set(
      key,
      innerComponents.map(inner => keyOf(inner)).filter(inner => !verdicts.has(inner)),
    );
    for (const inner of innerComponents) if (!verdicts.has(keyOf(inner))) units.set(keyOf(inner), unitOf(inner));
  }
  for (const group of stronglyConnected(units.keys(), key => next.get(key)!)) {
    for (const key of group) verdicts.set(key, false);
    const [key] = group as ReadonlySet<string> & Iterable<string>;
    if (group.size === 1 && !next.get(key!)!.includes(key!)) verdicts.set(key!, hasNoEnd(units.get(key!)!, workspace));
  }
}

function hasNoEnd(unit: Unit, workspace: Workspace): boolean {
  const { flow } = unit;
  if (flow.isFlex || flow.nodes.size === 0 || flow.hasNamelessNode || !isStarted(flow)) return false;
  return [...reachedPast(unit, workspace).keys()].every(id => !mayEndAt(id, flow));
}

/** Whether a component may end at a node: at an end node, or where the file shows no next node. */
export const mayEndAt = (id: string, { looseNodes, next }: Flow): boolean =>
  looseNodes.has(id) || next.get(id)?.length === 0;

import type { Cursor } from '../cursor.ts';
import { unreachableNodes, type Flow } from '../domain/flows.ts';
import { continuesAlongEdges, drawnFlow, nodeOf } from '../domain/loose-edges.ts';
import { toolCalled, toolsAt } from '../domain/tools.ts';
import { stronglyConnected } from '../strongly-connected.ts';
import { keyOf } from '../workspace/tables.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { componentRunBy, mayEndAt, neverEnds } from './endless-components.ts';

/**
 * The sets of nodes of a flow or component that lead only to each other, and in which nothing can end the call: no end,
 * transfer or swap, no tool that may do so, and no global node that leads elsewhere. A node without any edge is no set.
 * @param place of shape `conversation-flow` or `flow-component`
 */
export function trapsIn(place: Cursor, workspace: Workspace): readonly (readonly Cursor[])[] {
  const flow = drawnFlow(place);
  if (!flow || flow.nodes.size === 0) return [];
  const unreachableIds = new Set(unreachableNodes(flow)),
    ids = [...flow.nodes.keys()].filter(id => !unreachableIds.has(id)),
    next = withGlobals(ids, flow);
  const traps: (readonly Cursor[])[] = [];
  for (const group of stronglyConnected(ids, next)) {
    const groupIds = [...group].filter(id => id !== anywhere),
      leadsOn = [...group].some(id => next(id).some(nextId => !group.has(nextId)));
    const isCycle = groupIds.length > 1 || groupIds.some(id => next(id).includes(id));
    if (leadsOn || !isCycle || groupIds.some(id => mayLeave(id, place, flow, workspace))) continue;
    traps.push(groupIds.sort((a, b) => flow.nodes.get(a)! - flow.nodes.get(b)!).map(id => nodeOf(place, flow, id)));
  }
  return traps;
}

/** A step between all nodes at which a global node can take over, and from which a global node can return. */
const anywhere = '\0';

/** The next nodes of a node, including those that callers reach through global nodes. */
export function withGlobals(ids: readonly string[], flow: Flow): (id: string) => readonly string[] {
  const { next, globals, automaticNodes } = flow;
  if (globals.length === 0) return id => next.get(id) ?? [];
  const globalIds = new Set(globals),
    joinedIds = ids.filter(id => globalIds.has(id) || !automaticNodes.has(id)),
    joinedSet = new Set(joinedIds);
  return id => (id === anywhere ? joinedIds : [...(next.get(id) ?? []), ...(joinedSet.has(id) ? [anywhere] : [])]);
}

/** Whether a call may end or go elsewhere at a node. */
function mayLeave(id: string, place: Cursor, flow: Flow, workspace: Workspace): boolean {
  if (mayEndAt(id, flow)) return true;
  const node = nodeOf(place, flow, id);
  if (!continuesAlongEdges(node)) return true;
  const { ownTools, ids } = toolsAt(node);
  return (
    ownTools.some(canEndCall) ||
    ids.some(toolId => toolId.exists && canEndCall(toolCalled(toolId))) ||
    (node.is('component-node') && mayEndWithin(node, workspace))
  );
}

/** Whether a call may end in the component of a node; a component that never ends is reported itself. */
function mayEndWithin(node: Cursor, workspace: Workspace): boolean {
  const component = componentRunBy(node, workspace);
  if (!component || neverEnds(component, workspace)) return true;
  return workspace.memory.remember(mayEndWithin, keyOf(component), () => {
    const flow = drawnFlow(component);
    return (
      !flow ||
      [...flow.nodes.keys()].some(id => {
        const inner = nodeOf(component, flow, id);
        return !inner.is('end-node') && (inner.is('component-node') || mayLeave(id, component, flow, workspace));
      })
    );
  });
}

/** The types of tools that certainly end no call and hand it to nobody. */
const harmlessTypes = [
  'check_availability_sched',
  'book_appointment_sched',
  'press_digit',
  'send_sms',
  'code',
  'extract_dynamic_variable',
];
/** Words in the name or description of a custom tool that may end a call through the platform's API. */
const endingWords = new RegExp(
  String.raw`(?:^|[^a-z])(?:end|hang|finish|terminate|disconnect|transfer|forward|hand|route|escalate|connect|swap)` +
    '|End|Hang|Transfer|Forward|Connect',
);

/** Whether a tool may end the call or hand it over; true for a tool that is in no file. */
function canEndCall(tool: Cursor | undefined): boolean {
  const type = tool?.get('type').string();
  if (tool === undefined || type === undefined) return true;
  if (type === 'custom' || type === 'mcp')
    return (
      endingWords.test(tool.get('name').string() ?? 'end') || endingWords.test(tool.get('description').string() ?? '')
    );
  return !harmlessTypes.includes(type);
}

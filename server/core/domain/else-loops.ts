import type { Cursor } from '../cursor.ts';
import { addTo } from '../json/multimap.ts';
import { stronglyConnected } from '../strongly-connected.ts';
import { endlessLoops, flowOf, type Flow } from './flows.ts';
import { templatesIn } from './templates.ts';
import { toolCalled, toolsAt } from './tools.ts';
import { variablesIn } from './variables.ts';

/** A branch that repeats forever as soon as none of its equations holds. */
interface ElseLoop {
  readonly branch: Cursor;
  /** The other nodes on the path back to the branch. */
  readonly otherNodes: readonly Cursor[];
  /** The variables in the equations of all branches on the path. */
  readonly readVariables: readonly string[];
}

/**
 * A node on a path of else edges: the next node if no equation holds, the variables in its equations, and the variables
 * that it may change.
 */
interface Step {
  readonly at: Cursor;
  readonly next: readonly string[];
  readonly readVariables: readonly string[];
  readonly changes: Iterable<string>;
}

/**
 * Branches whose else edge always leads back to the branch, while nothing on the path changes the variables of their
 * equations. Each cycle is returned once, with its first branch. A node that may change such a variable or leave the
 * path breaks the cycle.
 * @param place of shape `conversation-flow` or `flow-component`
 */
export function elseLoops(place: Cursor): readonly ElseLoop[] {
  const flow = flowOf(place);
  if (place.get('flex_mode').value === true) return [];
  const trappedSteps = trappedNodes(flow, place),
    reportedNames = new Set(endlessLoops(flow).flat());
  const groups = stronglyConnected(trappedSteps.keys(), id => trappedSteps.get(id)!.next).filter(group =>
    [...group].every(id => !reportedNames.has(id) && trappedSteps.get(id)!.next.every(nextId => group.has(nextId))),
  );
  return groups.flatMap(group => loopOf(Array.from(group, id => trappedSteps.get(id)!)) ?? []);
}

function loopOf(steps: readonly Step[]): ElseLoop | undefined {
  const changedNames = new Set(steps.flatMap(({ changes }) => [...changes])),
    readVariables = [...new Set(steps.flatMap(step => step.readVariables))];
  if (readVariables.length === 0 || readVariables.some(name => changedNames.has(name) || platformVariables.test(name)))
    return undefined;
  const sortedNodes = steps.map(({ at }) => at).sort((a, b) => Number(a.segment) - Number(b.segment)),
    branch = sortedNodes.find(cursor => cursor.is('branch-node'))!;
  return { branch, otherNodes: sortedNodes.filter(cursor => cursor !== branch), readVariables: readVariables };
}

/** The nodes that branches reach by else edges alone, without nodes that have another exit. */
function trappedNodes(flow: Flow, place: Cursor): ReadonlyMap<string, Step> {
  const branches = [...flow.automaticNodes].filter(id => nodeAt(place, flow, id).is('branch-node'));
  const steps = new Map<string, Step>(),
    before = new Map<string, string[]>(),
    order: string[] = [];
  // `branches` grows during the loop
  for (const id of branches) {
    if (steps.has(id)) continue;
    const step = stepAt(id, flow, place);
    if (!step) {
      order.push(id);
      continue;
    }
    steps.set(id, step);
    for (const nextId of step.next) {
      addTo(before, nextId, id);
      branches.push(nextId);
    }
  }
  for (let id = order.pop(); id !== undefined; id = order.pop())
    for (const predecessor of before.get(id) ?? []) if (steps.delete(predecessor)) order.push(predecessor);
  return steps;
}

/** The step of a node; undefined if the call may leave the path here, or if the changed variables are unknown. */
function stepAt(id: string, flow: Flow, place: Cursor): Step | undefined {
  const cursor = nodeAt(place, flow, id),
    changes = setVariables(cursor);
  if (!changes) return undefined;
  if (cursor.is('branch-node')) {
    const readVariables = variablesReadBy(cursor),
      destinationId = cursor.get('else_edge').get('destination_node_id').string();
    return readVariables && destinationId !== undefined && flow.nodes.has(destinationId)
      ? { at: cursor, next: [destinationId], readVariables: readVariables, changes }
      : undefined;
  }
  const next = flow.next.get(id) ?? [];
  return next.length === 0 || flow.looseNodes.has(id) || mayLeave(id, flow, place)
    ? undefined
    : { at: cursor, next, readVariables: [], changes };
}

const nodeAt = (place: Cursor, { nodes }: Flow, id: string): Cursor => place.get('nodes').get(nodes.get(id)!);

/**
 * Whether a global node may take over at a node. The node must wait for the caller, and the flow must have global
 * nodes or be a component, which may run in a flow with global nodes.
 */
const mayLeave = (id: string, { automaticNodes, globals }: Flow, place: Cursor): boolean =>
  !automaticNodes.has(id) && (globals.length > 0 || place.is('flow-component'));

/** Matches the names of variables that the platform changes during a call. */
export const platformVariables = /^(?:current_|previous_|session_duration$)/;

/** The variables in the equations of a branch; `undefined` if the branch also has other conditions. */
function variablesReadBy(branch: Cursor): readonly string[] | undefined {
  const names: string[] = [];
  for (const edge of branch.get('edges').items()) {
    const condition = edge.get('transition_condition'),
      equations = condition.get('equations').items();
    if (condition.get('type').value !== 'equation' || equations.length === 0) return undefined;
    for (const equation of equations) {
      const leftTemplates = templatesIn(equation.get('left').string() ?? '');
      if (leftTemplates.length === 0) return undefined;
      names.push(...[...leftTemplates, ...templatesIn(equation.get('right').string() ?? '')].map(({ name }) => name));
    }
  }
  return names.length === 0 ? undefined : names;
}

const settingNothing = ['branch-node', 'press-digit-node', 'sms-node'] as const;
const settingNamed = ['extract-dynamic-variables-node', 'code-node', 'mcp-node'] as const;

/** The variables that a node may set; `undefined` if unknown. */
export function setVariables(node: Cursor): Iterable<string> | undefined {
  if (settingNothing.some(shape => node.is(shape))) return [];
  if (settingNamed.some(shape => node.is(shape))) return variablesIn(node).setters.keys();
  const { ownTools, ids } = toolsAt(node);
  if (node.is('conversation-node')) return ownTools.length + ids.length === 0 ? [] : undefined;
  const tool = node.is('function-node') ? toolCalled(node.get('tool_id')) : undefined;
  return tool && variablesIn(tool).setters.keys();
}

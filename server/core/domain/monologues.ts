import type { Cursor } from '../cursor.ts';
import { stronglyConnected } from '../strongly-connected.ts';
import { setVariables } from './else-loops.ts';
import { edgesAt, endlessLoops, flowOf, type Flow } from './flows.ts';
import { toolsAt } from './tools.ts';

/**
 * Cycles in which a node talks and no node waits for the caller, each as its nodes in order. Without cycles that may
 * end because an edge reads a variable that a node of the cycle sets.
 * @param place of shape `conversation-flow` or `flow-component`
 */
export function monologuesIn(place: Cursor): readonly (readonly Cursor[])[] {
  const flow = flowOf(place);
  if (flow.flex) return [];
  const list = place.get('nodes'),
    nodes = Array.from(flow.nodes, ([id, index]) => [id, list.get(index)] as const);
  if (!nodes.some(([, node]) => isTalking(node))) return [];
  const rushingNodes = new Map(nodes.filter(([id, node]) => isRushing(id, node, flow))),
    endlessNodes = new Set(endlessLoops(flow).flat());
  const next = (id: string): string[] => (flow.next.get(id) ?? []).filter(nextId => rushingNodes.has(nextId));
  return stronglyConnected(rushingNodes.keys(), next)
    .filter(group => [...group].every(id => !endlessNodes.has(id) && (group.size > 1 || next(id).includes(id))))
    .map(group => Array.from(group, id => rushingNodes.get(id)!).sort((a, b) => Number(a.segment) - Number(b.segment)))
    .filter(loop => loop.some(isTalking) && !mayEnd(loop));
}

const skipsAnswer = (node: Cursor): boolean =>
  node.peek('skip_response') === true || node.get('skip_response_edge').isObject;
const isTalking = (node: Cursor): boolean => skipsAnswer(node) || node.peek('speak_during_execution') === true;

/** Whether a node always continues without hearing the caller. */
function isRushing(id: string, node: Cursor, { automatic, next }: Flow): boolean {
  if (automatic.has(id))
    return (
      node.is('code-node') ||
      !(node.is('function-node') || node.is('mcp-node')) ||
      node.peek('wait_for_result') === false
    );
  if (!skipsAnswer(node)) return false;
  const { ownTools, ids } = toolsAt(node);
  // a tool may end the call
  if (ownTools.length + ids.length > 0) return false;
  const destinationId = node.get('skip_response_edge').get('destination_node_id').string();
  return node.peek('skip_response') === true || next.get(id)!.every(id => id === destinationId);
}

/** Whether a node of a cycle may change a variable that an edge of the cycle reads. */
function mayEnd(loop: readonly Cursor[]): boolean {
  const conditions = loop.flatMap(node => edgesAt(node).map(edge => edge.get('transition_condition').value)),
    words = new Set(JSON.stringify(conditions.filter(condition => condition !== undefined)).match(/[\w-]+/g));
  return loop.some(node => {
    if (skipsAnswer(node)) return false;
    const changes = setVariables(node);
    return !changes || [...changes].some(name => words.has(name));
  });
}

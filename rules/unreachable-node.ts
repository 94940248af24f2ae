import { edgesAt, flowOf, reachableFrom, unreachableNodes, type Flow } from '../server/core/domain/flows.ts';
import { namedNode, nodeOf } from '../server/core/domain/loose-edges.ts';
import { reachIn } from '../server/core/reach/reach.ts';
import { keyOfThing, thingsOfNode } from '../server/core/reach/things.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { clipped, count, defineRule, nearest, show, type Cursor, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unreachable-node',
  group: 'flows',
  severity: 'warning',
  spec: 'Conversation flow component',
  clause: 'Conversation flow component: start_node_id is a node of it',
  shows: 'unnecessary',
  at: { 'flow-component': '', 'conversation-flow': '', llm: '' },

  *check(place, workspace) {
    const flow = flowOf(place);
    const unreachableIds = new Set(unreachableNodes(flow));
    if (unreachableIds.size === 0) return;
    const looseNodes = [...flow.looseNodes].filter(id => !unreachableIds.has(id));
    // unknown-node reports a misspelled edge, which leads to this node after its correction
    const suggestions = looseNodes.flatMap(id => likelyTargets(nodeOf(place, flow, id), flow));
    for (const id of reachableFrom(flow, suggestions).keys()) unreachableIds.delete(id);
    if (unreachableIds.size === 0) return;
    if (looseNodes.length > 0) {
      yield problemOf(place, flow, [...unreachableIds], looseNodes);
      return;
    }
    const nextNodes = new Set(
      [...unreachableIds].flatMap(id => (flow.next.get(id) ?? []).filter(nextId => nextId !== id)),
    );
    const reportedNames = new Set<string>();
    // first the nodes without incoming edges, then the remaining cycles
    for (const id of [...[...unreachableIds].filter(id => !nextNodes.has(id)), ...unreachableIds]) {
      if (reportedNames.has(id)) continue;
      const followers = [...reachableFrom(flow, [id]).keys()].filter(
        node => node !== id && unreachableIds.has(node) && !reportedNames.has(node),
      );
      for (const neighbourId of [id, ...followers]) reportedNames.add(neighbourId);
      const node = nodeOf(place, flow, id),
        idleReason = neverCalled(node, place, workspace),
        [start, noun] = nounsOf(flow),
        rest = followers.length === 0 ? '' : `the ${count(followers.length, noun)} behind it`;
      yield {
        at: idAt(node, flow),
        message:
          `${namedNode(node)} is unreachable` +
          (idleReason === undefined
            ? `: no edge leads to it from the ${start}${rest && ` (nor to ${rest})`}`
            : `${rest && ` with ${rest}`}, so ${idleReason}`),
      };
    }
  },
});

/** One problem for all unreachable nodes of a flow with unconnected edges. */
function problemOf(place: Cursor, flow: Flow, lostNodes: readonly string[], looseNodes: readonly string[]): Problem {
  const [first, ...otherNodes] = lostNodes as readonly [string, ...string[]];
  const nodes = `${nounsOf(flow)[1]} ${show(first)}${otherNodes.length === 0 ? '' : ` and ${count(otherNodes.length, 'more node')}`}`,
    rest = looseNodes.length === 1 ? '' : ` (like ${count(looseNodes.length - 1, 'more node')})`;
  const [, noun] = nounsOf(flow);
  const [node] = looseNodes as readonly [string, ...string[]],
    edgesWithoutTarget = edgesAt(nodeOf(place, flow, node)).filter(edge => !hasTarget(edge, flow)),
    [destination] = edgesWithoutTarget.map(edge => destinationOf(edge, flow));
  // an edge to a missing node was connected before
  const isDeleted = destination !== undefined && destination !== '' && edgesWithoutTarget.length === 1;
  return {
    at: idAt(nodeOf(place, flow, first), flow),
    severity: 'info',
    message: isDeleted
      ? `no edge leads to ${nodes}; ${noun} ${show(node)} leads to ${show(destination)}, which does not exist${rest}`
      : `no edge leads to ${nodes} yet; ${noun} ${show(node)} has an unconnected edge${rest}`,
    related: looseNodes
      .flatMap(id => edgesAt(nodeOf(place, flow, id)).filter(edge => !hasTarget(edge, flow)))
      .slice(0, 20)
      .map(cursor => ({ at: cursor, message: 'this edge leads nowhere' })),
  };
}
/** The nodes that misspelled edges of a node most likely mean. */
const likelyTargets = (node: Cursor, flow: Flow): string[] =>
  flow.hasDanglingEdge
    ? edgesAt(node).flatMap(edge => {
        const destination = destinationOf(edge, flow);
        return destination && !flow.nodes.has(destination) ? (nearest(destination, flow.nodes) ?? []) : [];
      })
    : [];
const hasTarget = (edge: Cursor, flow: Flow): boolean => flow.nodes.has(destinationOf(edge, flow) ?? '');

const isStates = ({ list }: Flow): boolean => list === 'states';
const nounsOf = (flow: Flow): readonly [start: string, noun: string] =>
  isStates(flow) ? ['starting state', 'state'] : ['start', 'node'];
const idAt = (node: Cursor, flow: Flow): Cursor => node.get(isStates(flow) ? 'name' : 'id');
const destinationOf = (edge: Cursor, flow: Flow): string | undefined =>
  edge.get(isStates(flow) ? 'destination_state_name' : 'destination_node_id').string();

/** Describes what never happens because the node is unreachable; `undefined` if another node does the same. */
function neverCalled(node: Cursor, place: Cursor, workspace: Workspace): string | undefined {
  const type = node.get('type').value,
    [thing] = type === 'function' || type === 'mcp' || type === 'transfer_call' ? thingsOfNode(node) : [];
  if (!thing || reachIn(place, workspace).things.has(keyOfThing(thing))) return undefined;
  if (thing.kind === 'tool' || thing.kind === 'mcp-tool') return `${clipped(thing.name)} is never called`;
  return thing.kind === 'transfer' ? `nobody is transferred to ${clipped(thing.name)}` : undefined;
}

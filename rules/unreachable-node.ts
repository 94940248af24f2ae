import type { Cursor } from '../server/core/cursor.ts';
import { edgesAt, flowOf, reachableFrom, unreachableNodes, type Flow } from '../server/core/domain/flows.ts';
import { namedNode, nodeOf } from '../server/core/domain/loose-edges.ts';
import { defineRule, type Problem } from '../server/core/engine/rule.ts';
import { reachIn } from '../server/core/reach/reach.ts';
import { keyOfThing, thingsOfNode } from '../server/core/reach/things.ts';
import { clipped, count, nearest, show } from '../server/core/wording.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';

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
    const lost = new Set(unreachableNodes(flow));
    if (lost.size === 0) return;
    const loose = [...flow.open].filter(id => !lost.has(id));
    // unknown-node reports a misspelled edge, which will lead to this node once it is corrected
    const suggestions = loose.flatMap(id => meantBy(nodeOf(place, flow, id), flow));
    for (const id of reachableFrom(flow, suggestions).keys()) lost.delete(id);
    if (lost.size === 0) return;
    if (loose.length > 0) {
      yield unfinished(place, flow, [...lost], loose);
      return;
    }
    const entered = new Set([...lost].flatMap(id => (flow.next.get(id) ?? []).filter(to => to !== id)));
    const reported = new Set<string>();
    // first the nodes without incoming edges, then the remaining cycles
    for (const id of [...[...lost].filter(id => !entered.has(id)), ...lost]) {
      if (reported.has(id)) continue;
      const others = [...reachableFrom(flow, [id]).keys()].filter(
        other => other !== id && lost.has(other) && !reported.has(other),
      );
      for (const other of [id, ...others]) reported.add(other);
      const node = nodeOf(place, flow, id),
        idle = neverCalled(node, place, workspace),
        [start, noun] = nounsOf(flow),
        behind = others.length === 0 ? '' : `the ${count(others.length, noun)} behind it`;
      yield {
        at: idAt(node, flow),
        message:
          `${namedNode(node)} is unreachable` +
          (idle === undefined
            ? `: no edge leads to it from the ${start}${behind && ` (nor to ${behind})`}`
            : `${behind && ` with ${behind}`}, so ${idle}`),
      };
    }
  },
});

/** One problem for a flow with unconnected edges: it names the unreachable nodes. */
function unfinished(place: Cursor, flow: Flow, lost: readonly string[], loose: readonly string[]): Problem {
  const [first, ...others] = lost as readonly [string, ...string[]];
  const also = others.length === 0 ? '' : ` and ${count(others.length, 'more node')}`,
    too = loose.length === 1 ? '' : ` (and ${loose.length - 1} more)`;
  const [, noun] = nounsOf(flow);
  const [open] = loose as readonly [string, ...string[]],
    ends = edgesAt(nodeOf(place, flow, open)).filter(edge => !leads(edge, flow)),
    [named] = ends.map(edge => destinationOf(edge, flow));
  // an edge to a missing node was connected once
  const isDeleted = named !== undefined && named !== '' && ends.length === 1;
  return {
    at: idAt(nodeOf(place, flow, first), flow),
    severity: 'info',
    message: isDeleted
      ? `no edge leads to ${noun} ${show(first)}${also}; ${noun} ${show(open)} leads to ${show(named)}, which is not there${too}`
      : `no edge leads to ${noun} ${show(first)}${also} yet; ${noun} ${show(open)} has an unconnected edge${too}`,
    related: loose
      .flatMap(id => edgesAt(nodeOf(place, flow, id)).filter(edge => !leads(edge, flow)))
      .slice(0, 20)
      .map(at => ({ at, message: 'this edge leads nowhere' })),
  };
}
/** The nodes that the misspelled edges of a node most likely mean. */
const meantBy = (node: Cursor, flow: Flow): string[] =>
  flow.dangles
    ? edgesAt(node).flatMap(edge => {
        const to = destinationOf(edge, flow);
        return to && !flow.nodes.has(to) ? (nearest(to, flow.nodes) ?? []) : [];
      })
    : [];
const leads = (edge: Cursor, flow: Flow): boolean => flow.nodes.has(destinationOf(edge, flow) ?? '');

const isStates = ({ list }: Flow): boolean => list === 'states';
const nounsOf = (flow: Flow): readonly [start: string, noun: string] =>
  isStates(flow) ? ['starting state', 'state'] : ['start', 'node'];
const idAt = (node: Cursor, flow: Flow): Cursor => node.get(isStates(flow) ? 'name' : 'id');
const destinationOf = (edge: Cursor, flow: Flow): string | undefined =>
  edge.get(isStates(flow) ? 'destination_state_name' : 'destination_node_id').string();

/** Says what never happens because this node is unreachable; `undefined` if another node does the same. */
function neverCalled(node: Cursor, place: Cursor, workspace: Workspace): string | undefined {
  const type = node.get('type').value,
    [thing] = type === 'function' || type === 'mcp' || type === 'transfer_call' ? thingsOfNode(node) : [];
  if (!thing || reachIn(place, workspace).things.has(keyOfThing(thing))) return undefined;
  if (thing.kind === 'tool' || thing.kind === 'mcp-tool') return `${clipped(thing.name)} is never called`;
  return thing.kind === 'transfer' ? `nobody is transferred to ${clipped(thing.name)}` : undefined;
}

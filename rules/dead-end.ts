import { edgesAt, flowOf } from '../server/core/domain/flows.ts';
import { hasGlobalWayOut, waitingNodes, namedNode } from '../server/core/domain/loose-edges.ts';
import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'dead-end',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  at: { 'flow-component': '', 'conversation-flow': '' },

  *check(place) {
    const { automaticNodes, next } = flowOf(place),
      isDrawn = [...next.values()].some(nextIds => nextIds.length > 0);
    for (const node of waitingNodes(place, next => next.length === 0)) {
      if (edgesAt(node).some(edge => edge.get('destination_node_id').string())) continue;
      const id = node.get('id').string()!;
      // a global node can take over only after the caller has spoken
      const isLeft = !automaticNodes.has(id) && hasGlobalWayOut(place, id);
      // in a flow without edges, callers move only by global nodes
      if (isLeft && !isDrawn) continue;
      yield {
        at: node.get('id'),
        ...((isLeft || place.is('flow-component')) && { severity: 'info' }),
        message:
          `${namedNode(node)} has no outgoing edge, ` +
          `so ${isLeft ? 'only a global node leads out of it' : 'the conversation cannot leave it'}`,
        help: 'add an edge to the next node or to an end node',
      };
    }
  },
});

import { edgesAt } from '../server/core/domain/flows.ts';
import { heldNodes, namedNode } from '../server/core/domain/loose-edges.ts';
import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'dead-end',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  at: { 'flow-component': '', 'conversation-flow': '' },

  *check(place) {
    for (const node of heldNodes(place, next => next.length === 0)) {
      if (edgesAt(node).some(edge => edge.get('destination_node_id').string())) continue;
      yield {
        at: node.get('id'),
        ...(place.is('flow-component') && { severity: 'info' }),
        message: `${namedNode(node)} has no outgoing edge, so the conversation cannot leave it`,
        help: 'add an edge to the next node or to an end node',
      };
    }
  },
});

import { unreachableNodes } from '../server/core/domain/flows.ts';
import {
  drawnFlow,
  isWritten,
  looseEdges,
  misnamedDestination,
  namedNode,
  nodeOf,
} from '../server/core/domain/loose-edges.ts';
import { edgesAt } from '../server/core/domain/flows.ts';
import type { Cursor } from '../server/core/cursor.ts';
import { defineRule } from '../server/core/engine/rule.ts';
import { childEntry, entryOf, marksOf } from '../server/core/shapes/table.ts';

export default defineRule({
  id: 'dead-end',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  at: { 'flow-component': '', 'conversation-flow': '' },

  *check(place) {
    const flow = drawnFlow(place);
    if (!flow) return;
    const lost = new Set(unreachableNodes(flow));
    for (const [id, next] of flow.next) {
      if (next.length > 0 || lost.has(id) || flow.globals.some(other => other !== id)) continue;
      const node = nodeOf(place, flow, id);
      if (!needsWayOut(node) || edgesAt(node).some(edge => edge.get('destination_node_id').string())) continue;
      // an edge that is only begun is reported at its condition
      if (looseEdges(node).some(edge => isWritten(edge) || misnamedDestination(edge, flow))) continue;
      yield {
        at: node.get('id'),
        ...(place.is('flow-component') && { severity: 'info' }),
        message: `${namedNode(node)} has no outgoing edge, so the conversation cannot leave it`,
        help: 'add an edge to the next node or to an end node',
      };
    }
  },
});

/** Whether nodes of this type continue only along edges and cannot end in another way. */
function needsWayOut(node: Cursor): boolean {
  const { props = {} } = entryOf(node.entry);
  if (
    node.marks['x-leaves'] === true ||
    !Object.keys(props).some(key => marksOf(childEntry(node.entry, key))['x-edge'])
  )
    return false;
  return !['tools', 'tool_ids'].some(key => node.get(key).items().length > 0);
}

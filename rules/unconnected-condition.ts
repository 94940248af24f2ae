import {
  drawnFlow,
  isFixed,
  isDashboardPlaceholder,
  isWritten,
  looseEdges,
  misnamedDestination,
  namedNode,
  nodeOf,
} from '../server/core/domain/loose-edges.ts';
import { unreachableNodes, type Flow } from '../server/core/domain/flows.ts';
import { count, defineRule, show, type Cursor, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unconnected-condition',
  group: 'flows',
  severity: 'warning',
  replaces: ['unknown-field'],
  spec: 'domain',
  at: { 'flow-component': '', 'conversation-flow': '' },

  *check(place) {
    const flow = drawnFlow(place);
    if (!flow || flow.looseNodes.size === 0) return;
    const unreachableIds = new Set(unreachableNodes(flow));
    const looseConditions = [...flow.looseNodes]
      .filter(id => !unreachableIds.has(id))
      .map(id => nodeOf(place, flow, id))
      .filter(node => !node.get('skip_response_edge').get('destination_node_id').string())
      .flatMap(looseEdges);
    const misnamedEdges = looseConditions.flatMap(edge => misnamedDestination(edge, flow) ?? []);
    if (misnamedEdges.length > 0) yield misnamedProblem(misnamedEdges);
    for (const edge of looseConditions) if (!misnamedDestination(edge, flow)) yield* problemOf(edge, flow);
  },
});

function* problemOf(edge: Cursor, flow: Flow): Generator<Problem> {
  const condition = edge.get('transition_condition'),
    prompt = condition.get('prompt'),
    node = edge.within('node');
  if (!node) return;
  if (isWritten(edge)) {
    const equations = condition.get('equations');
    const isEquation = equations.items().length > 0;
    yield {
      at: isEquation ? equations : prompt,
      message:
        `${isEquation ? 'this equation' : show(prompt.value)} leads nowhere: ` +
        `its edge in ${namedNode(node)} has no destination_node_id`,
    };
  } else if (edge.parent?.isArray === false)
    yield {
      at: { key: edge.pointer },
      ...(isLeftOpen(edge, node) && { severity: 'info' }),
      message: `${edge.key} of ${namedNode(node)} leads nowhere: it has no destination_node_id`,
    };
  // dead-end reports a node without outgoing edges
  else if (isDashboardPlaceholder(prompt) && (flow.next.get(node.get('id').string() ?? '') ?? []).length > 0)
    yield {
      at: prompt,
      severity: 'info',
      message: `unfinished edge in ${namedNode(node)}: no condition and no destination_node_id`,
    };
}

/**
 * Whether an edge is often left without a destination: an edge for failures, or one of a node that waits for another
 * edge.
 */
const isLeftOpen = (edge: Cursor, node: Cursor): boolean =>
  !isFixed(edge) ||
  (edge.key === 'else_edge' &&
    !node.marks['x-expected']?.includes('else_edge') &&
    node
      .get('edges')
      .items()
      .some(
        edge => edge.get('destination_node_id').string() && !edge.get('transition_condition').get('equations').isArray,
      ));

function misnamedProblem(fields: readonly Cursor[]): Problem {
  const [first, ...rest] = fields.filter(field => field.key === fields[0]!.key) as [Cursor, ...Cursor[]];
  return {
    at: { key: first.pointer },
    message:
      `${show(first.key)} is not a field of an edge, so ` +
      `${count(rest.length + 1, 'edge leads', 'edges lead')} nowhere; did you mean "destination_node_id"?`,
    also: rest.map(({ pointer }) => ({ key: pointer })),
    fix: {
      title: `Rename ${rest.length === 0 ? 'it' : `all ${rest.length + 1}`} to "destination_node_id"`,
      safe: false,
      edits: [first, ...rest].map(({ pointer }) => ({ rename: pointer, to: 'destination_node_id' })),
    },
  };
}

import { isWhole } from '../server/core/domain/covering-equations.ts';
import { edgesAt, flowOf } from '../server/core/domain/flows.ts';
import { hasGlobalWayOut, waitingNodes, looseEdges, namedNode } from '../server/core/domain/loose-edges.ts';
import { defineRule, type Cursor } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'equations-without-else',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  at: { 'flow-component': '', 'conversation-flow': '' },

  *check(place) {
    const { automatic } = flowOf(place);
    const hearsCallers = (node: Cursor): boolean => !automatic.has(node.get('id').string()!);
    for (const node of waitingNodes(
      place,
      // callers talk to a node that hears them, and what they say may lead to a global node
      (next, node) => !(hearsCallers(node) && hasGlobalWayOut(place, node)) && hasEquation(next, node),
    )) {
      // missing-expected-field reports the else_edge of a node that always needs one
      if (node.marks['x-expected']?.includes('else_edge')) continue;
      const loosePointers = new Set(looseEdges(node).map(({ pointer }) => pointer)),
        conditionEdges = edgesAt(node).filter(({ pointer }) => !loosePointers.has(pointer)),
        conditions = conditionEdges.map(edge => edge.get('transition_condition'));
      // a single edge, such as else_edge or always_edge, is taken if nothing else is
      if (
        !conditionEdges.every(edge => edge.parent!.isArray) ||
        !conditions.every(condition => condition.get('type').value === 'equation')
      )
        continue;
      if (isWhole(conditions, node)) continue;
      const onlyCondition =
        conditionEdges.length === 1 ? 'an equation holds' : `one of ${conditionEdges.length} equations holds`;
      const isLeft = hasGlobalWayOut(place, node);
      yield {
        at: node.get('id'),
        ...((isLeft || place.is('flow-component')) && { severity: 'info' }),
        message:
          `${namedNode(node)} is left only if ${onlyCondition}, and has no else_edge, ` +
          `so other callers stay there${isLeft ? ' unless a global node takes over' : ''}`,
        help: 'add an else_edge to where the others go on',
      };
    }
  },
});

/** Whether a node leads on by an equation, and not by an else_edge. */
const hasEquation = (next: readonly string[], node: Cursor): boolean =>
  next.length > 0 &&
  !node.get('else_edge').get('destination_node_id').string() &&
  node.get('edges').get(0).get('transition_condition').get('type').value === 'equation';

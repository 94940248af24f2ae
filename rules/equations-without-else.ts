import { edgesAt, flowOf } from '../server/core/domain/flows.ts';
import { hasGlobalWayOut, waitingNodes, looseEdges, namedNode } from '../server/core/domain/loose-edges.ts';
import { platformVariables } from '../server/core/domain/else-loops.ts';
import { plainName } from '../server/core/domain/fields.ts';
import { templatesIn } from '../server/core/domain/templates.ts';
import { isArray, property, type Json } from '../server/core/json/json.ts';
import { defineRule, type Cursor } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'equations-without-else',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  at: { 'flow-component': '', 'conversation-flow': '' },

  *check(place) {
    const { automaticNodes } = flowOf(place);
    for (const node of waitingNodes(
      place,
      // a caller may say something at a node that waits for callers, and so reach a global node
      (next, node, id) => hasEquation(next, node) && (automaticNodes.has(id) || !hasGlobalWayOut(place, id)),
    )) {
      // missing-expected-field reports a missing else_edge of a node that always needs one
      if (node.marks['x-expected']?.includes('else_edge')) continue;
      const loosePointers = new Set(looseEdges(node).map(({ pointer }) => pointer)),
        conditionEdges = edgesAt(node).filter(({ pointer }) => !loosePointers.has(pointer)),
        conditions = conditionEdges.map(edge => edge.get('transition_condition'));
      // a single edge, such as else_edge or always_edge, is taken if no other edge is
      if (
        !conditionEdges.every(edge => edge.parent!.isArray) ||
        !conditions.every(condition => condition.get('type').value === 'equation')
      )
        continue;
      if (isWhole(conditions, node)) continue;
      const onlyCondition =
        conditionEdges.length === 1 ? 'an equation holds' : `one of ${conditionEdges.length} equations holds`;
      const isLeft = hasGlobalWayOut(place, node.get('id').string()!);
      yield {
        at: node.get('id'),
        ...((isLeft || place.is('flow-component')) && { severity: 'info' }),
        message:
          `${namedNode(node)} is left only if ${onlyCondition}, and has no else_edge, ` +
          `so other callers stay there${isLeft ? ' unless a global node takes over' : ''}`,
        help: 'add an else_edge to the node where other callers continue',
      };
    }
  },
});

/**
 * Whether the first edge of a node has an equation, and no `else_edge` is taken otherwise.
 * @param next the ids of the next nodes
 */
function hasEquation(next: readonly string[], node: Json): boolean {
  const edges = property(node, 'edges');
  return (
    next.length > 0 &&
    isArray(edges) &&
    property(property(edges[0], 'transition_condition'), 'type') === 'equation' &&
    !property(property(node, 'else_edge'), 'destination_node_id')
  );
}

const opposites: Readonly<Record<string, string>> = {
  '==': '!=',
  '>': '<=',
  '<': '>=',
  contains: 'not_contains',
  exists: 'not_exist',
};

/**
 * Whether equations may cover all cases: two are opposites, a variable is compared with each of its values, the
 * platform changes a variable, or a condition cannot be read.
 * @param conditions the conditions of all edges of the node
 */
function isWhole(conditions: readonly Cursor[], node: Cursor): boolean {
  const equationIds = new Set<string>(),
    values = new Map<string, Set<string>>();
  for (const condition of conditions) {
    const equations = condition.get('equations').items();
    if (equations.length === 0 || equations.some(equation => !equation.isObject)) return true;
    for (const equation of equations) {
      const [leftSide = '', right = ''] = ['left', 'right'].map(side => String(equation.peek(side) ?? '').trim());
      if (templatesIn(leftSide).some(({ name }) => platformVariables.test(name))) return true;
      if (equations.length > 1 && condition.get('operator').value !== '||') continue;
      const operator = equation.get('operator').string() ?? '';
      equationIds.add(JSON.stringify([leftSide, operator, operator.includes('exist') ? '' : right]));
      if (operator === '==') values.set(leftSide, (values.get(leftSide) ?? new Set()).add(plainName(right)));
    }
  }
  const hasOpposite = [...equationIds].some(key => {
    const [leftSide, operator, right] = JSON.parse(key) as [string, string, string];
    return equationIds.has(JSON.stringify([leftSide, opposites[operator] ?? '', right]));
  });
  return hasOpposite || [...values].some(([leftSide, values]) => hasEach(leftSide, values, node));
}

/** Whether a variable is compared with `true` and `false`, or with all choices of its extraction in the flow. */
function hasEach(variable: string, values: ReadonlySet<string>, node: Cursor): boolean {
  if (values.has('true') && values.has('false')) return true;
  const [name] = templatesIn(variable).map(use => use.name);
  const extractedNames = (node.parent?.items() ?? [])
    .flatMap(sibling => sibling.get('variables').items())
    .filter(variable => variable.get('name').string() === name)
    .map(variable =>
      variable
        .get('choices')
        .items()
        .map(choice => plainName(choice.string() ?? '')),
    );
  return extractedNames.some(choices => choices.length > 0 && choices.every(choice => values.has(choice)));
}

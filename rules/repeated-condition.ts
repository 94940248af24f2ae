import { isDashboardPlaceholder, namedNode } from '../server/core/domain/loose-edges.ts';
import { canonical, isArray, property, type Json } from '../server/core/json/json.ts';
import { repeatsIn } from '../server/core/json/multimap.ts';
import { defineRule, show, type Cursor, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'repeated-condition',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  at: { node: '/edges', 'llm-state': '/edges' },
  when: () => edges => isArray(edges) && edges.length > 1 && mayRepeat(edges),

  *check(edges): Generator<Problem> {
    const conditions = edges.items().map(edge => ({ edge, at: conditionOf(edge) }));
    for (const [{ edge, at }, first] of repeatsIn(conditions, step => keyOf(step.at))) {
      const [destination, otherDestination] = [edge, first.edge].map(edge => destinationOf(edge));
      // unconnected-condition reports an edge without a destination
      if (destination === undefined || otherDestination === undefined) continue;
      const isSame = destination === otherDestination,
        isEquation = at.string() === undefined;
      yield {
        at,
        ...(isSame && { severity: 'info' as const }),
        message:
          `${isEquation ? 'this equation' : show(at.value)} is also the condition of ${show(otherDestination)} ` +
          `in ${namedNode(edges.parent!)}, so ` +
          (isSame || isEquation ? 'this edge is never taken' : 'which one is taken is ambiguous'),
        related: [{ at: first.at, message: 'the same condition' }],
      };
    }
  },
});

/** A quick check that excludes most lists: equal conditions end with the same word. */
function mayRepeat(edges: readonly Json[]): boolean {
  const ends = new Set<string>();
  for (const edge of edges) {
    const text = property(property(edge, 'transition_condition'), 'prompt') ?? property(edge, 'description'),
      end = typeof text === 'string' ? /\S*$/.exec(text.toLowerCase().trimEnd().slice(-8))![0] : 'equations';
    if (end !== '' && ends.has(end)) return true;
    ends.add(end);
  }
  return false;
}
/** A condition as it is compared: without differences in case and spaces. */
const normalize = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();

function conditionOf(edge: Cursor): Cursor {
  const condition = edge.get('transition_condition'),
    equations = condition.get('equations');
  if (edge.is('llm-state-edge')) return edge.get('description');
  return equations.items().length > 0 ? equations : condition.get('prompt');
}

/** The key of equal conditions: their normalized texts, or their equations with the operator. */
function keyOf(cursor: Cursor): string | undefined {
  const text = cursor.string();
  if (text !== undefined) return isDashboardPlaceholder(cursor) ? undefined : normalize(text);
  if (!cursor.isArray) return undefined;
  const operator = cursor.items().length > 1 ? (cursor.sibling('operator').string() ?? '||') : '';
  return canonical([operator, cursor.value!]);
}

const destinationOf = (edge: Cursor): string | undefined =>
  edge.get(edge.is('llm-state-edge') ? 'destination_state_name' : 'destination_node_id').string() || undefined;

import { isWritten, namedNode } from '../server/core/domain/loose-edges.ts';
import { defineRule, show } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unasked-condition',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  shows: 'unnecessary',
  at: { node: '/skip_response_edge' },

  check(skip) {
    const node = skip.parent;
    if (
      !node ||
      !skip.get('destination_node_id').string() ||
      node.within('conversation-flow', 'flow-component')?.get('flex_mode').value === true
    )
      return undefined;
    const edges = node.get('edges').items().filter(isWritten);
    const conditions = edges.map(edge => {
      const condition = edge.get('transition_condition');
      return condition.get('equations').items().length > 0 ? condition.get('equations') : condition.get('prompt');
    });
    const [first, ...rest] = conditions;
    if (!first) return undefined;
    return {
      at: first,
      message:
        `${first.string() === undefined ? 'this equation' : show(first.value)} is never evaluated: ` +
        `${namedNode(node)} takes its skip_response_edge first`,
      related: [
        { at: skip, key: true, message: 'always taken' },
        ...rest.map(cursor => ({ at: cursor, message: 'never evaluated either' })),
      ],
    };
  },
});

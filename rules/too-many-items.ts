import { count, defineSchemaRule, isArray } from '../server/core/engine/rule.ts';

export default defineSchemaRule({
  id: 'too-many-items',
  group: 'values',
  severity: 'error',
  spec: 'Limits',
  clause: 'Limits: the bounds above once more',
  violates: ['maxItems', 'minItems'],

  check(node, violation) {
    const limit = Number(violation.params['limit']);
    const bound = violation.keyword === 'maxItems' ? 'at most' : 'at least';
    return {
      message: `${node.label}: expected ${bound} ${count(limit, 'item')}, got ${isArray(node.value) ? node.value.length : 0}`,
    };
  },
});

import { defineSchemaRule } from '../server/core/engine/rule.ts';
import { count, groupDigits } from '../server/core/numbers.ts';

export default defineSchemaRule({
  id: 'wrong-length',
  group: 'values',
  severity: 'error',
  spec: 'Limits',
  clause: 'Limits: the bounds above once more',
  violates: ['minLength', 'maxLength'],
  replaces: ['invalid-format'],

  check(node, violation) {
    const limit = Number(violation.params['limit']);
    const length = [...(node.string() ?? '')].length;
    // the validators count UTF-16 units, of which a character may have two
    if (violation.keyword === 'maxLength' && length <= limit) return undefined;
    if (violation.keyword === 'maxLength')
      return {
        message: `${node.label}: expected at most ${count(limit, 'character')}, got ${groupDigits(length)}`,
        help: `${count(length - limit, 'character')} over the limit`,
      };
    return {
      message:
        length === 0
          ? `${node.label}: expected a non-empty string`
          : `${node.label}: expected at least ${count(limit, 'character')}, got ${length}`,
    };
  },
});

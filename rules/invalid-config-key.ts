import { entryOf, marksOf } from '../server/core/shapes/table.ts';
import { defineSchemaRule, nearest, rename, show, suggest } from '../server/core/engine/rule.ts';

export default defineSchemaRule({
  id: 'invalid-config-key',
  group: 'configuration',
  severity: 'error',
  spec: 'Preflight configuration',
  violates: ['preflight-config#propertyNames'],

  check(node, violation) {
    const key = String(violation.params['propertyName']);
    // unknown-rule reports an unknown rule, even if its id has the right form
    if (node.key === 'rules') return undefined;
    const { keys } = entryOf(node.entry),
      marks = keys === undefined ? {} : marksOf(keys);
    const similarKey = nearest(
      key,
      (marks.enum ?? []).filter(name => typeof name === 'string'),
    );
    return {
      at: { key: node.get(key).pointer },
      message: `${node.label}: expected ${marks['x-noun'] ?? 'another key'}, got ${show(key)}` + suggest(similarKey),
      fix: similarKey !== undefined && node.get(similarKey).exists ? undefined : rename(node.get(key), similarKey),
    };
  },
});

import { engineOfKey, unknownKeys } from '../server/core/domain/fields.ts';
import { clipped, defineRule, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'misplaced-engine-field',
  group: 'values',
  severity: 'warning',
  spec: 'domain',
  shows: 'unnecessary',
  at: { unknownKeys: true },

  *check(node): Generator<Problem> {
    const reference = node.is('response-engine');
    if (!reference && !node.is('agent-settings')) return;
    const type = (reference ? node : node.get('response_engine')).peek('type');
    for (const key of unknownKeys(node)) {
      const place = engineOfKey(key, type);
      if (place === undefined || (reference && !place.startsWith('to '))) continue;
      yield {
        at: { key: node.get(key).pointer },
        message: `${clipped(key)}: belongs ${place}; ${reference ? 'in response_engine' : 'on the agent'} it has no effect`,
      };
    }
  },
});

import { spellingIn } from '../server/core/locate.ts';
import { clipped, defineRule, isObject, set, show } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'non-string-variable',
  group: 'variables',
  aliases: ['variable-not-text'],
  severity: 'error',
  spec: 'Batch call',
  clause: [
    'Agent list item and list filter: root tag state: version from 0, variables are text',
    'Batch call: task: variables are text and reach prompt and tools',
  ],
  replaces: ['wrong-type'],
  at: {
    among: ['x-sets-variables=values'],
  },
  when: () => value => isObject(value) && Object.values(value).some(item => typeof item !== 'string'),

  *check(map) {
    const isStated = map.parent?.marks['x-not-shown'] !== true;
    for (const value of map.entries()) {
      // in an engine, null declares a variable without a default
      if (typeof value.value === 'string' || (value.isNull && !isStated)) continue;
      const isScalar = typeof value.value === 'number' || typeof value.value === 'boolean';
      const text = isScalar ? spellingIn(value) : undefined;
      yield {
        at: value,
        severity: isStated ? 'error' : 'warning',
        message: `dynamic variable ${clipped(value.key)}: expected a string, got ${show(value.value)}`,
        fix: set(value, text, { title: `Put ${text} in quotes`, safe: true }),
      };
    }
  },
});

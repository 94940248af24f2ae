import { defineRule, duration, set, show, withMark } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'endpointing-below-minimum',
  group: 'settings',
  severity: 'error',
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: 'Agent settings: custom_stt_config: two required fields, a minimum by provider; only with mode `custom`',
  replaces: ['out-of-range'],
  at: withMark('x-minimum-by'),

  check(node) {
    const value = node.number();
    const { field, values } = node.marks['x-minimum-by']!;
    const limit = node.sibling(field);
    const minimum =
      typeof limit.value === 'string' && Object.hasOwn(values, limit.value) ? values[limit.value] : undefined;
    if (!Number.isInteger(value) || value === undefined || minimum === undefined || value >= minimum) return undefined;
    return {
      message: `${node.label}: expected at least ${duration(minimum)} for ${field} ${show(limit.value)}, got ${duration(value)}`,
      related: [{ at: limit, message: `the ${field}; its minimum is ${minimum}` }],
      fix: set(node, minimum, { title: `Use the minimum ${minimum}` }),
    };
  },
});

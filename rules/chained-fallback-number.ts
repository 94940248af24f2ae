import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'chained-fallback-number',
  group: 'references',
  severity: 'warning',
  spec: 'domain',
  at: { 'phone-number': '/fallback_number' },
  when: { type: 'string' },

  check(node, { phoneNumbers }) {
    const fallback = node.string()!;
    if (node.sibling('phone_number').value === fallback)
      return { message: `fallback_number: ${fallback} is this number itself` };
    const next = phoneNumbers
      .get(fallback)
      ?.map(number => number.get('fallback_number'))
      .find(cursor => cursor.string());
    return (
      next && {
        message: `fallback_number: ${fallback} has a fallback itself, ${next.string()}`,
        related: [{ at: next, message: 'the fallback of the fallback' }],
      }
    );
  },
});

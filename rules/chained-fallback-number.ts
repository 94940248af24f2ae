import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'chained-fallback-number',
  group: 'references',
  severity: 'warning',
  summary: 'A fallback number is the number itself, or has a fallback of its own.',
  why: `
    A fallback number gets the calls while the number cannot answer. The number itself cannot be that, and neither can
    one that has a fallback itself: fallbacks do not form a chain. Name a number without a fallback.
  `,
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
      .find(at => at.string());
    return (
      next && {
        message: `fallback_number: ${fallback} has a fallback itself, ${next.string()}`,
        related: [{ at: next, message: 'the fallback of the fallback' }],
      }
    );
  },

  examples: {
    invalid: files`
      -- front.phone-number.json --
      { "phone_number": "+14155550100", "fallback_number": "+14155550100" }
                                                           ^^^^^^^^^^^^^^ warning: fallback_number: +14155550100 is this
                                              | number itself
      -- desk.phone-number.json --
      { "phone_number": "+14155550101", "fallback_number": "+14155550102" }
                                                           ^^^^^^^^^^^^^^ warning: fallback_number: +14155550102 has a
                                              | fallback itself, +14155550103
      -- night.phone-number.json --
      { "phone_number": "+14155550102", "fallback_number": "+14155550103" }
    `,
    valid: files`
      -- front.phone-number.json --
      { "phone_number": "+14155550100", "fallback_number": "+14155550101" }
      -- desk.phone-number.json --
      { "phone_number": "+14155550101", "fallback_number": null }
    `,
  },
});

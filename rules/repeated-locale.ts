import { defineRule, hasRepeats, remove, repeatsIn, show } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'repeated-locale',
  group: 'settings',
  severity: 'warning',
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: 'Agent settings: language: locale, list, or `multi` by itself, which is stored as its ten locales',
  at: { language: '' },
  when: () => list => hasRepeats(list),

  *check(list) {
    for (const [node, previous] of repeatsIn(list.items(), locale => (locale.value === 'multi' ? '' : locale.string())))
      yield {
        at: node,
        message: `language: ${show(node.value)} is listed twice`,
        related: [{ at: previous, message: 'first listed here' }],
        fix: remove(node, { title: `Remove the second ${show(node.value)}`, safe: true }),
      };
  },
});

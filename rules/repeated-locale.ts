import { hasRepeats } from '../server/core/json/json.ts';
import { repeatsIn } from '../server/core/json/multimap.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { show } from '../server/core/wording.ts';
import { remove } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'repeated-locale',
  group: 'settings',
  severity: 'warning',
  summary: 'A locale is listed twice.',
  why: `
    The second entry has no effect. Often another locale was meant, and its callers are not understood.
  `,
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: 'Agent settings: language: locale, list, or `multi` by itself, which is stored as its ten locales',
  at: { language: '' },
  when: () => list => hasRepeats(list),

  *check(list) {
    for (const [node, earlier] of repeatsIn(list.items(), locale => (locale.value === 'multi' ? '' : locale.string())))
      yield {
        at: node,
        message: `language: ${show(node.value)} is listed twice`,
        related: [{ at: earlier, message: 'first listed here' }],
        fix: remove(node, { title: `Remove the second ${show(node.value)}`, safe: true }),
      };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      { "language": ["en-US", "es-ES", "en-US"] }
                                       ^^^^^^^ warning: language: "en-US" is listed twice
      => { "language": ["en-US", "es-ES"] }
    `,
    valid: files`
      -- desk.agent.json --
      { "language": ["en-US", "en-GB", "es-ES", "es-419"] }
      -- night.agent.json --
      { "language": "en-US" }
    `,
  },
});

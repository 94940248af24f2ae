import { hasRepeats } from '../server/core/json/json.ts';
import type { Cursor } from '../server/core/cursor.ts';
import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import { show } from '../server/core/wording.ts';

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
  needs: () => list => hasRepeats(list),

  *check(list): Generator<Problem> {
    const first = new Map<string, Cursor>();
    for (const node of list.items()) {
      const locale = node.string();
      if (!locale || locale === 'multi') continue;
      const earlier = first.get(locale);
      if (!earlier) first.set(locale, node);
      else
        yield {
          at: node,
          message: `language: ${show(locale)} is listed twice`,
          related: [{ at: earlier, message: 'first listed here' }],
          fix: { title: `Remove the second ${show(locale)}`, safe: true, edits: [{ remove: node.pointer }] },
        };
    }
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

import { isDate } from '../server/core/configuration/dates.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { platform } from '../server/core/generated/platform.js';

export default defineRule({
  id: 'invalid-platform-date',
  group: 'configuration',
  severity: 'error',
  summary: 'There are no facts about the platform for the pinned day.',
  why: `
    \`platform\` pins what counts beside the specification to a day. Facts are dated from a first day on; before it
    nothing is known, so nothing could be pinned. A day after the newest facts means the newest.
  `,
  spec: 'Preflight configuration',
  at: { 'preflight-config': '/platform' },
  when: { type: 'string' },

  check(node) {
    const day = node.string()!;
    if (!/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(day)) return undefined;
    if (!isDate(day)) return { message: `platform: ${day} is not a calendar date` };
    return day < platform.first
      ? { message: `platform: ${day} is before the first facts about the platform, of ${platform.first}` }
      : undefined;
  },

  examples: {
    invalid: files`
      -- preflight.config.json --
      { "platform": "2025-12-31" }
                    ^^^^^^^^^^^^ platform: 2025-12-31 is before the first facts about the platform, of 2026-02-17
      ====
      -- preflight.config.json --
      { "platform": "2026-02-30" }
                    ^^^^^^^^^^^^ platform: 2026-02-30 is not a calendar date
    `,
    valid: files`
      -- preflight.config.json --
      { "platform": "2026-03-13" }
      ====
      -- preflight.config.json --
      { "platform": "2099-01-01" }
    `,
  },
});

import { isDate } from '../server/core/configuration/suppress.ts';
import { defineRule } from '../server/core/engine/rule.ts';
import { platform } from '../server/core/generated/platform.js';

export default defineRule({
  id: 'invalid-platform-date',
  group: 'configuration',
  severity: 'error',
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
});

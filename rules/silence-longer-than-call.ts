import { property } from '../server/core/json/json.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { heldNumber } from '../server/core/domain/settings.ts';
import { duration } from '../server/core/wording.ts';

export default defineRule({
  id: 'silence-longer-than-call',
  group: 'settings',
  severity: 'warning',
  summary: 'The silence limit is longer than the call may last.',
  why: `
    The call ends after \`max_call_duration_ms\` in any case, so a longer \`end_call_after_silence_ms\` never applies.
    A silent line stays open, and billed, until then.
  `,
  spec: 'Limits',
  clause: ['Agent settings: end_call_after_silence_ms', 'Agent settings: max_call_duration_ms: ends the call'],
  comparesSettings: true,
  at: { 'agent-settings': '/end_call_after_silence_ms' },
  when: (_, __, sibling) => {
    const usual = sibling('max_call_duration_ms').default;
    return (silence, holder) => {
      const limit = property(holder, 'max_call_duration_ms') ?? usual;
      return typeof silence === 'number' && typeof limit === 'number' && silence > limit;
    };
  },

  check(node) {
    const silence = node.number()!;
    const longest = node.sibling('max_call_duration_ms');
    const limit = heldNumber(longest);
    if (limit === undefined || limit < (longest.marks.minimum ?? 0)) return undefined;
    return {
      ...(silence === node.marks.default && { severity: 'info' }),
      message: `${node.label}: ${duration(silence)} is longer than a call may last (${duration(limit)}), so silence never ends it`,
      ...(longest.exists && { related: [{ at: longest, message: 'the longest a call may last' }] }),
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      { "end_call_after_silence_ms": 900000, "max_call_duration_ms": 600000 }
                                     ^^^^^^ warning: end_call_after_silence_ms: 15 min is longer than a call may last
                                          | (10 min), so silence never ends it
      -- night.agent.json --
      { "end_call_after_silence_ms": 600000, "max_call_duration_ms": 300000 }
                                     ^^^^^^ info: end_call_after_silence_ms: 10 min is longer than a call may last (5
                                          | min), so silence never ends it
      -- noon.agent.json --
      { "end_call_after_silence_ms": 4000000 }
                                     ^^^^^^^ warning: end_call_after_silence_ms: 1 h 6 min is longer than a call may
                                           | last (1 h), so silence never ends it
    `,
    valid: files`
      -- desk.agent.json --
      { "end_call_after_silence_ms": 60000, "max_call_duration_ms": 600000 }
      -- night.agent.json --
      { "max_call_duration_ms": 300000 }
      -- noon.agent.json --
      { "end_call_after_silence_ms": 600000, "max_call_duration_ms": 600000 }
      -- polite.agent-override.json --
      { "agent": { "end_call_after_silence_ms": 4000000 } }
    `,
  },
});

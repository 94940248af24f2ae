import { defineRunRule, files } from '../server/core/engine/rule.ts';

export default defineRunRule({
  id: 'expired-suppression',
  group: 'configuration',
  severity: 'warning',
  summary: 'A suppression has expired.',
  why: `
    The finding was accepted until a date (\`until\`, UTC) that has passed, so it counts again. Fix the finding and
    remove the entry, or set a new date and say in \`reason\` why it still applies. The same applies to entries of
    \`accept\`.
  `,
  spec: 'Preflight configuration',
  shows: 'unnecessary',
  met: 'configuration',

  examples: {
    invalid: files`
      -- preflight.config.json --
      {
        "suppress": [
          {
            "rule": "wrong-type",
            "file": "desk.agent.json",
            "at": "/voice_speed",
            "reason": "until the import is mended",
            "until": "2025-12-31"
                     ^^^^^^^^^^^^ warning: until: this suppression of wrong-type expired on 2025-12-31, so its
                                | finding counts again
          }
        ]
      }
      -- desk.agent.json --
      { "voice_speed": "1.5" }
    `,
    valid: files`
      -- preflight.config.json --
      {
        "suppress": [
          {
            "rule": "wrong-type",
            "file": "desk.agent.json",
            "at": "/voice_speed",
            "reason": "until the import is mended",
            "until": "2026-12-31"
          }
        ]
      }
      -- desk.agent.json --
      { "voice_speed": "1.5" }
    `,
  },
});

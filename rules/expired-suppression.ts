import { defineRunRule, files } from '../server/core/engine/rule.ts';

export default defineRunRule({
  id: 'expired-suppression',
  severity: 'warning',
  summary: 'A suppression that is past its last day.',
  why: `
    Someone accepted the finding until a day that has gone by (\`until\`, in UTC), so it counts again. Mend the finding
    and remove the entry, or give it a new day and say in \`reason\` why it still holds. The same is said of a break that was
    accepted (\`accept\`) until such a day.
  `,
  spec: 'Preflight configuration',
  shows: 'unnecessary',
  met: 'configuration',

  examples: {
    invalid: [
      {
        files: files`
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
        { "response_engine": { "type": "llm", "llm_id": "llm_1" }, "voice_id": "11labs-Myra", "voice_speed": "1.5" }
      `,
      },
    ],
    valid: [
      files`
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
      { "response_engine": { "type": "llm", "llm_id": "llm_1" }, "voice_id": "11labs-Myra", "voice_speed": "1.5" }
    `,
    ],
  },
});

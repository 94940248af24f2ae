import { defineRunRule, files } from '../server/core/engine/rule.ts';

export default defineRunRule({
  id: 'unused-suppression',
  group: 'configuration',
  severity: 'warning',
  summary: 'A suppression suppresses nothing.',
  why: `
    It would silently hide the next finding of its rule at this place. The finding is gone, or the file, the place or
    the rule has changed. Remove the entry, or correct its \`file\` and \`at\`.
  `,
  spec: 'Preflight configuration',
  shows: 'unnecessary',
  met: 'configuration',

  examples: {
    invalid: files`
      -- preflight.config.json --
      {
        "suppress": [
          { "rule": "wrong-type", "file": "desk.agent.json", "at": "/voice_speed", "reason": "imported as text" }
          ^ warning: wrong-type finds nothing at "/voice_speed" in desk.agent.json; remove the suppression
        ]
      }
      -- desk.agent.json --
      { "voice_speed": 1.5 }
    `,
    valid: files`
      -- preflight.config.json --
      {
        "suppress": [
          { "rule": "wrong-type", "file": "desk.agent.json", "at": "/voice_speed", "reason": "imported as text" }
        ]
      }
      -- desk.agent.json --
      { "voice_speed": "1.5" }
    `,
  },
});

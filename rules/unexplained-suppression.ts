import { defineRunRule, files } from '../server/core/engine/rule.ts';

export default defineRunRule({
  id: 'unexplained-suppression',
  group: 'configuration',
  severity: 'warning',
  summary: 'A suppression has no meaningful reason.',
  why: `
    Whoever accepts a finding knows why; the next reader does not. With a reason like "todo" it is unclear whether it
    still applies, so the entry stays forever. Say what would have to change for the finding to count again. An entry
    of \`accept\` that gives no reason accepts nothing.
  `,
  spec: 'Preflight configuration',
  met: 'configuration',

  examples: {
    invalid: files`
      -- preflight.config.json --
      {
        "suppress": [
          { "rule": "wrong-type", "file": "desk.agent.json", "at": "/voice_speed", "reason": "say why this is accepted" }
                                                                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^
                                              | warning: reason: "say why this is accepted" does not say why
                                              | wrong-type is suppressed
        ]
      }
      -- desk.agent.json --
      { "voice_speed": "1.5" }
      ====
      -- preflight.config.json --
      {
        "suppress": [
          { "rule": "wrong-type", "file": "desk.agent.json", "at": "/voice_speed", "reason": "TODO" }
                                                                                             ^^^^^^
                                              | warning: reason: "TODO" does not say why wrong-type is suppressed
        ]
      }
      -- desk.agent.json --
      { "voice_speed": "1.5" }
      ====
      -- preflight.config.json --
      { "accept": [{ "reference": "agent_desk@old", "reason": "ok" }] }
                                                              ^^^^ warning: reason: "ok" does not say why the break of
                                                                 | agent_desk@old is accepted, so it is not
      -- desk.agent.json --
      { "agent_id": "agent_desk" }
    `,
    valid: files`
      -- preflight.config.json --
      {
        "suppress": [{ "rule": "wrong-type", "file": "desk.agent.json", "at": "/voice_speed", "reason": "OPS-1412" }]
      }
      -- desk.agent.json --
      { "voice_speed": "1.5" }
    `,
  },
});

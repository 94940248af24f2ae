import { defineRunRule, files } from '../server/core/engine/rule.ts';

/** A byte that is not UTF-8: `é` in Latin-1. */
const latin1 = '\udce9';

export default defineRunRule({
  id: 'unreadable-file',
  group: 'files',
  severity: 'error',
  summary: 'A file cannot be read as text.',
  why: `
    A file that is not UTF-8 is refused, or its text arrives damaged and is read out that way. Save it as UTF-8. Files
    and folders that may not be opened are reported too; they were not checked, and references to them do not resolve.
  `,
  spec: 'domain',
  met: 'reading',

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "response_engine": { "type": "llm", "llm_id": "llm_1" },
        "voice_id": "11labs-Myra",
        "agent_name": "Caf${latin1} desk"
                          ^ byte 0xE9 is not valid UTF-8; save the file as UTF-8
      }
    `,
    valid: files`
      -- desk.agent.json --
      { "response_engine": { "type": "llm", "llm_id": "llm_1" }, "voice_id": "11labs-Myra", "agent_name": "Café desk" }
    `,
  },
});

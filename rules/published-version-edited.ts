import { defineRunRule, files } from '../server/core/engine/rule.ts';

export default defineRunRule({
  id: 'published-version-edited',
  severity: 'warning',
  summary: 'A published version says something else than before this change.',
  why: `
    A published version cannot be changed on the platform. So either the edit cannot be deployed, or the file said before
    what was not in force. Put the published values back and make the change in a draft: a new version whose
    \`base_version\` is this one.

    The rule compares a record with what it was where a change is known: \`lint --changed-since\`, and files given by name
    in a git repository. It looks at agents and the engine in their file, and at engines with \`is_published: true\`. Titles,
    descriptions, tags, times, the order of keys, and defaults that appear or vanish are no edit. \`preflight plan\` shows
    what such an edit means for live calls. \`--fix\` leaves published versions alone, unless it is told \`--unsafe\`.
  `,
  spec: 'domain',
  met: 'comparing',

  examples: {
    invalid: [
      {
        files: files`
        -- HEAD:desk.agent.json --
        {
          "agent_id": "agent_desk", "version": 2, "is_published": true, "last_modification_timestamp": 1767225600000,
          "response_engine": { "type": "service-llm", "llm_id": "llm_desk", "version": 2 },
          "voice_id": "11labs-Myra"
        }
        -- desk.agent.json --
        {
          "agent_id": "agent_desk", "version": 2, "is_published": true, "last_modification_timestamp": 1767225600000,
          "response_engine": { "type": "service-llm", "llm_id": "llm_desk", "version": 2 },
          "voice_id": "11labs-Lily"
                      ^^^^^^^^^^^^^ warning: voice_id: changed from "11labs-Myra" to "11labs-Lily", but version 2 of
                                  | agent_desk is published and cannot be changed
        }
      `,
      },
    ],
    valid: [
      files`
      -- HEAD:desk.agent.json --
      {
        "agent_id": "agent_desk", "version": 2, "is_published": true, "last_modification_timestamp": 1767225600000,
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk", "version": 2 },
        "voice_id": "11labs-Myra"
      }
      -- desk.agent.json --
      {
        "agent_id": "agent_desk", "version": 2, "is_published": true, "last_modification_timestamp": 1767225600001,
        "version_title": "Summer hours", "voice_speed": 1, "voice_id": "11labs-Myra",
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk", "version": 2 }
      }
    `,
    ],
  },
});

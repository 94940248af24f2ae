import { defineRunRule, files } from '../server/core/engine/rule.ts';

export default defineRunRule({
  id: 'published-version-edited',
  group: 'references',
  severity: 'warning',
  summary: 'A published version was changed.',
  why: `
    A published version cannot be changed on the platform, so the edit cannot be deployed, or the file did not match
    what was deployed. Restore the published values and make the change in a draft: a new version whose
    \`base_version\` is this one.

    The rule compares with the previous state: with \`lint --changed-since\`, and for files given by name in a git
    repository. It covers agents, engines in the same file, and engines with \`is_published: true\`. Titles,
    descriptions, tags, timestamps, key order and defaults that appear or disappear do not count. \`preflight plan\`
    shows what the edit means for live calls. \`--fix\` leaves published versions alone unless \`--unsafe\` is given.
  `,
  spec: 'domain',
  met: 'comparing',

  examples: {
    invalid: files`
      -- HEAD:desk.agent.json --
      {
        "agent_id": "agent_desk", "version": 2, "is_published": true,
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk", "version": 2 },
        "voice_id": "11labs-Myra"
      }
      -- desk.agent.json --
      {
        "agent_id": "agent_desk", "version": 2,
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk", "version": 2 },
        "voice_id": "11labs-Lily"
                    ^^^^^^^^^^^^^ warning: voice_id: changed from "11labs-Myra" to "11labs-Lily", but version 2 of
                                | agent_desk is published and cannot be changed
      }
    `,
    valid: files`
      -- HEAD:desk.agent.json --
      {
        "agent_id": "agent_desk", "version": 2, "is_published": true,
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk", "version": 2 },
        "voice_id": "11labs-Myra"
      }
      -- desk.agent.json --
      {
        "agent_id": "agent_desk", "version": 2, "is_published": true,
        "version_title": "Summer hours", "voice_speed": 1, "voice_id": "11labs-Myra",
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk", "version": 2 }
      }
    `,
  },
});

import { defineRule, files } from '../server/core/engine/rule.ts';
import { remove } from '../server/core/engine/fixes.ts';

/** The fields that select a task's agent, each with the agent's field that it is compared with. */
const selectors: ReadonlyMap<string, string> = new Map([
  ['agent_id', 'override_agent_id'],
  ['version', 'override_agent_version'],
]);

export default defineRule({
  id: 'read-only-field',
  group: 'values',
  aliases: ['response-only-field'],
  severity: 'warning',
  summary: 'An override sets a field that only the platform sets.',
  why: `
    The id, version, tags, publication state and timestamp of an agent are read-only; setting them in an override does
    not select an agent or a version. Use \`override_agent_id\` and \`override_agent_version\` for that. Usually a
    whole agent was pasted in; keep only what should differ in this call.
  `,
  spec: 'Agent override request (per call)',
  clause: [
    'Agent (response shape): what the response adds is no setting of a request',
    'Agent override request: agent: agent settings, in files and in tasks',
  ],
  at: { 'agent-override': '/agent/*' },

  check(node) {
    if (node.marks['x-response-only'] !== true) return undefined;
    const { value } = node;
    if (value === null || value === '' || (node.isArray && node.items().length === 0)) return undefined;
    const selector = node.within('batch-call-task') && selectors.get(node.key);
    return {
      at: { key: node.pointer },
      message:
        `${node.key}: read-only, so it has no effect in an override` + (selector ? `; use ${selector} instead` : ''),
      fix: remove(node),
    };
  },

  examples: {
    invalid: files`
      -- reminders.batch-call.json --
      {
        "tasks": [
          {
            "agent_override": { "agent": { "agent_id": "agent_desk", "version": 3, "voice_speed": 1.2 } }
                                           ^^^^^^^^^^ warning: agent_id: read-only, so it has no effect in an
                                              | override; use override_agent_id instead
                                                                     ^^^^^^^^^
                                              | warning: version: read-only, so it has no effect in an override; use
                                              | override_agent_version instead
         => "agent_override": { "agent": { "voice_speed": 1.2 } }
          }
        ]
      }
      -- slow.agent-override.json --
      { "agent": { "voice_speed": 0.8, "is_published": false } }
                                       ^^^^^^^^^^^^^^
                                              | warning: is_published: read-only, so it has no effect in an override
      => { "agent": { "voice_speed": 0.8 } }
    `,
    valid: files`
      -- slow.agent-override.json --
      { "agent": { "agent_id": "", "assigned_tags": [], "base_version": null, "agent_name": "Desk", "voice_speed": 0.8 } }
      -- desk.agent.json --
      { "agent_id": "agent_desk", "version": 3, "is_published": true, "response_engine": { "type": "custom-llm" } }
    `,
  },
});

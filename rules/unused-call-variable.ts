import { unusedIn } from '../server/core/domain/unused-variables.ts';
import { rename } from '../server/core/engine/fixes.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { clipped } from '../server/core/wording.ts';

export default defineRule({
  id: 'unused-call-variable',
  group: 'variables',
  severity: 'warning',
  needsEveryFile: true,
  summary: 'A batch task or test case sets a variable that the agent does not use.',
  why: `
    The value is never used: callers hear the default, or the placeholder. Usually the name has a typo. Without a
    similar name it is info. An agent that swaps to others may pass it on, so there only typos are reported.
  `,
  spec: 'Batch call',
  clause: 'Batch call: task: variables are text and reach prompt and tools',
  shows: 'unnecessary',
  at: { 'batch-call-task': '/service_llm_dynamic_variables', 'test-case-definition': '/dynamic_variables' },

  check(map, workspace) {
    return unusedIn(map, workspace).map(({ entry, meant }) => ({
      at: { key: entry.pointer },
      ...(meant === undefined && { severity: 'info' }),
      message:
        `{{${clipped(entry.key)}}} is not used by the agent` +
        (meant === undefined ? '' : `; did you mean {{${clipped(meant)}}}?`),
      fix: rename(entry, meant),
    }));
  },

  examples: {
    invalid: files`
      -- march.batch-call.json --
      {
        "tasks": [
          {
            "override_agent_id": "agent_desk",
            "service_llm_dynamic_variables": { "frist_name": "Ana", "order": "7" }
                                               ^^^^^^^^^^^^ warning: {{frist_name}} is not used by the agent; did
                                              | you mean {{first_name}}?
                                                                    ^^^^^^^ info: {{order}} is not used by the agent
         => "service_llm_dynamic_variables": { "first_name": "Ana", "order": "7" }
          }
        ]
      }
      -- greets.test-case.json --
      {
        "name": "Greets",
        "user_prompt": "You want a visit.",
        "metrics": ["The agent greeted by name"],
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk" },
        "dynamic_variables": { "first_nmae": "Ana" }
                               ^^^^^^^^^^^^ warning: {{first_nmae}} is not used by the agent; did you mean
                                          | {{first_name}}?
      => "dynamic_variables": { "first_name": "Ana" }
      }
      -- desk.agent.json --
      {
        "agent_id": "agent_desk", "version": 1, "assigned_tags": [],
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }
      }
      -- desk.llm.json --
      {
        "llm_id": "llm_desk",
        "general_prompt": "Greet {{first_name}}.",
        "default_dynamic_variables": { "first_name": "there" }
      }
    `,
    valid: files`
      -- march.batch-call.json --
      {
        "tasks": [
          {
            "override_agent_id": "agent_desk",
            "service_llm_dynamic_variables": { "name": "Ana", "clinic": "Hill", "zip": "94110", "user_number": "+14155550111" },
            "agent_override": { "service_llm": { "begin_message": "This is {{clinic}}." } }
          },
          { "override_agent_id": "agent_elsewhere", "service_llm_dynamic_variables": { "x": "y" } }
        ]
      }
      -- desk.agent.json --
      {
        "agent_id": "agent_desk", "version": 1, "assigned_tags": [],
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }
      }
      -- desk.llm.json --
      {
        "llm_id": "llm_desk",
        "general_prompt": "Greet {{name}}.",
        "general_tools": [{ "type": "code", "name": "look", "code": "return find(dv.zip)" }]
      }
    `,
  },
});

import { defineRule, files } from '../server/core/engine/rule.ts';
import { clipped } from '../server/core/wording.ts';
import { idAt } from '../server/core/workspace/version-references.ts';

export default defineRule({
  id: 'batch-to-chat-agent',
  group: 'references',
  severity: 'warning',
  summary: 'A task of a batch call names a chat agent.',
  why: `
    A chat agent has no voice, so the call fails or the person called hears nothing. Name the voice agent for the same
    task.
  `,
  spec: 'domain',
  at: { 'batch-call-task': '/override_agent_id' },

  check(node, workspace) {
    const id = idAt(node),
      target = id === undefined ? undefined : workspace.agent(id);
    if (target?.channel !== 'chat') return undefined;
    const evidence = target.listItems[0]?.get('channel') ?? target.records[0];
    return {
      message: `${node.label}: ${clipped(id!)} is a chat agent, so it cannot make calls`,
      related: evidence ? [{ at: evidence, message: 'a chat agent' }] : [],
    };
  },

  examples: {
    invalid: files`
      -- friday.batch-call.json --
      {
        "from_number": "+14155550100",
        "tasks": [
          { "to_number": "+12137774445", "override_agent_id": "agent_web" },
                                                              ^^^^^^^^^^^
                                              | warning: override_agent_id: agent_web is a chat agent, so it cannot
                                              | make calls
          { "to_number": "+12137774446", "override_agent_id": "agent_desk" }
        ]
      }
      -- web.agent.json --
      { "agent_id": "agent_web", "channel": "chat", "response_engine": { "type": "custom-llm" } }
      -- desk.agent.json --
      { "agent_id": "agent_desk", "channel": "voice", "response_engine": { "type": "custom-llm" }, "voice_id": "11labs-Lily" }
    `,
    valid: files`
      -- friday.batch-call.json --
      {
        "from_number": "+14155550100",
        "tasks": [{ "to_number": "+12137774445", "override_agent_id": "agent_elsewhere" }]
      }
    `,
  },
});

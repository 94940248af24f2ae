import { clipped } from '../server/core/wording.ts';
import type { Cursor } from '../server/core/cursor.ts';
import { agentOfTask, engineOfVersion } from '../server/core/domain/tasks.ts';
import { defineRule, files, withMark } from '../server/core/engine/rule.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { remove } from '../server/core/engine/fixes.ts';

const engines: Readonly<Record<string, string>> = {
  'service-llm': 'an LLM engine',
  'conversation-flow': 'a conversation flow',
  'custom-llm': 'a custom engine',
};

export default defineRule({
  id: 'override-of-other-engine',
  group: 'references',
  severity: 'warning',
  summary: 'An override is for another kind of engine than the agent runs on.',
  why: `
    \`service_llm\` overrides an LLM engine, \`conversation_flow\` overrides a flow, and an agent runs on one of them.
    The other override has no effect, so the call does not use the model, temperature or greeting it asks for.
  `,
  spec: 'Agent override request (per call)',
  clause: [
    'Agent override request: service_llm: ten attributes, only with an LLM engine',
    'Agent override request: conversation_flow: seven attributes, only with a flow',
  ],
  at: withMark('x-engine'),

  check(override, workspace) {
    const wanted = override.marks['x-engine'] as string;
    if (!isGiven(override) || !Object.hasOwn(engines, wanted)) return undefined;
    const runs = engineOf(override.parent!, workspace);
    const type = runs?.type.string();
    if (runs && type !== undefined && Object.hasOwn(engines, type)) {
      if (type === wanted) return undefined;
      return {
        at: { key: override.pointer },
        message: `${override.key}: overrides ${engines[wanted]}, but ${clipped(runs.agent)} runs on ${engines[type]}, so it has no effect`,
        related: [{ at: runs.type, message: 'the engine' }],
        fix: remove(override),
      };
    }
    const other = override
      .parent!.entries()
      .find(entry => entry.marks['x-engine'] !== undefined && entry.key !== override.key);
    // of two contradictory fields the later one is reported
    if (!other || !isGiven(other) || !isAfter(override, other)) return undefined;
    return {
      at: { key: override.pointer },
      message: `${override.key}: set together with ${other.key}, but an agent has one engine, so one has no effect`,
      related: [{ at: other, key: true, message: 'the other override' }],
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "agent_id": "agent_desk", "version": 2,
        "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_desk" }
      }
      -- line.phone-number.json --
      { "phone_number": "+14155550100", "outbound_agents": [{ "agent_id": "agent_desk", "weight": 1 }] }
      -- reminders.batch-call.json --
      {
        "from_number": "+14155550100",
        "tasks": [
          {
            "override_agent_id": "agent_desk",
            "override_agent_version": 2,
            "agent_override": { "service_llm": { "model_temperature": 0.2 } }
                                ^^^^^^^^^^^^^ warning: service_llm: overrides an LLM engine, but agent_desk runs on
                                            | a conversation flow, so it has no effect
         => "agent_override": {}
          },
          {
            "agent_override": { "service_llm": { "begin_message": "Good morning" }, "conversation_flow": { "model_temperature": 0 } }
                                ^^^^^^^^^^^^^ warning: service_llm: overrides an LLM engine, but agent_desk runs on
                                            | a conversation flow, so it has no effect
         => "agent_override": { "conversation_flow": { "model_temperature": 0 } }
          }
        ]
      }
      ====
      -- calm.agent-override.json --
      {
        "service_llm": { "model_temperature": 0.2 },
        "conversation_flow": { "model_temperature": 0.2 }
        ^^^^^^^^^^^^^^^^^^^ warning: conversation_flow: set together with service_llm, but an agent has one engine,
                          | so one has no effect
      }
      ====
      -- calm.agent-override.json --
      {
        "agent": { "response_engine": { "type": "service-llm", "llm_id": "llm_night" } },
      => "agent": { "response_engine": { "type": "service-llm", "llm_id": "llm_night" } }
        "conversation_flow": { "model_temperature": 0.2 }
        ^^^^^^^^^^^^^^^^^^^ warning: conversation_flow: overrides a conversation flow, but the overridden agent runs
                          | on an LLM engine, so it has no effect
      =>
      }
    `,
    valid: files`
      -- desk.agent.json --
      {
        "agent_id": "agent_desk", "version": 2,
        "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_desk" }
      }
      -- reminders.batch-call.json --
      {
        "from_number": "+14155550100",
        "tasks": [
          {
            "override_agent_id": "agent_desk",
            "agent_override": { "conversation_flow": { "model_temperature": 0 }, "service_llm": {} }
          },
          { "override_agent_id": "agent_elsewhere", "agent_override": { "service_llm": { "model_temperature": 0 } } },
          { "agent_override": { "service_llm": { "model_temperature": 0 }, "conversation_flow": null } }
        ]
      }
    `,
  },
});

const isGiven = (override: Cursor): boolean => override.entries().some(entry => !entry.isNull);
const isAfter = (a: Cursor, b: Cursor): boolean => {
  const keys = a.parent!.entries().map(entry => entry.key);
  return keys.indexOf(a.key) > keys.indexOf(b.key);
};

/** The engine of the call: the one the override sets, otherwise that of the task's agent. */
function engineOf(
  override: Cursor,
  workspace: Workspace,
): { readonly type: Cursor; readonly agent: string } | undefined {
  const own = override.get('agent').get('response_engine').get('type');
  if (own.string()) return { type: own, agent: 'the overridden agent' };
  const task = override.within('batch-call-task');
  const agent = task && agentOfTask(task, workspace);
  const type = agent && engineOfVersion(agent.agentId, agent.reference, workspace);
  return type && { type, agent: agent.agentId };
}

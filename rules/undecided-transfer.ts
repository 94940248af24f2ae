import type { Cursor } from '../server/core/cursor.ts';
import { recordOf } from '../server/core/domain/tasks.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { reachOf } from '../server/core/reach/reach.ts';
import { toolsReached } from '../server/core/reach/tools.ts';
import { clipped } from '../server/core/wording.ts';
import { selectionOf } from '../server/core/workspace/version-references.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';

export default defineRule({
  id: 'undecided-transfer',
  group: 'references',
  severity: 'warning',
  summary: 'The agent of a warm transfer can neither connect the caller nor call the transfer off.',
  why: `
    The agent that mediates a warm transfer ends it with \`bridge_transfer\` or \`cancel_transfer\`, as a tool or as a
    node. One that can reach neither never decides: the caller waits until \`transfer_timeout_ms\` is over, and then
    \`action_on_timeout\` decides. Give its engine both, or name the agent that has them.

    Nothing is reported where a part of its engine is not in this workspace.
  `,
  spec: 'domain',
  at: { 'transfer-agent': '/agent_id' },

  check(node, workspace) {
    const selection = selectionOf(node);
    if (!selection || !workspace.agent(selection.agentId)) return undefined;
    const resolution = workspace.resolve(selection.agentId, selection.reference);
    const record = recordOf(resolution, workspace),
      engine = record && workspace.engineOf(record);
    if (!engine || mayDecide(record, workspace)) return undefined;
    return {
      message:
        `agent_id: version ${resolution.version} of ${clipped(selection.agentId)} can reach neither bridge_transfer ` +
        'nor cancel_transfer, so the timeout decides',
      related: [{ at: engine, message: 'its engine' }],
    };
  },

  examples: {
    invalid: files`
      -- desk.llm.json --
      {
        "general_tools": [
          {
            "type": "transfer_call", "name": "to_manager",
            "transfer_destination": { "type": "predefined", "number": "+14155550142" },
            "transfer_option": {
              "type": "agentic_warm_transfer",
              "agentic_transfer_config": {
                "transfer_agent": { "agent_id": "agent_floor", "agent_version": 2 }
                                                ^^^^^^^^^^^^^ warning: agent_id: version 2 of agent_floor can reach
                                              | neither bridge_transfer nor cancel_transfer, so the timeout decides
              }
            }
          }
        ]
      }
      -- floor.agent.json --
      {
        "agent_id": "agent_floor", "version": 2,
        "conversation_flow": {
          "start_node_id": "ask",
          "nodes": [
            {
              "id": "ask", "type": "conversation",
              "edges": [{ "id": "no", "destination_node_id": "bye" }, { "id": "who", "destination_node_id": "staff" }]
            },
            { "id": "connect", "type": "bridge_transfer" },
            { "id": "staff", "type": "agent_swap", "agent_id": "agent_staff", "agent_version": 0 },
            { "id": "bye", "type": "end" }
          ],
          "tools": [{ "type": "cancel_transfer", "name": "call_off", "tool_id": "tool_off" }]
        }
      }
      -- staff.agent.json --
      {
        "agent_id": "agent_staff", "version": 0,
        "service_llm": {
          "general_tools": [
            { "type": "agent_swap", "name": "back", "agent_id": "agent_floor", "agent_version": 2 }
          ]
        }
      }
    `,
    valid: files`
      -- desk.llm.json --
      {
        "general_tools": [
          {
            "type": "transfer_call", "name": "to_manager",
            "transfer_option": {
              "type": "agentic_warm_transfer",
              "agentic_transfer_config": { "transfer_agent": { "agent_id": "agent_floor", "agent_version": 2 } }
            }
          },
          {
            "type": "transfer_call", "name": "to_nurse",
            "transfer_option": {
              "type": "agentic_warm_transfer",
              "agentic_transfer_config": { "transfer_agent": { "agent_id": "agent_nurse", "agent_version": 0 } }
            }
          },
          {
            "type": "transfer_call", "name": "to_night",
            "transfer_option": {
              "type": "agentic_warm_transfer",
              "agentic_transfer_config": { "transfer_agent": { "agent_id": "agent_night", "agent_version": 1 } }
            }
          },
          {
            "type": "transfer_call", "name": "to_own",
            "transfer_option": {
              "type": "agentic_warm_transfer",
              "agentic_transfer_config": { "transfer_agent": { "agent_id": "agent_own", "agent_version": 0 } }
            }
          },
          {
            "type": "transfer_call", "name": "to_relay",
            "transfer_option": {
              "type": "agentic_warm_transfer",
              "agentic_transfer_config": { "transfer_agent": { "agent_id": "agent_relay", "agent_version": 0 } }
            }
          }
        ]
      }
      -- floor.agent.json --
      {
        "agent_id": "agent_floor", "version": 2,
        "conversation_flow": {
          "start_node_id": "ask",
          "nodes": [
            { "id": "ask", "type": "conversation", "edges": [{ "id": "yes", "destination_node_id": "connect" }] },
            { "id": "connect", "type": "bridge_transfer" }
          ]
        }
      }
      -- nurse.agent.json --
      {
        "agent_id": "agent_nurse", "version": 0,
        "service_llm": {
          "states": [{ "name": "ask", "tools": [{ "type": "cancel_transfer", "name": "call_off" }] }]
        }
      }
      -- night.agent.json --
      {
        "agent_id": "agent_night", "version": 1,
        "service_llm": { "general_tools": [{ "type": "agent_swap", "name": "to_nurse", "agent_id": "agent_nurse" }] }
      }
      -- relay.agent.json --
      {
        "agent_id": "agent_relay", "version": 0,
        "service_llm": { "general_tools": [{ "type": "agent_swap", "name": "to_own", "agent_id": "agent_own" }] }
      }
      -- own.agent.json --
      { "agent_id": "agent_own", "version": 0, "response_engine": { "type": "custom-llm" } }
    `,
  },
});

const decides = [
  'bridge-transfer-tool',
  'cancel-transfer-tool',
  'bridge-transfer-node',
  'cancel-transfer-node',
] as const;

/** Whether the callers of an agent can get to a decision, by itself or through an agent that takes over. */
function mayDecide(agent: Cursor, workspace: Workspace): boolean {
  const { units, things, entered, unknown } = reachOf(agent, workspace);
  if ([...unknown.values()].some(({ hides }) => hides === undefined)) return true;
  // nothing is known of what its own server, or a missing version, would do
  for (const { thing } of things.values())
    if (thing.kind === 'swap' && !entered.has(`engine ${thing.name}`)) return true;
  return units.map(workspace.at).some(engine => {
    // those of an engine are among what it reaches
    if (engine.is('flow-component')) return false;
    const { tools, nodes, isComplete } = toolsReached(engine, workspace);
    return !isComplete || [...tools, ...nodes].some(at => decides.some(shape => at.is(shape)));
  });
}

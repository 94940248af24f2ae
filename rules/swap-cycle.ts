import type { Cursor } from '../server/core/cursor.ts';
import { agentsAt, swapsOf, wayBack, type Swap } from '../server/core/domain/swaps.ts';
import { comparePlaces, samePlace } from '../server/core/domain/version-records.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'swap-cycle',
  severity: 'info',
  summary: 'Agents that hand the conversation over to each other in a circle.',
  why: `
    Where each of two agents finds that the other is in charge, the caller is passed to and fro until the call ends. An
    agent that hands over to a second one, which can hand back to the first, may be just what is wanted. Make sure that
    one of the prompts or conditions breaks the circle.
  `,
  spec: 'Agent swap',
  at: { 'agent-swap-tool': '/agent_id', 'agent-swap-node': '/agent_id' },

  check(node, workspace) {
    for (const agent of agentsAt(node, workspace)) {
      const swap = swapsOf(agent, workspace).find(({ at }) => node.parent !== undefined && samePlace(at, node.parent));
      if (!swap || swap.resolution.agentId === agent.get('agent_id').string()) continue;
      const way = wayBack(swap, workspace);
      // said once, at the first place of the circle
      if (!way || way.some(step => comparePlaces(firstAlike(step, swapsOf(step.from, workspace)), swap.at) < 0))
        continue;
      const circle = [...way, swap].map(
        ({ from }) => `${from.get('agent_id').string() ?? '?'} version ${from.get('version').integer() ?? '?'}`,
      );
      return {
        message: `agents hand over to each other in a circle: ${circle.join(' → ')}`,
        related: way
          .slice(1)
          .map(step => ({ at: step.at.get('agent_id'), message: `on to ${step.resolution.agentId}` })),
      };
    }
    return undefined;
  },

  examples: {
    invalid: [
      {
        files: files`
        -- desk.agent.json --
        {
          "agent_id": "agent_desk",
          "version": 3,
          "response_engine": { "type": "service-llm" },
          "voice_id": "11labs-Lily",
          "service_llm": {
            "general_tools": [
              {
                "type": "agent_swap",
                "name": "to_billing",
                "agent_id": "agent_billing",
                "agent_version": 1,
                "post_call_analysis_setting": "both_agents"
              }
            ]
          }
        }
        -- billing.agent.json --
        {
          "agent_id": "agent_billing",
          "version": 1,
          "response_engine": { "type": "service-llm" },
          "voice_id": "11labs-Lily",
          "service_llm": {
            "general_tools": [
              {
                "type": "agent_swap",
                "name": "to_desk",
                "agent_id": "agent_desk",
                            ^^^^^^^^^^^^ info: agents hand over to each other in a circle: agent_billing version 1 →
                                       | agent_desk version 3 → agent_billing version 1
                "agent_version": 3,
                "post_call_analysis_setting": "both_agents"
              },
              {
                "type": "agent_swap",
                "name": "to_reception",
                "agent_id": "agent_desk",
                "agent_version": 3,
                "post_call_analysis_setting": "both_agents"
              }
            ]
          }
        }
      `,
      },
    ],
    valid: [
      files`
      -- desk.agent.json --
      {
        "agent_id": "agent_desk",
        "version": 3,
        "response_engine": { "type": "service-llm" },
        "voice_id": "11labs-Lily",
        "service_llm": {
          "general_tools": [
            {
              "type": "agent_swap",
              "name": "to_billing",
              "agent_id": "agent_billing",
              "agent_version": 1,
              "post_call_analysis_setting": "both_agents"
            }
          ]
        }
      }
      -- billing.agent.json --
      {
        "agent_id": "agent_billing",
        "version": 1,
        "response_engine": { "type": "service-llm" },
        "voice_id": "11labs-Lily",
        "service_llm": {
          "general_tools": [
            {
              "type": "agent_swap",
              "name": "to_desk",
              "agent_id": "agent_desk",
              "agent_version": 4,
              "post_call_analysis_setting": "both_agents"
            }
          ]
        }
      }
    `,
    ],
  },
});

/** Of several swaps of an agent to the same version the first place. */
const firstAlike = (swap: Swap, all: readonly Swap[]): Cursor =>
  all
    .filter(
      ({ resolution }) =>
        resolution.agentId === swap.resolution.agentId && resolution.version === swap.resolution.version,
    )
    .reduce((first, { at }) => (comparePlaces(at, first) < 0 ? at : first), swap.at);

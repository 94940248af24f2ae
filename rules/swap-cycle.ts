import { swapCircles } from '../server/core/domain/swap-circles.ts';
import { placeOf } from '../server/core/workspace/records.ts';
import { keyOf } from '../server/core/workspace/tables.ts';
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
  clause: 'Agent swap: agent_id of tool and node is not empty; the agent exists',
  at: { 'agent-swap-tool': '/agent_id', 'agent-swap-node': '/agent_id' },

  check(node, workspace) {
    const way = node.parent && swapCircles(workspace).get(keyOf(placeOf(node.parent)));
    if (!way) return undefined;
    const circle = [...way, way[0]!].map(
      ({ from }) => `${from.get('agent_id').string() ?? '?'} version ${from.get('version').integer() ?? '?'}`,
    );
    return {
      message: `agents hand over to each other in a circle: ${chained(circle)}`,
      related: way
        .slice(1, LONGEST)
        .map(step => ({ at: step.at.get('agent_id'), message: `on to ${step.resolution.agentId}` })),
    };
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

const LONGEST = 12;

/** A circle in words; of a long one its beginning and its end. */
const chained = (circle: readonly string[]): string =>
  circle.length <= LONGEST
    ? circle.join(' → ')
    : [...circle.slice(0, LONGEST - 2), `${circle.length - LONGEST + 1} more`, circle.at(-1)].join(' → ');

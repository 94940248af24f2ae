import { defineRule, files, referencesTo } from '../server/core/engine/rule.ts';
import { whyMissing, lookupAt } from '../server/core/index/lookup.ts';
import { listed, orMeant, show } from '../server/core/words.ts';

export default defineRule({
  id: 'unknown-agent',
  severity: 'error',
  needsEveryFile: true,
  summary: 'An agent id that no file of the workspace holds.',
  why: `
    A call, a swap or a share of the traffic that names an agent which does not exist fails: the platform answers that
    the asset cannot be found. Mostly it is a slip, or the id of another environment.

    It is an error only if the configuration says with \`"complete": ["agent"]\` that every agent has a file here.
    Otherwise it is a warning, with the nearest id that is known. If no agent is in the workspace at all, nothing can be
    said of a file; \`preflight doctor\` says it once.
  `,
  spec: 'Errors',
  clause: [
    'Agent swap: agent_id of tool and node is not empty; the agent exists',
    'Alert rule, alert incident: filter agent: at most 100, any of them',
    'Batch call: task: override_agent_id not empty',
    'Authentication: 5: what is not found under the key is an error',
  ],
  at: referencesTo('agent'),

  check(node, workspace) {
    const lookup = lookupAt(node, workspace);
    if (!lookup || lookup.outcome === 'found') return undefined;
    const isMissing = lookup.outcome === 'missing';
    if (!isMissing && lookup.because !== 'not-here') return undefined;
    return {
      ...(!isMissing && { severity: 'warning' }),
      message: `${node.label}: no agent ${show(node.value)} in this workspace${whyMissing(lookup, workspace, 'agent', 'agent-list')}${orMeant(lookup)}`,
      ...(lookup.near === undefined && { help: `known agents: ${listed(lookup.known, 'and', 3)}` }),
    };
  },

  examples: {
    invalid: [
      {
        files: files`
        -- preflight.config.json --
        { "complete": ["agent"] }
        -- desk.agent.json --
        { "agent_id": "agent_desk", "version": 0, "response_engine": { "type": "custom-llm" }, "voice_id": "11labs-Lily" }
        -- split.agent-weights.json --
        [{ "agent_id": "agent_dsek", "weight": 1 }]
                       ^^^^^^^^^^^^ agent_id: no agent "agent_dsek" in this workspace (config: "complete" includes
                                  | agent); did you mean "agent_desk"?
      `,
      },
      {
        files: files`
        -- desk.agent.json --
        { "agent_id": "agent_desk", "version": 0, "response_engine": { "type": "custom-llm" }, "voice_id": "11labs-Lily" }
        -- split.agent-weights.json --
        [{ "agent_id": "agent_dsek", "weight": 0.5 }, { "agent_id": "agent_night_shift", "weight": 0.5 }]
                       ^^^^^^^^^^^^ warning: agent_id: no agent "agent_dsek" in this workspace; did you mean
                                  | "agent_desk"?
                                                                    ^^^^^^^^^^^^^^^^^^^
                                                | warning: agent_id: no agent "agent_night_shift" in this workspace
      `,
      },
    ],
    valid: [
      files`
      -- desk.agent.json --
      { "agent_id": "agent_desk", "version": 0, "response_engine": { "type": "custom-llm" }, "voice_id": "11labs-Lily" }
      -- reminders.batch-call.json --
      {
        "from_number": "+14155550100",
        "tasks": [
          { "to_number": "+14155550101", "override_agent_id": "agent_desk" },
          { "to_number": "+14155550102", "override_agent_id": "" }
        ]
      }
      -- old.alert-incident.json --
      { "filter": { "agent": [{ "agent_id": "agent_deleted" }] } }
    `,
      files`
      -- split.agent-weights.json --
      [{ "agent_id": "agent_desk", "weight": 0.5 }, { "agent_id": "agent_night", "weight": 0.5 }]
    `,
    ],
  },
});

import { didYouMeanId } from '../server/core/domain/ids.ts';
import { idAt } from '../server/core/domain/version-references.ts';
import { defineRule, files, referencesTo } from '../server/core/engine/rule.ts';
import { listed, show } from '../server/core/words.ts';
import { collect } from '../server/core/workspace/workspace.ts';

const references = referencesTo('agent');

export default defineRule({
  id: 'unknown-agent',
  severity: 'error',
  needsEveryFile: true,
  summary: 'An agent id that no file of the workspace holds.',
  why: `
    A call, a swap or a share of the traffic that names an agent which does not exist fails: the platform answers that
    the asset cannot be found. Mostly it is a slip, or the id of another environment.

    It is an error only if the configuration says with \`"complete": ["agent"]\` that every agent has a file here.
    Otherwise it is a warning, with the nearest id that is known; if no agent is in the workspace at all, one info for
    the file says that its ids cannot be checked.
  `,
  spec: 'Errors',
  at: references,

  check(node, workspace) {
    const id = idAt(node);
    if (id === undefined || workspace.agent(id) || node.within('alert-incident')) return undefined;
    const isComplete = workspace.facts.complete.includes('agent') || workspace.facts.complete.includes('agent-list');
    if (isComplete)
      return {
        message:
          `${node.label} ${show(id)} is in no file, and the configuration says that all agents are here` +
          didYouMeanId(id, workspace.agents),
      };
    if (workspace.agents.size > 0) {
      return {
        severity: 'warning',
        message:
          `${node.label} ${show(id)} is in no file; ` +
          `the workspace holds ${listed(workspace.agents, 'and', 3)}` +
          didYouMeanId(id, workspace.agents),
      };
    }
    const first = collect(node.document, references).find(place => idAt(place) !== undefined);
    return first?.pointer === node.pointer
      ? { severity: 'info', message: `${node.label} ${show(id)} cannot be checked: no agent is in the workspace` }
      : undefined;
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
                       ^^^^^^^^^^^^ agent_id "agent_dsek" is in no file, and the configuration says that all agents are
                                  | here; did you mean "agent_desk"?
      `,
      },
      {
        files: files`
        -- desk.agent.json --
        { "agent_id": "agent_desk", "version": 0, "response_engine": { "type": "custom-llm" }, "voice_id": "11labs-Lily" }
        -- split.agent-weights.json --
        [{ "agent_id": "agent_dsek", "weight": 0.5 }, { "agent_id": "agent_night_shift", "weight": 0.5 }]
                       ^^^^^^^^^^^^ warning: agent_id "agent_dsek" is in no file; the workspace holds agent_desk; did
                                  | you mean "agent_desk"?
                                                                    ^^^^^^^^^^^^^^^^^^^
                                                | warning: agent_id "agent_night_shift" is in no file; the workspace
                                                | holds agent_desk
      `,
      },
      {
        files: files`
        -- split.agent-weights.json --
        [
          { "agent_id": "agent_desk", "weight": 0.5 },
                        ^^^^^^^^^^^^ info: agent_id "agent_desk" cannot be checked: no agent is in the workspace
          { "agent_id": "agent_night", "weight": 0.5 }
        ]
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
    ],
  },
});

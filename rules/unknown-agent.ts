import { defineRule, files, referencesTo } from '../server/core/engine/rule.ts';
import { placeSearched, unreadInWords, lookupAt } from '../server/core/index/lookup.ts';
import { listed, orMeant, show } from '../server/core/wording.ts';

export default defineRule({
  id: 'unknown-agent',
  group: 'references',
  severity: 'error',
  needsEveryFile: true,
  summary: 'An agent id is not in this workspace.',
  why: `
    The platform answers that the asset cannot be found, so the call, swap or share of traffic fails. Usually it is a
    typo, or the id of another environment.

    It is an error if the configuration says \`"complete": ["agent"]\`: every agent has a file here; or if a list of
    agents proves it, one that ends (\`"has_more": false\`) and has every agent of this workspace. Otherwise it is a
    warning with the nearest known id. If the workspace has no agents at all, nothing is reported; \`preflight
    doctor\` says so once.
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
    if (!isMissing && lookup.because !== 'not-here' && lookup.because !== 'unread') return undefined;
    const kinds = ['agent', 'agent-list'] as const,
      unread = unreadInWords(lookup, workspace, ...kinds);
    return {
      ...(!isMissing && { severity: unread === undefined ? 'warning' : 'info' }),
      message: `${node.label}: no agent ${show(node.value)}${unread ?? `${placeSearched(lookup, workspace, ...kinds)}${orMeant(lookup)}`}`,
      ...(lookup.near === undefined &&
        lookup.known.size > 0 && { help: `known agents: ${listed(lookup.known, 'and', 3)}` }),
    };
  },

  examples: {
    invalid: files`
      -- preflight.config.json --
      { "complete": ["agent"] }
      -- desk.agent.json --
      { "agent_id": "agent_desk", "version": 0 }
      -- split.agent-weights.json --
      [{ "agent_id": "agent_dsek", "weight": 1 }]
                     ^^^^^^^^^^^^ agent_id: no agent "agent_dsek"; did you mean "agent_desk"?
      ====
      -- desk.agent.json --
      { "agent_id": "agent_desk", "version": 0 }
      -- split.agent-weights.json --
      [{ "agent_id": "agent_dsek", "weight": 0.5 }, { "agent_id": "agent_night_shift", "weight": 0.5 }]
                     ^^^^^^^^^^^^ warning: agent_id: no agent "agent_dsek"; did you mean "agent_desk"?
                                                                  ^^^^^^^^^^^^^^^^^^^
                                              | warning: agent_id: no agent "agent_night_shift" in this workspace
    `,
    valid: files`
      -- desk.agent.json --
      { "agent_id": "agent_desk", "version": 0 }
      -- reminders.batch-call.json --
      {
        "tasks": [
          { "to_number": "+14155550101", "override_agent_id": "agent_desk" },
          { "to_number": "+14155550102", "override_agent_id": "" }
        ]
      }
      -- old.alert-incident.json --
      { "filter": { "agent": [{ "agent_id": "agent_deleted" }] } }
      ====
      -- split.agent-weights.json --
      [{ "agent_id": "agent_desk", "weight": 0.5 }, { "agent_id": "agent_night", "weight": 0.5 }]
    `,
  },
});

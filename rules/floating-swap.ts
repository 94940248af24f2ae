import { agentsAt } from '../server/core/domain/swaps.ts';
import { selectionOf } from '../server/core/workspace/version-references.ts';
import type { Cursor } from '../server/core/cursor.ts';
import { liveRecord } from '../server/core/domain/live-versions.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { clipped, listed } from '../server/core/wording.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'floating-swap',
  group: 'references',
  severity: 'info',
  summary: 'A published agent hands over to another agent without a version.',
  why: `
    A published version cannot change, but a swap without \`agent_version\` resolves to the latest version of the
    other agent, including drafts; so does the agent of a warm transfer. As soon as someone creates a draft, callers
    talk to it. Use a tag, a number or \`latest_published\`; write \`latest\` if you mean it.
  `,
  spec: 'Agent swap',
  clause: 'Agent swap: agent_version: latest when left out',
  replaces: ['missing-expected-field'],
  at: { 'agent-swap-tool': '/agent_id', 'agent-swap-node': '/agent_id', 'transfer-agent': '/agent_id' },

  check(node, workspace) {
    const selection = selectionOf(node);
    if (selection?.reference !== null || selection.version.exists) return undefined;
    const published = agentsAt(node, workspace).filter(agent => agent.get('is_published').value === true);
    const first = published.find(agent => liveRecord(agent, workspace)) ?? published[0];
    if (!first) return undefined;
    const { version, agentId } = selection;
    const pinned = workspace.resolve(agentId, 'latest_published').outcome === 'resolved';
    const isExpected = node.parent?.is('transfer-agent') === true;
    return {
      // there it is missed anyway
      ...(isExpected && { at: version, severity: 'warning' }),
      message: `agent_version: not set, so ${subject(first, published, workspace)} to the newest ${clipped(agentId)}, draft or not`,
      fix: pinned ? set(version, 'latest_published', { title: 'Use the latest published version' }) : undefined,
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "agent_id": "agent_desk", "version": 3, "is_published": true,
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }
      }
      -- billing.agent.json --
      { "agent_id": "agent_billing", "version": 1, "is_published": true }
      -- desk.llm.json --
      {
        "llm_id": "llm_desk",
        "general_tools": [
          {
            "type": "agent_swap", "name": "to_billing",
            "agent_id": "agent_billing",
                        ^^^^^^^^^^^^^^^ info: agent_version: not set, so published version 3 of agent_desk hands
                                      | over to the newest agent_billing, draft or not
            "post_call_analysis_setting": "both_agents"
         => "post_call_analysis_setting": "both_agents",
         => "agent_version": "latest_published"
          },
          { "type": "agent_swap", "name": "to_night", "agent_id": "agent_night" }
                                                                  ^^^^^^^^^^^^^
                                              | info: agent_version: not set, so published version 3 of agent_desk
                                              | hands over to the newest agent_night, draft or not
        ]
      }
      ====
      -- desk.agent.json --
      {
        "agent_id": "agent_desk", "version": 3, "is_published": true,
        "service_llm": {
          "general_tools": [
            {
              "type": "transfer_call", "name": "to_manager",
              "transfer_destination": { "type": "predefined", "number": "+14155550142" },
              "transfer_option": {
                "type": "agentic_warm_transfer",
                "agentic_transfer_config": {
                  "transfer_agent": { "agent_id": "agent_floor" }
                                    ^ warning: agent_version: not set, so published version 3 of agent_desk
                                    | hands over to the newest agent_floor, draft or not
               => "transfer_agent": { "agent_id": "agent_floor", "agent_version": "latest_published" }
                }
              }
            }
          ]
        }
      }
      -- floor.agent.json --
      { "agent_id": "agent_floor", "version": 1, "is_published": true }
      ====
      -- desk-0.agent.json --
      {
        "agent_id": "agent_desk", "version": 0, "is_published": true,
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }
      }
      -- desk-2.agent.json --
      {
        "agent_id": "agent_desk", "version": 2, "is_published": true,
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }
      }
      -- desk.llm.json --
      {
        "llm_id": "llm_desk",
        "general_tools": [{ "type": "agent_swap", "name": "to_night", "agent_id": "agent_night" }]
                                                                                  ^^^^^^^^^^^^^
                                              | info: agent_version: not set, so published versions 0 and 2 of
                                              | agent_desk hand over to the newest agent_night, draft or not
      }
      -- evening-0.agent.json --
      {
        "agent_id": "agent_evening", "version": 0, "is_published": true,
        "response_engine": { "type": "service-llm", "llm_id": "llm_evening" }
      }
      -- evening-2.agent.json --
      {
        "agent_id": "agent_evening", "version": 2, "is_published": true,
        "assigned_tags": ["prod"],
        "response_engine": { "type": "service-llm", "llm_id": "llm_evening" }
      }
      -- evening.llm.json --
      {
        "llm_id": "llm_evening",
        "general_tools": [{ "type": "agent_swap", "name": "to_night", "agent_id": "agent_night" }]
                                                                                  ^^^^^^^^^^^^^
                                              | info: agent_version: not set, so live version 2 of agent_evening hands
                                              | over to the newest agent_night, draft or not
      }
    `,
    valid: files`
      -- desk.agent.json --
      {
        "agent_id": "agent_desk", "version": 3, "is_published": true,
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }
      }
      -- desk.llm.json --
      {
        "llm_id": "llm_desk",
        "general_tools": [
          { "type": "agent_swap", "name": "to_billing", "agent_id": "agent_billing", "agent_version": "latest" },
          { "type": "agent_swap", "name": "to_night", "agent_id": "agent_night", "agent_version": null },
          {
            "type": "transfer_call", "name": "to_manager",
            "transfer_option": {
              "type": "agentic_warm_transfer",
              "agentic_transfer_config": { "transfer_agent": { "agent_id": "agent_floor", "agent_version": "prod" } }
            }
          },
          {
            "type": "transfer_call", "name": "to_front",
            "transfer_option": {
              "type": "cold_transfer",
              "agentic_transfer_config": { "transfer_agent": { "agent_id": "agent_floor" } }
            }
          }
        ]
      }
      -- night.agent.json --
      {
        "agent_id": "agent_night", "version": 3, "is_published": false,
        "response_engine": { "type": "service-llm", "llm_id": "llm_night" }
      }
      -- night.llm.json --
      {
        "llm_id": "llm_night",
        "general_tools": [{ "type": "agent_swap", "name": "to_billing", "agent_id": "agent_billing" }]
      }
    `,
  },
});

/** The agents that hand over: the live version if there is one, otherwise all published versions. */
function subject(first: Cursor, published: readonly Cursor[], workspace: Workspace): string {
  const id = clipped(first.get('agent_id').string() || 'this agent');
  const numbers = (records: readonly Cursor[]): number[] =>
    [...new Set(records.flatMap(record => record.get('version').integer() ?? []))].sort((a, b) => a - b);
  if (liveRecord(first, workspace)) return `live version ${numbers([first])[0]} of ${id} hands over`;
  const all = numbers(published.filter(record => record.get('agent_id').value === first.get('agent_id').value));
  if (all.length < 2) return `published version ${all[0] ?? '?'} of ${id} hands over`;
  return `published versions ${listed(all.map(String), 'and', 3)} of ${id} hand over`;
}

import { agentsAt } from '../server/core/domain/swaps.ts';
import { selectionOf } from '../server/core/domain/version-references.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'floating-swap',
  severity: 'info',
  summary: 'A swap without a version in an agent that is published.',
  why: `
    A published version does not change any more, but a swap without \`agent_version\` hands over to the latest version of the other agent:
    from the moment somebody creates a draft there, callers of the published version talk to that draft. Name a tag, a number or
    \`latest_published\`; write \`latest\` if floating is meant.
  `,
  spec: 'Agent swap',
  at: { 'agent-swap-tool': '/agent_id', 'agent-swap-node': '/agent_id' },

  check(node, workspace) {
    const selection = selectionOf(node);
    if (selection?.reference !== null) return undefined;
    const published = agentsAt(node, workspace).find(agent => agent.get('is_published').value === true);
    if (!published) return undefined;
    const { version, agentId } = selection;
    const pinned = workspace.resolve(agentId, 'latest_published').outcome === 'resolved';
    const from = `version ${published.get('version').integer() ?? '?'} of ${published.get('agent_id').string() || 'this agent'}`;
    return {
      at: version.exists ? version : node,
      message: `the swap to ${agentId} has no agent_version, so ${from}, which is published, hands over to each new draft of it`,
      ...(pinned && { fix: { title: 'Swap to the latest published version', safe: false, edits: [{ set: version.pointer, to: 'latest_published' }] } }),
    };
  },

  examples: {
    invalid: [{
      files: files`
        -- desk.agent.json --
        { "agent_id": "agent_desk", "version": 3, "is_published": true, "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }, "voice_id": "11labs-Lily" }
        -- billing.agent.json --
        { "agent_id": "agent_billing", "version": 1, "is_published": true, "response_engine": { "type": "custom-llm" }, "voice_id": "11labs-Lily" }
        -- desk.llm.json --
        {
          "llm_id": "llm_desk",
          "general_tools": [
            { "type": "agent_swap", "name": "to_billing", "agent_id": "agent_billing", "post_call_analysis_setting": "both_agents" },
                                                                      ^^^^^^^^^^^^^^^ info: the swap to agent_billing has no agent_version, so version 3 of agent_desk, which is published, hands over to each new draft of it
            { "type": "agent_swap", "name": "to_night", "agent_id": "agent_night", "post_call_analysis_setting": "both_agents" }
                                                                    ^^^^^^^^^^^^^ info: the swap to agent_night has no agent_version, so version 3 of agent_desk, which is published, hands over to each new draft of it
          ]
        }
      `,
      fixed: files`
        -- desk.llm.json --
        {
          "llm_id": "llm_desk",
          "general_tools": [
            { "type": "agent_swap", "name": "to_billing", "agent_id": "agent_billing", "post_call_analysis_setting": "both_agents", "agent_version": "latest_published" },
            { "type": "agent_swap", "name": "to_night", "agent_id": "agent_night", "post_call_analysis_setting": "both_agents" }
          ]
        }
      `,
    }],
    valid: [files`
      -- desk.agent.json --
      { "agent_id": "agent_desk", "version": 3, "is_published": true, "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }, "voice_id": "11labs-Lily" }
      -- desk.llm.json --
      { "llm_id": "llm_desk", "general_tools": [{ "type": "agent_swap", "name": "to_billing", "agent_id": "agent_billing", "agent_version": "latest", "post_call_analysis_setting": "both_agents" }] }
      -- night.agent.json --
      { "agent_id": "agent_night", "version": 3, "is_published": false, "response_engine": { "type": "service-llm", "llm_id": "llm_night" }, "voice_id": "11labs-Lily" }
      -- night.llm.json --
      { "llm_id": "llm_night", "general_tools": [{ "type": "agent_swap", "name": "to_billing", "agent_id": "agent_billing", "post_call_analysis_setting": "both_agents" }] }
    `],
  },
});

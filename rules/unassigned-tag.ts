import { selectionAt } from '../server/core/workspace/version-references.ts';
import { defineRule, files, referencesTo } from '../server/core/engine/rule.ts';
import { clipped, show } from '../server/core/wording.ts';

export default defineRule({
  id: 'unassigned-tag',
  group: 'references',
  severity: 'warning',
  needsEveryFile: true,
  summary: 'A reference uses a tag that is assigned to no version.',
  why: `
    A tag that exists but is unassigned resolves to \`latest\`, the version with the largest number. That is usually a
    draft, and it changes with every new one. Assign the tag, or write \`latest\` if you mean it.
  `,
  spec: 'Versioning 3',
  clause: 'Versioning: 3: 7 is version 7, latest the largest, latest_published the newest published, a tag its version',
  replaces: ['draft-is-live'],
  at: referencesTo('agent-version'),

  check(node, workspace) {
    const selection = selectionAt(node);
    if (typeof selection?.reference !== 'string') return undefined;
    if (!workspace.agent(selection.agentId)) return undefined;
    const { unassignedTag, version, isPublished } = workspace.resolve(selection.agentId, selection.reference);
    if (!unassignedTag) return undefined;
    const source = workspace.agent(selection.agentId)!.tags.get(selection.reference)!.source;
    const now = version === null ? '' : ` (now version ${version}${isPublished === false ? ', a draft' : ''})`;
    return {
      message: `${node.label}: tag ${show(node.value)} of ${clipped(selection.agentId)} is unassigned, so it resolves to latest${now}`,
      related: [{ at: source, key: true, message: 'the unassigned tag' }],
    };
  },

  examples: {
    invalid: files`
      -- split.agent-weights.json --
      [{ "agent_id": "agent_desk", "agent_version": "beta", "weight": 1 }]
                                                    ^^^^^^ warning: agent_version: tag "beta" of agent_desk is
                                              | unassigned, so it resolves to latest (now version 4, a draft)
      -- team.agent-list.json --
      [{ "agent_id": "agent_desk", "tags": { "beta": {}, "prod": { "version": 3 } } }]
      -- desk.agent.json --
      { "agent_id": "agent_desk", "version": 4, "is_published": false }
    `,
    valid: files`
      -- split.agent-weights.json --
      [
        { "agent_id": "agent_desk", "agent_version": "prod", "weight": 0.4 },
        { "agent_id": "agent_desk", "agent_version": "latest", "weight": 0.3 },
        { "agent_id": "agent_desk", "agent_version": "canary", "weight": 0.3 }
      ]
      -- team.agent-list.json --
      [{ "agent_id": "agent_desk", "tags": { "beta": {}, "prod": { "version": 3 } } }]
    `,
  },
});

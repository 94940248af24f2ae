import { agentName } from '../server/core/workspace/names.ts';
import { selectionAt } from '../server/core/workspace/version-references.ts';
import { defineRule, referencesTo, show } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unassigned-tag',
  group: 'references',
  severity: 'warning',
  needsEveryFile: true,
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
    const versionNote = version === null ? '' : ` (now version ${version}${isPublished === false ? ', a draft' : ''})`;
    return {
      message:
        `${node.label}: tag ${show(node.value)} of ${agentName(selection.agentId, workspace)} is unassigned, ` +
        `so it resolves to latest${versionNote}`,
      related: [{ at: source, key: true, message: 'the unassigned tag' }],
    };
  },
});

import { agentName } from '../server/core/workspace/names.ts';
import { selectionAt } from '../server/core/workspace/version-references.ts';
import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'already-published',
  group: 'batches',
  severity: 'info',
  spec: 'Agent version requests',
  clause: 'Agent version requests: publish: version required, title and description',
  at: { 'publish-agent-version-request': '/version' },

  check(node, workspace) {
    const selection = selectionAt(node),
      versions = selection && workspace.agent(selection.agentId)?.versions;
    const version = versions?.get(selection!.reference as number);
    if (!versions || version?.isPublished !== true) return undefined;
    const drafts = [...versions.values()].filter(
      otherVersion => otherVersion.isPublished === false && otherVersion.version > version.version,
    );
    const newerDraft = drafts.at(-1);
    return {
      message:
        `version: ${version.version} of ${agentName(selection!.agentId, workspace)} is already published` +
        (newerDraft ? `; the newest draft is ${newerDraft.version}` : ''),
      related: version.sources.slice(0, 1).map(source => ({
        at: source.get('is_published').exists ? source.get('is_published') : source,
        message: 'published here',
      })),
    };
  },
});

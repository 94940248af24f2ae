import { clipped } from '../server/core/wording.ts';
import { selectionAt } from '../server/core/workspace/version-references.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'already-published',
  group: 'batches',
  severity: 'info',
  summary: 'A publish request names a version that is already published.',
  why: `
    Publishing a version again does nothing, so the change you are waiting for does not go live. Usually the request
    is an old one, or a newer draft was meant.
  `,
  spec: 'Agent version requests',
  clause: 'Agent version requests: publish: version required, title and description',
  at: { 'publish-agent-version-request': '/version' },

  check(node, workspace) {
    const selection = selectionAt(node),
      versions = selection && workspace.agent(selection.agentId)?.versions;
    const version = versions?.get(selection!.reference as number);
    if (!versions || version?.isPublished !== true) return undefined;
    const drafts = [...versions.values()].filter(
      other => other.isPublished === false && other.version > version.version,
    );
    const newer = drafts.at(-1);
    return {
      message:
        `version: ${version.version} of ${clipped(selection!.agentId)} is already published` +
        (newer ? `; the newest draft is ${newer.version}` : ''),
      related: version.sources.slice(0, 1).map(source => ({
        at: source.get('is_published').exists ? source.get('is_published') : source,
        message: 'published here',
      })),
    };
  },

  examples: {
    invalid: files`
      -- agent_desk.publish-agent-version.json --
      { "version": 3 }
                   ^ info: version: 3 of agent_desk is already published; the newest draft is 4
      -- agent_desk.agent-versions.json --
      [{ "version": 3, "is_published": true }, { "version": 4, "is_published": false }]
    `,
    valid: files`
      -- agent_desk.publish-agent-version.json --
      { "version": 4 }
      -- agent_desk.agent-versions.json --
      [{ "version": 3, "is_published": true }, { "version": 4, "is_published": false }]
      -- agent_night.publish-agent-version.json --
      { "version": 4 }
      -- agent_desk.create-agent-version.json --
      { "base_version": 3 }
    `,
  },
});

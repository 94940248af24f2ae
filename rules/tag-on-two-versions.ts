import { versionRecord } from '../server/core/domain/version-records.ts';
import type { Agent, AgentVersion } from '../server/core/workspace/agents.ts';
import { clipped, defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'tag-on-two-versions',
  group: 'references',
  severity: 'warning',
  spec: 'Versioning 3',
  clause: [
    'Agent (response shape): assigned_tags: the preferred one first',
    'Versioning: 3: 7 is version 7, latest the largest, latest_published the newest published, a tag its version',
  ],
  at: { 'agent-settings': '/assigned_tags/*' },

  check(node, workspace) {
    const holder = node.parent?.parent,
      tag = node.string(),
      record = tag && holder ? versionRecord(holder, workspace) : undefined;
    if (!tag || !record?.agent || record.agent.tagsComplete) return undefined;
    const newestVersion = newestOfEach(record.agent).get(tag);
    // all versions except the newest one are reported
    if (!newestVersion || newestVersion.version.version <= record.version) return undefined;
    const { version: second, index } = newestVersion;
    const source = second.sources.find(place => place.get('assigned_tags').isArray)!;
    return {
      message: `tag ${clipped(tag)}: versions ${record.version} and ${second.version} both claim it, so which one it selects is ambiguous`,
      related: [
        {
          at: source.get('assigned_tags').get(index),
          message: `version ${second.version} claims it too`,
        },
      ],
    };
  },
});

interface TaggedVersion {
  readonly version: AgentVersion;
  readonly index: number;
}

/** The newest version with each tag, and its place. Cached, because each tag of each version asks for it. */
const newestOfEach = (agent: Agent): ReadonlyMap<string, TaggedVersion> =>
  agent.memory.remember(newestOfEach, undefined, () => {
    const newestVersions = new Map<string, TaggedVersion>();
    for (const version of agent.versions.values())
      for (const [index, tag] of (version.assignedTags ?? []).entries())
        if (newestVersions.get(tag)?.version !== version) newestVersions.set(tag, { version, index });
    return newestVersions;
  });

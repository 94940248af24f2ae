import { clipped } from '../server/core/wording.ts';
import { versionRecord } from '../server/core/domain/version-records.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import type { Agent, AgentVersion } from '../server/core/workspace/agents.ts';

export default defineRule({
  id: 'tag-on-two-versions',
  group: 'references',
  severity: 'warning',
  summary: 'Two versions of an agent claim the same tag.',
  why: `
    A tag is on one version at a time, so one of the files is out of date, and which version callers get is ambiguous.
    Export both again, or add the agent list, which is authoritative.
  `,
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
    const newest = newestOfEach(record.agent).get(tag);
    // reported at every version but the newest
    if (!newest || newest.version.version <= record.version) return undefined;
    const { version: other, index } = newest;
    const source = other.sources.find(place => place.get('assigned_tags').isArray)!;
    return {
      message: `tag ${clipped(tag)}: versions ${record.version} and ${other.version} both claim it, so which one it selects is ambiguous`,
      related: [
        {
          at: source.get('assigned_tags').get(index),
          message: `version ${other.version} claims it too`,
        },
      ],
    };
  },

  examples: {
    invalid: files`
      -- desk-3.agent.json --
      { "agent_id": "agent_desk", "version": 3, "assigned_tags": ["stable", "prod"] }
                                                                            ^^^^^^
                                              | warning: tag prod: versions 3 and 4 both claim it, so which one it
                                              | selects is ambiguous
      -- desk-4.agent.json --
      { "agent_id": "agent_desk", "version": 4, "assigned_tags": ["prod"] }
    `,
    valid: files`
      -- desk-3.agent.json --
      { "agent_id": "agent_desk", "version": 3, "assigned_tags": ["stable"] }
      -- desk-4.agent.json --
      { "agent_id": "agent_desk", "version": 4, "assigned_tags": ["prod"] }
      -- night.agent.json --
      { "agent_id": "agent_night", "version": 3, "assigned_tags": ["prod"] }
      -- draft.agent.json --
      { "agent_id": "", "version": 3, "assigned_tags": ["prod"] }
    `,
  },
});

interface Assigned {
  readonly version: AgentVersion;
  readonly index: number;
}

/** The newest version with each tag, and its place. Cached, because every tag of every version asks. */
const newestOfEach = (agent: Agent): ReadonlyMap<string, Assigned> =>
  agent.memory.remember(newestOfEach, undefined, () => {
    const newest = new Map<string, Assigned>();
    for (const version of agent.versions.values())
      for (const [index, tag] of (version.assignedTags ?? []).entries())
        if (newest.get(tag)?.version !== version) newest.set(tag, { version, index });
    return newest;
  });

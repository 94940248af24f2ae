import type { Cursor } from '../server/core/cursor.ts';
import { samePlace } from '../server/core/cursor.ts';
import { versionRecord } from '../server/core/domain/version-records.ts';
import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import { show, clipped, listed } from '../server/core/wording.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';

export default defineRule({
  id: 'tag-disagreement',
  group: 'references',
  severity: 'warning',
  summary: 'The agent list and a version disagree about a tag.',
  why: `
    Tags are assigned in the agent list, which is authoritative, and repeated in \`assigned_tags\` of the version. One
    of the files is out of date, and references follow the agent list. Export both again.
  `,
  spec: 'Agent list item and list filter',
  clause: [
    'Agent (response shape): assigned_tags: the preferred one first',
    'Agent list item and list filter: tags: names to states; they are authoritative',
  ],
  at: { 'agent-settings': '/assigned_tags/*', 'agent-list-item': '/tags/*' },

  check(node, workspace) {
    return node.within('agent-list-item') ? ofListItem(node, workspace) : ofRecord(node, workspace);
  },

  examples: {
    invalid: files`
      -- team.agent-list.json --
      [
        {
          "agent_id": "agent_desk",
          "tags": { "prod": { "version": 4 }, "beta": {}, "canary": { "version": 4 } }
                                                                                 ^
                                              | warning: tag canary: assigned to version 4 of agent_desk, whose
                                              | assigned_tags is empty
        }
      ]
      -- desk-3.agent.json --
      {
        "agent_id": "agent_desk", "version": 3,
        "assigned_tags": ["prod", "beta", "old"]
                          ^^^^^^ warning: assigned_tags has "prod", but the agent list (authoritative) assigns it to
                               | version 4
                                  ^^^^^^ warning: assigned_tags has "beta", but the agent list (authoritative)
                                       | assigns it to no version
                                          ^^^^^ warning: assigned_tags has "old", but the agent list (authoritative)
                                              | does not assign it to agent_desk
      }
      -- desk-4.agent.json --
      { "agent_id": "agent_desk", "version": 4, "assigned_tags": [] }
      ====
      -- a.agent-list.json --
      [{ "agent_id": "agent_desk", "tags": { "prod": { "version": 4 } } }]
      -- b.agent-list.json --
      [
        {
          "agent_id": "agent_desk",
          "tags": { "prod": { "version": 3 }, "beta": { "version": 3 } }
                                         ^ warning: tag prod: the agent lists assign it to versions 3 and 4 of
                                         | agent_desk, which is ambiguous
                                                                   ^ warning: tag beta: another agent list does not
                                         | have it, so what it selects in agent_desk is ambiguous
        }
      ]
    `,
    valid: files`
      -- team.agent-list.json --
      [
        {
          "agent_id": "agent_desk",
          "tags": { "prod": { "version": 4 }, "beta": {}, "canary": { "version": 3 }, "far": { "version": 9 } }
        }
      ]
      -- desk-3.agent.json --
      { "agent_id": "agent_desk", "version": 3 }
      -- desk-4.agent.json --
      { "agent_id": "agent_desk", "version": 4, "assigned_tags": ["prod"] }
      -- other.agent.json --
      { "agent_id": "agent_other", "version": 4, "assigned_tags": ["prod"] }
    `,
  },
});

/** A version that claims a tag which the list item assigns to another version. */
function ofRecord(node: Cursor, workspace: Workspace): Problem | undefined {
  const holder = node.parent?.parent,
    name = node.string(),
    record = name && holder ? versionRecord(holder, workspace) : undefined;
  if (!name || !record?.agent?.tagsComplete) return undefined;
  const tag = record.agent.tags.get(name);
  if (tag && (tag.version === record.version || tag.version === undefined)) return undefined;
  const instead = tag ? assignment(tag) : `does not assign it to ${clipped(record.agent.id)}`;
  return {
    message: `assigned_tags has ${show(name)}, but the agent list (authoritative) ${instead}`,
    related: [
      tag
        ? { at: tag.source, key: true, message: 'the tag in the agent list' }
        : { at: record.agent.listItems[0]!.get('tags'), message: "the agent's tags" },
    ],
  };
}

const assignment = ({ version }: { readonly version: number | null | undefined }): string =>
  version === null ? 'assigns it to no version' : `assigns it to version ${version}`;

/** A tag that neither its assigned version nor any other claims, or that another list assigns elsewhere. */
function ofListItem(node: Cursor, workspace: Workspace): Problem | undefined {
  const id = node.within('agent-list-item')?.get('agent_id').string(),
    version = node.get('version').integer();
  const agent = id ? workspace.agent(id) : undefined,
    tag = agent?.tags.get(node.key);
  if (!agent || !tag || version === undefined) return undefined;
  if (tag.claims.length > 1 && !samePlace(tag.source, node)) {
    return {
      at: node.get('version'),
      message:
        `tag ${clipped(node.key)}: the agent lists assign it to versions ` +
        `${listed(tag.claims, 'and', 4)} of ${clipped(id!)}, which is ambiguous`,
      related: [{ at: tag.source, key: true, message: 'assigned elsewhere here' }],
    };
  }
  if (tag.version === undefined && agent.tagsComplete && tag.claims.length === 1) {
    const other = agent.listItems.find(item => item.get('tags').isObject && !item.get('tags').get(node.key).exists);
    return {
      at: node.get('version'),
      message:
        `tag ${clipped(node.key)}: another agent list ${other ? 'does not have it' : 'assigns it to no version'}, ` +
        `so what it selects in ${clipped(id!)} is ambiguous`,
      related: other && [{ at: other.get('tags'), message: "the agent's tags there" }],
    };
  }
  const assigned = agent.versions.get(version)?.assignedTags;
  if (
    tag.version !== version ||
    !assigned ||
    [...agent.versions.values()].some(other => other.assignedTags?.includes(node.key))
  )
    return undefined;
  const record = agent.versions.get(version)!.sources.find(source => source.get('assigned_tags').isArray)!;
  return {
    at: node.get('version'),
    message:
      `tag ${clipped(node.key)}: assigned to version ${version} of ${clipped(id!)}, whose assigned_tags ` +
      `${assigned.length === 0 ? 'is empty' : `has only ${listed(assigned, 'and', 2)}`}`,
    related: [{ at: record.get('assigned_tags'), message: `the tags of version ${version}` }],
  };
}

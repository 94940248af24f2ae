import type { Cursor } from '../server/core/cursor.ts';
import { samePlace, versionRecord } from '../server/core/domain/version-records.ts';
import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import { listed } from '../server/core/words.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';

export default defineRule({
  id: 'tag-disagreement',
  severity: 'warning',
  summary: 'A list item and a version that say different things of a tag.',
  why: `
    Who reads the version's file is misled about which version the tag leads callers to. The assignment stands in the
    agent's list item, which is authoritative, and once more in \`assigned_tags\` of the version itself; where they
    disagree one of the files is out of date, and references are followed by the list item. Fetch both again.
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
    invalid: [
      {
        files: files`
        -- team.agent-list.json --
        [
          {
            "agent_id": "agent_desk", "agent_name": "Desk", "channel": "voice", "user_modified_timestamp": 1760000000000,
            "tags": { "prod": { "version": 4 }, "beta": {}, "canary": { "version": 4 } }
                                                                                   ^
                                                | warning: tag canary is assigned to version 4 of agent_desk here, but
                                                | the record of that version names no tag
          }
        ]
        -- desk-3.agent.json --
        {
          "agent_id": "agent_desk",
          "version": 3,
          "assigned_tags": ["prod", "beta", "old"],
                            ^^^^^^ warning: tag prod is not on version 3: the list item of agent_desk assigns it to
                                 | version 4, and that is what counts
                                    ^^^^^^ warning: tag beta is not on version 3: the list item of agent_desk has it
                                         | without a version, and that is what counts
                                            ^^^^^
                                                | warning: tag old is not on version 3: the list item of agent_desk has
                                                | no such tag, and that is what counts
          "response_engine": { "type": "custom-llm" },
          "voice_id": "11labs-Lily"
        }
        -- desk-4.agent.json --
        {
          "agent_id": "agent_desk",
          "version": 4,
          "assigned_tags": [],
          "response_engine": { "type": "custom-llm" },
          "voice_id": "11labs-Lily"
        }
      `,
      },
      {
        files: files`
        -- a.agent-list.json --
        [
          {
            "agent_id": "agent_desk",
            "agent_name": "Desk",
            "channel": "voice",
            "user_modified_timestamp": 1760000000000,
            "tags": { "prod": { "version": 4 } }
          }
        ]
        -- b.agent-list.json --
        [
          {
            "agent_id": "agent_desk",
            "agent_name": "Desk",
            "channel": "voice",
            "user_modified_timestamp": 1760000000000,
            "tags": { "prod": { "version": 3 } }
                                           ^ warning: tag prod of agent_desk is assigned to version 3 here, but the
                                           | files name 3 and 4, so what it selects cannot be known
          }
        ]
      `,
      },
    ],
    valid: [
      files`
      -- team.agent-list.json --
      [
        {
          "agent_id": "agent_desk", "agent_name": "Desk", "channel": "voice", "user_modified_timestamp": 1760000000000,
          "tags": { "prod": { "version": 4 }, "beta": {}, "canary": { "version": 3 }, "far": { "version": 9 } }
        }
      ]
      -- desk-3.agent.json --
      { "agent_id": "agent_desk", "version": 3, "response_engine": { "type": "custom-llm" }, "voice_id": "11labs-Lily" }
      -- desk-4.agent.json --
      {
        "agent_id": "agent_desk",
        "version": 4,
        "assigned_tags": ["prod"],
        "response_engine": { "type": "custom-llm" },
        "voice_id": "11labs-Lily"
      }
      -- other.agent.json --
      {
        "agent_id": "agent_other",
        "version": 4,
        "assigned_tags": ["prod"],
        "response_engine": { "type": "custom-llm" },
        "voice_id": "11labs-Lily"
      }
    `,
    ],
  },
});

/** A version that says it has a tag which the list item puts elsewhere. */
function ofRecord(node: Cursor, workspace: Workspace): Problem | undefined {
  const record = node.parent?.parent && versionRecord(node.parent.parent, workspace);
  const name = node.string();
  if (!record?.agent?.tagsComplete || !name) return undefined;
  const tag = record.agent.tags.get(name);
  if (tag && (tag.version === record.version || tag.version === undefined)) return undefined;
  const instead = tag ? assignment(tag) : 'has no such tag';
  return {
    message: `tag ${name} is not on version ${record.version}: the list item of ${record.agent.id} ${instead}, and that is what counts`,
    related: [
      tag
        ? { at: tag.source, key: true, message: 'the tag in the list item' }
        : { at: record.agent.listItems[0]!.get('tags'), message: 'the tags of the agent' },
    ],
  };
}

const assignment = ({ version }: { readonly version: number | null | undefined }): string =>
  version === null ? 'has it without a version' : `assigns it to version ${version}`;

/** A tag that the version it is assigned to does not have, nor any other; or that another list assigns elsewhere. */
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
        `tag ${node.key} of ${id} is assigned to version ${version} here, ` +
        `but the files name ${listed(tag.claims, 'and')}, so what it selects cannot be known`,
      related: [{ at: tag.source, key: true, message: 'assigned differently' }],
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
      `tag ${node.key} is assigned to version ${version} of ${id} here, ` +
      `but the record of that version names ${assigned.length === 0 ? 'no tag' : `only ${listed(assigned, 'and')}`}`,
    related: [{ at: record.get('assigned_tags'), message: `the tags of version ${version}` }],
  };
}

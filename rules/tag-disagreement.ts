import { versionRecord } from '../server/core/domain/version-records.ts';
import type { AgentVersion } from '../server/core/workspace/agents.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import {
  clipped,
  defineRule,
  listed,
  isSamePlace,
  show,
  type Cursor,
  type Problem,
} from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'tag-disagreement',
  group: 'references',
  severity: 'warning',
  spec: 'Agent list item and list filter',
  clause: [
    'Agent (response shape): assigned_tags: the preferred one first',
    'Agent list item and list filter: tags: names to states; they are authoritative',
  ],
  at: { 'agent-settings': '/assigned_tags/*', 'agent-list-item': '/tags/*' },

  check(node, workspace) {
    return node.within('agent-list-item') ? listItemProblem(node, workspace) : recordProblem(node, workspace);
  },
});

/** Reports a version with a tag that the list item assigns to another version. */
function recordProblem(node: Cursor, workspace: Workspace): Problem | undefined {
  const holder = node.parent?.parent,
    name = node.string(),
    record = name && holder ? versionRecord(holder, workspace) : undefined;
  if (!name || !record?.agent?.tagsComplete) return undefined;
  const tag = record.agent.tags.get(name);
  if (tag && (tag.version === record.version || tag.version === undefined)) return undefined;
  // the list item is reported if its version lacks the tag
  if (tag && typeof tag.version === 'number' && lacksTag(name, record.agent.versions.get(tag.version)))
    return undefined;
  const otherAssignment = tag ? assignment(tag) : `does not assign it to ${record.agent.label}`;
  return {
    message: `assigned_tags has ${show(name)}, but the agent list (authoritative) ${otherAssignment}`,
    related: [
      tag
        ? { at: tag.source, key: true, message: 'the tag in the agent list' }
        : { at: record.agent.listItems[0]!.get('tags'), message: "the agent's tags" },
    ],
  };
}

const assignment = ({ version }: { readonly version: number | null | undefined }): string =>
  version === null ? 'assigns it to no version' : `assigns it to version ${version}`;

/** Reports a tag that no version has, or that another list assigns to another version. */
function listItemProblem(node: Cursor, workspace: Workspace): Problem | undefined {
  const id = node.within('agent-list-item')?.get('agent_id').string(),
    version = node.get('version').integer();
  const agent = id ? workspace.agent(id) : undefined,
    tag = agent?.tags.get(node.key);
  if (!agent || !tag || version === undefined) return undefined;
  if (tag.claims.length > 1 && !isSamePlace(tag.source, node)) {
    return {
      at: node.get('version'),
      message:
        `tag ${clipped(node.key)}: the agent lists assign it to versions ` +
        `${listed(tag.claims, 'and', 4)} of ${agent.label}, which is ambiguous`,
      related: [{ at: tag.source, key: true, message: 'another assignment of this tag' }],
    };
  }
  if (tag.version === undefined && agent.tagsComplete && tag.claims.length === 1) {
    const listItem = agent.listItems.find(item => item.get('tags').isObject && !item.get('tags').get(node.key).exists);
    return {
      at: node.get('version'),
      message:
        `tag ${clipped(node.key)}: another agent list ${listItem ? 'does not have it' : 'assigns it to no version'}, ` +
        `so what it selects in ${agent.label} is ambiguous`,
      related: listItem && [{ at: listItem.get('tags'), message: "the agent's tags there" }],
    };
  }
  const selectedVersion = agent.versions.get(version);
  if (tag.version !== version || !lacksTag(node.key, selectedVersion)) return undefined;
  const { assignedTags = [] } = selectedVersion!,
    holders = [...agent.versions.values()].filter(version => version.assignedTags?.includes(node.key)),
    tagsOf = ({ sources }: AgentVersion): Cursor =>
      sources.map(source => source.get('assigned_tags')).find(tags => tags.isArray)!;
  return {
    at: node.get('version'),
    message:
      `tag ${clipped(node.key)}: assigned to version ${version} of ${agent.label}, whose assigned_tags ` +
      (assignedTags.length === 0 ? 'is empty' : `has only ${listed(assignedTags, 'and', 2)}`) +
      (holders.length === 0
        ? ''
        : `, while version ${listed(
            holders.map(holder => String(holder.version)),
            'and',
            4,
          )} has it`),
    related: [selectedVersion!, ...holders].map(version => ({
      at: tagsOf(version),
      message: `the tags of version ${version.version}`,
    })),
  };
}

/** Whether the record of a version has tags, but not this tag. */
const lacksTag = (name: string, version: AgentVersion | undefined): boolean =>
  version?.assignedTags?.includes(name) === false;

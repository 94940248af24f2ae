import { placeName, usersOfTag } from '../server/core/index/agent-references.ts';
import type { Cursor } from '../server/core/cursor.ts';
import { agentIdInName, reservedReferences, selectionAt } from '../server/core/workspace/version-references.ts';
import { didYouMeanId } from '../server/core/domain/ids.ts';
import { similarReference } from '../server/core/index/lookup.ts';
import { clipped, show, suggest } from '../server/core/wording.ts';
import type { Agent } from '../server/core/workspace/agents.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import type { Resolution } from '../server/core/workspace/resolve.ts';
import { defineRule, referencesTo, set, type Problem, type RelatedInformation } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unresolved-agent-version',
  group: 'references',
  severity: 'error',
  needsEveryFile: true,
  spec: 'Versioning 3',
  clause: [
    'Agent list item and list filter: root tag state: version from 0, variables are text',
    'Agent version requests: create: base_version and nothing else',
    'Agent version requests: publish: version required, title and description',
    'Batch call: task: override_agent_version',
    'States and transitions: base_version of a request names an existing version',
    'Versioning: 3: 7 is version 7, latest the largest, latest_published the newest published, a tag its version',
  ],
  at: referencesTo('agent-version'),

  check(node, workspace) {
    if (node.within('alert-incident') || isProvenance(node)) return undefined;
    const selection = selectionAt(node);
    const agent = selection && workspace.agent(selection.agentId);
    if (!selection || !agent) return requestForUnknownAgent(node, workspace);
    const resolution = workspace.resolve(selection.agentId, selection.reference);
    const { version, reference } = resolution;
    if (resolution.outcome === 'resolved')
      return unseenProblem(node, agent, { version: version!, reference }, workspace);
    const isMissing = resolution.outcome === 'missing';
    // an agent list is often kept without the files of the agents
    if (!isMissing && agent.versions.size === 0 && node.parent?.is('root-tag-state'))
      return unseenProblem(node, agent, { version: node.integer(), reference }, workspace);
    const similarName = similarReference(resolution);
    return {
      message: `${node.label}: ${resolution.because}${suggest(similarName)}`,
      // the fix must not select a tag whose version is missing
      fix: set(node, similarName !== undefined && isResolved(agent, similarName, workspace) ? similarName : undefined),
      ...(!isMissing && { severity: hasNoEvidence(node, agent, resolution) ? 'info' : 'warning' }),
      related: [...(evidence(agent, resolution, workspace) ?? []), ...usersAt(node, selection.agentId, workspace)],
      cause: assignmentOf(agent, resolution)?.at,
    };
  },
});

/**
 * Reports a version that callers get, or that a tag of an agent with a file per version selects, but that only a version
 * list contains, so that its contents are not checked.
 */
function unseenProblem(
  node: Cursor,
  agent: Agent,
  { version, reference }: { readonly version: number | undefined; readonly reference: string | number | null },
  workspace: Workspace,
): Problem | undefined {
  const { complete, liveTags } = workspace.facts,
    isLive = (tag: unknown): boolean => liveTags.some(liveTag => liveTag === tag);
  // the version of a live tag is reported at the tag
  const leadsCallers = node.parent?.is('root-tag-state')
    ? isLive(node.parent.key)
    : node.within('phone-number') !== undefined && !isLive(reference);
  const isDeclared = complete.includes('agent'),
    isKept = leadsCallers || (node.parent?.is('root-tag-state') === true && isDeclared && keepsVersions(agent));
  if (!isKept || version === undefined || !(isDeclared || keepsAgents(workspace))) return undefined;
  if (workspace.unread('agent').length > 0 || !isUnseen(agent, version)) return undefined;
  return {
    message:
      `${node.label}: ${leadsCallers ? 'callers get' : `tag ${clipped(node.parent!.key)} selects`} version ${version} ` +
      `of ${agent.label}, but no file has its record` +
      (isDeclared ? ' (config: "complete" includes agent)' : ''),
    severity: 'warning',
    ...(!isDeclared && { help: 'other agents of the list have files here' }),
  };
}

const isUnseen = (agent: Agent, version: number): boolean =>
  !agent.recordPlace(version) && !agent.recordPlace(undefined);

/** Whether several versions of an agent have files. */
const keepsVersions = (agent: Agent): boolean =>
  agent.memory.remember(
    keepsVersions,
    undefined,
    () => [...agent.versions.keys()].filter(version => agent.recordPlace(version)).length > 1,
  );

/** Whether the versions of live tags are kept in files: of many, at most one or a tenth has no file. */
const keepsAgents = (workspace: Workspace): boolean =>
  workspace.memory.remember(keepsAgents, undefined, () => {
    const { liveTags, isPart } = workspace.facts;
    const liveVersions = [...workspace.agents.values()].flatMap(agent =>
      liveTags.flatMap(tag => {
        const state = agent.tags.get(tag),
          version = state?.source.is('root-tag-state') ? state.source.get('version').integer() : undefined;
        return version === undefined ? [] : [{ agent, version }];
      }),
    );
    const unseenCount = liveVersions.filter(({ agent, version }) => isUnseen(agent, version)).length;
    return (
      isPart !== true && liveVersions.length >= 4 && (unseenCount === 1 || unseenCount * 10 <= liveVersions.length)
    );
  });

/** Whether a reference only records the base of a version. In the request for a new draft, the base is selected. */
function isProvenance(node: Cursor): boolean {
  if (!node.parent?.is('agent-settings')) return node.parent?.is('agent-version-summary') === true;
  const { of } = node.marks['x-reference'] ?? {};
  // the reference is to a version of the same agent
  return of !== undefined && node.sibling(of).marks['x-identifies']?.of === 'agent';
}

/** Reports a request whose file is named after an agent that is not in this workspace. */
function requestForUnknownAgent(node: Cursor, workspace: Workspace): Problem | undefined {
  const { agents } = workspace;
  const id = node.within('create-agent-version-request', 'publish-agent-version-request') && agentIdInName(node);
  if (id === undefined || agents.has(id) || agents.size === 0) return undefined;
  return {
    message: `${node.label}: no agent ${show(id)} (from the file name) in this workspace${didYouMeanId(id, agents)}`,
    severity: workspace.isComplete('agent', 'agent-list') ? 'error' : 'warning',
  };
}

const isResolved = ({ id }: Agent, reference: string, workspace: Workspace): boolean =>
  workspace.resolve(id, reference).outcome === 'resolved';

/** Whether the workspace has no record that could resolve the reference, so that nothing contradicts it. */
function hasNoEvidence(node: Cursor, agent: Agent, { missing, reference, unread }: Resolution): boolean {
  if (missing !== null) return false;
  // the unreadable file has a finding of its own
  if (unread.length > 0) return true;
  if (agent.versions.size === 0) return true;
  return (
    typeof reference === 'string' && !reservedReferences.includes(reference) && !agent.tagsComplete && !listsTags(agent)
  );
}

/** Whether a record of a version lists its tags. */
const listsTags = (agent: Agent): boolean =>
  agent.memory.remember(listsTags, undefined, () =>
    [...agent.versions.values()].some(({ assignedTags }) => assignedTags !== undefined),
  );

function evidence(agent: Agent, resolution: Resolution, workspace: Workspace): Problem['related'] {
  const assignment = assignmentOf(agent, resolution);
  return [...(assignment ? [assignment] : []), ...evidenceOf(agent, resolution, workspace)];
}

/** The place where the tag is assigned to the missing version. A correction there fixes all references. */
function assignmentOf(
  agent: Agent,
  { tagAway }: Resolution,
): (RelatedInformation & { readonly at: Cursor }) | undefined {
  const source = tagAway === null ? undefined : agent.tags.get(tagAway)?.source;
  if (!source?.is('root-tag-state')) return undefined;
  const version = source.get('version');
  return { at: version, message: `tag ${clipped(tagAway!)} is assigned to version ${show(version.value)} here` };
}

/** The maximum number of references that are named for a tag. */
const MAX_USERS = 5;

/** The references by a tag whose version is missing. */
function usersAt(node: Cursor, agentId: string, workspace: Workspace): RelatedInformation[] {
  const tag = node.parent?.is('root-tag-state') ? node.parent.key : undefined;
  if (tag === undefined) return [];
  const users = usersOfTag(agentId, tag, workspace),
    shownUsers = users.slice(0, MAX_USERS),
    restCount = users.length - shownUsers.length;
  return shownUsers.map((user, i) => ({
    at: user.at,
    message: `used by ${placeName(user, workspace)}${restCount > 0 && i === shownUsers.length - 1 ? `, and by ${restCount} more` : ''}`,
  }));
}

function evidenceOf(
  agent: Agent,
  { missing, unread }: Resolution,
  workspace: Workspace,
): readonly RelatedInformation[] {
  if (unread.length > 0)
    return unread.slice(0, 8).map(file => ({ at: workspace.at({ file, pointer: '' }), message: 'cannot be read' }));
  if (missing === 'tag')
    return agent.listItems.slice(0, 1).map(item => ({ at: item.get('tags'), message: "the agent's tags" }));
  return missing === null
    ? []
    : agent.summaries.slice(0, 1).map(summary => ({ at: summary.parent ?? summary, message: 'the version summaries' }));
}

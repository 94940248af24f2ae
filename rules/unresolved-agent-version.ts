import type { Cursor } from '../server/core/cursor.ts';
import { agentIdInName, reservedReferences, selectionAt } from '../server/core/workspace/version-references.ts';
import { didYouMeanId } from '../server/core/domain/ids.ts';
import { defineRule, files, referencesTo, type Problem, type RelatedInformation } from '../server/core/engine/rule.ts';
import { clipped, didYouMean, show } from '../server/core/wording.ts';
import type { Agent } from '../server/core/workspace/agents.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import type { Resolution } from '../server/core/workspace/resolve.ts';

export default defineRule({
  id: 'unresolved-agent-version',
  group: 'references',
  severity: 'error',
  needsEveryFile: true,
  summary: 'An agent version reference does not resolve.',
  why: `
    The request is refused, or the call fails. A reference is a number, \`latest\`, \`latest_published\` or a tag: the
    number must exist, the tag must exist on that agent, and \`latest_published\` needs a published version.

    It is an error if the files prove it: an agent-versions file lists all versions of an agent, an agent list all of
    its tags. Without them it is a warning that says what is known; add the file to settle it.
  `,
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
    if (resolution.outcome === 'resolved') return undefined;
    const isMissing = resolution.outcome === 'missing';
    // an agent list without the agents' files is common
    if (!isMissing && agent.versions.size === 0 && node.parent?.is('root-tag-state')) return undefined;
    return {
      message: `${node.label}: ${resolution.because}${suggestion(resolution)}`,
      ...(!isMissing && { severity: saysNothing(node, agent, resolution) ? 'info' : 'warning' }),
      related: evidence(agent, resolution, workspace),
    };
  },

  examples: {
    invalid: files`
      -- clinic.phone-number.json --
      {
        "phone_number": "+14155550100",
        "inbound_agents": [{ "agent_id": "agent_desk", "agent_version": "production", "weight": 1 }],
                                                                        ^^^^^^^^^^^^
                                              | agent_version: agent_desk has no tag "production"; its tags: prod;
                                              | did you mean "prod"?
        "outbound_agents": [{ "agent_id": "agent_desk", "agent_version": 7, "weight": 1 }]
                                                                         ^
                                              | agent_version: agent_desk has no version 7; its versions: 0 and 1
      }
      -- team.agent-list.json --
      [{ "agent_id": "agent_desk", "tags": { "prod": { "version": 1 } } }]
      -- agent_desk.agent-versions.json --
      [{ "version": 0, "is_published": false }, { "version": 1, "is_published": false }]
      -- agent_desk.publish-agent-version.json --
      { "version": 2 }
                   ^ version: agent_desk has no version 2; its versions: 0 and 1
      -- agent_desk.create-agent-version.json --
      { "base_version": 4 }
                        ^ base_version: agent_desk has no version 4; its versions: 0 and 1
      -- busy.alert-rule.json --
      { "filter": { "agent": [{ "agent_id": "agent_desk", "version": [1, 3] }] } }
                                                                         ^
                                              | agent[0].version[1]: agent_desk has no version 3; its versions: 0 and
                                              | 1
      -- reminders.batch-call.json --
      { "tasks": [{ "override_agent_id": "agent_desk", "override_agent_version": "latest_published" }] }
                                                                                 ^^^^^^^^^^^^^^^^^^
                                              | override_agent_version: agent_desk has no published version
      ====
      -- desk.agent.json --
      { "agent_id": "agent_desk", "version": 3, "assigned_tags": ["prod"] }
      -- split.agent-weights.json --
      [
        { "agent_id": "agent_desk", "agent_version": 2, "weight": 0.5 },
                                                     ^ warning: agent_version: agent_desk has no version 2 here;
                                              | known versions: 3
        { "agent_id": "agent_desk", "agent_version": "canary", "weight": 0.5 }
                                                     ^^^^^^^^ warning: agent_version: no agent list here says
                                              | whether agent_desk has a tag "canary"; known tags: prod
      ]
      ====
      -- desk.publish-agent-version.json --
      { "version": 2 }
                   ^ warning: version: no agent "desk" (from the file name) in this workspace
      -- team.agent-list.json --
      [{ "agent_id": "agent_desk", "tags": { "prod": { "version": 1 } } }]
      -- all.agent-weights.json --
      [{ "agent_id": "agent_desk", "agent_version": "prod", "weight": 1 }]
                                                    ^^^^^^ info: agent_version: tag prod points to version 1, which
                                              | is not in this workspace
    `,
    valid: files`
      -- desk.agent.json --
      { "agent_id": "agent_desk", "version": 3, "base_version": 2, "assigned_tags": ["prod"] }
      -- split.agent-weights.json --
      [
        { "agent_id": "agent_desk", "agent_version": 3, "weight": 0.2 },
        { "agent_id": "agent_desk", "agent_version": "prod", "weight": 0.2 },
        { "agent_id": "agent_desk", "agent_version": "latest", "weight": 0.2 },
        { "agent_id": "agent_desk", "weight": 0.2 },
        { "agent_id": "agent_elsewhere", "agent_version": "prod", "weight": 0.2 }
      ]
      -- desk.agent-override.json --
      { "agent": { "agent_name": "Desk", "base_version": 9 } }
    `,
  },
});

/**
 * A base version records where a version came from and selects nothing. The request for a new draft does select one.
 */
function isProvenance(node: Cursor): boolean {
  if (!node.parent?.is('agent-settings')) return node.parent?.is('agent-version-summary') === true;
  const { of } = node.marks['x-reference'] ?? {};
  // a version of the very agent that the record describes
  return of !== undefined && node.sibling(of).marks['x-identifies']?.of === 'agent';
}

/** A request whose file is named after an agent that is not in this workspace. */
function requestForUnknownAgent(node: Cursor, workspace: Workspace): Problem | undefined {
  const { agents } = workspace;
  const id = node.within('create-agent-version-request', 'publish-agent-version-request') && agentIdInName(node);
  if (id === undefined || agents.has(id) || agents.size === 0) return undefined;
  return {
    message: `${node.label}: no agent ${show(id)} (from the file name) in this workspace${didYouMeanId(id, agents)}`,
    severity: workspace.isComplete('agent', 'agent-list') ? 'error' : 'warning',
  };
}

/**
 * The known names that a reference may have been meant to be; the same for all references to one agent that select
 * nothing.
 */
const nameable = new WeakMap<Resolution['known'], readonly string[]>();

function suggestion({ reference, known }: Resolution): string {
  // a similar number is a different version, and a reserved name is not a typo
  if (typeof reference !== 'string' || reservedReferences.includes(reference)) return '';
  let names = nameable.get(known);
  if (!names) nameable.set(known, (names = [...known.filter(name => typeof name === 'string'), ...reservedReferences]));
  return didYouMean(reference, names);
}

/** Whether the workspace has no record that could resolve it; such a reference is no more suspect than any other. */
function saysNothing(node: Cursor, agent: Agent, { missing, reference, unread }: Resolution): boolean {
  if (missing !== null) return false;
  // what is wrong is that file
  if (unread.length > 0) return true;
  if (agent.versions.size === 0 || node.parent?.is('root-tag-state')) return true;
  return (
    typeof reference === 'string' && !reservedReferences.includes(reference) && !agent.tagsComplete && !tellsTags(agent)
  );
}

/** Whether any version's record says which tags it has. */
const tellsTags = (agent: Agent): boolean =>
  agent.memory.remember(tellsTags, undefined, () =>
    [...agent.versions.values()].some(({ assignedTags }) => assignedTags !== undefined),
  );

function evidence(agent: Agent, resolution: Resolution, workspace: Workspace): Problem['related'] {
  const assigned = assignmentOf(agent, resolution);
  return [...(assigned ? [assigned] : []), ...evidenceOf(agent, resolution, workspace)];
}

/** Where the tag gets the version that is not there: what to mend for all that use the tag. */
function assignmentOf(agent: Agent, { reference }: Resolution): RelatedInformation | undefined {
  const tag = typeof reference === 'string' ? agent.tags.get(reference) : undefined;
  if (typeof tag?.version !== 'number' || agent.versions.has(tag.version) || !tag.source.is('root-tag-state'))
    return undefined;
  return {
    at: tag.source.get('version'),
    message: `tag ${clipped(tag.name)} is assigned to version ${tag.version} here`,
  };
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

import { nameOfRecord } from '../server/core/domain/phone-numbers.ts';
import { agentName } from '../server/core/workspace/names.ts';
import { pathInWords } from '../server/core/domain/live-versions.ts';
import { liveThrough } from '../server/core/domain/live-places.ts';
import { agentsAt } from '../server/core/domain/swaps.ts';
import { selectionOf } from '../server/core/workspace/version-references.ts';
import { placeOf } from '../server/core/workspace/records.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { clipped, defineRule, show, type Cursor, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'draft-is-live',
  group: 'references',
  severity: 'warning',
  spec: 'Versioning 2',
  clause: 'Versioning: 2: versions count from 0; a draft is made from another; a version is published or a draft',
  at: {
    among: ['x-reference=agent', 'x-reference=tag', 'x-reference=agent-version'],
    hasProperty: ({ 'x-reference': reference }) => reference?.to !== 'agent-version' || reference.of === undefined,
  },

  check(node, workspace) {
    const { to } = node.marks['x-reference']!;
    if (to === 'agent') return selectionProblem(node, workspace);
    return to === 'tag' ? recordTagProblem(node, workspace) : draftAssignment(node, workspace);
  },
});

/** Reports a list item that assigns a live tag to a draft. */
function draftAssignment(node: Cursor, workspace: Workspace): Problem | undefined {
  const tag = node.parent?.is('root-tag-state') ? node.parent.key : '';
  const id = node.within('agent-list-item')?.get('agent_id').string(),
    version = node.integer();
  if (
    !id ||
    version === undefined ||
    !workspace.facts.liveTags.includes(tag) ||
    workspace.agent(id)?.versions.get(version)?.isPublished !== false
  )
    return undefined;
  return {
    message: `live tag ${clipped(tag)} points to version ${version} of ${agentName(id, workspace)}, a draft; callers get unpublished edits`,
  };
}

/** Reports a live tag in the record of a draft, unless the item of an agent list assigns the tag. */
function recordTagProblem(node: Cursor, workspace: Workspace): Problem | undefined {
  const record = node.parent?.parent,
    tag = node.string();
  if (
    !record?.is('agent-settings') ||
    record.recordKind !== 'agent' ||
    tag === undefined ||
    !workspace.facts.liveTags.includes(tag)
  )
    return undefined;
  if (
    record.get('is_published').value !== false ||
    workspace.agent(record.get('agent_id').string() ?? '')?.tagsComplete
  )
    return undefined;
  return {
    message: `live tag ${clipped(tag)} points to this version, a draft; callers get unpublished edits`,
  };
}

function selectionProblem(node: Cursor, workspace: Workspace): Problem | undefined {
  const selection = selectionOf(node);
  if (!selection) return undefined;
  const agent = workspace.agent(selection.agentId);
  if (!agent) return undefined;
  const { reference, agentId, version } = selection;
  const resolution = workspace.resolve(agentId, reference);
  // a live tag is reported only at its assignment
  if (
    resolution.isPublished !== false ||
    (typeof reference === 'string' &&
      !resolution.unassignedTag &&
      agent.tags.has(reference) &&
      workspace.facts.liveTags.includes(reference))
  )
    return undefined;
  const draftProblem = draftReach(node, workspace);
  const referenceText =
    reference === null
      ? `${node.label}: ${agent.label} without ${version.key}`
      : `${version.label}: ${show(reference)} of ${agent.label}`;
  const subject =
    typeof reference === 'number'
      ? `version ${reference} of ${agent.label} is`
      : `${referenceText} resolves to version ${resolution.version},`;
  return {
    at: reference === null ? node : version,
    ...draftProblem,
    message: `${subject} a draft; ${draftProblem.message}`,
  };
}

/** Describes who reaches the draft through a reference, with the severity. */
function draftReach(node: Cursor, workspace: Workspace): Pick<Problem, 'message' | 'severity'> {
  const number = node.within('phone-number')?.get('phone_number').string();
  if (number)
    return {
      message: `callers of ${clipped(number)} get unpublished edits`,
    };
  if (node.parent?.is('agent-weight')) return { message: 'part of the traffic gets unpublished edits' };
  if (node.parent?.is('batch-call-task')) return { message: 'this call gets unpublished edits' };
  const [liveVersion] = liveThrough(placeOf(node), workspace);
  if (liveVersion)
    return {
      message: `callers through ${clipped(pathInWords(liveVersion.through.slice(0, 1)), 50)} get unpublished edits`,
    };
  const publishedAgent = agentsAt(node, workspace).find(agent => agent.get('is_published').value === true);
  if (publishedAgent)
    return {
      message:
        `published version ${publishedAgent.get('version').integer() ?? '?'} of ` +
        `${nameOfRecord(publishedAgent, workspace) || 'the agent'} hands over to this draft`,
    };
  return { message: 'conversations handed to this draft get unpublished edits', severity: 'info' };
}

import type { Cursor } from '../server/core/cursor.ts';
import { wayInWords } from '../server/core/domain/live-versions.ts';
import { liveThrough } from '../server/core/domain/live-places.ts';
import { agentsAt } from '../server/core/domain/swaps.ts';
import { selectionOf } from '../server/core/workspace/version-references.ts';
import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import { clipped, show } from '../server/core/wording.ts';
import { placeOf } from '../server/core/workspace/records.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';

export default defineRule({
  id: 'draft-is-live',
  group: 'references',
  severity: 'warning',
  summary: 'A live tag, a share of traffic, a swap or a batch leads callers to a draft.',
  why: `
    A draft can be edited by anyone at any time, and every edit reaches callers at once; a published version cannot
    change. A reference without a version means the latest one, which is usually a draft. Publish the version, or
    reference a published one.
  `,
  spec: 'Versioning 2',
  clause: 'Versioning: 2: versions count from 0; a draft is made from another; a version is published or a draft',
  at: {
    among: ['x-reference=agent', 'x-reference=tag', 'x-reference=agent-version'],
    marked: ({ 'x-reference': reference }) => reference?.to !== 'agent-version' || reference.of === undefined,
  },

  check(node, workspace) {
    const { to } = node.marks['x-reference']!;
    if (to === 'agent') return selected(node, workspace);
    return to === 'tag' ? taggedRecord(node, workspace) : assigned(node, workspace);
  },

  examples: {
    invalid: files`
      -- team.agent-list.json --
      [
        {
          "agent_id": "agent_desk",
          "tags": { "prod": { "version": 4 }, "beta": { "version": 4 } }
                                         ^ warning: live tag prod points to version 4 of agent_desk, a draft;
                                         | callers get unpublished edits
        }
      ]
      -- desk.agent.json --
      {
        "agent_id": "agent_desk", "version": 4, "is_published": false,
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }
      }
      -- billing.agent.json --
      {
        "agent_id": "agent_billing", "version": 0, "is_published": false,
        "assigned_tags": ["production"]
                          ^^^^^^^^^^^^ warning: live tag production points to this version, a draft; callers get
                                     | unpublished edits
      }
      -- desk.llm.json --
      {
        "llm_id": "llm_desk",
        "general_tools": [
          { "type": "agent_swap", "name": "to_billing", "agent_id": "agent_billing", "agent_version": 0 }
                                                                                                      ^
                                              | warning: version 0 of agent_billing is a draft; callers through tag
                                              | prod of agent_desk get unpublished edits
        ]
      }
      -- clinic.phone-number.json --
      { "phone_number": "+14155550100", "inbound_agents": [{ "agent_id": "agent_billing", "weight": 1 }] }
                                                                         ^^^^^^^^^^^^^^^
                                              | warning: agent_billing without agent_version resolves to version 0,
                                              | a draft; callers of +14155550100 get unpublished edits
      -- split.agent-weights.json --
      [{ "agent_id": "agent_desk", "agent_version": "beta", "weight": 1 }]
                                                    ^^^^^^ warning: agent_version: "beta" of agent_desk resolves to
                                              | version 4, a draft; part of the traffic gets unpublished edits
      -- reminders.batch-call.json --
      { "tasks": [{ "override_agent_id": "agent_desk", "override_agent_version": 4 }] }
                                                                                 ^
                                              | warning: version 4 of agent_desk is a draft; this call gets
                                              | unpublished edits
      ====
      -- desk.agent.json --
      {
        "agent_id": "agent_desk", "version": 2, "is_published": true,
        "service_llm": {
          "general_tools": [{ "type": "agent_swap", "name": "to_billing", "agent_id": "agent_billing" }]
                                                                                      ^^^^^^^^^^^^^^^
                                              | warning: agent_billing without agent_version resolves to version 0, a
                                              | draft; published version 2 of agent_desk hands over to it
        }
      }
      -- test.agent.json --
      {
        "version": 0,
        "service_llm": {
          "general_tools": [{ "type": "agent_swap", "name": "to_billing", "agent_id": "agent_billing" }]
                                                                                      ^^^^^^^^^^^^^^^
                                              | info: agent_billing without agent_version resolves to version 0, a
                                              | draft; conversations handed to it get unpublished edits
        }
      }
      -- billing.agent.json --
      { "agent_id": "agent_billing", "version": 0, "is_published": false }
    `,
    valid: files`
      -- team.agent-list.json --
      [{ "agent_id": "agent_desk", "tags": { "prod": { "version": 3 }, "beta": { "version": 4 } } }]
      -- desk-3.agent.json --
      {
        "agent_id": "agent_desk", "version": 3, "is_published": true,
        "assigned_tags": ["prod"],
        "response_engine": { "type": "custom-llm" }
      }
      -- desk-4.agent.json --
      {
        "agent_id": "agent_desk", "version": 4, "is_published": false,
        "assigned_tags": ["beta"],
        "response_engine": { "type": "custom-llm" }
      }
      -- clinic.phone-number.json --
      {
        "phone_number": "+14155550100",
        "inbound_agents": [{ "agent_id": "agent_desk", "agent_version": "prod", "weight": 1 }],
        "outbound_agents": [{ "agent_id": "agent_elsewhere", "weight": 1 }]
      }
      -- long.alert-rule.json --
      { "metric_type": "call_count", "threshold_value": 9, "filter": { "agent": [{ "agent_id": "agent_desk", "version": [4] }] } }
    `,
  },
});

/** The version of a tag in a list item. */
function assigned(node: Cursor, workspace: Workspace): Problem | undefined {
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
    message: `live tag ${clipped(tag)} points to version ${version} of ${clipped(id)}, a draft; callers get unpublished edits`,
  };
}

/** A tag in a draft's own record, if no list item is more precise. */
function taggedRecord(node: Cursor, workspace: Workspace): Problem | undefined {
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

function selected(node: Cursor, workspace: Workspace): Problem | undefined {
  const selection = selectionOf(node);
  if (!selection) return undefined;
  const agent = workspace.agent(selection.agentId);
  if (!agent) return undefined;
  const { reference, agentId, version } = selection;
  const resolution = workspace.resolve(agentId, reference);
  // a live tag is reported once, where it is assigned
  if (
    resolution.isPublished !== false ||
    (typeof reference === 'string' &&
      !resolution.unassignedTag &&
      agent.tags.has(reference) &&
      workspace.facts.liveTags.includes(reference))
  )
    return undefined;
  const led = ledToDraft(node, workspace);
  const written =
    reference === null
      ? `${clipped(agentId)} without ${version.key}`
      : `${version.label}: ${show(reference)} of ${clipped(agentId)}`;
  const subject =
    typeof reference === 'number'
      ? `version ${reference} of ${clipped(agentId)} is`
      : `${written} resolves to version ${resolution.version},`;
  return {
    at: reference === null ? node : version,
    ...led,
    message: `${subject} a draft; ${led.message}`,
  };
}

/** Who reaches the draft through this reference. */
function ledToDraft(node: Cursor, workspace: Workspace): Pick<Problem, 'message' | 'severity'> {
  const number = node.within('phone-number')?.get('phone_number').string();
  if (number)
    return {
      message: `callers of ${clipped(number)} get unpublished edits`,
    };
  if (node.parent?.is('agent-weight')) return { message: 'part of the traffic gets unpublished edits' };
  if (node.parent?.is('batch-call-task')) return { message: 'this call gets unpublished edits' };
  const [live] = liveThrough(placeOf(node), workspace);
  if (live)
    return {
      message: `callers through ${clipped(wayInWords(live.through.slice(0, 1)), 50)} get unpublished edits`,
    };
  const published = agentsAt(node, workspace).find(agent => agent.get('is_published').value === true);
  if (published)
    return {
      message:
        `published version ${published.get('version').integer() ?? '?'} of ` +
        `${clipped(published.get('agent_id').string() || 'the agent')} hands over to it`,
    };
  return { message: 'conversations handed to it get unpublished edits', severity: 'info' };
}

import { agentName } from '../server/core/workspace/names.ts';
import type { Cursor } from '../server/core/cursor.ts';
import { enumValuesOf } from '../server/core/domain/fields.ts';
import { readInOtherUnit } from '../server/core/domain/units.ts';
import { recordOfVersion } from '../server/core/domain/tasks.ts';
import { summaryOfOtherBase, versionRecord } from '../server/core/domain/version-records.ts';
import { isChatAgent } from '../server/core/kinds.ts';
import { placeOf, type Place } from '../server/core/workspace/records.ts';
import { columns, keyOf } from '../server/core/workspace/tables.ts';
import type { Agent } from '../server/core/workspace/agents.ts';
import { agentIdInName, idAt } from '../server/core/workspace/version-references.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { count, defineRule, groupsOf, nearest, set, show, suggest, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'record-disagreement',
  group: 'references',
  severity: 'warning',
  spec: 'Agent version summary',
  clause: [
    'Agent (response shape): agent_id, version and time of the last change are required',
    'Agent version summary: version, is_published and time are required, the others optional; the record says the same',
    'Agent list item and list filter: five required fields',
  ],
  at: {
    'agent-version-summary': '',
    'agent-list-item': '',
    agent: '/agent_id',
    'chat-agent': '/agent_id',
    'agent-settings': '/base_version',
  },

  check(node, workspace) {
    if (node.key === 'agent_id') return unlistedProblem(node, workspace) ?? ofPastedId(node, workspace);
    if (node.key === 'base_version') return baseProblem(node, workspace);
    if (node.is('agent-list-item')) return listItemProblems(node, workspace);
    return otherAgentProblem(node, workspace) ?? summaryProblem(node, workspace) ?? absentVersion(node, workspace);
  },
});

const facts = ['is_published', 'version_title', 'last_modification_timestamp'];
const isInOtherUnit = ({ value, marks }: Cursor): boolean =>
  typeof value === 'number' && readInOtherUnit(value, marks) !== undefined;

/**
 * Reports an agent that is missing in a complete list. If the list has a similar id, the id was probably changed only
 * in this file.
 */
function unlistedProblem(node: Cursor, workspace: Workspace): Problem | undefined {
  const id = idAt(node),
    agent = id === undefined ? undefined : workspace.agent(id);
  if (!agent || agent.listItems.length > 0) return undefined;
  const isDeclared = workspace.facts.complete.includes('agent-list'),
    list = isDeclared ? undefined : listOfAlmostAll(workspace);
  if (!isDeclared && list === undefined) return undefined;
  const items = workspace.table(columns.listItems),
    similarId = nearest(id!, items, 8),
    isNewest = keyOf(newestPlace(agent)) === keyOf(placeOf(node.parent!));
  if (similarId === undefined && (items.size === 0 || !isNewest || workspace.unread('agent-list').length > 0))
    return undefined;
  const isPublished = [...agent.versions.values()].some(version => version.isPublished);
  return {
    // a new agent may have a file before it is in a list
    ...(similarId === undefined && !isPublished && { severity: 'info' }),
    message:
      `agent_id: no agent list has ${similarId === undefined ? agentName(id!, workspace) : id}` +
      `${list === undefined ? workspace.provenBy('agent-list') : `, although ${list} has no further page`}${suggest(similarId)}`,
    ...(list !== undefined && { help: `without it, ${list} is no proof that an agent does not exist` }),
    fix: set(node, similarId),
  };
}

/** The record of the newest version, or the first record if no version is known. */
function newestPlace(agent: Agent): Place {
  const newest = [...agent.versions.keys()].at(-1);
  return (newest === undefined ? undefined : agent.recordPlace(newest)) ?? agent.places[0]!;
}

/** The file of a complete list that lacks only one of at least four agents in the workspace, or at most a tenth. */
const listOfAlmostAll = (workspace: Workspace): string | undefined =>
  workspace.memory.remember(listOfAlmostAll, undefined, () => {
    const agents = [...workspace.agents.values()],
      unlistedCount = agents.filter(({ listItems }) => listItems.length === 0).length,
      [page] = (workspace.table(columns.pages).get('agent-list') ?? []).filter(({ hasMore }) => !hasMore);
    return page && agents.length >= 4 && (unlistedCount === 1 || unlistedCount * 10 <= agents.length)
      ? page.file
      : undefined;
  });

/** Reports an id that only this file of a folder has, while the folder and the name belong to another agent. */
function ofPastedId(node: Cursor, workspace: Workspace): Problem | undefined {
  const id = idAt(node),
    agent = id === undefined ? undefined : workspace.agent(id),
    name = node.sibling('agent_name').string();
  if (!agent || !name) return undefined;
  const { file } = node.document,
    neighborIds = agentsByFolder(workspace).get(folderOf(file)) ?? [],
    otherIds = new Set(neighborIds.filter(neighbor => neighbor.file !== file).map(neighbor => neighbor.id)),
    [otherId, ...furtherIds] = otherIds;
  if (otherId === undefined || otherId === id || furtherIds.length > 0) return undefined;
  const isNamed = (candidate: Agent | undefined): boolean =>
    candidate?.records.some(record => record.document.file !== file && record.get('agent_name').value === name) ===
    true;
  const otherAgent = workspace.agent(otherId);
  if (!isNamed(otherAgent) || isNamed(agent)) return undefined;
  // an id that nothing else has may belong to a new agent, unless the version is one that the other agent lacks
  if (agent.places.length < 2) {
    const version = node.sibling('version').integer();
    if (version === undefined || otherAgent!.records.length < 2 || otherAgent!.recordPlace(version)) return undefined;
  }
  return {
    message: `agent_id: expected the id that the other files of ${show(name)} in this folder have`,
    fix: set(node, otherId),
  };
}

const agentsByFolder = (workspace: Workspace) =>
  workspace.memory.remember(agentsByFolder, undefined, () =>
    groupsOf(workspace.recordsOf('agents'), ({ file }) => folderOf(file)),
  );

/**
 * Reports, at the first summary of a file, that the file is named after another agent than the files in its folder.
 */
function otherAgentProblem(node: Cursor, workspace: Workspace): Problem | undefined {
  if (!isFirstSummary(node)) return undefined;
  const field = node.within('agent-versions')?.get('agent_id'),
    inField = field && idAt(field),
    inName = agentIdInName(node),
    id = inField ?? inName;
  const isWithoutVersions = (agent: Agent | undefined): boolean => agent?.summaries.length === 0;
  if (inField !== undefined && inName !== undefined && inField !== inName)
    return isWithoutVersions(workspace.agent(inName))
      ? {
          at: field!,
          message:
            `agent_id: ${agentName(inField, workspace)}, but the file is named after ${agentName(inName, workspace)}, ` +
            'whose versions are not known',
        }
      : undefined;
  const agent = id === undefined ? undefined : workspace.agent(id);
  if (!agent || agent.places.length > agent.summaries.length) return undefined;
  const neighbours = workspace
    .recordsOf('agents')
    .filter(({ file }) => folderOf(file) === folderOf(node.document.file));
  const [neighborId, ...furtherIds] = new Set(neighbours.map(record => record.id));
  if (neighborId === undefined || furtherIds.length > 0 || !isWithoutVersions(workspace.agent(neighborId)))
    return undefined;
  return {
    // the summaries of an agent without other files are superseded, but the list is not
    at: inField === undefined ? (node.parent ?? node) : field!,
    message:
      `versions of ${agentName(id!, workspace)}${inField === undefined ? ' (from the file name)' : ''}, ` +
      `but the agent beside them is ${agentName(neighborId, workspace)}`,
  };
}

const isFirstSummary = ({ pointer }: Cursor): boolean => /^(?:\/(?:versions|items))?\/0$/.test(pointer);

/** Reports, at a complete list of an agent's versions, a version that has a file but is not in the list. */
function absentVersion(node: Cursor, workspace: Workspace): Problem | undefined {
  const agent = isFirstSummary(node) ? versionRecord(node, workspace)?.agent : undefined,
    [first] = agent?.summaries ?? [];
  if (!agent?.versionsComplete || !first || keyOf(first) !== keyOf(node)) return undefined;
  const listedVersions = agent.summaries.map(summary => summary.get('version').integer() ?? -1),
    newest = Math.max(...listedVersions);
  const absent = [...agent.versions.values()].find(
    // a new draft may have a file before it is in a list
    ({ version, isPublished }) => !listedVersions.includes(version) && (version < newest || isPublished === true),
  );
  const record = absent && recordOfVersion(agent, absent.version, workspace);
  if (!record) return undefined;
  return {
    at: node.parent ?? node,
    severity: 'info',
    message: `the list lacks version ${absent.version} of ${agent.label}, which ${record.document.file} has`,
    help: 'a list that is not complete is no proof that a version does not exist',
    related: [{ at: record.get('version'), message: `version ${absent.version}` }],
  };
}

/**
 * Reports a changed base in the record of a version, because that is what people edit. The base of a version never
 * changes.
 */
function baseProblem(node: Cursor, workspace: Workspace): Problem | undefined {
  const summary = summaryOfOtherBase(node, workspace);
  return (
    summary && {
      message:
        `base_version: ${show(node.value)} here, ${show(summary.value)} in the version list; ` +
        'a version keeps the base that it was made from',
      related: [{ at: summary, message: 'the version list' }],
    }
  );
}

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/') + 1);

function summaryProblem(node: Cursor, workspace: Workspace): Problem | undefined {
  const summary = versionRecord(node, workspace);
  const record = summary?.agent && recordOfVersion(summary.agent, summary.version, workspace);
  if (!summary || !record) return undefined;
  // suspicious-unit reports a time in seconds
  const differentFields = facts.filter(
    field =>
      hasField(node, field) &&
      hasField(record, field) &&
      node.get(field).value !== record.get(field).value &&
      typeof node.get(field).value === typeof record.get(field).value &&
      ![node, record].some(record => isInOtherUnit(record.get(field))),
  );
  const [first] = differentFields;
  if (first === undefined) return undefined;
  const [difference] = differentFields.map(field => bothValues(field, node.get(field), record.get(field)));
  const rest = differentFields.length - 1;
  return {
    at: node.get(first),
    ...(!differentFields.includes('is_published') && { severity: 'info' }),
    message: `version ${summary.version}: ${difference}${rest > 0 ? ` (and ${count(rest, 'more difference')})` : ''}; the agent file wins`,
    related: differentFields.map(field => ({ at: record.get(field), message: `${field} in the agent file` })),
  };
}

/** Both values, shortened for the comparison. */
function bothValues(field: string, record: Cursor, otherRecord: Cursor): string {
  switch (field) {
    case 'is_published':
      return record.value === true
        ? 'published here, a draft in its own file'
        : 'a draft here, published in its own file';
    case 'last_modification_timestamp':
      return lastModified(record.number(), otherRecord.number());
    default:
      return `${field} is ${show(record.value, 20)} here, ${show(otherRecord.value, 20)} in its own file`;
  }
}

function lastModified(ownTime: number | undefined, otherTime: number | undefined): string {
  // times that are strings, or outside the range of dates, are not compared
  if (ownTime === undefined || otherTime === undefined || Math.max(Math.abs(ownTime), Math.abs(otherTime)) > 8.64e15)
    return 'last_modification_timestamp differs from its own file';
  const [ownDate, otherDate] = [ownTime, otherTime].map(ms => new Date(ms).toISOString().replace('T', ' '));
  const length = [10, 16, 19].find(length => ownDate!.slice(0, length) !== otherDate!.slice(0, length)) ?? 24;
  return `last modified ${ownDate!.slice(0, length)} here, ${otherDate!.slice(0, length)} in its own file`;
}

const hasField = (record: Cursor, field: string): boolean => {
  const { value } = record.get(field);
  return value !== undefined && value !== null && value !== '' && typeof value !== 'object';
};

function* listItemProblems(node: Cursor, workspace: Workspace): Generator<Problem> {
  const agent = workspace.agent(node.get('agent_id').string() ?? '');
  if (!agent) return;
  // unresolved-agent-version reports a tag on a missing version
  if (agent.isFileless && [...agent.tags.values()].every(({ claims }) => claims.length === 0))
    yield {
      at: node.get('agent_id'),
      message: `agent_id: no file has a record of ${agent.label} (config: "complete" includes agent)`,
    };
  const { newest, names } = workspace.memory.remember(listItemProblems, agent, () => ({
    newest: [...agent.versions.keys()].at(-1),
    names: new Set(agent.records.map(record => record.get('agent_name').string() || undefined)),
  }));
  const record = newest === undefined ? undefined : recordOfVersion(agent, newest, workspace);
  if (newest === undefined || !record) return;
  const name = node.get('agent_name').string();
  if (name && !names.has(undefined) && !names.has(name)) {
    yield {
      at: node.get('agent_name'),
      severity: 'info',
      message:
        `agent_name: the agent list says ${show(name)}, but version ${newest} of the agent ` +
        `says ${show(record.get('agent_name').value)}`,
      related: [{ at: record.get('agent_name'), message: "the agent's own file" }],
    };
  }
  const channel = node.get('channel').string(),
    ownChannel = record.get('channel').string() || (isChatAgent(record.value) ? 'chat' : undefined);
  // invalid-enum-value reports an unknown channel
  if (channel && ownChannel && ownChannel !== channel && enumValuesOf(node.get('channel')).includes(channel)) {
    yield {
      at: node.get('channel'),
      message: `channel: the agent list says ${show(channel)}, but version ${newest} of ${agent.label} is a ${ownChannel} agent`,
      related: [{ at: record.get('channel').exists ? record.get('channel') : record, message: "the agent's own file" }],
    };
  }
}

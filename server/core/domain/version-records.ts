import { isSamePlace, type Cursor } from '../cursor.ts';
import { isChatAgent } from '../kinds.ts';
import type { Agent, AgentVersion } from '../workspace/agents.ts';
import type { EngineKind } from '../workspace/records.ts';
import { columns } from '../workspace/tables.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { agentIdInName, idAt } from '../workspace/version-references.ts';

/** A record that describes one version of an agent: the record of the agent, or a version summary. */
interface VersionedRecord extends VersionNamed {
  readonly at: Cursor;
  readonly agent: Agent | undefined;
  readonly facts: AgentVersion | undefined;
}
interface VersionNamed {
  /** The id of the agent; undefined if the record names no agent. */
  readonly id: string | undefined;
  readonly version: number;
}

/**
 * The version that an agent's record or a version summary describes; undefined for settings in an override, because an
 * override is no record.
 */
function versionNamed(cursor: Cursor): VersionNamed | undefined {
  const version = cursor.get('version').integer(),
    { recordKind } = cursor;
  if (version === undefined || version < 0 || (recordKind !== 'agent' && recordKind !== 'agent-versions'))
    return undefined;
  return { id: cursor.is('agent-version-summary') ? summaryAgent(cursor) : idAt(cursor.get('agent_id')), version };
}

/** The version that a record describes, with the facts from all files. */
export function versionRecord(cursor: Cursor, workspace: Workspace): VersionedRecord | undefined {
  const reference = versionNamed(cursor);
  if (!reference) return undefined;
  const agent = reference.id === undefined ? undefined : workspace.agent(reference.id);
  return { at: cursor, ...reference, agent, facts: agent?.versions.get(reference.version) };
}

const summaryAgent = (cursor: Cursor): string | undefined =>
  idAt(cursor.within('agent-versions')?.get('agent_id') ?? cursor.get('agent_id')) ?? agentIdInName(cursor);

/**
 * The base version at a place, if the place is the first that states it. Repetitions in other files are not reported
 * again.
 */
export function baseAt(
  node: Cursor,
  workspace: Workspace,
): (VersionedRecord & { readonly base: number | null }) | undefined {
  const record = node.parent && versionRecord(node.parent, workspace);
  const base = baseIn(node);
  if (!record || base === undefined) return undefined;
  const first = record.facts?.sources.find(source => baseIn(source.get('base_version')) !== undefined);
  return first && !isSamePlace(first, record.at) ? undefined : { ...record, base };
}

/**
 * The base version in a version summary that contradicts the base version at a place. Only the first record of the
 * version is compared.
 */
export function summaryOfOtherBase(node: Cursor, workspace: Workspace): Cursor | undefined {
  const record = node.parent && versionRecord(node.parent, workspace),
    base = node.integer();
  if (!record?.agent || base === undefined) return undefined;
  const place = record.agent.recordPlace(record.version);
  if (!place || !isSamePlace(workspace.at(place), record.at)) return undefined;
  return record.facts?.sources
    .filter(source => source.is('agent-version-summary'))
    .map(summary => summary.get('base_version'))
    .find(otherBase => otherBase.integer() !== undefined && otherBase.integer() !== base);
}

/** The base version in a record; `undefined` if it is absent or malformed. */
function baseIn(node: Cursor): number | null | undefined {
  const base = node.isNull ? null : node.integer();
  return base !== null && base !== undefined && base < 0 ? undefined : base;
}

/** Whether the agent of a record is a chat agent, according to its list item or its own record. */
export const isChat = (record: Cursor, workspace: Workspace): boolean =>
  (workspace.agent(record.get('agent_id').string() ?? '')?.channel ??
    (isChatAgent(record.value) ? 'chat' : 'voice')) === 'chat';

/** Whether the workspace has engines of a kind in separate files. Engines nested in an agent's export do not count. */
export const hasEngineFiles = (workspace: Workspace, kind: EngineKind): boolean =>
  !workspace.facts.isPart && workspace.table(columns.ownFiles).has(kind);

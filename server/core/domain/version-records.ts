import { samePlace, type Cursor } from '../cursor.ts';
import { isChatAgent } from '../kinds.ts';
import type { Agent, AgentVersion } from '../workspace/agents.ts';
import type { EngineKind } from '../workspace/records.ts';
import { columns } from '../workspace/tables.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { agentIdInName, idAt } from '../workspace/version-references.ts';

/** A record that describes one version of an agent: the agent's own, or a version summary. */
interface VersionedRecord extends VersionNamed {
  readonly at: Cursor;
  readonly agent: Agent | undefined;
  readonly facts: AgentVersion | undefined;
}
interface VersionNamed {
  /** `undefined` if the record names no agent. */
  readonly id: string | undefined;
  readonly version: number;
}

/**
 * The version that an agent's record or a version summary describes; `undefined` for settings in an override, which are
 * no record.
 */
function versionNamed(at: Cursor): VersionNamed | undefined {
  const version = at.get('version').integer(),
    { recordKind } = at;
  if (version === undefined || version < 0 || (recordKind !== 'agent' && recordKind !== 'agent-versions'))
    return undefined;
  return { id: at.is('agent-version-summary') ? summaryAgent(at) : idAt(at.get('agent_id')), version };
}

/** The version that a record describes, with the facts from all files. */
export function versionRecord(at: Cursor, workspace: Workspace): VersionedRecord | undefined {
  const named = versionNamed(at);
  if (!named) return undefined;
  const agent = named.id === undefined ? undefined : workspace.agent(named.id);
  return { at, ...named, agent, facts: agent?.versions.get(named.version) };
}

const summaryAgent = (at: Cursor): string | undefined =>
  idAt(at.within('agent-versions')?.get('agent_id') ?? at.get('agent_id')) ?? agentIdInName(at);

/**
 * The base version, if this place is the first that states it, so that a repetition in other files is not reported
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
  return first && !samePlace(first, record.at) ? undefined : { ...record, base };
}

/** The base version in a record; `undefined` if it is absent or malformed. */
function baseIn(node: Cursor): number | null | undefined {
  const base = node.isNull ? null : node.integer();
  return base !== null && base !== undefined && base < 0 ? undefined : base;
}

/** Whether a record's agent is a chat agent, according to its list item or its own record. */
export const isChat = (record: Cursor, workspace: Workspace): boolean =>
  (workspace.agent(record.get('agent_id').string() ?? '')?.channel ??
    (isChatAgent(record.value) ? 'chat' : 'voice')) === 'chat';

/**
 * Whether the workspace has engines of a kind in files of their own; engines nested in an agent's export do not count.
 */
export const keepsEngines = (workspace: Workspace, kind: EngineKind): boolean =>
  !workspace.facts.isPart && workspace.table(columns.ownFiles).has(kind);

import { samePlace, type Cursor } from '../cursor.ts';
import { isChatAgent } from '../kinds.ts';
import type { AgentFacts, VersionFacts } from '../workspace/agents.ts';
import type { EngineKind } from '../workspace/records.ts';
import { columns } from '../workspace/tables.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { agentIdInName, idAt } from '../workspace/version-references.ts';

/** A file that says something of one version of an agent: the agent's record, or a line of its version summaries. */
interface VersionedRecord {
  readonly at: Cursor;
  readonly agent: AgentFacts | undefined;
  readonly version: number;
  readonly facts: VersionFacts | undefined;
}

/** The version that an agent's record or a version summary is about; `undefined` for settings that are no record, as in an override. */
export function versionRecord(at: Cursor, workspace: Workspace): VersionedRecord | undefined {
  const version = at.get('version').integer();
  if (version === undefined || version < 0 || (at.document.kind !== 'agent' && at.document.kind !== 'agent-versions'))
    return undefined;
  const id = at.is('agent-version-summary') ? summaryAgent(at) : idAt(at.get('agent_id'));
  const agent = id === undefined ? undefined : workspace.agent(id);
  return { at, agent, version, facts: agent?.versions.get(version) };
}

const summaryAgent = (at: Cursor): string | undefined =>
  idAt(at.within('agent-versions')?.get('agent_id') ?? at.get('agent_id')) ?? agentIdInName(at);

/** The base version as one place states it; only the first place that does, so that what several files repeat is said once. */
export function baseAt(
  node: Cursor,
  workspace: Workspace,
): (VersionedRecord & { readonly base: number | null }) | undefined {
  const record = node.parent && versionRecord(node.parent, workspace);
  const base = node.isNull ? null : node.integer();
  if (!record || base === undefined || (base !== null && base < 0)) return undefined;
  const first = record.facts?.sources.find(source => source.get('base_version').exists);
  return first && !samePlace(first, record.at) ? undefined : { ...record, base };
}

/** Whether an agent talks in chats, by its list item or by the record itself. */
export const isChat = (record: Cursor, workspace: Workspace): boolean =>
  (workspace.agent(record.get('agent_id').string() ?? '')?.channel ??
    (isChatAgent(record.value) ? 'chat' : 'voice')) === 'chat';

/** Whether the workspace keeps engines of a kind in files of their own; those nested in an agent's export are not meant. */
export const keepsEngines = (workspace: Workspace, kind: EngineKind): boolean =>
  workspace.table(columns.ownFiles).has(kind);

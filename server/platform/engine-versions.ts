import type { Cursor } from '../core/cursor.ts';
import { engineToPublish, isPublished } from '../core/domain/published.ts';
import type { Edit } from '../core/finding.ts';
import { recordOfVersion } from '../core/domain/tasks.ts';
import { isEqual, isObject, type Json, type JsonObject } from '../core/json/json.ts';
import type { Pointer } from '../core/json/pointer.ts';
import type { Agent } from '../core/workspace/agents.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import type { Account } from './account.ts';
import { fieldEdits, fileOf, withDocument, withEdits, type AccountChange } from './change.ts';
import { ApiError } from './errors.ts';
import { flows, llms } from './resources.ts';

/** The refusal of an update of a published version. */
export const publishedVersionError = (record: string, version: number | undefined, draftOf: string): ApiError =>
  new ApiError(
    409,
    `version ${version ?? '?'} of ${record} is published and cannot be changed; POST /create-agent-version/${draftOf} makes a draft of it`,
  );

/** The edits that publish the engine of an agent, which is published together with the agent. */
export function publicationOfEngine(agent: Cursor, workspace: Workspace): (readonly [file: string, edit: Edit])[] {
  const engine = engineToPublish(agent, workspace);
  return engine
    ? fieldEdits(engine.pointer, { is_published: true }).map(edit => [engine.document.file, edit] as const)
    : [];
}

/** Whether a reference to an engine is that of a version of an agent, or of the version from which it was made. */
export const isOwnEngine = (reference: Json, record: Cursor, agent: Agent, { workspace }: Account): boolean =>
  [record, recordOfVersion(agent, record.get('base_version').integer() ?? NaN, workspace)].some(version =>
    isEqual(reference, version?.get('response_engine').value),
  );

/** The next version of an engine. */
export interface EngineDraft {
  readonly engine: Cursor;
  readonly fields: JsonObject;
  /** The reference of the new version of the agent to this version of the engine. */
  readonly response_engine: JsonObject;
}

/**
 * The next version of the engine of an agent, if the engine of the agent is published: a new version of the agent
 * comes with a version of the engine that can be changed. An agent that names no version of its engine keeps it.
 */
export function nextEngine(agent: Cursor, account: Account, time: number): EngineDraft | undefined {
  const { workspace } = account,
    engine = workspace.engineOf(agent),
    reference = agent.get('response_engine');
  if (!engine || reference.get('version').integer() === undefined || !isObject(reference.value)) return undefined;
  if (engine.get('version').integer() === undefined || !isPublished(engine, workspace)) return undefined;
  const type = engine.is('llm') ? llms : flows,
    id = engine.get(type.id).string() ?? reference.get(type.id).string() ?? '',
    version = Math.max(...account.find(type, id).map(held => held.version ?? 0), engine.get('version').integer()!) + 1;
  return {
    engine,
    fields: { version, is_published: false, last_modification_timestamp: time },
    response_engine: { ...reference.value, version },
  };
}

/** Adds the next version of an engine: in the file of the new version of its agent, or in a file of its own. */
export function withNextEngine(
  change: AccountChange,
  { engine, fields }: EngineDraft,
  { agent, file, account }: { readonly agent: Cursor; readonly file: string; readonly account: Account },
): AccountChange {
  const holder = agent.parent?.is('agent-export') ? agent.parent : agent;
  if (engine.document === agent.document)
    return withEdits(change, file, fieldEdits(engine.pointer.slice(holder.pointer.length) as Pointer, fields));
  const type = engine.is('llm') ? llms : flows,
    content = { ...(engine.value as JsonObject), ...fields },
    id = engine.get(type.id).string()!,
    { version } = fields as { readonly version: number },
    newFile = account.newFile({ kind: type.kind, id, name: undefined, version }, content, engine.document);
  return withDocument(change, fileOf(newFile, content, engine.document.dialect?.names));
}

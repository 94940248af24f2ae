import { nearestId } from '../core/domain/ids.ts';
import type { Cursor } from '../core/cursor.ts';
import type { Edit } from '../core/finding.ts';
import { isArray, type JsonObject } from '../core/json/json.ts';
import { groupsOf } from '../core/json/multimap.ts';
import { join } from '../core/json/pointer.ts';
import { suggestShort } from '../core/wording.ts';
import type { Agent } from '../core/workspace/agents.ts';
import { placeOf, type Place } from '../core/workspace/records.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import { readVersion } from '../core/domain/typed-reference.ts';
import { marksOf, rootOf } from '../core/shapes/table.ts';
import type { Account } from './account.ts';
import { withDocument, withEdits, fileOf, type AccountChange } from './change.ts';
import { ApiError } from './errors.ts';

/**
 * The agent with an id.
 * @throws ApiError 404
 */
export function agentCalled(account: Account, id: string): Agent {
  const agent = account.workspace.agent(id);
  if (agent) return agent;
  const nearestAgent = nearestId(id, new Set(account.workspace.agents.keys()));
  throw new ApiError(404, `there is no agent ${JSON.stringify(id)}${suggestShort({ similarName: nearestAgent })}`);
}

/**
 * The version that a reference in a query selects, by the usual rules.
 * @throws ApiError 404
 */
export function selectedVersion(account: Account, id: string, reference: string | undefined): number {
  agentCalled(account, id);
  const reading = reference === undefined ? 'latest' : readVersion(reference);
  const resolution: Resolution = account.workspace.resolve(id, typeof reading === 'object' ? 'latest' : reading);
  if (resolution.version === null)
    throw new ApiError(404, resolution.because ?? `version ${reference} of agent ${id} is not known`);
  return resolution.version;
}

/**
 * The record of a version.
 * @throws ApiError 404 if no file contains the version, even if files mention it
 */
export function agentRecord(account: Account, id: string, version: number): Cursor {
  const place = agentCalled(account, id).recordPlace(version);
  if (!place) throw new ApiError(404, `version ${version} of agent ${id} is not in this workspace`);
  return account.workspace.at(place);
}

/** The fields of an agent that only the platform sets. */
const platformKeys: ReadonlySet<string> = new Set([
  'agent_id',
  'version',
  'base_version',
  'assigned_tags',
  'is_published',
  'last_modification_timestamp',
]);
/** The languages that replace each deprecated value of `language`. */
const storedValues = marksOf(rootOf('language'))['x-deprecated-values'] ?? {};
/**
 * The settings in a request. A deprecated language value becomes the languages that replace it. Spec: Agent settings
 * (language)
 */
export const settingsOf = (body: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) =>
      platformKeys.has(key)
        ? []
        : [[key, key === 'language' && typeof value === 'string' ? (storedValues[value] ?? value) : value]],
    ),
  );

/** Applies edits of several files. The edits of one file are applied in the given order. */
export const withFileEdits = (
  change: AccountChange,
  edits: readonly (readonly [file: string, edit: Edit])[],
): AccountChange =>
  [...groupsOf(edits, ([file]) => file)].reduce(
    (change, [file, fileEdits]) =>
      withEdits(
        change,
        file,
        fileEdits.map(([, edit]) => edit),
      ),
    change,
  );

/** The edits of a version's summary, if the agent has summaries. */
export function summaryEdits(agent: Agent, version: number, fields: JsonObject): (readonly [string, Edit])[] {
  const summary = agent.summaries.find(cursor => cursor.get('version').value === version);
  if (summary)
    return Object.entries(fields).map(([key, value]) => [
      summary.document.file,
      { set: join(summary.pointer, key), to: value },
    ]);
  const list = agent.summaries.at(-1)?.parent;
  if (!list || !isArray(list.value)) return [];
  return [[list.document.file, { set: join(list.pointer, list.value.length), to: { version, ...fields } }]];
}

/** The edits of an agent's items in agent lists. */
export const editsOfItems = (agent: Agent, fields: JsonObject): (readonly [string, Edit])[] =>
  agent.listItems.flatMap(item =>
    Object.entries(fields).map(
      ([key, value]) => [item.document.file, { set: join(item.pointer, key), to: value }] as const,
    ),
  );

/** The list item of an agent, made from its records. */
export const itemOf = (agent: Agent, user_modified_timestamp: number): JsonObject => ({
  agent_id: agent.id,
  agent_name: agent.name ?? '',
  channel: agent.channel ?? 'voice',
  user_modified_timestamp,
  tags: Object.fromEntries(
    [...agent.tags.values()].map(({ name, version }) => [name, typeof version === 'number' ? { version } : {}]),
  ),
});

/** Adds an agent to an existing agent list, or to a new file. */
export function withListItem(account: Account, change: AccountChange, item: JsonObject): AccountChange {
  for (const { file, top } of change.workspace.documents.filter(({ kind }) => kind === 'agent-list')) {
    const list = [top, top.get('items')].find(({ isArray }) => isArray);
    if (list) return withEdits(change, file, [{ set: join(list.pointer, list.items().length), to: item }]);
  }
  const list = { items: [item] };
  return withDocument(change, fileOf(account.newFile({ kind: 'agent-list', id: 'agents' }, list), list));
}

export const placesOf = (cursors: readonly Cursor[]): Place[] => cursors.map(placeOf);

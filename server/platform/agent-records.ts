import { nearestId } from '../core/domain/ids.ts';
import { Document } from '../core/document.ts';
import type { Cursor } from '../core/cursor.ts';
import type { Edit } from '../core/finding.ts';
import { isArray, type JsonObject } from '../core/json/json.ts';
import { join } from '../core/json/pointer.ts';
import { orMeant } from '../core/wording.ts';
import type { AgentFacts } from '../core/workspace/agents.ts';
import { placeOf, type Place } from '../core/workspace/records.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import { readVersion } from '../simulator/typed-reference.ts';
import { marksOf, rootOf } from '../core/shapes/table.ts';
import type { Account } from './account.ts';
import { added, edited, fileOf, removed, type AccountChange } from './change.ts';
import { ApiError } from './errors.ts';

/** @throws ApiError 404 */
export function agentCalled(account: Account, id: string): AgentFacts {
  const agent = account.workspace.agent(id);
  if (agent) return agent;
  const near = nearestId(id, new Set(account.workspace.agents.keys()));
  throw new ApiError(404, `there is no agent ${JSON.stringify(id)}${orMeant({ near })}`);
}

/** What a reference in a query selects, by the usual rules. @throws ApiError 404 */
export function selectedVersion(account: Account, id: string, reference: string | undefined): number {
  agentCalled(account, id);
  const read = reference === undefined ? 'latest' : readVersion(reference);
  const resolution: Resolution = account.workspace.resolve(id, typeof read === 'object' ? 'latest' : read);
  if (resolution.version === null)
    throw new ApiError(404, resolution.because ?? `version ${reference} of agent ${id} is not known`);
  return resolution.version;
}

/** The record of a version. @throws ApiError 404 if files mention it and none contains it */
export function agentRecord(account: Account, id: string, version: number): Cursor {
  const place = agentCalled(account, id).recordPlace(version);
  if (!place) throw new ApiError(404, `version ${version} of agent ${id} is not in this workspace`);
  return account.workspace.at(place);
}

/** The fields of an agent that only the platform sets. */
const own: ReadonlySet<string> = new Set([
  'agent_id',
  'version',
  'base_version',
  'assigned_tags',
  'is_published',
  'last_modification_timestamp',
]);
/** How a replaced value is stored. */
const stored = marksOf(rootOf('language'))['x-deprecated-values'] ?? {};
/** The settings of a request: a language that stands for ten is returned as those. Spec: Agent settings (language) */
export const settingsOf = (body: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) =>
      own.has(key) ? [] : [[key, key === 'language' && typeof value === 'string' ? (stored[value] ?? value) : value]],
    ),
  );

/** The summary of a version, if the agent has such a list. */
const summaryOf = (agent: AgentFacts, version: number): Cursor | undefined =>
  agent.summaries.find(one => one.get('version').value === version);

/** Edits of places in several files, last place of a file first, so that no edit moves another. */
export function editedAt(
  change: AccountChange,
  edits: readonly (readonly [file: string, edit: Edit])[],
): AccountChange {
  const files = [...new Set(edits.map(([file]) => file))];
  return files.reduce(
    (so, file) =>
      edited(
        so,
        file,
        edits.flatMap(([of, edit]) => (of === file ? [edit] : [])),
      ),
    change,
  );
}

/** The summary's fields for a version, if the agent has summaries at all. */
export function summarised(agent: AgentFacts, version: number, fields: JsonObject): (readonly [string, Edit])[] {
  const known = summaryOf(agent, version);
  if (known)
    return Object.entries(fields).map(([key, to]) => [known.document.file, { set: join(known.pointer, key), to }]);
  const list = agent.summaries.at(-1)?.parent;
  if (!list || !isArray(list.value)) return [];
  return [[list.document.file, { set: join(list.pointer, list.value.length), to: { version, ...fields } }]];
}

/** The agent list's fields for an agent. */
export const listed = (agent: AgentFacts, fields: JsonObject): (readonly [string, Edit])[] =>
  agent.listItems.flatMap(item =>
    Object.entries(fields).map(([key, to]) => [item.document.file, { set: join(item.pointer, key), to }] as const),
  );

/** Adds a new agent to an existing agent list, or to a file of its own. */
export function withListItem(account: Account, change: AccountChange, item: JsonObject): AccountChange {
  for (const { file, kind, roots } of change.workspace.documents) {
    if (kind !== 'agent-list') continue;
    const root = roots[0],
      list = root?.parent ?? root?.get('items');
    if (list && isArray(list.value))
      return edited(change, file, [{ set: join(list.pointer, list.value.length), to: item }]);
  }
  return added(change, fileOf(account.newFile('agent-list', 'agents'), { items: [item] }));
}

/** Places without those nested in others, last place of a file first. */
export function removedAll(change: AccountChange, places: readonly Place[]): AccountChange {
  const order = new Map(places.map((place, i) => [place, i]));
  return places
    .toSorted((a, b) => order.get(b)! - order.get(a)!)
    .reduce((so, place) => (so.workspace.document(place.file) ? removed(so, place) : so), change);
}

/** A request that names its agent in the path, as lint reads it: by the name of its file. */
export const requestFile = (
  id: string,
  kind: 'create-agent-version' | 'publish-agent-version',
  body: JsonObject,
): Document => new Document(`${id}.${kind}.json`, JSON.stringify(body));

export const placesOf = (cursors: readonly Cursor[]): Place[] => cursors.map(placeOf);

import { nearestId } from '../core/domain/ids.ts';
import { orMeant } from '../core/wording.ts';
import type { Cursor } from '../core/cursor.ts';
import type { JsonObject } from '../core/json/json.ts';
import { isInForce } from '../core/domain/dated.ts';
import { childEntry, marksOf, rootOf } from '../core/shapes/table.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { placeOf } from '../core/workspace/records.ts';
import type { Account } from './account.ts';
import { added, edited, fieldEdits, fileOf, removedAll, unchanged, type AccountChange } from './change.ts';
import { ApiError } from './errors.ts';
import { absentStatus, type OperationCall, type Operation } from './operation.ts';
import { pageOf, readPage } from './pages.ts';
import { shownRecord, type ResourceType } from './resources.ts';

const nounOf = ({ name, noun = name.replaceAll('-', ' ') }: ResourceType): string => noun;
/** The record of an id: the newest one, or that of a version. @throws ApiError 404 */
export function recordOf(account: Account, of: ResourceType, id: string, version?: string): Cursor {
  const all = account.find(of, id),
    number = of.versioned && version !== undefined && version !== 'latest' ? Number(version) : undefined;
  const record = number === undefined ? all.at(-1) : all.find(one => one.version === number);
  if (record) return account.at(record);
  if (all.length > 0) throw new ApiError(404, `${nounOf(of)} ${JSON.stringify(id)} has no version ${version}`);
  throw new ApiError(404, notThere(nounOf(of), id, account.indexes.resources.get(of)!.ids()));
}
function notThere(noun: string, id: string, ids: ReadonlySet<string>): string {
  const near = nearestId(id, ids);
  return `there is no ${noun} ${JSON.stringify(id)}${orMeant({ near })}`;
}
const newest = (account: Account, of: ResourceType, id: string): Cursor => account.at(account.find(of, id).at(-1)!);
const answerOf = (account: Account, of: ResourceType, record: Cursor): JsonObject =>
  shownRecord(record, of, component =>
    [...new Set(account.indexes.links.get(component).map(({ flow }) => flow))].sort(),
  );
const versionIn = ({ query }: OperationCall): string | undefined => query['version'] as string | undefined;

const ownKeys = (of: ResourceType): ReadonlySet<string> =>
  new Set([of.id, ...Object.keys(of.made(0, {})), ...(of.derived ? ['linked_conversation_flow_ids'] : [])]);
/** Fields that only the platform sets: a request that contains them has no effect. */
const withoutOwn = (body: JsonObject, own: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([key]) => !own.has(key)));

type OperationForm = Pick<Operation, 'specified' | 'method'>;

/** @throws ApiError 409 if the client chose an id that already exists */
function idOf(of: ResourceType, { account, body, newId }: OperationCall): string {
  const isTaken = (id: string): boolean => account.find(of, id).length > 0;
  if (!of.named) return newId(of.prefix, isTaken);
  const id = body[of.id];
  if (typeof id !== 'string' || id === '')
    throw new ApiError(400, `${of.id} is missing, although it identifies a ${nounOf(of)}`);
  if (isTaken(id)) throw new ApiError(409, `there is a ${nounOf(of)} ${JSON.stringify(id)} already`);
  return id;
}

/** Refuses fields that the platform took once, unless they are null. @throws ApiError 400 */
function refuseRetired({ request }: ResourceType, body: JsonObject, { facts }: Workspace): void {
  const entry = rootOf(request),
    refused = marksOf(entry)['x-refused-fields'] ?? [];
  const lines = refused.flatMap(key => {
    const { 'x-until': until, 'x-successor': successor } = marksOf(childEntry(entry, key));
    if ((body[key] ?? null) === null || !isInForce(until, facts)) return [];
    return [`"${key}" is a retired field (since ${until})${successor ? `; use "${successor}"` : ''} (at /${key})`];
  });
  if (lines.length > 0) throw new ApiError(400, lines.join('\n'));
}

export function createRecord(of: ResourceType, operation: OperationForm, call: OperationCall): JsonObject {
  const { account, body } = call,
    own = ownKeys(of),
    absent = absentStatus(operation),
    names = account.namesFor(of.kind, call.names);
  refuseRetired(of, body, account.workspace);
  const id = idOf(of, call),
    made = of.made(call.now(), body),
    record = { [of.id]: id, ...withoutOwn(body, own), ...made },
    title = of.title === of.id ? undefined : body[of.title],
    name = typeof title === 'string' ? title : undefined;
  const file = account.newFile({ kind: of.kind, id, name, version: of.versioned ? 0 : undefined }, record),
    place = { file, pointer: '' } as const;
  const holding = (fields: JsonObject): AccountChange =>
    added(unchanged(account.workspace), fileOf(file, { [of.id]: id, ...fields }, names));
  // a body with an id is a former answer, which may lack fields that a request requires
  const request = fileOf(file, withoutOwn(body, own), names);
  account.accept(account.workspace.with(request), place, absent);
  // fields without effect are checked too, because lint would report them in the file
  if (Object.keys(body).some(key => own.has(key)))
    account.accept(holding({ ...made, ...body, [of.id]: id }).workspace, place, absent);
  account.commit(holding(record), [place], absent);
  return answerOf(account, of, account.at(place));
}

function updateRecord(of: ResourceType, operation: OperationForm, call: OperationCall): JsonObject {
  const { account, body } = call,
    own = ownKeys(of),
    absent = absentStatus(operation);
  refuseRetired(of, body, account.workspace);
  const record = recordOf(account, of, call.params[of.id]!, versionIn(call)),
    place = placeOf(record);
  const kept = new Set([...own, ...Object.keys(body)]);
  const replaced = operation.method === 'PUT' ? Object.keys(record.value as JsonObject) : [];
  const removals = replaced.filter(key => !kept.has(key)).map(key => ({ remove: record.get(key).pointer }));
  const holding = (fields: JsonObject): AccountChange =>
    edited(unchanged(account.workspace), place.file, [...fieldEdits(place.pointer, fields), ...removals]);
  const { [of.id]: _, ...changes } = body;
  if (Object.keys(changes).some(key => own.has(key))) account.accept(holding(changes).workspace, place, absent);
  const time = of.modified === undefined ? {} : { [of.modified]: of.made(call.now(), body)[of.modified]! };
  account.commit(holding({ ...withoutOwn(body, own), ...time }), [place], absent);
  return answerOf(account, of, account.at(place));
}

function deleteRecord(of: ResourceType, account: Account, id: string): void {
  recordOf(account, of, id);
  account.commit(removedAll(unchanged(account.workspace), account.indexes.resources.get(of)!.get(id)), [], 404);
}

/** As earlier clients list records: all of them, in every version, as one list. */
const earlierList = (of: ResourceType, { id, path, aliases = [] }: Operation): Operation => ({
  id: `${id}-earlier`,
  method: 'GET',
  path: path.replace('/v2', ''),
  aliases: aliases.map(alias => alias.replace('/v2', '')),
  summary: `Lists ${nounOf(of)}s as earlier clients expect them: all versions in one list.`,
  success: { status: 200 },
  names: of.response,
  run: ({ account }) =>
    account.indexes.resources
      .get(of)!
      .all()
      .toReversed()
      .flatMap(one => account.find(of, one.id).slice(of.versioned ? 0 : -1))
      .map(place => answerOf(account, of, account.at(place))),
});

type Verb = 'create' | 'get' | 'list' | 'update' | 'delete';
interface Offered {
  readonly verbs?: readonly Verb[];
  readonly update?: 'PATCH' | 'PUT';
  /** Where it is listed, if not at `/list-<name>s`. */
  readonly listVersion?: '/v2';
  readonly specified?: readonly string[];
  readonly createPath?: string;
}

/** The operations on a type; the specification shows only some of them. */
export function operationsOf(
  of: ResourceType,
  {
    verbs = ['create', 'get', 'list', 'update', 'delete'],
    update: by = 'PATCH',
    specified = [],
    ...more
  }: Offered = {},
): Operation[] {
  const noun = nounOf(of),
    byVersion = of.versioned ? { query: ['version'] as const } : {};
  const operation = (verb: Verb, one: Omit<Operation, 'specified' | 'id' | 'path'>): Operation => {
    const id = verb === 'list' ? `list-${of.name}s` : `${verb}-${of.name}`;
    const prefix = verb === 'list' ? (more.listVersion ?? '') : '',
      suffix = ['get', 'update', 'delete'].includes(verb) ? `/{${of.id}}` : '';
    const { alias } = of;
    return {
      ...one,
      id,
      path: (verb === 'create' && more.createPath) || `${prefix}/${id}${suffix}`,
      ...(alias !== undefined && { aliases: [`${prefix}/${id.replace(of.name, alias)}${suffix}`] }),
      specified: specified.includes(id),
    };
  };
  const create = operation('create', {
    method: 'POST',
    summary: `Makes a ${noun}.`,
    request: of.request,
    success: { status: 201, shape: of.response },
    run: call => createRecord(of, create, call),
  });
  const get = operation('get', {
    method: 'GET',
    summary: `Returns a ${noun}.`,
    ...byVersion,
    success: { status: 200, shape: of.response },
    run: call => answerOf(call.account, of, recordOf(call.account, of, call.params[of.id]!, versionIn(call))),
  });
  const list = operation('list', {
    method: 'GET',
    summary: `Lists ${noun}s.`,
    query: ['list-parameters'],
    success: { status: 200, shape: of.response, list: true },
    run: ({ account, query }) =>
      pageOf(
        account.indexes.resources
          .get(of)!
          .all()
          .filter(({ id }) => of.isListed?.(newest(account, of, id), query) ?? true),
        readPage(query, of.name),
        of.name,
        ({ id }) => newest(account, of, id).get(of.title).string() ?? '',
        ({ id }) => answerOf(account, of, newest(account, of, id)),
      ),
  });
  const update = operation('update', {
    method: by,
    summary:
      by === 'PUT' ? `Replaces a ${noun} with the body.` : `Changes the fields of a ${noun} that are in the body.`,
    request: of.request,
    ...byVersion,
    success: { status: 200, shape: of.response },
    run: call => updateRecord(of, update, call),
  });
  const remove = operation('delete', {
    method: 'DELETE',
    summary: `Removes a ${noun}. What refers to it then dangles.`,
    success: { status: 204 },
    run: ({ account, params }) => deleteRecord(of, account, params[of.id]!),
  });
  const all: Readonly<Record<Verb, Operation>> = { create, get, list, update, delete: remove };
  return [...verbs.map(verb => all[verb]), ...(more.listVersion === undefined ? [] : [earlierList(of, list)])];
}

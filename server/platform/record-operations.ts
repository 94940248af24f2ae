import { nearestId } from '../core/domain/ids.ts';
import { suggestShort } from '../core/wording.ts';
import type { Cursor } from '../core/cursor.ts';
import type { JsonObject } from '../core/json/json.ts';
import { isInForce } from '../core/domain/dated.ts';
import { childEntry, marksOf, rootOf } from '../core/shapes/table.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { placeOf } from '../core/workspace/records.ts';
import type { Account } from './account.ts';
import {
  withDocument,
  withEdits,
  fieldEdits,
  fileOf,
  removedAll,
  unchangedAccount,
  type AccountChange,
} from './change.ts';
import { isFixed, publishedVersionError } from './engine-versions.ts';
import { ApiError } from './errors.ts';
import { absentStatus, type OperationCall, type Operation } from './operation.ts';
import { pageOf, readPage } from './pages.ts';
import { shownRecord, type ResourceType } from './resources.ts';

const nounOf = ({ name, noun = name.replaceAll('-', ' ') }: ResourceType): string => noun;
/**
 * The record with an id: the newest record, or the record of a version.
 * @throws ApiError 404
 */
export function recordOf(account: Account, type: ResourceType, id: string, version?: string): Cursor {
  const resources = account.find(type, id),
    number = type.isVersioned && version !== undefined && version !== 'latest' ? Number(version) : undefined;
  const record = number === undefined ? resources.at(-1) : resources.find(resource => resource.version === number);
  if (record) return account.cursorAt(record);
  if (resources.length > 0) throw new ApiError(404, `${nounOf(type)} ${JSON.stringify(id)} has no version ${version}`);
  throw new ApiError(404, missingMessage(nounOf(type), id, account.indexes.resources.get(type)!.ids()));
}
function missingMessage(noun: string, id: string, ids: ReadonlySet<string>): string {
  const nearestRecord = nearestId(id, ids);
  return `there is no ${noun} ${JSON.stringify(id)}${suggestShort({ similarName: nearestRecord })}`;
}
const findNewest = (account: Account, type: ResourceType, id: string): Cursor =>
  account.cursorAt(account.find(type, id).at(-1)!);
const answerOf = (account: Account, type: ResourceType, record: Cursor): JsonObject =>
  shownRecord(record, type, component =>
    [...new Set(account.indexes.links.get(component).map(({ flow }) => flow))].sort(),
  );
const versionIn = ({ query }: OperationCall): string | undefined => query['version'] as string | undefined;

const ownKeys = (type: ResourceType): ReadonlySet<string> =>
  new Set([
    type.id,
    ...Object.keys(type.initialFields(0, {})),
    ...(type.deriveFields ? ['linked_conversation_flow_ids'] : []),
  ]);
/** The body without the fields that only the platform sets, because they have no effect in a request. */
const withoutPlatformFields = (body: JsonObject, keys: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([key]) => !keys.has(key)));

type OperationForm = Pick<Operation, 'isSpecified' | 'method'>;

/**
 * The id of a new record.
 * @throws ApiError 409 if the client chose an id that already exists
 */
function idOf(type: ResourceType, { account, body, newId }: OperationCall): string {
  const isTaken = (id: string): boolean => account.find(type, id).length > 0;
  if (!type.isNamed) return newId(type.prefix, isTaken);
  const id = body[type.id];
  if (typeof id !== 'string' || id === '')
    throw new ApiError(400, `${type.id} is missing, although it identifies a ${nounOf(type)}`);
  if (isTaken(id)) throw new ApiError(409, `a ${nounOf(type)} ${JSON.stringify(id)} already exists`);
  return id;
}

/**
 * Refuses fields that the platform no longer accepts, unless they are null.
 * @throws ApiError 400
 */
function refuseRetired({ request }: ResourceType, body: JsonObject, { facts }: Workspace): void {
  const entry = rootOf(request),
    refusedFields = marksOf(entry)['x-refused-fields'] ?? [];
  const lines = refusedFields.flatMap(key => {
    const { 'x-until': lastDate, 'x-successor': successor } = marksOf(childEntry(entry, key));
    if ((body[key] ?? null) === null || !isInForce(lastDate, facts)) return [];
    return [`"${key}" is a retired field (since ${lastDate})${successor ? `; use "${successor}"` : ''} (at /${key})`];
  });
  if (lines.length > 0) throw new ApiError(400, lines.join('\n'));
}

export function createRecord(type: ResourceType, operation: OperationForm, call: OperationCall): JsonObject {
  const { account, body } = call,
    platformKeys = ownKeys(type),
    notFoundStatus = absentStatus(operation),
    names = account.namesFor(type.kind, call.names);
  refuseRetired(type, body, account.workspace);
  const id = idOf(type, call),
    object = type.initialFields(call.now(), body),
    record = { [type.id]: id, ...withoutPlatformFields(body, platformKeys), ...object },
    title = type.title === type.id ? undefined : body[type.title],
    name = typeof title === 'string' ? title : undefined;
  const file = account.newFile({ kind: type.kind, id, name, version: type.isVersioned ? 0 : undefined }, record),
    place = { file, pointer: '' } as const;
  const changeWith = (fields: JsonObject): AccountChange =>
    withDocument(unchangedAccount(account.workspace), fileOf(file, { [type.id]: id, ...fields }, names));
  // a body with an id is an earlier answer, which may lack fields that a request requires
  const request = fileOf(file, withoutPlatformFields(body, platformKeys), names);
  account.accept(account.workspace.withDocument(request), place, notFoundStatus);
  // fields without effect are also checked, because lint would report them in the file
  if (Object.keys(body).some(key => platformKeys.has(key)))
    account.accept(changeWith({ ...object, ...body, [type.id]: id }).workspace, place, notFoundStatus);
  account.commit(changeWith(record), [place], notFoundStatus);
  return answerOf(account, type, account.cursorAt(place));
}

function updateRecord(type: ResourceType, operation: OperationForm, call: OperationCall): JsonObject {
  const { account, body } = call,
    platformKeys = ownKeys(type),
    notFoundStatus = absentStatus(operation);
  refuseRetired(type, body, account.workspace);
  const record = recordOf(account, type, call.params[type.id]!, versionIn(call)),
    place = placeOf(record);
  if (type.isVersioned && isFixed(record, account.workspace)) {
    const agent = account.workspace.agentsRunning(record)[0]?.get('agent_id').string() ?? '{agent_id}',
      version = record.get('version').integer();
    throw publishedVersionError(`${nounOf(type)} ${call.params[type.id]!}`, version, agent);
  }
  const keptKeys = new Set([...platformKeys, ...Object.keys(body)]);
  const replacedKeys = operation.method === 'PUT' ? Object.keys(record.value as JsonObject) : [];
  const removals = replacedKeys.filter(key => !keptKeys.has(key)).map(key => ({ remove: record.get(key).pointer }));
  const changeWith = (fields: JsonObject): AccountChange =>
    withEdits(unchangedAccount(account.workspace), place.file, [...fieldEdits(place.pointer, fields), ...removals]);
  const { [type.id]: _, ...changes } = body;
  if (Object.keys(changes).some(key => platformKeys.has(key)))
    account.accept(changeWith(changes).workspace, place, notFoundStatus);
  const time =
    type.modifiedField === undefined
      ? {}
      : { [type.modifiedField]: type.initialFields(call.now(), body)[type.modifiedField]! };
  account.commit(changeWith({ ...withoutPlatformFields(body, platformKeys), ...time }), [place], notFoundStatus);
  return answerOf(account, type, account.cursorAt(place));
}

function deleteRecord(type: ResourceType, account: Account, id: string): void {
  recordOf(account, type, id);
  account.commit(
    removedAll(unchangedAccount(account.workspace), account.indexes.resources.get(type)!.get(id)),
    [],
    404,
  );
}

/** The list operation of earlier clients, which returns all versions of all records. */
const earlierList = (type: ResourceType, { id, path, aliases = [] }: Operation): Operation => ({
  id: `${id}-earlier`,
  method: 'GET',
  path: path.replace('/v2', ''),
  aliases: aliases.map(alias => alias.replace('/v2', '')),
  summary: `Lists ${nounOf(type)}s as earlier clients expect them: all versions in one list.`,
  success: { status: 200 },
  names: type.response,
  run: ({ account }) =>
    account.indexes.resources
      .get(type)!
      .all()
      .toReversed()
      .flatMap(entry => account.find(type, entry.id).slice(type.isVersioned ? 0 : -1))
      .map(place => answerOf(account, type, account.cursorAt(place))),
});

type Verb = 'create' | 'get' | 'list' | 'update' | 'delete';
interface OfferedOperations {
  readonly verbs?: readonly Verb[];
  readonly update?: 'PATCH' | 'PUT';
  /** The API version in the path of the list, if the path is not `/list-<name>s`. */
  readonly listVersion?: '/v2';
  readonly specifiedIds?: readonly string[];
  readonly createPath?: string;
}

/** The operations on a type of record. The specification shows only some of them. */
export function operationsOf(
  type: ResourceType,
  {
    verbs = ['create', 'get', 'list', 'update', 'delete'],
    update: method = 'PATCH',
    specifiedIds = [],
    ...paths
  }: OfferedOperations = {},
): Operation[] {
  const noun = nounOf(type),
    byVersion = type.isVersioned ? { query: ['version'] as const } : {};
  const operation = (verb: Verb, details: Omit<Operation, 'isSpecified' | 'id' | 'path'>): Operation => {
    const id = verb === 'list' ? `list-${type.name}s` : `${verb}-${type.name}`;
    const prefix = verb === 'list' ? (paths.listVersion ?? '') : '',
      suffix = ['get', 'update', 'delete'].includes(verb) ? `/{${type.id}}` : '';
    const { alias } = type;
    return {
      ...details,
      id,
      path: (verb === 'create' && paths.createPath) || `${prefix}/${id}${suffix}`,
      ...(alias !== undefined && { aliases: [`${prefix}/${id.replace(type.name, alias)}${suffix}`] }),
      isSpecified: specifiedIds.includes(id),
    };
  };
  const create = operation('create', {
    method: 'POST',
    summary: `Makes a ${noun}.`,
    request: type.request,
    success: { status: 201, shape: type.response },
    run: call => createRecord(type, create, call),
  });
  const get = operation('get', {
    method: 'GET',
    summary: `Returns a ${noun}.`,
    ...byVersion,
    success: { status: 200, shape: type.response },
    run: call => answerOf(call.account, type, recordOf(call.account, type, call.params[type.id]!, versionIn(call))),
  });
  const list = operation('list', {
    method: 'GET',
    summary: `Lists ${noun}s.`,
    query: ['list-parameters'],
    success: { status: 200, shape: type.response, list: true },
    run: ({ account, query }) =>
      pageOf(
        account.indexes.resources
          .get(type)!
          .all()
          .filter(({ id }) => type.isListed?.(findNewest(account, type, id), query) ?? true),
        readPage(query, type.name),
        type.name,
        ({ id }) => findNewest(account, type, id).get(type.title).string() ?? '',
        ({ id }) => answerOf(account, type, findNewest(account, type, id)),
      ),
  });
  const update = operation('update', {
    method,
    summary:
      method === 'PUT' ? `Replaces a ${noun} with the body.` : `Changes the fields of a ${noun} that are in the body.`,
    request: type.request,
    ...byVersion,
    success: { status: 200, shape: type.response },
    run: call => updateRecord(type, update, call),
  });
  const remove = operation('delete', {
    method: 'DELETE',
    summary: `Removes a ${noun}. References to it are broken from then on.`,
    success: { status: 204 },
    run: ({ account, params }) => deleteRecord(type, account, params[type.id]!),
  });
  const operations: Readonly<Record<Verb, Operation>> = { create, get, list, update, delete: remove };
  return [
    ...verbs.map(verb => operations[verb]),
    ...(paths.listVersion === undefined ? [] : [earlierList(type, list)]),
  ];
}

import { nearestId } from '../core/domain/ids.ts';
import { orMeant } from '../core/wording.ts';
import type { Cursor } from '../core/cursor.ts';
import type { JsonObject } from '../core/json/json.ts';
import { placeOf } from '../core/workspace/records.ts';
import type { Account } from './account.ts';
import { added, edited, fieldEdits, fileOf, removedAll, unchanged, type AccountChange } from './change.ts';
import { ApiError } from './errors.ts';
import { absentStatus, type OperationCall, type Operation } from './operation.ts';
import { pageOf, readPage } from './pages.ts';
import { shownRecord, type ResourceType } from './resources.ts';

const words = (name: string): string => name.replaceAll('-', ' ');
/** The record of an id: the newest one, or that of a version. @throws ApiError 404 */
export function recordOf(account: Account, of: ResourceType, id: string, version?: string): Cursor {
  const all = account.find(of, id),
    wanted = of.versioned && version !== undefined && version !== 'latest' ? Number(version) : undefined;
  const found = wanted === undefined ? all.at(-1) : all.find(one => one.version === wanted);
  if (found) return account.at(found);
  if (all.length > 0) throw new ApiError(404, `${words(of.name)} ${JSON.stringify(id)} has no version ${version}`);
  throw new ApiError(404, notThere(words(of.name), id, account.indexes.resources.get(of)!.ids()));
}
function notThere(noun: string, id: string, known: ReadonlySet<string>): string {
  const near = nearestId(id, known);
  return `there is no ${noun} ${JSON.stringify(id)}${orMeant({ near })}`;
}
const newest = (account: Account, of: ResourceType, id: string): Cursor => account.at(account.find(of, id).at(-1)!);
const shown = (account: Account, of: ResourceType, record: Cursor): JsonObject =>
  shownRecord(record, of, component =>
    [...new Set(account.indexes.links.get(component).map(({ flow }) => flow))].sort(),
  );
const versionIn = ({ query }: OperationCall): string | undefined => query['version'] as string | undefined;

const ownKeys = (of: ResourceType): ReadonlySet<string> =>
  new Set([of.id, ...Object.keys(of.made(0, {})), ...(of.derived ? ['linked_conversation_flow_ids'] : [])]);
/** Fields that only the platform sets: a request that contains them has no effect. */
const withoutOwn = (body: JsonObject, own: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([key]) => !own.has(key)));

type Asked = Pick<Operation, 'specified' | 'method'>;

/** @throws ApiError 409 if the client chose an id that already exists */
function idOf(of: ResourceType, { account, body, newId }: OperationCall): string {
  const isTaken = (id: string): boolean => account.find(of, id).length > 0;
  if (!of.named) return newId(of.prefix, isTaken);
  const id = body[of.id];
  if (typeof id !== 'string' || id === '')
    throw new ApiError(400, `${of.id} is missing, although it identifies a ${words(of.name)}`);
  if (isTaken(id)) throw new ApiError(409, `there is a ${words(of.name)} ${JSON.stringify(id)} already`);
  return id;
}

export function createRecord(of: ResourceType, operation: Asked, call: OperationCall): JsonObject {
  const { account, body } = call,
    own = ownKeys(of),
    absent = absentStatus(operation),
    names = call.names ?? account.namesOf(of.kind);
  const id = idOf(of, call),
    made = of.made(call.now(), body),
    file = account.newFile(of.kind, id),
    place = { file, pointer: '' } as const;
  const holding = (fields: JsonObject): AccountChange =>
    added(unchanged(account.workspace), fileOf(file, { [of.id]: id, ...fields }, names));
  // with an id it is an answer, in which fields may be missing that a request has to have
  const request = fileOf(file, withoutOwn(body, own), names);
  account.accept(account.workspace.with(request), place, absent);
  // fields without effect are checked too, because lint would report them in the file
  if (Object.keys(body).some(key => own.has(key)))
    account.accept(holding({ ...made, ...body, [of.id]: id }).workspace, place, absent);
  account.commit(holding({ ...withoutOwn(body, own), ...made }), [place], absent);
  return shown(account, of, account.at(place));
}

function updateRecord(of: ResourceType, operation: Asked, call: OperationCall): JsonObject {
  const { account, body } = call,
    own = ownKeys(of),
    absent = absentStatus(operation);
  const record = recordOf(account, of, call.params[of.id]!, versionIn(call)),
    place = placeOf(record);
  const kept = new Set([...own, ...Object.keys(body)]);
  const replaced = operation.method === 'PUT' ? Object.keys(record.value as JsonObject) : [];
  const removals = replaced.filter(key => !kept.has(key)).map(key => ({ remove: record.get(key).pointer }));
  const holding = (fields: JsonObject): AccountChange =>
    edited(unchanged(account.workspace), place.file, [...fieldEdits(place.pointer, fields), ...removals]);
  const { [of.id]: _, ...given } = body;
  if (Object.keys(given).some(key => own.has(key))) account.accept(holding(given).workspace, place, absent);
  const time = of.modified === undefined ? {} : { [of.modified]: of.made(call.now(), body)[of.modified]! };
  account.commit(holding({ ...withoutOwn(body, own), ...time }), [place], absent);
  return shown(account, of, account.at(place));
}

function deleteRecord(of: ResourceType, account: Account, id: string): void {
  recordOf(account, of, id);
  account.commit(removedAll(unchanged(account.workspace), account.indexes.resources.get(of)!.get(id)), [], 404);
}

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
  const noun = words(of.name),
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
    run: call => shown(call.account, of, recordOf(call.account, of, call.params[of.id]!, versionIn(call))),
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
        ({ id }) => shown(account, of, newest(account, of, id)),
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
  return verbs.map(verb => all[verb]);
}

import { nearestId } from '../core/domain/ids.ts';
import type { Cursor } from '../core/cursor.ts';
import type { JsonObject } from '../core/json.ts';
import { placeOf } from '../core/workspace/records.ts';
import type { Account } from './account.ts';
import { added, edited, fieldEdits, fileOf, removed, unchanged, type Change } from './change.ts';
import { ApiError } from './errors.ts';
import { absentStatus, type Call, type Operation } from './operation.ts';
import { pageOf, readPage } from './pages.ts';
import { shownRecord, type ResourceType } from './resources.ts';

const words = (name: string): string => name.replaceAll('-', ' ');
/** The newest record of an id. @throws ApiError 404 */
export function recordOf(account: Account, of: ResourceType, id: string): Cursor {
  const found = account.find(of, id).at(-1);
  if (found) return found;
  const near = nearestId(id, new Set(account.records(of).map(record => record.id)));
  throw new ApiError(
    404,
    `there is no ${words(of.name)} ${JSON.stringify(id)}${near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`}`,
  );
}

const ownKeys = (of: ResourceType): ReadonlySet<string> =>
  new Set([of.id, ...Object.keys(of.made(0)), ...(of.derived ? ['linked_conversation_flow_ids'] : [])]);
/** What the platform alone says of a record: a request that holds it sets nothing. */
const withoutOwn = (body: JsonObject, own: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([key]) => !own.has(key)));

type Asked = Pick<Operation, 'specified' | 'method'>;

export function createRecord(of: ResourceType, operation: Asked, call: Call): JsonObject {
  const { account, body } = call,
    own = ownKeys(of),
    absent = absentStatus(operation);
  const id = call.newId(of.prefix, taken => account.find(of, taken).length > 0),
    made = of.made(call.now()),
    file = account.newFile(of.kind, id),
    place = { file, pointer: '' } as const;
  const holding = (fields: JsonObject): Change =>
    added(unchanged(account.workspace), fileOf(file, { [of.id]: id, ...fields }));
  // what sets nothing is judged all the same: lint would say it of the file
  if (Object.keys(body).some(key => own.has(key)))
    account.accept(holding({ ...made, ...body, [of.id]: id }).workspace, place, absent);
  account.commit(holding({ ...withoutOwn(body, own), ...made }), [place], absent);
  account.records(of);
  return shownRecord(account.workspace.at(place), of, account.workspace);
}

function updateRecord(of: ResourceType, operation: Asked, call: Call): JsonObject {
  const { account, body } = call,
    own = ownKeys(of),
    absent = absentStatus(operation);
  const record = recordOf(account, of, call.params[of.id]!),
    place = placeOf(record);
  const kept = new Set([...own, ...Object.keys(body)]);
  const replaced = operation.method === 'PUT' ? Object.keys(record.value as JsonObject) : [];
  const removals = replaced.filter(key => !kept.has(key)).map(key => ({ remove: record.get(key).pointer }));
  const holding = (fields: JsonObject): Change =>
    edited(unchanged(account.workspace), place.file, [...fieldEdits(place.pointer, fields), ...removals]);
  const { [of.id]: _, ...given } = body;
  if (Object.keys(given).some(key => own.has(key))) account.accept(holding(given).workspace, place, absent);
  const time = of.modified === undefined ? {} : { [of.modified]: call.now() };
  account.commit(holding({ ...withoutOwn(body, own), ...time }), [place], absent);
  return shownRecord(account.workspace.at(place), of, account.workspace);
}

/** All records of the id, the last first, so that no place moves before its turn. */
export function deleteRecord(of: ResourceType, account: Account, id: string): void {
  recordOf(account, of, id);
  const change = account
    .find(of, id)
    .toReversed()
    .reduce<Change>((so, record) => removed(so, placeOf(record)), unchanged(account.workspace));
  account.commit(change, [], 404);
}

/** The five operations of a type, of which the specification shows what it shows. */
export function operationsOf(
  of: ResourceType,
  options: { readonly update: 'PATCH' | 'PUT'; readonly list: string; readonly specified: readonly string[] },
): Operation[] {
  const noun = words(of.name),
    byId = (verb: string): string => `/${verb}-${of.name}/{${of.id}}`;
  const operation = (one: Omit<Operation, 'specified'>): Operation => ({
    ...one,
    specified: options.specified.includes(one.id),
  });
  const create = operation({
    id: `create-${of.name}`,
    method: 'POST',
    path: `/create-${of.name}`,
    summary: `Makes a ${noun}.`,
    request: of.request,
    success: { status: 201, shape: of.response },
    run: call => ({ status: 201, body: createRecord(of, create, call) }),
  });
  const update = operation({
    id: `update-${of.name}`,
    method: options.update,
    path: byId('update'),
    summary: `Changes a ${noun}${options.update === 'PUT' ? ', which is then as the body says' : ': the fields that the body holds'}.`,
    request: of.request,
    success: { status: 200, shape: of.response },
    run: call => ({ status: 200, body: updateRecord(of, update, call) }),
  });
  return [
    create,
    operation({
      id: `get-${of.name}`,
      method: 'GET',
      path: byId('get'),
      summary: `Returns a ${noun}.`,
      success: { status: 200, shape: of.response },
      run: ({ account, params }) => ({
        status: 200,
        body: shownRecord(recordOf(account, of, params[of.id]!), of, account.workspace),
      }),
    }),
    operation({
      id: `list-${of.name}s`,
      method: 'GET',
      path: options.list,
      summary: `Lists ${noun}s.`,
      query: 'list-parameters',
      success: { status: 200, shape: of.response, list: true },
      run: ({ account, query }) => ({
        status: 200,
        body: pageOf(
          account.records(of),
          readPage(query, of.name),
          of.name,
          held => account.workspace.at(held).get(of.title).string() ?? '',
          held => shownRecord(account.workspace.at(held), of, account.workspace),
        ),
      }),
    }),
    update,
    operation({
      id: `delete-${of.name}`,
      method: 'DELETE',
      path: byId('delete'),
      summary: `Removes a ${noun}. What refers to it then dangles.`,
      success: { status: 204 },
      run: ({ account, params }) => {
        deleteRecord(of, account, params[of.id]!);
        return { status: 204 };
      },
    }),
  ];
}

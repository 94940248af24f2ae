import { Document } from '../core/document.ts';
import { isEqual, isObject, type JsonObject } from '../core/json/json.ts';
import { placeOf } from '../core/workspace/records.ts';
import { filterAgents } from '../simulator/subjects/agent-list-filter.ts';
import {
  agentCalled,
  agentRecord,
  withFileEdits,
  itemOf,
  editsOfItems,
  placesOf,
  selectedVersion,
  settingsOf,
  summaryEdits,
  withListItem,
} from './agent-records.ts';
import type { Account } from './account.ts';
import { withDocument, withEdits, fieldEdits, fileOf, removalsOfNull, removedAll, unchangedAccount } from './change.ts';
import { ApiError } from './errors.ts';
import { publicationOfEngine, publishedVersionError } from './engine-versions.ts';
import type { AnswerBody, OperationCall, Operation } from './operation.ts';
import { pageOf, readPage } from './pages.ts';

type Channel = 'voice' | 'chat';

function create(call: OperationCall, channel: Channel): AnswerBody {
  const { account, body } = call,
    time = call.now();
  const engine = isObject(body['response_engine']) ? body['response_engine']['version'] : undefined;
  if (typeof engine === 'number' && engine > 0)
    throw new ApiError(
      400,
      `version: a new agent is version 0 and runs version 0 of its engine, got ${engine} (at /response_engine/version)`,
    );
  const id = call.newId('agent_', id => account.workspace.agent(id) !== undefined);
  const record = {
    agent_id: id,
    version: 0,
    base_version: null,
    is_published: false,
    last_modification_timestamp: time,
    channel,
    ...settingsOf(body),
  };
  const name = typeof body['agent_name'] === 'string' ? body['agent_name'] : '',
    file = account.newFile({ kind: 'agent', id, name, version: 0 }, record),
    document = fileOf(file, record, account.namesFor('agent', call.names)),
    place = { file: document.file, pointer: '' } as const;
  const item = {
    agent_id: id,
    agent_name: name,
    channel,
    user_modified_timestamp: time,
    tags: {},
  };
  const change = withDocument(unchangedAccount(account.workspace), document);
  account.commit(withListItem(account, change, item), [place], 422);
  return account.workspace.at(place).value;
}

/** The version that a request selects; `latest` if the request has no version. */
const versionOf = ({ account, params, query }: OperationCall): number =>
  selectedVersion(account, params['agent_id']!, query['version'] as string | undefined);

const get = (call: OperationCall): AnswerBody =>
  agentRecord(call.account, call.params['agent_id']!, versionOf(call)).value;

function update(call: OperationCall): AnswerBody {
  const { account, params, body } = call,
    id = params['agent_id']!,
    version = versionOf(call),
    agent = agentCalled(account, id),
    record = agentRecord(account, id, version),
    place = placeOf(record),
    time = call.now();
  if (agent.versions.get(version)?.isPublished === true) throw publishedVersionError(`agent ${id}`, version, id);
  const settings = settingsOf(body);
  const engine = settings['response_engine'];
  if (version > 0 && engine !== undefined && !isEqual(engine, record.get('response_engine').value))
    throw new ApiError(400, 'Cannot update response engine of agent version > 0');
  const isRenamed = typeof settings['agent_name'] === 'string' && version === Math.max(...agent.versions.keys());
  const change = withFileEdits(
    withEdits(unchangedAccount(account.workspace), place.file, [
      ...fieldEdits(place.pointer, { ...settings, last_modification_timestamp: time }),
    ]),
    [
      ...summaryEdits(agent, version, { last_modification_timestamp: time }),
      ...editsOfItems(agent, {
        user_modified_timestamp: time,
        ...(isRenamed && { agent_name: settings['agent_name']! }),
      }),
    ],
  );
  // the request is checked before null removes settings, because some settings must not be null
  account.accept(change.workspace, place, 422);
  const removals = removalsOfNull(place.pointer, change.workspace.at(place).value, settings);
  account.commit(withEdits(change, place.file, removals), [place], 422);
  return account.workspace.at(place).value;
}

function createVersion(call: OperationCall): AnswerBody {
  const { account, params, body } = call,
    id = params['agent_id']!,
    agent = agentCalled(account, id),
    time = call.now();
  acceptRequest(call, 'create-agent-version');
  const base = body['base_version'] as number,
    record = agentRecord(account, id, base),
    version = Math.max(...agent.versions.keys()) + 1;
  // the title of a version is not copied to the next version
  const { version_title: _, version_description: __, ...settings } = record.value as JsonObject;
  const draft = {
    ...settings,
    version,
    base_version: base,
    is_published: false,
    last_modification_timestamp: time,
    ...(record.get('assigned_tags').exists && { assigned_tags: [] }),
  };
  // in an export, the engine is beside the agent, and the draft is a copy of both
  const holder = record.parent?.is('agent-export') ? record.parent : undefined;
  const content = holder ? { ...(holder.value as JsonObject), agent: draft } : draft,
    file = account.newFile({ kind: 'agent', id, name: agent.name, version }, content, record.document);
  const document = fileOf(file, content, record.document.dialect?.names);
  const place = { file: document.file, pointer: holder ? '/agent' : '' } as const;
  const summary = { is_published: false, base_version: base, last_modification_timestamp: time };
  const change = withFileEdits(withDocument(unchangedAccount(account.workspace), document), [
    ...summaryEdits(agent, version, summary),
    ...editsOfItems(agent, { user_modified_timestamp: time }),
  ]);
  account.commit(change, [place], 422);
  return account.workspace.at(place).value;
}

function publish(call: OperationCall): void {
  const { account, params, body } = call,
    id = params['agent_id']!,
    agent = agentCalled(account, id);
  acceptRequest(call, 'publish-agent-version');
  const version = body['version'] as number,
    place = agent.recordPlace(version),
    titles = Object.fromEntries(
      ['version_title', 'version_description'].flatMap(key => (body[key] === undefined ? [] : [[key, body[key]]])),
    );
  const publishedFields = { is_published: true, last_modification_timestamp: call.now(), ...titles };
  const change = withFileEdits(unchangedAccount(account.workspace), [
    ...(place ? fieldEdits(place.pointer, publishedFields).map(edit => [place.file, edit] as const) : []),
    ...(place ? publicationOfEngine(account.workspace.at(place), account.workspace) : []),
    ...(agent.summaries.length > 0 ? summaryEdits(agent, version, publishedFields) : []),
  ]);
  account.commit(change, place ? [place] : [], 422);
}

/** Checks a request with the agent in its path, like lint checks a file with the agent in its name. */
function acceptRequest(
  { account, params, body }: OperationCall,
  kind: 'create-agent-version' | 'publish-agent-version',
): void {
  const document = new Document(`${params['agent_id']!}.${kind}.json`, JSON.stringify(body));
  account.accept(account.workspace.withDocument(document), { file: document.file, pointer: '' }, 422);
}

function remove({ account, params }: OperationCall): void {
  const agent = agentCalled(account, params['agent_id']!);
  const places = [...placesOf(agent.records), ...placesOf(agent.listItems), ...placesOf(agent.summaries)];
  account.commit(removedAll(unchangedAccount(account.workspace), places), [], 422);
}

function removeVersion(call: OperationCall): void {
  if (call.query['version'] === undefined)
    throw new ApiError(400, 'version is missing, so it is not known which version to remove');
  const id = call.params['agent_id']!,
    version = versionOf(call),
    { sources } = agentCalled(call.account, id).versions.get(version)!;
  call.account.commit(removedAll(unchangedAccount(call.account.workspace), placesOf(sources)), [], 422);
}

const versions = ({ account, params }: OperationCall): AnswerBody =>
  agentCalled(account, params['agent_id']!).records.map(({ value }) => value);

const summaryKeys = [
  'is_published',
  'version_title',
  'version_description',
  'base_version',
  'last_modification_timestamp',
];
/** Spec: Agent version summary */
function listVersions({ account, params, query }: OperationCall): AnswerBody {
  const id = params['agent_id']!,
    agent = agentCalled(account, id);
  const items = [...agent.versions.values()].map(({ version, sources }) => ({
    order: version,
    title: String(sources[0]?.get('version_title').string() ?? ''),
    summary: {
      version,
      ...Object.fromEntries(
        summaryKeys.flatMap(key => {
          const value = sources
            .map(source => source.get(key).value)
            .find(value => value !== undefined && value !== null);
          return value === undefined ? [] : [[key, value]];
        }),
      ),
    },
  }));
  const list = `agent-versions ${id}`;
  return pageOf(
    items,
    readPage(query, list),
    list,
    summary => summary.title,
    version => version.summary,
  );
}

/** Spec: Agent list item and list filter */
function list({ account, query, body }: OperationCall): AnswerBody {
  const { workspace } = account,
    filter = isObject(body['filter_criteria']) ? body['filter_criteria'] : {};
  const document = new Document('request.agent-list-filter.json', JSON.stringify(filter)),
    askingWorkspace = workspace.withDocument(document);
  account.accept(askingWorkspace, { file: document.file, pointer: '' }, 422);
  const filterResult = filterAgents(document.at(''), workspace);
  if ('at' in filterResult) throw new ApiError(400, filterResult.because);
  const selectedIds = new Set(
    filterResult.agents.filter(filter => filter.selected === true).map(filter => filter.agent_id),
  );
  const items = account.indexes.agents.all().filter(({ id }) => selectedIds.has(id));
  return pageOf(
    items,
    readPage(query, 'agents'),
    'agents',
    ({ id }) => workspace.agent(id)!.name ?? '',
    ({ id }) => listItem(account, id),
  );
}

/** The item of an agent in an agent list, or for an unlisted agent an item made from its records. */
function listItem({ workspace }: Account, id: string): JsonObject {
  const agent = workspace.agent(id)!,
    item = agent.listItems[0]?.value;
  const times = [...agent.versions.values()].map(({ modifiedAt }) => modifiedAt ?? 0);
  return isObject(item) ? item : itemOf(agent, Math.max(0, ...times));
}

const withId = (path: string): string => `/${path}/{agent_id}`;

/** The operations on the agents of one channel. Their paths contain the name of the channel. */
const ofChannel = (channel: Channel): Operation[] => {
  const name = channel === 'chat' ? 'chat-agent' : 'agent',
    shape = channel === 'chat' ? 'chat-agent' : 'agent';
  return [
    {
      id: `create-${name}`,
      method: 'POST',
      path: `/create-${name}`,
      summary: 'Creates an agent with one draft, version 0.',
      request: 'agent-settings',
      success: { status: 201, shape },
      run: call => create(call, channel),
    },
    {
      id: `get-${name}`,
      method: 'GET',
      path: withId(`get-${name}`),
      summary: 'Returns a version of an agent: a number, latest, latest_published or a tag.',
      query: ['version'],
      success: { status: 200, shape },
      run: get,
    },
    {
      id: `update-${name}`,
      method: 'PATCH',
      path: withId(`update-${name}`),
      summary: 'Changes the settings of a draft to those in the body; null removes a setting.',
      request: 'agent-settings',
      query: ['version'],
      success: { status: 200, shape },
      run: update,
    },
    {
      id: `delete-${name}`,
      method: 'DELETE',
      path: withId(`delete-${name}`),
      summary: 'Removes an agent with all versions and tags. References to it are broken from then on.',
      success: { status: 204 },
      run: remove,
    },
    {
      id: `get-${name}-versions`,
      method: 'GET',
      path: withId(`get-${name}-versions`),
      summary: 'Returns all versions of an agent.',
      success: { status: 200 },
      names: shape,
      run: versions,
    },
  ];
};

/** Publishes the newest version, and creates the next draft from it. */
function publishNewest(call: OperationCall): void {
  const id = call.params['agent_id']!,
    version = selectedVersion(call.account, id, 'latest');
  publish({ ...call, body: { version } });
  createVersion({ ...call, body: { base_version: version } });
}

/** The operations that only earlier clients use, because later clients have others. */
const earlierOperations = (channel: Channel): Operation[] => {
  const name = channel === 'chat' ? 'chat-agent' : 'agent';
  return [
    {
      id: `list-${name}s-earlier`,
      method: 'GET',
      path: `/list-${name}s`,
      summary: 'Lists agents as earlier clients expect them: all versions in one list.',
      success: { status: 200 },
      names: name,
      run: ({ account }) =>
        account.indexes.agents
          .all()
          .toReversed()
          .map(({ id }) => agentCalled(account, id))
          .filter(agent => (agent.channel ?? 'voice') === channel)
          .flatMap(({ records }) => records.map(({ value }) => value)),
    },
    {
      id: `publish-${name}`,
      method: 'POST',
      path: withId(`publish-${name}`),
      summary: 'Publishes the newest version of an agent, as earlier clients do, and creates the next draft.',
      success: { status: 200 },
      run: publishNewest,
    },
  ];
};

export const agentOperations: readonly Operation[] = [
  ...ofChannel('voice'),
  ...ofChannel('chat'),
  ...earlierOperations('voice'),
  ...earlierOperations('chat'),
  {
    id: 'list-agents',
    method: 'POST',
    path: '/v2/list-agents',
    summary: 'Lists agents with their tags.',
    request: 'agent-list-filter',
    requestIn: 'filter_criteria',
    bodyOptional: true,
    query: ['list-parameters'],
    success: { status: 200, shape: 'agent-list-item', list: true },
    run: list,
  },
  {
    id: 'list-agent-versions',
    method: 'GET',
    path: withId('list-agent-versions'),
    summary: 'Lists the summaries of an agent’s versions.',
    query: ['list-parameters'],
    success: { status: 200, shape: 'agent-version-summary', list: true },
    run: listVersions,
  },
  {
    id: 'create-agent-version',
    method: 'POST',
    path: withId('create-agent-version'),
    summary: 'Creates a draft from an existing version.',
    request: 'create-agent-version-request',
    success: { status: 201, shape: 'agent' },
    run: createVersion,
  },
  {
    id: 'publish-agent-version',
    method: 'POST',
    path: withId('publish-agent-version'),
    summary: 'Publishes a version without changing its number.',
    request: 'publish-agent-version-request',
    success: { status: 200 },
    run: publish,
  },
  {
    id: 'delete-agent-version',
    method: 'DELETE',
    path: withId('delete-agent-version'),
    summary: 'Removes a version of an agent.',
    query: ['version'],
    success: { status: 204 },
    run: removeVersion,
  },
];

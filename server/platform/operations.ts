import { agentOperations } from './agent-operations.ts';
import { type JsonObject, isArray, isObject } from '../core/json/json.ts';
import { ApiError } from './errors.ts';
import { callOperations, callsOfBatch, requireNumber, conversationWithAgent, settingsOf } from './call-operations.ts';
import { knownOperations } from './known-operations.ts';
import type { Operation, OperationCall, AnswerBody } from './operation.ts';
import { operationsOf, createRecord, recordOf } from './record-operations.ts';
import {
  alertIncidents,
  alertRules,
  batchCalls,
  components,
  flows,
  llms,
  phoneNumbers,
  testCases,
  unixTime,
} from './resources.ts';
import { eventsOfIncident, eventsOf } from './events.ts';
import type { Cursor } from '../core/cursor.ts';
import { conversationOperations } from './conversation-operations.ts';
import type { Edit } from '../core/finding.ts';
import { join } from '../core/json/pointer.ts';
import type { Place } from '../core/workspace/records.ts';
import type { Agent } from '../core/workspace/agents.ts';
import { agentCalled, withFileEdits, itemOf, withListItem } from './agent-records.ts';
import type { Account } from './account.ts';
import { unchangedAccount, type AccountChange } from './change.ts';

type FileEdit = readonly [file: string, edit: Edit];

/** Adds an item for the agent to an agent list if there is none, because list items contain the tags. */
function withList(account: Account, agent: Agent, time: number): AccountChange {
  const change = unchangedAccount(account.workspace);
  if (agent.listItems.length > 0) return change;
  return withListItem(account, change, itemOf(agent, time));
}

/**
 * The edits that move a tag to the record of a version, or remove it from all records. The tag comes first in the
 * list, because the platform prefers the tag that was assigned last.
 */
const assignmentEdits = (agent: Agent, tag: string, version: number | undefined): FileEdit[] =>
  agent.records.flatMap((record): FileEdit[] => {
    const cursor = record.get('assigned_tags'),
      otherValues = isArray(cursor.value) ? cursor.value.filter(name => name !== tag) : [];
    if (record.get('version').value === version)
      return [[record.document.file, { set: cursor.pointer, to: [tag, ...otherValues] }]];
    return isArray(cursor.value) && cursor.value.includes(tag)
      ? [[record.document.file, { set: cursor.pointer, to: otherValues }]]
      : [];
  });

/**
 * Sets or removes a tag.
 * @param state returns the new state of the tag; absent if it is removed
 */
function setTag(call: OperationCall, tag: string, state: (before: JsonObject) => JsonObject | undefined): JsonObject {
  const { account } = call,
    id = call.params['agent_id']!,
    time = call.now();
  const startedChange = withList(account, agentCalled(account, id), time),
    agent = startedChange.workspace.agent(id)!,
    item = agent.listItems[0]!,
    cursor = item.get('tags').get(tag);
  const next = state(isObject(cursor.value) ? cursor.value : {}),
    version = next?.['version'];
  if (next === undefined && !cursor.exists) throw new ApiError(404, `agent ${id} has no tag ${JSON.stringify(tag)}`);
  const change = withFileEdits(startedChange, [
    [item.document.file, next ? { set: cursor.pointer, to: next } : { remove: cursor.pointer }],
    [item.document.file, { set: join(item.pointer, 'user_modified_timestamp'), to: time }],
    ...assignmentEdits(agent, tag, typeof version === 'number' ? version : undefined),
  ]);
  const place: Place = { file: item.document.file, pointer: cursor.pointer };
  // the name of the tag is a key of the object with the tags, so the whole object is checked
  const tags: Place = { ...place, pointer: item.get('tags').pointer };
  account.commit(change, next ? [tags] : [], 422);
  return account.workspace.at({ file: item.document.file, pointer: item.pointer }).value as JsonObject;
}

function assign(call: OperationCall): JsonObject {
  const { version, dynamic_variables } = call.body;
  return setTag(call, call.params['tag']!, before => ({
    ...before,
    ...(version !== undefined && { version }),
    ...(dynamic_variables !== undefined && { dynamic_variables }),
  }));
}

function unassign(call: OperationCall): void {
  setTag(call, call.params['tag']!, () => undefined);
}

/**
 * The operations for assigning tags. Their paths are an addition of Preflight: neither the specification nor the
 * public client has such paths.
 */
const tagOperations: readonly Operation[] = [
  {
    id: 'assign-agent-tag',
    method: 'PUT',
    path: '/assign-agent-tag/{agent_id}/{tag}',
    summary: 'Assigns a tag to a version of an agent, with its dynamic variables.',
    request: 'root-tag-state',
    success: { status: 200, shape: 'agent-list-item' },
    run: assign,
  },
  {
    id: 'delete-agent-tag',
    method: 'DELETE',
    path: '/delete-agent-tag/{agent_id}/{tag}',
    summary: 'Removes a tag of an agent.',
    success: { status: 204 },
    run: unassign,
  },
];

/** The settings of begun chats, because the record of a chat does not contain the override. */
const settings = new WeakMap<JsonObject, Cursor>();

function createChat(call: OperationCall): AnswerBody {
  const { account, newId, now } = call,
    { task, startedRecord } = conversationWithAgent(call),
    id = newId('chat_', existingId => account.chats.has(existingId));
  const record = {
    chat_id: id,
    chat_type: 'api_chat',
    ...startedRecord,
    chat_status: 'ongoing',
    start_timestamp: now(),
  };
  account.chats.set(id, record);
  const agent = settingsOf(task);
  if (agent) {
    settings.set(record, agent);
    call.notify(eventsOf('chat', ['started'], agent, record, account.workspace));
  }
  return record;
}

function endChat(call: OperationCall): void {
  const { account, params, now } = call,
    id = params['chat_id']!,
    chat = account.chats.get(id);
  if (chat['chat_status'] === 'ended') throw new ApiError(409, `chat ${id} has ended already`);
  const record: JsonObject = { ...chat, chat_status: 'ended', end_timestamp: now() };
  account.chats.set(id, record);
  const agent = settings.get(chat);
  if (agent) call.notify(eventsOf('chat', ['ended', 'analyzed'], agent, record, account.workspace));
}

const [get, list, remove, earlierList] = conversationOperations('chat');
/** The operations on chats without messages: a chat starts and ends, and the webhook events of its agent are sent. */
const chatOperations: readonly Operation[] = [
  {
    id: 'create-chat',
    method: 'POST',
    path: '/create-chat',
    summary: 'Begins a chat, with its agent, version and variables. No messages are exchanged.',
    request: 'batch-call-task',
    success: { status: 201 },
    names: 'batch-call-task',
    run: createChat,
  },
  get,
  list,
  {
    id: 'end-chat',
    method: 'PATCH',
    path: '/end-chat/{chat_id}',
    summary: 'Ends a chat.',
    success: { status: 204 },
    run: endChat,
  },
  remove,
  earlierList,
];

/** Creates an incident of a rule, with a copy of the current rule. */
function trigger(call: OperationCall): JsonObject {
  const { account, params, body, now } = call,
    rule = recordOf(account, alertRules, params['alert_rule_id']!).value as JsonObject;
  const { active: _, user_modified_timestamp: __, ...copied } = rule;
  const incident = createRecord(
    alertIncidents,
    { method: 'POST' },
    {
      ...call,
      body: { ...copied, ...body, alert_rule_id: params['alert_rule_id']!, triggered_timestamp: unixTime(now()) },
    },
  );
  call.notify(eventsOfIncident(incident));
  return incident;
}

const alertOperations: readonly Operation[] = [
  {
    id: 'trigger-alert-rule',
    method: 'POST',
    path: '/trigger-alert-rule/{alert_rule_id}',
    summary: 'Creates an incident of an alert rule, with the value in the body, and notifies its webhooks.',
    request: 'alert-incident',
    success: { status: 201, shape: 'alert-incident' },
    run: trigger,
  },
];

/** The operation; creating a batch also creates the calls of the batch. */
const withCalls = (operation: Operation): Operation =>
  operation.id !== 'create-batch-call'
    ? operation
    : {
        ...operation,
        run: call => {
          const { from_number, tasks } = call.body;
          if (tasks === undefined) throw new ApiError(400, 'tasks: missing, required in a batch call (at /tasks)');
          requireNumber(from_number);
          const batch = operation.run(call) as JsonObject;
          callsOfBatch(call, batch['batch_call_id'] as string);
          return batch;
        },
      };

/** Every operation of the stand-in. */
export const operations: readonly Operation[] = [
  ...operationsOf(components, { listVersion: '/v2', specifiedIds: ['create-conversation-flow-component'] }),
  ...operationsOf(testCases, { update: 'PUT', listVersion: '/v2', specifiedIds: ['delete-test-case-definition'] }),
  ...agentOperations,
  ...tagOperations,
  ...operationsOf(llms, { listVersion: '/v2' }),
  ...operationsOf(flows, { listVersion: '/v2' }),
  ...operationsOf(phoneNumbers, { listVersion: '/v2', createPath: '/import-phone-number' }),
  ...operationsOf(batchCalls, { verbs: ['create', 'get', 'list'] }).map(withCalls),
  ...operationsOf(alertRules),
  ...operationsOf(alertIncidents, { verbs: ['get', 'list'] }),
  ...alertOperations,
  ...callOperations,
  ...chatOperations,
  ...knownOperations,
];

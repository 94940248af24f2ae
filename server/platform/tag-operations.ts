import { isArray, isObject, type JsonObject } from '../core/json/json.ts';
import type { Edit } from '../core/finding.ts';
import { join } from '../core/json/pointer.ts';
import type { Place } from '../core/workspace/records.ts';
import type { Agent } from '../core/workspace/agents.ts';
import { agentCalled, withFileEdits, itemOf, withListItem } from './agent-records.ts';
import type { Account } from './account.ts';
import { unchangedAccount, type AccountChange } from './change.ts';
import { ApiError } from './errors.ts';
import type { OperationCall, Operation } from './operation.ts';

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
export const tagOperations: readonly Operation[] = [
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

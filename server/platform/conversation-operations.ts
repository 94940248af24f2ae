import { Cursor } from '../core/cursor.ts';
import { Document } from '../core/document.ts';
import { isArray, isObject, property, type Json, type JsonObject } from '../core/json/json.ts';
import { UNKNOWN_ENTRY } from '../core/shapes/table.ts';
import { show } from '../core/wording.ts';
import { agentMatches, fieldMatches } from '../simulator/call-records.ts';
import { ApiError } from './errors.ts';
import { acceptListParameters } from './judge.ts';
import type { Operation, OperationCall } from './operation.ts';
import { pageOf, readPage } from './pages.ts';

/**
 * The operations on simulated calls or chats, except creation: get, list and delete.
 * @param prefix the prefix of the paths for a single conversation
 * @param addition further records in the list, in words
 */
export function conversationOperations(
  noun: 'call' | 'chat',
  prefix = '',
  addition = '',
): readonly [get: Operation, list: Operation, remove: Operation, earlierList: Operation] {
  const plural = `${noun}s` as const,
    idKey = `${noun}_id`,
    names = 'batch-call-task';
  return [
    {
      id: `get-${noun}`,
      method: 'GET',
      path: `${prefix}/get-${noun}/{${idKey}}`,
      summary: `Returns a simulated ${noun}.`,
      success: { status: 200 },
      names,
      run: ({ account, params }) => account[plural].read(params[idKey]!),
    },
    {
      id: `list-${plural}`,
      method: 'POST',
      path: `/v3/list-${plural}`,
      summary: `Lists simulated ${plural}${addition}. The body contains the list parameters and filter_criteria.`,
      request: 'list-parameters',
      bodyOptional: true,
      success: { status: 200, list: true },
      names,
      run: call => listConversations(call, plural),
    },
    {
      id: `delete-${noun}`,
      method: 'DELETE',
      path: `${prefix}/delete-${noun}/{${idKey}}`,
      summary: `Removes a simulated ${noun}.`,
      success: { status: 204 },
      run: ({ account, params }) => account[plural].delete(params[idKey]!),
    },
    {
      id: `list-${plural}-earlier`,
      ...(noun === 'call'
        ? { method: 'POST', path: '/v2/list-calls', request: 'list-parameters', bodyOptional: true }
        : { method: 'GET', path: '/list-chat' }),
      summary: `Lists simulated ${plural} as earlier clients expect them: without pages.`,
      success: { status: 200 },
      names,
      run: call => listConversations(call, plural).items,
    },
  ];
}

/** The list parameters are in the body, beside the conditions, as the public client sends them. */
function listConversations({ account, body }: OperationCall, list: 'calls' | 'chats') {
  acceptListParameters(body, account.judge.rules);
  const { skip = 0, include_total, filter_criteria = {} } = body;
  if (typeof skip !== 'number' || !Number.isInteger(skip) || skip < 0)
    throw new ApiError(400, `skip: expected an integer of at least 0, got ${JSON.stringify(skip)}`);
  if (!isObject(filter_criteria))
    throw new ApiError(400, `filter_criteria: expected an object, got ${show(filter_criteria)}`);
  const request = readPage(body, list),
    conversations = account[list].all().filter(({ record }) => isSelected(record, filter_criteria));
  const remainingEntries = request.isDescending
    ? conversations.slice(0, Math.max(0, conversations.length - skip))
    : conversations.slice(skip);
  const page = pageOf(
    remainingEntries,
    request,
    list,
    () => '',
    ({ read }) => read(),
  );
  return { ...page, ...(include_total === true && { total: conversations.length }) };
}

/** The fields of a record that a filter names differently. */
const fields: Readonly<Record<string, string>> = { dynamic_variables: 'service_llm_dynamic_variables' };

/** Whether a record satisfies every condition of a filter; of several agents, one must match. */
function isSelected(record: JsonObject, filter: JsonObject): boolean {
  const document = new Document('request.json', ''),
    cursorAt = (value: Json): Cursor => new Cursor(document, value, UNKNOWN_ENTRY, undefined, '');
  return Object.entries(filter).every(([name, condition]) => {
    const value = property(record, fields[name] ?? name);
    if (name === 'agent' && isArray(condition))
      return condition.some(agent =>
        agentMatches(cursorAt(agent), {
          agent_id: record['agent_id'] as string,
          agent_version: record['agent_version'] as number,
        }),
      );
    if (!isArray(condition)) return fieldMatches(cursorAt(condition), value);
    return condition.every(term => {
      const key = isObject(term) ? term['key'] : undefined;
      return (
        typeof key === 'string' && fieldMatches(cursorAt(term), isObject(value) ? property(value, key) : undefined)
      );
    });
  });
}

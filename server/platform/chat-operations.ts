import type { JsonObject } from '../core/json/json.ts';
import { recordOf } from '../core/domain/tasks.ts';
import { begunWithAgent } from './call-operations.ts';
import { listConversations } from './conversations.ts';
import { ApiError } from './errors.ts';
import { eventsOf } from './events.ts';
import type { OperationAnswer, OperationCall, Operation } from './operation.ts';

function createChat(call: OperationCall): OperationAnswer {
  const { account, newId, now } = call,
    { task, begun } = begunWithAgent(call),
    id = newId('chat_', taken => account.chats.has(taken));
  const record = { chat_id: id, chat_type: 'api_chat', ...begun, chat_status: 'ongoing', start_timestamp: now() };
  account.chats.set(id, record);
  if (task.base.record) call.notify(eventsOf('chat', ['started'], task.base.record, record, account.workspace));
  return { status: 201, body: record };
}

function endChat(call: OperationCall): OperationAnswer {
  const { account, params, now } = call,
    id = params['chat_id']!,
    chat = account.chats.get(id, 'chat');
  if (chat['chat_status'] === 'ended') throw new ApiError(409, `chat ${id} has ended already`);
  const record: JsonObject = { ...chat, chat_status: 'ended', end_timestamp: now() };
  account.chats.set(id, record);
  const { workspace } = account,
    resolution = workspace.resolve(chat['agent_id'] as string, chat['agent_version'] as number),
    agent = recordOf(resolution, workspace);
  if (agent) call.notify(eventsOf('chat', ['ended', 'analyzed'], agent, record, workspace));
  return { status: 204 };
}

const specified = false;
/** Chats without messages: they start and end, and send the webhook events of their agents. */
export const chatOperations: readonly Operation[] = [
  {
    id: 'create-chat',
    method: 'POST',
    path: '/create-chat',
    summary: 'Begins a chat, with its agent, version and variables. No messages are exchanged.',
    specified,
    request: 'batch-call-task',
    success: { status: 201 },
    names: 'batch-call-task',
    run: createChat,
  },
  {
    id: 'get-chat',
    method: 'GET',
    path: '/get-chat/{chat_id}',
    summary: 'Returns a simulated chat.',
    specified,
    success: { status: 200 },
    names: 'batch-call-task',
    run: ({ account, params }) => ({ status: 200, body: account.chats.get(params['chat_id']!, 'chat') }),
  },
  {
    id: 'list-chats',
    method: 'POST',
    path: '/v3/list-chats',
    summary: 'Lists simulated chats. The body contains the list parameters and filter_criteria.',
    specified,
    request: 'list-parameters',
    bodyOptional: true,
    success: { status: 200, list: true },
    names: 'batch-call-task',
    run: call => listConversations(call, 'chats'),
  },
  {
    id: 'end-chat',
    method: 'PATCH',
    path: '/end-chat/{chat_id}',
    summary: 'Ends a chat.',
    specified,
    success: { status: 204 },
    run: endChat,
  },
  {
    id: 'delete-chat',
    method: 'DELETE',
    path: '/delete-chat/{chat_id}',
    summary: 'Removes a simulated chat.',
    specified,
    success: { status: 204 },
    run: ({ account, params }) => {
      account.chats.get(params['chat_id']!, 'chat');
      account.chats.delete(params['chat_id']!);
      return { status: 204 };
    },
  },
];

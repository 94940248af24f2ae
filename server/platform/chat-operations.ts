import type { JsonObject } from '../core/json/json.ts';
import type { Cursor } from '../core/cursor.ts';
import { conversationWithAgent, settingsOf } from './call-operations.ts';
import { conversationOperations } from './conversation-operations.ts';
import { ApiError } from './errors.ts';
import { eventsOf } from './events.ts';
import type { AnswerBody, OperationCall, Operation } from './operation.ts';

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
export const chatOperations: readonly Operation[] = [
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

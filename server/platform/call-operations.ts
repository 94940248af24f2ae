import type { Cursor } from '../core/cursor.ts';
import { overrideCursor } from '../core/laid-over.ts';
import { isObject, type Json, type JsonObject } from '../core/json/json.ts';
import { show } from '../core/wording.ts';
import { isE164 } from '../core/domain/phone-numbers.ts';
import { tasksOf, variablesOf, type TaskCall } from '../simulator/batch.ts';
import { fileOf } from './change.ts';
import { conversationOperations } from './conversation-operations.ts';
import { ApiError } from './errors.ts';
import { withCallStatus } from './conversations.ts';
import { eventsOf } from './events.ts';
import type { AnswerBody, OperationCall, Operation } from './operation.ts';
import { recordOf } from './record-operations.ts';
import { batchCalls } from './resources.ts';

/** The fields of a conversation before it begins. */
function startedCall({ resolution, cursor: task, ...rest }: TaskCall): JsonObject {
  const { metadata } = task.value as JsonObject;
  return {
    agent_id: resolution!.agentId,
    agent_version: resolution!.version,
    ...(isObject(metadata) && { metadata }),
    service_llm_dynamic_variables: Object.fromEntries(
      variablesOf({ resolution, cursor: task, ...rest }).map(({ name, value }) => [name, value]),
    ),
  };
}

/** The settings of the agent in one conversation; undefined if this workspace does not contain the agent. */
export function settingsOf({ cursor: task, base }: TaskCall): Cursor | undefined {
  const override = task.get('agent_override').get('agent');
  return base.record && override.isObject
    ? overrideCursor(override, base.record, { settings: new Set(), siblings: new Set() })
    : base.record;
}

/**
 * Creates a call that is answered and ends immediately, because nobody speaks.
 * @returns the call in its state at creation
 */
function simulate(task: TaskCall, object: JsonObject, call: OperationCall): JsonObject {
  const { account, newId, now } = call,
    id = newId('call_', id_ => account.calls.has(id_)),
    startTime = now();
  const record = {
    call_id: id,
    ...object,
    ...startedCall(task),
    call_status: 'ended',
    start_timestamp: startTime,
    end_timestamp: startTime,
    disconnection_reason: 'user_hangup',
  };
  account.calls.set(id, record);
  const agent = settingsOf(task);
  if (agent) call.notify(eventsOf('call', ['started', 'ended', 'analyzed'], agent, record, account.workspace));
  return withCallStatus('registered', record);
}
const phoneCall = (task: TaskCall, from_number: unknown): JsonObject => ({
  call_type: 'phone_call',
  direction: 'outbound',
  from_number: (from_number ?? null) as string | null,
  to_number: task.toNumber,
});

/**
 * Checks a request for one conversation as a batch with one task, so that the same agents, versions, overrides and
 * variables apply.
 * @throws ApiError
 */
function taskOf(
  call: OperationCall,
  from_number: unknown,
  task: JsonObject,
  noun: Noun,
  inWords = (words: string): string => inWordsOf(noun, words),
): TaskCall {
  try {
    return taskIn(call, from_number, task, inWords);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(error.statusCode, inWords(error.message));
  }
}
type Noun = 'phone call' | 'web call' | 'chat';
/** Rewrites a message about a task of a batch in terms of the request. */
const inWordsOf = (noun: Noun, message: string): string =>
  message
    .replace(/\ba batch call task\b/g, `a ${noun}`)
    .replace(/\bthe task names no agent\b/g, `the ${noun} names no agent (override_agent_id)`)
    .replace(/\bthe batch has no from_number\b/g, 'there is no from_number');

function taskIn(
  { account, names }: OperationCall,
  from_number: unknown,
  task: JsonObject,
  inWords: (words: string) => string,
): TaskCall {
  const batch = { from_number: (from_number ?? null) as string | null, tasks: [task] };
  const document = fileOf('request.batch-call.json', batch, names),
    askingWorkspace = account.workspace.withDocument(document);
  const [plannedCall] = tasksOf(document.at(''), askingWorkspace);
  // a missing agent is reported in terms of the request, not of a batch, and a web call has no number
  if (from_number !== undefined && (plannedCall?.caller || !isE164(batch.from_number ?? '')))
    account.accept(askingWorkspace, { file: document.file, pointer: '/from_number' }, 422, inWords);
  account.accept(askingWorkspace, { file: document.file, pointer: '/tasks/0' }, 422, inWords);
  if (plannedCall?.resolution?.version == null)
    throw new ApiError(422, plannedCall?.resolution?.because ?? plannedCall?.reason ?? 'no agent makes this call');
  return plannedCall;
}
/**
 * Checks a request for a conversation that names an agent but no number, as a batch with one task.
 * @throws ApiError
 */
function taskWithAgent(call: OperationCall, noun: Noun): TaskCall {
  const { agent_id, agent_version, ...otherFields } = call.body;
  if (agent_id === undefined) throw new ApiError(400, missingIn('agent_id', noun));
  const task = {
    to_number: '+14155550100',
    override_agent_id: agent_id,
    ...(agent_version !== undefined && { override_agent_version: agent_version }),
    ...otherFields,
  };
  const inWords = (words: string): string =>
    inWordsOf(noun, words).replace(/\boverride_(?=agent_(?:id|version)\b)/g, '');
  return taskOf(call, undefined, task, noun, inWords);
}
export const conversationWithAgent = (
  call: OperationCall,
): { readonly task: TaskCall; readonly startedRecord: JsonObject } => {
  const task = taskWithAgent(call, 'chat');
  return { task, startedRecord: startedCall(task) };
};

/**
 * Requires a string, because every answer contains the number as a string.
 * @throws ApiError 400
 */
export function requireNumber(from_number: Json | undefined): void {
  if (typeof from_number !== 'string')
    throw new ApiError(400, `from_number: expected a string, got ${show(from_number)} (at /from_number)`);
}
const missingIn = (field: string, noun: Noun): string => `${field}: missing, required in a ${noun}`;

function createPhoneCall(call: OperationCall): AnswerBody {
  const { from_number, ...body } = call.body;
  const missingNames = ['from_number', 'to_number'].filter(name => call.body[name] === undefined);
  if (missingNames.length > 0)
    throw new ApiError(400, missingNames.map(name => missingIn(name, 'phone call')).join('\n'));
  requireNumber(from_number);
  const task = taskOf(call, from_number, body, 'phone call');
  return simulate(task, phoneCall(task, from_number), call);
}
/** The number of milliseconds for which the token of a web call would be valid. */
const TOKEN_MS = 30_000;
function createWebCall(call: OperationCall): AnswerBody {
  const object = simulate(taskWithAgent(call, 'web call'), { call_type: 'web_call' }, call);
  return {
    ...object,
    access_token: call.newId('access_', () => false),
    expires_at: (object['start_timestamp'] as number) + TOKEN_MS,
    ice_servers: [],
    transport: 'gateway',
  };
}

/** Creates the calls of a batch that was just created. */
export function callsOfBatch(call: OperationCall, id: string): void {
  const cursor = recordOf(call.account, batchCalls, id),
    fromNumber = cursor.get('from_number').value;
  for (const task of tasksOf(cursor, call.account.workspace))
    if (task.resolution?.version != null) simulate(task, { ...phoneCall(task, fromNumber), batch_call_id: id }, call);
}

export const callOperations: readonly Operation[] = [
  {
    id: 'create-phone-call',
    method: 'POST',
    path: '/v2/create-phone-call',
    summary:
      'Simulates a call: its agent, version, variables and events. Nobody is called. ' +
      'The call is ongoing when first read, and ended from then on.',
    request: 'batch-call-task',
    success: { status: 201 },
    names: 'batch-call-task',
    run: createPhoneCall,
  },
  {
    id: 'create-web-call',
    method: 'POST',
    path: '/v3/create-web-call',
    aliases: ['/v2/create-web-call'],
    summary: 'Simulates a call from a web page; the request names the agent. The token of the call has no use.',
    request: 'batch-call-task',
    success: { status: 201 },
    names: 'batch-call-task',
    run: createWebCall,
  },
  ...conversationOperations('call', '/v2', ', including the calls of batches'),
];

import { Document } from '../core/document.ts';
import { isObject, type JsonObject } from '../core/json/json.ts';
import { tasksOf, variablesOf, type TaskCall } from '../simulator/batch.ts';
import { ApiError } from './errors.ts';
import { eventsOfCall, eventsOfIncident } from './events.ts';
import type { Answer, Call, Operation } from './operation.ts';
import { createRecord, recordOf } from './record-operations.ts';
import { alertIncidents, alertRules, batchCalls } from './resources.ts';

/** So many calls of a batch are simulated; the others are as they would be. */
const MOST_OF_BATCH = 100;

/** What became of a task when it was called: everybody answers at once, and nobody says anything. */
function callRecord(task: TaskCall, batch: JsonObject, call: Call): JsonObject {
  const { account, newId, now } = call,
    at = now(),
    given = task.at.value as JsonObject;
  return {
    call_id: newId('call_', id => account.calls.has(id)),
    call_type: 'phone_call',
    direction: 'outbound',
    agent_id: task.resolution!.agentId,
    agent_version: task.resolution!.version,
    call_status: 'ended',
    from_number: batch['from_number'] ?? null,
    to_number: task.toNumber,
    ...(isObject(given['metadata']) && { metadata: given['metadata'] }),
    service_llm_dynamic_variables: Object.fromEntries(variablesOf(task).map(({ name, value }) => [name, value])),
    start_timestamp: at,
    end_timestamp: at,
    disconnection_reason: 'user_hangup',
  };
}

function simulate(task: TaskCall, batch: JsonObject, call: Call): JsonObject {
  const { account } = call,
    record = callRecord(task, batch, call);
  account.calls.set(record['call_id'] as string, record);
  const agent = task.base.record;
  if (agent) call.notify(eventsOfCall(agent, record, account.workspace));
  return record;
}

/** A call is judged as a batch with one task is: the same agents, versions, overrides and variables apply. */
function createCall(call: Call): Answer {
  const { account, body } = call,
    { from_number, ...task } = body,
    batch = { from_number: from_number ?? null, tasks: [task] };
  const document = new Document('request.batch-call.json', JSON.stringify(batch)),
    asking = account.workspace.with(document);
  account.accept(asking, { file: document.file, pointer: '/from_number' }, 422);
  account.accept(asking, { file: document.file, pointer: '/tasks/0' }, 422);
  const [planned] = tasksOf(document.at(''), asking);
  if (planned?.resolution?.version == null)
    throw new ApiError(422, planned?.resolution?.because ?? planned?.because ?? 'no agent is there to make this call');
  return { status: 201, body: simulate(planned, batch, call) };
}

function getCall({ account, params }: Call): Answer {
  const found = account.calls.get(params['call_id']!);
  if (!found) throw new ApiError(404, `there is no call ${JSON.stringify(params['call_id'])}`);
  return { status: 200, body: found };
}

/** The calls of a batch that was just made. */
export function callsOfBatch(call: Call, id: string): void {
  const at = recordOf(call.account, batchCalls, id);
  for (const task of tasksOf(at, call.account.workspace).slice(0, MOST_OF_BATCH))
    if (task.resolution?.version != null) simulate(task, at.value as JsonObject, call);
}

/** An incident of a rule, with a copy of the rule as it is now. */
function trigger(call: Call): Answer {
  const { account, params, body, now } = call,
    rule = recordOf(account, alertRules, params['alert_rule_id']!).value as JsonObject;
  const { active: _, user_modified_timestamp: __, ...copied } = rule;
  const incident = createRecord(
    alertIncidents,
    { specified: false, method: 'POST' },
    { ...call, body: { ...copied, ...body, alert_rule_id: params['alert_rule_id']!, triggered_timestamp: now() } },
  );
  call.notify(eventsOfIncident(incident));
  return { status: 201, body: incident };
}

export const callOperations: readonly Operation[] = [
  {
    id: 'create-phone-call',
    method: 'POST',
    path: '/v2/create-phone-call',
    summary: 'Simulates a call: which agent, version and variables it has, and its events. Nobody is called.',
    specified: false,
    request: 'batch-call-task',
    success: { status: 201 },
    run: createCall,
  },
  {
    id: 'get-call',
    method: 'GET',
    path: '/v2/get-call/{call_id}',
    summary: 'Returns a simulated call.',
    specified: false,
    success: { status: 200 },
    run: getCall,
  },
  {
    id: 'trigger-alert-rule',
    method: 'POST',
    path: '/trigger-alert-rule/{alert_rule_id}',
    summary: 'Makes an incident of an alert rule, with the value that the body holds, and notifies its webhooks.',
    specified: false,
    request: 'alert-incident',
    success: { status: 201, shape: 'alert-incident' },
    run: trigger,
  },
];

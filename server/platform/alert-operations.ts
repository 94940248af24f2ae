import type { JsonObject } from '../core/json/json.ts';
import { eventsOfIncident } from './events.ts';
import type { OperationCall, Operation } from './operation.ts';
import { createRecord, recordOf } from './record-operations.ts';
import { alertIncidents, alertRules, unixTime } from './resources.ts';

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

export const alertOperations: readonly Operation[] = [
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

import { agentOperations } from './agent-operations.ts';
import type { JsonObject } from '../core/json/json.ts';
import { alertOperations } from './alert-operations.ts';
import { ApiError } from './errors.ts';
import { callOperations, callsOfBatch, requireNumber } from './call-operations.ts';
import { chatOperations } from './chat-operations.ts';
import { knownOperations } from './known-operations.ts';
import type { Operation } from './operation.ts';
import { operationsOf } from './record-operations.ts';
import {
  alertIncidents,
  alertRules,
  batchCalls,
  components,
  flows,
  llms,
  phoneNumbers,
  testCases,
} from './resources.ts';
import { tagOperations } from './tag-operations.ts';

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

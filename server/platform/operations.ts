import { agentOperations } from './agent-operations.ts';
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

/** All that the stand-in answers. */
export const operations: readonly Operation[] = [
  ...operationsOf(components, { listVersion: '/v2', specified: ['create-conversation-flow-component'] }),
  ...operationsOf(testCases, { update: 'PUT', listVersion: '/v2', specified: ['delete-test-case-definition'] }),
  ...agentOperations,
  ...tagOperations,
  ...operationsOf(llms, { listVersion: '/v2' }),
  ...operationsOf(flows, { listVersion: '/v2' }),
  ...operationsOf(phoneNumbers, { listVersion: '/v2', createPath: '/import-phone-number' }),
  ...operationsOf(batchCalls, { verbs: ['create', 'get', 'list'] }),
  ...operationsOf(alertRules),
  ...operationsOf(alertIncidents, { verbs: ['get', 'list'] }),
];

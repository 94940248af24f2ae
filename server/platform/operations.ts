import type { Operation } from './operation.ts';
import { operationsOf } from './record-operations.ts';
import { components, testCases } from './resources.ts';

/** All that the stand-in answers. */
export const operations: readonly Operation[] = [
  ...operationsOf(components, {
    update: 'PATCH',
    list: '/v2/list-conversation-flow-components',
    specified: ['create-conversation-flow-component'],
  }),
  ...operationsOf(testCases, {
    update: 'PUT',
    list: '/v2/list-test-case-definitions',
    specified: ['delete-test-case-definition'],
  }),
];

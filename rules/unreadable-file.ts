import { defineRunRule } from '../server/core/engine/rule.ts';

/** A byte that is not UTF-8: `é` in Latin-1. */
const latin1 = '\udce9';

export default defineRunRule({
  id: 'unreadable-file',
  group: 'files',
  severity: 'error',
  spec: 'domain',
  met: 'reading',
});

import { defineRunRule } from '../server/core/engine/rule.ts';

export default defineRunRule({
  id: 'unreadable-file',
  group: 'files',
  severity: 'error',
  spec: 'domain',
  step: 'reading',
});

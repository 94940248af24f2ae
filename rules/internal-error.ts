import { defineRunRule } from '../server/core/engine/rule.ts';

export default defineRunRule({
  id: 'internal-error',
  group: 'files',
  severity: 'error',
  spec: 'domain',
  step: 'running',
});

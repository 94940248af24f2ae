import { defineRunRule } from '../server/core/engine/rule.ts';

export default defineRunRule({
  id: 'unresolved-extends',
  group: 'configuration',
  severity: 'error',
  spec: 'Preflight configuration',
  step: 'configuration',
});

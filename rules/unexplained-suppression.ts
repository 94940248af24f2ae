import { defineRunRule } from '../server/core/engine/rule.ts';

export default defineRunRule({
  id: 'unexplained-suppression',
  group: 'configuration',
  severity: 'warning',
  spec: 'Preflight configuration',
  step: 'configuration',
});

import { defineRunRule } from '../server/core/engine/rule.ts';

export default defineRunRule({
  id: 'renamed-rule',
  group: 'configuration',
  severity: 'info',
  spec: 'Preflight configuration',
  step: 'configuration',
});

import { defineRunRule } from '../server/core/engine/rule.ts';

export default defineRunRule({
  id: 'expired-suppression',
  group: 'configuration',
  severity: 'warning',
  spec: 'Preflight configuration',
  shows: 'unnecessary',
  step: 'configuration',
});

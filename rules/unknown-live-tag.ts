import { defineRunRule } from '../server/core/engine/rule.ts';

export default defineRunRule({
  id: 'unknown-live-tag',
  group: 'configuration',
  severity: 'warning',
  spec: 'Preflight configuration',
  step: 'configuration',
});

import { defineRunRule } from '../server/core/engine/rule.ts';

export default defineRunRule({
  id: 'published-version-edited',
  group: 'references',
  severity: 'error',
  spec: 'domain',
  step: 'comparing',
});

import { defineRunRule } from '../server/core/engine/rule.ts';

export default defineRunRule({
  id: 'lost-name',
  group: 'references',
  severity: 'error',
  spec: 'domain',
  step: 'comparing',
  replaces: ['prompt-names-missing-tool', 'unset-variable', 'misspelled-variable'],
});

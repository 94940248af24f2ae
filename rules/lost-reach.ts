import { defineRunRule } from '../server/core/engine/rule.ts';

export default defineRunRule({
  id: 'lost-reach',
  group: 'flows',
  severity: 'error',
  spec: 'Conversation flow component',
  step: 'comparing',
  replaces: ['number-without-agent'],
});

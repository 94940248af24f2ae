import { defineRule } from '../server/core/engine/rule.ts';
import { isObject } from '../server/core/json/json.ts';

export default defineRule({
  id: 'empty-record',
  group: 'values',
  severity: 'warning',
  spec: 'domain',
  at: {
    'agent-settings': '',
    llm: '',
    'conversation-flow': '',
    'flow-component': '',
    'phone-number': '',
    'alert-rule': '',
    'batch-call': '',
    'test-case-definition': '',
  },

  when: () => value => isObject(value) && Object.keys(value).length === 0,

  check(node) {
    if (node.pointer !== '') return undefined;
    return { message: `an empty object, expected ${node.marks['x-noun'] ?? 'a record'}` };
  },
});

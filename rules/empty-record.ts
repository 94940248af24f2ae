import { defineRule, isObject, show } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'empty-record',
  group: 'values',
  severity: 'warning',
  spec: 'domain',
  at: {
    'error-body': '',
    'agent-settings': '',
    llm: '',
    'conversation-flow': '',
    'flow-component': '',
    'phone-number': '',
    'alert-rule': '',
    'batch-call': '',
    'test-case-definition': '',
  },

  check(node) {
    if (node.is('error-body'))
      return {
        message: `an error answer of the API, not a record: ${show(node.get('message').string() ?? '')}`,
        help: 'get the file again',
      };
    // a longer text cannot be an empty record, and is not parsed
    if (node.pointer !== '' || node.document.text.length > 100 || !isObject(node.value)) return undefined;
    if (Object.keys(node.value).length > 0) return undefined;
    return { message: `an empty object, expected ${node.marks['x-noun'] ?? 'a record'}` };
  },
});

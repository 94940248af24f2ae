import { hasVariable, showValueAt } from '../server/core/domain/fields.ts';
import { defineRule, parseJson } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'mock-output-not-json',
  group: 'flows',
  severity: 'info',
  spec: 'domain',
  at: { 'tool-mock': '/output' },
  when: { type: 'string' },

  check(node) {
    const text = node.string()!;
    if (hasVariable(text) || parseJson(text) !== undefined) return undefined;
    return { message: `output: expected JSON text, got ${text.trim() === '' ? 'none' : showValueAt(node)}` };
  },
});

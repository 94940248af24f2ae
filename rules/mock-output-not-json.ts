import { defineRule } from '../server/core/engine/rule.ts';
import { hasVariable, showValueAt } from '../server/core/domain/fields.ts';

export default defineRule({
  id: 'mock-output-not-json',
  group: 'flows',
  severity: 'info',
  spec: 'domain',
  at: { 'tool-mock': '/output' },
  when: { type: 'string' },

  check(node) {
    const text = node.string()!;
    if (hasVariable(text) || isJson(text)) return undefined;
    return { message: `output: expected JSON text, got ${text.trim() === '' ? 'none' : showValueAt(node)}` };
  },
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

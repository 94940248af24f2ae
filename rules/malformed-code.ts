import { codeFaultIn } from '../server/core/domain/code-faults.ts';
import { defineRule, show } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'malformed-code',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  at: { 'code-node': '/code', 'code-tool': '/code' },
  when: { type: 'string' },

  check(node) {
    const code = node.string()!,
      fault = codeFaultIn(code);
    if (!fault) return undefined;
    const { start, end, words } = fault;
    return {
      at: { within: node.pointer, start, end },
      message: `${node.label}: the ${show(code.slice(start, end))} ${words}, so the code cannot run`,
    };
  },
});

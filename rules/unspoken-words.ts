import { speechIn } from '../server/core/domain/spoken-uses.ts';
import { defineRule, property } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unspoken-words',
  group: 'flows',
  severity: 'info',
  spec: 'domain',
  at: {
    'end-node': '/instruction',
    'function-node': '/instruction',
    'code-node': '/instruction',
    'mcp-node': '/instruction',
    'transfer-call-node': '/instruction',
  },
  when: () => (_, node) => property(node, 'speak_during_execution') !== true,

  check(node) {
    const speaks = node.sibling('speak_during_execution'),
      text = node.get('text'),
      speech = speechIn(text.string() ?? '', node.get('type').value === 'static_text');
    if (!speech || (speaks.exists && !speaks.isNull && speaks.value !== false)) return undefined;
    const isKept = speaks.value === false && !node.parent?.is('end-node');
    return {
      at: text,
      // a dashboard keeps the text whose switch is off
      ...(speech === 'words' && !isKept && { severity: 'warning' }),
      message: `${node.label}: never spoken, because speak_during_execution is ${speaks.value === false ? 'false' : 'not set'}`,
      help: 'set speak_during_execution to true, or remove the text',
      ...(speaks.exists && { related: [{ at: speaks, message: 'the switch' }] }),
    };
  },
});

import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'two-models',
  group: 'values',
  severity: 'warning',
  spec: 'domain',
  at: { llm: '/s2s_model', 'service-llm-override': '/s2s_model' },
  when: () => value => typeof value === 'string' && value !== '',

  check(node) {
    const model = node.sibling('model');
    if (!model.string()) return undefined;
    return {
      at: { key: node.pointer },
      message: 's2s_model: set together with model, but an engine runs on one of them',
      related: [{ at: model, message: 'model is set here' }],
    };
  },
});

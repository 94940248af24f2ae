import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'empty-prompt',
  group: 'flows',
  severity: 'info',
  spec: 'domain',
  at: { llm: '/general_prompt' },

  check(node) {
    const prompt = node.string();
    if (prompt === undefined || prompt.trim() !== '') return undefined;
    const told = node
      .sibling('states')
      .items()
      .some(state => (state.get('state_prompt').string() ?? '').trim() !== '');
    return told ? undefined : { message: 'general_prompt: empty, so nothing tells the model what to do' };
  },
});

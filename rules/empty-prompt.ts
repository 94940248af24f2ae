import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'empty-prompt',
  group: 'flows',
  severity: 'info',
  summary: 'An LLM engine has an empty prompt.',
  why: `
    The general prompt tells the model who it is and what to do. If it is empty and no state has a prompt, the agent
    talks like the bare model.
  `,
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

  examples: {
    invalid: files`
      -- desk.llm.json --
      { "general_prompt": " " }
                          ^^^ info: general_prompt: empty, so nothing tells the model what to do
    `,
    valid: files`
      -- desk.llm.json --
      { "general_prompt": "You book visits." }
      -- night.llm.json --
      { "general_prompt": "", "states": [{ "name": "greet", "state_prompt": "Greet the caller." }] }
      -- noon.llm.json --
      { "general_prompt": null }
    `,
  },
});

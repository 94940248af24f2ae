import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'two-models',
  group: 'values',
  severity: 'warning',
  summary: 'An LLM engine names a language model and a speech-to-speech model.',
  why: `
    An engine runs on one of the two: \`model\` reads and writes text, \`s2s_model\` hears and speaks by itself. Which one
    wins if both are set is not specified. Remove the one that is not meant.
  `,
  spec: 'domain',
  at: { llm: '/s2s_model', 'service-llm-override': '/s2s_model' },
  when: () => value => typeof value === 'string' && value !== '',

  check(node) {
    const model = node.sibling('model');
    if (!model.string()) return undefined;
    return {
      at: { key: node.pointer },
      message: 's2s_model: set besides model, but an engine runs on one of the two',
      related: [{ at: model, message: 'model is set here' }],
    };
  },

  examples: {
    invalid: files`
      -- desk.llm.json --
      {
        "general_prompt": "You book visits.",
        "model": "gpt-4.1",
        "s2s_model": "gpt-realtime"
        ^^^^^^^^^^^ warning: s2s_model: set besides model, but an engine runs on one of the two
      }
    `,
    valid: files`
      -- desk.llm.json --
      { "general_prompt": "You book visits.", "model": "gpt-4.1", "s2s_model": null }
      -- night.llm.json --
      { "general_prompt": "You book visits.", "model": null, "s2s_model": "gpt-realtime" }
    `,
  },
});

import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unset-begin-message',
  group: 'settings',
  aliases: ['first-words-not-set'],
  severity: 'info',
  summary: 'An agent speaks first, but its greeting is not fixed.',
  why: `
    With \`start_speaker\` \`agent\` and \`begin_message\` null, the model makes up the greeting in every call. That
    is fine unless the first words matter, as with a recording notice. An empty string is different: it makes the
    agent wait for the user, which contradicts \`start_speaker\`.
  `,
  spec: 'domain',
  at: { llm: '/begin_message', 'service-llm-override': '/begin_message' },

  check(node) {
    if (node.sibling('start_speaker').value !== 'agent') return undefined;
    if (node.isNull)
      return {
        message: 'begin_message: null with start_speaker "agent", so the model makes up a greeting in every call',
      };
    if (node.value === '')
      return {
        message: 'begin_message: empty makes the agent wait for the user, but start_speaker is "agent"',
        related: [{ at: node.sibling('start_speaker'), message: 'who speaks first' }],
      };
    return undefined;
  },

  examples: {
    invalid: files`
      -- desk.llm.json --
      { "start_speaker": "agent", "begin_message": null }
                                                   ^^^^
                                              | info: begin_message: null with start_speaker "agent", so the model
                                              | makes up a greeting in every call
      -- night.llm.json --
      { "start_speaker": "agent", "begin_message": "" }
                                                   ^^
                                              | info: begin_message: empty makes the agent wait for the user, but
                                              | start_speaker is "agent"
    `,
    valid: files`
      -- desk.llm.json --
      { "start_speaker": "agent", "begin_message": "Thank you for calling." }
      -- night.llm.json --
      { "start_speaker": "user", "begin_message": null }
      -- noon.llm.json --
      { "begin_message": "" }
    `,
  },
});

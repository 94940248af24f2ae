import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unset-begin-message',
  group: 'settings',
  aliases: ['first-words-not-set'],
  severity: 'info',
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
});

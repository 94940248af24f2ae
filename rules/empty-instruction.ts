import { show } from '../server/core/wording.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { entryOf } from '../server/core/shapes/table.ts';

export default defineRule({
  id: 'empty-instruction',
  group: 'flows',
  severity: 'info',
  summary: 'A node that talks has an empty instruction.',
  why: `
    Without an instruction the agent has only the global prompt to go by; an empty \`static_text\` is silence. Usually
    the node is unfinished.
  `,
  spec: 'Conversation flow component',
  clause: 'Conversation flow component: a node has id, type and, as a conversation, an instruction',
  at: { 'node-instruction': '/text' },
  when: () => value => typeof value === 'string' && value.trim() === '',

  check(text) {
    const node = text.parent!.parent!;
    if (!node.is('node')) return;
    const { required, marks } = entryOf(node.entry);
    const talksAlways = required?.includes('instruction') || marks?.['x-expected']?.includes('instruction');
    if (!talksAlways && node.get('speak_during_execution').value !== true) return;
    const name = node.get('name').string() || node.get('id').string();
    return {
      message: `instruction: empty, so node ${name ? show(name) : node.label} tells the agent nothing`,
    };
  },

  examples: {
    invalid: files`
      -- booking.flow-component.json --
      {
        "name": "Booking",
        "nodes": [
          {
            "id": "greeting", "name": "Greeting", "type": "conversation",
            "instruction": { "type": "prompt", "text": "" }
                                                       ^^ info: instruction: empty, so node "Greeting" tells the
                                              | agent nothing
          },
          {
            "id": "book", "type": "function",
            "speak_during_execution": true,
            "instruction": { "type": "static_text", "text": " " }
                                                            ^^^ info: instruction: empty, so node "book" tells the
                                              | agent nothing
          }
        ]
      }
    `,
    valid: files`
      -- booking.flow-component.json --
      {
        "name": "Booking",
        "nodes": [
          {
            "id": "greeting", "type": "conversation",
            "instruction": { "type": "prompt", "text": "Greet the patient." }
          },
          {
            "id": "book", "type": "function",
            "speak_during_execution": false,
            "instruction": { "type": "prompt", "text": "" }
          },
          { "id": "goodbye", "type": "end", "instruction": { "type": "prompt", "text": "" } }
        ]
      }
    `,
  },
});

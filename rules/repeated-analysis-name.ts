import { defineRule, files } from '../server/core/engine/rule.ts';
import { show } from '../server/core/words.ts';

export default defineRule({
  id: 'repeated-analysis-name',
  severity: 'warning',
  summary: 'Two analysis items of one name.',
  why: `
    The values that are extracted from a conversation are found under the name of their item. Of two items with one name only one value can
    be found there, and which one is not stated.
  `,
  spec: 'Analysis data',
  at: { 'agent-settings': ['/post_call_analysis_data/*/name', '/post_chat_analysis_data/*/name'] },

  check(node) {
    const name = node.string();
    const item = node.parent;
    const list = item?.parent;
    if (!name || !item || !list) return undefined;
    const earlier = list.items().slice(0, Number(item.segment)).find(other => other.get('name').value === name);
    return earlier && {
      message: `the analysis name ${show(name)} is used before, so only one of the two values can be found under it`,
      related: [{ at: earlier.get('name'), message: 'used here first' }],
    };
  },

  examples: {
    invalid: [{
      files: files`
        -- desk.agent.json --
        {
          "post_call_analysis_data": [
            { "type": "boolean", "name": "booked", "description": "Whether a visit was booked" },
            { "type": "string", "name": "booked", "description": "What was booked" }
                                        ^^^^^^^^ warning: the analysis name "booked" is used before, so only one of the two values can be found under it
          ]
        }
      `,
    }],
    valid: [files`
      -- desk.agent.json --
      {
        "post_call_analysis_data": [
          { "type": "boolean", "name": "booked", "description": "Whether a visit was booked" },
          { "type": "string", "name": "Booked", "description": "What was booked" },
          { "type": "string", "name": "", "description": "" },
          { "type": "string", "name": "", "description": "" }
        ]
      }
    `],
  },
});

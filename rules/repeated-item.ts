import { defineSchemaRule, files } from '../server/core/engine/rule.ts';
import { canonical } from '../server/core/json/json.ts';
import { repeatsIn } from '../server/core/json/multimap.ts';
import { listed, show } from '../server/core/wording.ts';

export default defineSchemaRule({
  id: 'repeated-item',
  group: 'values',
  severity: 'error',
  summary: 'A list with unique items repeats an item.',
  why: `
    The platform refuses the request. All but the first occurrence can be removed.
  `,
  spec: 'Agent settings (request shape, also returned in the agent)',
  violates: ['uniqueItems'],

  check(node) {
    const repeats = [...repeatsIn(node.items(), ({ value }) => canonical(value!))];
    if (repeats.length === 0) return undefined;
    const [[first, original], ...further] = repeats as [(typeof repeats)[0], ...typeof repeats];
    const names = [...new Set(repeats.map(([item]) => show(item.value)))];
    return {
      at: first,
      formerly: node,
      message: `${node.label}: expected unique items, got ${listed(names, 'and', 3)} more than once`,
      related: [
        { at: original, message: 'listed here first' },
        ...further.map(([item]) => ({ at: item, message: `${show(item.value)} repeated` })),
      ],
      fix: {
        title: `Remove the ${repeats.length === 1 ? 'repeated item' : 'repeated items'}`,
        safe: true,
        edits: repeats.map(([item]) => ({ remove: item.pointer })),
      },
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "enable_expressive_mode": true,
        "expressive_emotion_tags": ["happy", "sigh", "happy", "pause", "sigh"]
                                                     ^^^^^^^ expressive_emotion_tags: expected unique items, got
                                              | "happy" and "sigh" more than once
      => "expressive_emotion_tags": ["happy", "sigh", "pause"]
      }
    `,
    valid: files`
      -- desk.agent.json --
      { "expressive_emotion_tags": ["happy", "sigh"], "backchannel_words": ["yeah", "yeah"] }
    `,
  },
});

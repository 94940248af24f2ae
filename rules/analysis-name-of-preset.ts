import { property } from '../server/core/json/json.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { presetsOf, isPreset } from '../server/core/domain/analysis.ts';
import { show } from '../server/core/wording.ts';

export default defineRule({
  id: 'analysis-name-of-preset',
  group: 'settings',
  severity: 'info',
  summary: 'A custom analysis item has the name of a built-in one.',
  why: `
    Values of custom items are stored in \`custom_analysis_data\`, values of built-in items next to it. A custom item
    with a built-in name does not replace the built-in one and is easily confused with it. To change what a built-in
    item says, use the preset (\`"type": "system-presets"\`); otherwise choose another name.
  `,
  spec: 'Analysis data',
  clause: [
    'Agent settings: post_call_analysis_data',
    'Analysis data: items are custom, or presets of their channel (fields not shown)',
  ],
  at: { 'agent-settings': ['/post_call_analysis_data/*/name', '/post_chat_analysis_data/*/name'] },
  when: () => (name, holder) =>
    typeof name === 'string' && property(holder, 'type') !== 'system-presets' && isPreset(name),

  check(node) {
    const name = node.string()!;
    const type = node.sibling('type').string();
    const list = node.parent?.parent;
    if (type === undefined || !list || !presetsOf(list).includes(name)) return undefined;
    return {
      message: `name: ${show(name)} is also the name of a built-in analysis item`,
      help: 'choose another name, or turn the item into the preset: "type": "system-presets"',
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      { "post_call_analysis_data": [{ "type": "string", "name": "call_summary" }] }
                                                                ^^^^^^^^^^^^^^
                                              | info: name: "call_summary" is also the name of a built-in analysis
                                              | item
    `,
    valid: files`
      -- desk.agent.json --
      {
        "post_call_analysis_data": [
          { "type": "system-presets", "name": "call_summary" },
          { "type": "string", "name": "chat_summary" }
        ]
      }
    `,
  },
});

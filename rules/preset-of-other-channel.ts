import { property } from '../server/core/json/json.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { presetOfOtherChannel, presetsOf } from '../server/core/domain/analysis.ts';
import { show, suggested } from '../server/core/wording.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'preset-of-other-channel',
  group: 'settings',
  severity: 'warning',
  summary: 'A chat preset is used for calls, or the reverse.',
  why: `
    Calls have the presets \`call_summary\`, \`call_successful\` and \`user_sentiment\`; chats have \`chat_summary\`,
    \`chat_successful\` and \`user_sentiment\`. A preset of the other channel finds nothing.
  `,
  spec: 'Analysis data',
  clause: 'Analysis data: items are custom, or presets of their channel (fields not shown)',
  replaces: ['unrecognized-value'],
  at: { 'agent-settings': ['/post_call_analysis_data/*/name', '/post_chat_analysis_data/*/name'] },
  when:
    ({ 'x-known-values': known }) =>
    (name, holder) =>
      typeof name === 'string' && property(holder, 'type') === 'system-presets' && !known?.includes(name),

  check(node) {
    const name = node.string()!;
    const list = node.parent?.parent;
    if (!list) return undefined;
    const meant = presetOfOtherChannel(name, presetsOf(list));
    return meant === undefined
      ? undefined
      : {
          message: `name: ${show(name)} is not a preset of ${list.label}${suggested(meant)}`,
          fix: set(node, meant),
        };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "post_call_analysis_data": [
          { "type": "system-presets", "name": "chat_summary" }
                                              ^^^^^^^^^^^^^^ warning: name: "chat_summary" is not a preset of
                                              | post_call_analysis_data; did you mean "call_summary"?
       => { "type": "system-presets", "name": "call_summary" }
        ]
      }
      -- site.agent.json --
      { "post_chat_analysis_data": [{ "type": "system-presets", "name": "call_successful" }] }
                                                                        ^^^^^^^^^^^^^^^^^
                                              | warning: name: "call_successful" is not a preset of
                                              | post_chat_analysis_data; did you mean "chat_successful"?
      => { "post_chat_analysis_data": [{ "type": "system-presets", "name": "chat_successful" }] }
    `,
    valid: files`
      -- desk.agent.json --
      {
        "post_call_analysis_data": [
          { "type": "system-presets", "name": "call_summary" },
          { "type": "string", "name": "chat_summary", "description": "…" }
        ]
      }
      -- site.agent.json --
      { "post_chat_analysis_data": [{ "type": "system-presets", "name": "user_sentiment" }] }
    `,
  },
});

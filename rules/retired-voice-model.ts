import { defineRule, files, withMark } from '../server/core/engine/rule.ts';
import { addedValues } from '../server/core/domain/fields.ts';
import { show } from '../server/core/wording.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'retired-voice-model',
  group: 'settings',
  severity: 'error',
  summary: 'A voice model is retired.',
  why: `
    The platform accepts a fixed list of voice models, and this one is no longer in it, so the request is refused. The
    replacement works with the same voices but sounds different, so listen to it before you apply the fix.
  `,
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: 'Agent settings: voice_model',
  replaces: ['invalid-enum-value'],
  at: withMark('x-retired-values'),
  needs: { keyOf: 'x-retired-values' },

  check(node, workspace) {
    const value = node.string();
    const retired = node.marks['x-retired-values'] as Readonly<Record<string, string>>;
    if (value === undefined || !Object.hasOwn(retired, value) || addedValues(node, workspace).includes(value))
      return undefined;
    const successor = retired[value]!;
    return {
      message: `${node.label}: ${show(value)} is retired; use ${show(successor)}`,
      fix: set(node, successor),
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "voice_id": "11labs-Adrian",
        "voice_model": "eleven_turbo_v2_5"
                       ^^^^^^^^^^^^^^^^^^^ voice_model: "eleven_turbo_v2_5" is retired; use "eleven_flash_v2_5"
      => "voice_model": "eleven_flash_v2_5"
      }
      -- polite.agent-override.json --
      { "agent": { "voice_model": "eleven_turbo_v2" } }
                                  ^^^^^^^^^^^^^^^^^ voice_model: "eleven_turbo_v2" is retired; use "eleven_flash_v2"
      => { "agent": { "voice_model": "eleven_flash_v2" } }
    `,
    valid: files`
      -- desk.agent.json --
      { "voice_id": "11labs-Adrian", "voice_model": "eleven_flash_v2_5" }
      -- night.agent.json --
      { "voice_id": "11labs-Adrian", "voice_model": null }
    `,
  },
});

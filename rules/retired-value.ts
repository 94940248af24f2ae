import { defineRule, files, withMark } from '../server/core/engine/rule.ts';
import { hasCome, untilOf } from '../server/core/domain/dated.ts';
import { addedValues } from '../server/core/domain/fields.ts';
import { show } from '../server/core/wording.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'retired-value',
  group: 'settings',
  aliases: ['retired-voice-model'],
  severity: 'error',
  summary: 'The platform has retired a value.',
  why: `
    The platform's public interface no longer has this value: since the given day at the latest. Where the specification
    lists the values, as for voice models, the request is refused. Elsewhere, as for language models, it is a warning:
    the platform may refuse it or quietly use another one. The successor is the closest one by name, and another model
    sounds or answers differently, so try it before you apply the fix.
  `,
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: 'Agent settings: voice_model',
  replaces: ['invalid-enum-value', 'unrecognized-value'],
  at: withMark('x-until-values'),
  when: { keyOf: 'x-until-values' },

  check(node, workspace) {
    const { value, marks } = node,
      until = untilOf(marks, value);
    if (!hasCome(until, workspace.facts) || addedValues(node, workspace).includes(String(value))) return undefined;
    const successor = marks['x-retired-values']?.[String(value)];
    return {
      ...(!marks.enum && { severity: 'warning' }),
      message:
        `${node.label}: ${show(value)} is retired (since ${until})` +
        (successor === undefined ? '' : `; use ${show(successor)}`),
      fix: set(node, successor),
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "voice_id": "11labs-Adrian",
        "voice_model": "eleven_turbo_v2_5"
                       ^^^^^^^^^^^^^^^^^^^ voice_model: "eleven_turbo_v2_5" is retired (since 2026-07-04); use
                                         | "eleven_flash_v2_5"
      => "voice_model": "eleven_flash_v2_5"
      }
      -- polite.agent-override.json --
      { "agent": { "voice_model": "sonic-2" } }
                                  ^^^^^^^^^ voice_model: "sonic-2" is retired (since 2026-03-25); use "sonic-3"
      => { "agent": { "voice_model": "sonic-3" } }
      -- desk.llm.json --
      { "model": "gemini-2.5-flash" }
                 ^^^^^^^^^^^^^^^^^^ warning: model: "gemini-2.5-flash" is retired (since 2026-05-12); use
                                  | "gemini-3.5-flash"
      => { "model": "gemini-3.5-flash" }
    `,
    valid: files`
      -- desk.agent.json --
      { "voice_id": "11labs-Adrian", "voice_model": "eleven_flash_v2_5" }
      -- night.agent.json --
      { "voice_id": "11labs-Adrian", "voice_model": null }
      -- desk.llm.json --
      { "model": "a-model-of-next-year" }
      ====
      -- preflight.config.json --
      { "platform": "2026-06-30" }
      -- desk.agent.json --
      { "voice_id": "11labs-Adrian", "voice_model": "eleven_turbo_v2_5" }
    `,
  },
});

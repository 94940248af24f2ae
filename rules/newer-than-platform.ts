import type { Cursor } from '../server/core/cursor.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { hasCome, sinceOf } from '../server/core/domain/dated.ts';
import { addedValues } from '../server/core/domain/fields.ts';
import { listed, show } from '../server/core/wording.ts';

export default defineRule({
  id: 'newer-than-platform',
  group: 'values',
  severity: 'info',
  summary: 'A field or value is newer than the day that the configuration pins.',
  why: `
    \`platform\` in \`preflight.config.json\` says up to which day facts about the platform count that are not in its
    specification. This field or value is known only since a later day. A value of a list that the specification closes
    is an error, as it was on that day. Remove \`platform\`, or set a later day, to allow it.
  `,
  spec: 'domain',
  at: { among: ['x-since', 'x-since-values'] },
  when: marks => (marks['x-since'] === undefined ? value => sinceOf(marks, value) !== undefined : () => true),

  check(node, workspace) {
    const { facts } = workspace,
      { marks, value, parent } = node,
      since = sinceOf(marks, value);
    const isNewer = (field: Cursor): boolean => field.value !== null && !hasCome(field.marks['x-since'], facts);
    if (isNewer(node)) {
      const [first, ...others] = parent?.isObject ? parent.entries().filter(isNewer) : [node];
      // once an object, as of unknown fields
      if (first!.segment !== node.segment) return undefined;
      const names = listed(
        [first!, ...others].map(({ key }) => show(key)),
        'and',
        3,
      );
      return {
        at: { key: node.pointer },
        message:
          others.length === 0
            ? `${names} is known since ${marks['x-since']}, after the pinned ${facts.platform}`
            : `${names} are known since later days than the pinned ${facts.platform}`,
      };
    }
    // where no values are listed, none is judged
    const isListed = marks.enum !== undefined || marks['x-known-values'] !== undefined;
    return since === undefined ||
      !isListed ||
      hasCome(since, facts) ||
      addedValues(node, workspace).includes(String(value))
      ? undefined
      : {
          ...(marks.enum && { severity: 'error' }),
          message: `${node.label}: ${show(value)} is known since ${since}, after the pinned ${facts.platform}`,
        };
  },

  examples: {
    invalid: files`
      -- preflight.config.json --
      { "platform": "2026-03-13" }
      -- desk.agent.json --
      {
        "voice_model": "sonic-3.6"
                       ^^^^^^^^^^^ voice_model: "sonic-3.6" is known since 2026-09-10, after the pinned 2026-03-13
      }
      -- desk.llm.json --
      {
        "general_tools": [
          { "type": "custom", "name": "look_up", "url": "https://example.com", "max_retry": 2 }
                                                                               ^^^^^^^^^^^ info: "max_retry" is
                                  | known since 2026-08-10, after the pinned 2026-03-13
        ]
      }
      -- night.conversation-flow.json --
      { "nodes": [], "is_transfer_cf": false, "flex_mode": false }
                     ^^^^^^^^^^^^^^^^ info: "is_transfer_cf" and "flex_mode" are known since later days than the pinned
                                   | 2026-03-13
    `,
    valid: files`
      -- desk.agent.json --
      { "voice_model": "sonic-3.6" }
      ====
      -- preflight.config.json --
      { "platform": "2026-12-31" }
      -- desk.agent.json --
      { "voice_model": "sonic-3.6" }
      ====
      -- preflight.config.json --
      { "platform": "2026-03-13", "knownValues": { "voice_model": ["sonic-3.6"] } }
      -- desk.agent.json --
      { "voice_model": "sonic-3.6" }
      ====
      -- preflight.config.json --
      { "platform": "2026-03-13" }
      -- desk.agent.json --
      { "voice_model": "sonic-3", "expressive_mode_prompt": "Calm." }
      -- desk.llm.json --
      { "model": "gpt-5.5" }
    `,
  },
});

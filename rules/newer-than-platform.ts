import { defineRule, files } from '../server/core/engine/rule.ts';
import { hasCome, sinceOf } from '../server/core/domain/dated.ts';
import { addedValues } from '../server/core/domain/fields.ts';
import { show } from '../server/core/wording.ts';

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
  needs: marks => (marks['x-since'] === undefined ? value => sinceOf(marks, value) !== undefined : () => true),

  check(node, workspace) {
    const { facts } = workspace,
      { marks, value } = node,
      field = marks['x-since'],
      since = sinceOf(marks, value);
    if (field !== undefined && value !== null && !hasCome(field, facts))
      return {
        at: { key: node.pointer },
        message: `${show(node.key)} is known since ${field}, after the pinned ${facts.platform}`,
      };
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

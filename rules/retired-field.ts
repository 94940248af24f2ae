import { defineRule, files, withMark } from '../server/core/engine/rule.ts';
import { hasCome } from '../server/core/domain/dated.ts';
import { takes } from '../server/core/domain/fields.ts';
import { rename } from '../server/core/engine/fixes.ts';
import { entryOf } from '../server/core/shapes/table.ts';
import { show } from '../server/core/wording.ts';

export default defineRule({
  id: 'retired-field',
  group: 'settings',
  severity: 'warning',
  summary: 'The platform has retired a field.',
  why: `
    The platform's public interface no longer has this field: since the given day at the latest. What it sets probably
    no longer has an effect. The successor is the closest field by name. Its value may have another form, so read its
    hover first.
  `,
  spec: 'domain',
  at: withMark('x-until'),

  check(node, { facts }) {
    const { marks, parent } = node,
      until = marks['x-until'];
    if (until === undefined || node.value === null || !parent || !hasCome(until, facts)) return undefined;
    const successor = marks['x-successor'],
      meant = successor === undefined ? undefined : parent.get(successor);
    const isSame =
      meant &&
      String(entryOf(meant.entry).types) === String(entryOf(node.entry).types) &&
      takes(meant.entry, node.value);
    return {
      at: { key: node.pointer },
      message:
        `${show(node.key)} is a retired field (since ${until})` +
        (successor === undefined ? '' : `; use ${show(successor)}`),
      fix: isSame && !meant.exists ? rename(node, successor) : undefined,
    };
  },

  examples: {
    invalid: files`
      -- front.phone-number.json --
      {
        "phone_number": "+14155550100",
        "inbound_agent_id": "agent_desk",
        ^^^^^^^^^^^^^^^^^^ warning: "inbound_agent_id" is a retired field (since 2026-04-21); use
                             | "inbound_agents"
        "nickname": "Front desk"
      }
    `,
    valid: files`
      -- front.phone-number.json --
      { "phone_number": "+14155550100", "inbound_agent_id": null, "nickname": "Front desk" }
      ====
      -- preflight.config.json --
      { "platform": "2026-03-13" }
      -- front.phone-number.json --
      { "phone_number": "+14155550100", "inbound_agent_id": "agent_desk" }
    `,
  },
});

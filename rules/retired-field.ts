import { defineRule, withMark } from '../server/core/engine/rule.ts';
import { hasCome } from '../server/core/domain/dated.ts';
import { takes } from '../server/core/domain/fields.ts';
import { rename } from '../server/core/engine/fixes.ts';
import { entryOf } from '../server/core/shapes/table.ts';
import { show } from '../server/core/wording.ts';

export default defineRule({
  id: 'retired-field',
  group: 'settings',
  severity: 'warning',
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
});

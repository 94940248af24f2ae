import { isInForce } from '../server/core/domain/dated.ts';
import { setsNothing } from '../server/core/domain/settings.ts';
import { mayAccept } from '../server/core/domain/fields.ts';
import { entryOf } from '../server/core/shapes/table.ts';
import { defineRule, listed, rename, show, withMark, type Cursor, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'retired-field',
  group: 'settings',
  severity: 'warning',
  reads: 'records',
  spec: 'domain',
  at: withMark('x-until'),

  check(node, { facts }) {
    const { marks, parent } = node,
      date = marks['x-until'];
    if (date === undefined || node.value === null || !parent || !isInForce(date, facts)) return undefined;
    if (marks['x-still-in-files']) return retiredProblem(node, parent, date);
    const successor = marks['x-successor'],
      target = successor === undefined ? undefined : parent.get(successor);
    const isSame =
      target &&
      String(entryOf(target.entry).types) === String(entryOf(node.entry).types) &&
      mayAccept(target.entry, node.value);
    return {
      at: { key: node.pointer },
      message:
        `${show(node.key)} is a retired field (since ${date})` +
        (successor === undefined ? '' : `; use ${show(successor)}`),
      fix: isSame && !target.exists ? rename(node, successor) : undefined,
    };
  },
});

/**
 * One problem for all fields that were retired on the same day, because dashboards and templates write many of them.
 */
function retiredProblem(node: Cursor, owner: Cursor, date: string): Problem | undefined {
  const fields = owner
    .entries()
    .filter(({ marks, value }) => marks['x-still-in-files'] && marks['x-until'] === date && !setsNothing(value));
  if (fields[0]?.key !== node.key) return undefined;
  const names = listed(
    fields.map(({ key }) => show(key)),
    'and',
    3,
  );
  const { instead, address } = node.marks['x-notice'] ?? {};
  return {
    at: { key: node.pointer },
    severity: 'info',
    message: `${names} ${fields.length === 1 ? 'is a retired field' : 'are retired fields'} (since ${date})`,
    ...(address !== undefined && { help: `${instead === undefined ? '' : `use ${instead}; `}announced at ${address}` }),
  };
}

import { isInForce, sinceOf } from '../server/core/domain/dated.ts';
import { addedValues } from '../server/core/domain/fields.ts';
import { defineRule, listed, show, type Cursor } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'newer-than-platform',
  group: 'values',
  severity: 'info',
  reads: 'records',
  spec: 'domain',
  at: { among: ['x-since', 'x-since-values'] },
  when: marks => (marks['x-since'] === undefined ? value => sinceOf(marks, value) !== undefined : () => true),

  check(node, workspace) {
    const { facts } = workspace,
      { marks, value, parent } = node,
      date = sinceOf(marks, value);
    const isNewer = (field: Cursor): boolean => field.value !== null && !isInForce(field.marks['x-since'], facts);
    if (isNewer(node)) {
      const [first, ...newFields] = parent?.isObject ? parent.entries().filter(isNewer) : [node];
      // one problem is reported for each object, as for unknown fields
      if (first!.segment !== node.segment) return undefined;
      const names = listed(
        [first!, ...newFields].map(({ key }) => show(key)),
        'and',
        3,
      );
      return {
        at: { key: node.pointer },
        message:
          newFields.length === 0
            ? `${names} is known since ${marks['x-since']}, after the pinned ${facts.platform}`
            : `${names} are known since later days than the pinned ${facts.platform}`,
      };
    }
    // without a list of known values, a value cannot be new
    const isListed = marks.enum !== undefined || marks['x-known-values'] !== undefined;
    return date === undefined ||
      !isListed ||
      isInForce(date, facts) ||
      addedValues(node, workspace).includes(String(value))
      ? undefined
      : {
          ...(marks.enum && { severity: 'error' }),
          message: `${node.label}: ${show(value)} is known since ${date}, after the pinned ${facts.platform}`,
        };
  },
});

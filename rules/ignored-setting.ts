import type { Fix } from '../server/core/finding.ts';
import { isEqual, property, type Json } from '../server/core/json/json.ts';
import { setsNothing, deciderOf, doesApply } from '../server/core/domain/settings.ts';
import { defineRule, listed, remove, set, show, withMark, type Cursor } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'ignored-setting',
  group: 'settings',
  severity: 'warning',
  spec: 'Agent settings (request shape, also returned in the agent)',
  comparesSettings: true,
  shows: 'unnecessary',
  at: withMark('x-applies-when'),
  when: ({ 'x-applies-when': condition }, _, sibling) => {
    const { field, parent } = condition!;
    if (field === undefined || parent) return value => !setsNothing(value);
    const defaultValue = sibling(field).default;
    return (value, holder) => {
      if (setsNothing(value)) return false;
      const decidingValue = property(holder, field) ?? defaultValue;
      return decidingValue !== undefined && !doesApply(decidingValue, condition!);
    };
  },

  check(node, workspace) {
    const condition = node.marks['x-applies-when']!;
    const { is } = condition;
    const decider = deciderOf(node, workspace);
    if (!decider || doesApply(decider.value, condition)) return undefined;
    const { at, value } = decider,
      values = at.marks.enum ?? at.marks['x-known-values'];
    // the effect of a value of the wrong type is unknown
    if (typeof value === 'string' && values?.includes(value) === false) return undefined;
    // a dashboard keeps a value whose switch is off, and also writes the switch
    const isKept = at.exists && typeof node.value === 'string' && value === false;
    const state = at.exists ? `is ${show(value)}` : `is not set (default ${show(value)})`;
    const neededValue =
      is && typeof is[0] !== 'boolean'
        ? listed(
            is.map(v => show(v)),
            'or',
            3,
          )
        : undefined;
    return {
      at: { key: node.pointer },
      ...((isKept || isEqual(node.value, node.marks.default)) && { severity: 'info' }),
      message:
        neededValue === undefined
          ? `${node.label}: no effect while ${decider.label} ${state}`
          : `${node.label}: no effect unless ${decider.label} is ${neededValue}; it ${state}`,
      ...(at.exists && { related: [{ at, message: `${at.key} is ${show(value)} here` }] }),
      fix: remove(node),
      ...(at.document === node.document && is && { otherFixes: countsWith(at, is) }),
    };
  },
});

/** The opposite fixes: set the deciding field to a value with which the setting has an effect. */
function countsWith(cursor: Cursor, [first, ...rest]: readonly Json[]): Fix[] {
  const fix = set(cursor, first, { title: `Set ${cursor.key} to ${show(first)}` });
  return fix && rest.length === 0 ? [fix] : [];
}

import type { Fix } from '../server/core/finding.ts';
import { hasAgreement, successorOf } from '../server/core/domain/deprecation.ts';
import { setsNothing } from '../server/core/domain/settings.ts';
import { isInForce } from '../server/core/domain/dated.ts';
import type { ReplacedBeside } from '../server/core/shapes/table.ts';
import type { Pointer } from '../server/core/json/pointer.ts';
import { defineRule, listed, remove, withMark, type Cursor, type Json } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'deprecated-field',
  group: 'settings',
  severity: 'warning',
  reads: 'records',
  spec: 'Versioning 5',
  clause: [
    'Agent settings: data_storage_setting: replaces the old switch',
    'Alert rule, alert incident: two deprecated filters',
    'Versioning: 5: deprecated: opt_out_sensitive_data_storage, the language multi, two filters of alerts',
  ],
  shows: 'deprecated',
  at: withMark('deprecated'),

  check(node, { facts }) {
    // `false` is reported, because it was the way to keep all data
    if (!node.parent || (node.value !== false && setsNothing(node.value))) return undefined;
    const date = node.marks['x-deprecated-since'],
      siblingField = node.marks['x-replaced-beside'];
    if (!isInForce(date, facts)) return undefined;
    if (siblingField) return variantProblem(node, node.parent, siblingField, date);
    const { at: successor, value } = successorOf(node);
    const name = node.marks['x-replaced-by'];
    const fix = fixOf(node, successor, value);
    const isSet = successor !== undefined && !setsNothing(successor.value);
    const advice = isSet ? `its replacement ${name} is already set` : `use ${name} instead`;
    return {
      at: { key: node.pointer },
      // dashboards write the default value without being asked
      ...(node.value === false && { severity: 'info' }),
      message: `${node.label}: deprecated${name === undefined ? '' : `; ${advice}`}`,
      ...(fix ? { fix } : name !== undefined && { help: `set ${name} accordingly and remove ${node.key}` }),
      ...(isSet && { related: [{ at: successor, message: 'the replacement' }] }),
    };
  },
});

/** One problem for all deprecated fields that the same change replaces, at the first field. */
function variantProblem(node: Cursor, owner: Cursor, { words, set }: ReplacedBeside, date: string | undefined) {
  const fields = owner
    .entries()
    .filter(({ value, marks }) => marks['x-replaced-beside']?.words === words && !setsNothing(value));
  if (fields[0]?.key !== node.key) return undefined;
  const edits = (Object.entries(set) as [Pointer, Json][])
    .map(([pointer, value]) => ({ at: owner.at(pointer), to: value }))
    .filter(({ at, to }) => at.exists && at.value !== to)
    .map(({ at, to }) => ({ set: at.pointer, to }));
  const notice = node.marks['x-notice'];
  const names = listed(
    fields.map(({ key }) => key),
    'and',
  );
  return {
    at: { key: node.pointer },
    message: `${names}: deprecated${date === undefined ? '' : ` since ${date}, still served`}; ${words}`,
    ...(notice && { help: `announced at ${notice.address}` }),
    fix: { title: `${words[0]!.toUpperCase()}${words.slice(1)}`, safe: false, edits },
  };
}

/**
 * The fix if old and new values correspond one to one: replaces the old field by the new field, or removes the old
 * field if the values agree.
 */
function fixOf(
  node: Cursor,
  successor: Cursor | undefined,
  value: ReturnType<typeof successorOf>['value'],
): Fix | undefined {
  if (!successor) return undefined;
  if (successor.exists) return hasAgreement(node) ? remove(node) : undefined;
  if (value === undefined) return undefined;
  return {
    title: `Use ${successor.key}`,
    safe: false,
    edits: [
      { rename: node.pointer, to: successor.key },
      { set: node.pointer, to: value },
    ],
  };
}

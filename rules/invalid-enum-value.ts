import type { Cursor } from '../server/core/cursor.ts';
import { entryOf } from '../server/core/shapes/table.ts';
import { show, suggested } from '../server/core/wording.ts';
import { defineSchemaRule } from '../server/core/engine/rule.ts';
import { channelOf, eventOn, eventsOf } from '../server/core/domain/settings.ts';
import { milliseconds } from '../server/core/domain/units.ts';
import { hasCome, sinceOf } from '../server/core/domain/dated.ts';
import { retirementOf } from '../server/core/domain/retirement.ts';
import {
  addedValues,
  enumerated,
  ifKnown,
  meantValue,
  oneOf,
  plain,
  showValueAt,
} from '../server/core/domain/fields.ts';
import { set } from '../server/core/engine/fixes.ts';

/** Up to this many values, or characters, the whole list is shown at once. */
const FEW = 8,
  SHORT = 60;

/** `one of "a", "b", …; preflight lint --verbose lists all`: the first line, where the whole list is too long for one. */
function beginningOf(values: readonly string[]): string | undefined {
  if (values.length <= FEW || values.join().length <= SHORT) return oneOf(values);
  return `${oneOf(values.slice(0, FEW))}, …; preflight lint --verbose lists all`;
}

export default defineSchemaRule({
  id: 'invalid-enum-value',
  alwaysHelps: true,
  group: 'values',
  aliases: ['unknown-value'],
  severity: 'error',
  spec: 'Resources and their fields',
  violates: ['enum', 'const', 'not'],
  replaces: ['invalid-format'],

  check(node, violation, workspace) {
    const { value } = node;
    // a field that is not in the specification may be null
    if (value === null && node.marks.const !== undefined && entryOf(node.entry).types?.includes('null'))
      return undefined;
    if (violation.keyword === 'not') return { message: `${node.label}: ${showValueAt(node)} is not allowed here` };
    const added = addedValues(node, workspace);
    if (typeof value !== 'object' && added.includes(String(value))) return undefined;
    // a value that was retired after the pinned day was valid on that day
    if (!hasCome(retirementOf(node)?.since, workspace.facts)) return undefined;
    const candidates = [
      ...enumerated(node).filter(one => hasCome(sinceOf(node.marks, one), workspace.facts)),
      ...added,
    ];
    const near = typeof value === 'string' ? meantBy(node, value, candidates) : undefined;
    const same = typeof value === 'string' ? candidates.filter(other => plain(other) === plain(value)) : [];
    const only = node.marks['x-fixed'] === true ? node.marks.const : undefined;
    if (only !== undefined)
      return {
        message: `${node.label}: expected ${node.marks['x-noun'] ?? show(only)}, got ${showValueAt(node)}`,
        fix: set(node, only, { title: `Use ${show(only)}`, safe: true }),
      };
    const isNull = value === 'null' && entryOf(node.entry).types?.includes('null') === true;
    const settings = node.marks['x-channel-values'] === undefined ? undefined : node.within('agent-settings'),
      channel = settings && channelOf(settings);
    const similar = same.length === 1 ? same[0] : near,
      fitting = channel && similar !== undefined ? eventOn(channel, similar) : similar,
      replacement = isNull ? null : fitting;
    const values = eventsOf(channel, candidates),
      unlisted = node.marks.const === undefined ? ifKnown(node) : undefined,
      all = oneOf(values, Infinity),
      first = beginningOf(values);
    // without a suggestion, the message lists the values
    const lines =
      replacement !== undefined
        ? [unlisted, oneOf(values)]
        : [
            (first === all ? [first, unlisted] : [unlisted, first]).filter(line => line !== undefined).join('; '),
            first === all ? '' : all,
          ];
    const help = lines.filter(line => line !== undefined && line !== '').join('\n');
    return {
      message:
        `${node.label}: expected ${node.marks['x-noun'] ?? 'a known value'}, got ${showValueAt(node)}` +
        suggested(replacement),
      help: help || undefined,
      fix: set(node, replacement, {
        title: `Use ${show(replacement)}`,
        safe: same.length === 1 && fitting === similar,
      }),
    };
  },
});

/** The nearest value: for a period by its length, otherwise by its spelling. */
function meantBy(node: Cursor, value: string, values: readonly string[]): string | undefined {
  const durations = node.marks['x-durations'] as Readonly<Record<string, number>> | undefined;
  return durations ? values.find(other => durations[other] === milliseconds(value)) : meantValue(node, values);
}

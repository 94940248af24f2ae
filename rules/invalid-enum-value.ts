import { entryOf } from '../server/core/shapes/table.ts';
import { channelOf, eventOn, eventsOf } from '../server/core/domain/settings.ts';
import { milliseconds } from '../server/core/domain/units.ts';
import { isInForce, sinceOf } from '../server/core/domain/dated.ts';
import { retirementOf } from '../server/core/domain/deprecation.ts';
import {
  addedValues,
  enumValuesOf,
  configurationAdvice,
  intendedValue,
  valuesInWords,
  plainName,
  showValueAt,
} from '../server/core/domain/fields.ts';
import { defineSchemaRule, set, show, suggest, type Cursor } from '../server/core/engine/rule.ts';

/** The maximum number of values, and of their characters, for which a message shows all values. */
const MAX_VALUES = 8,
  SHORT_LENGTH = 60;

/**
 * The first line of a long list: `one of "a", "b", …; preflight lint --verbose lists all`; `undefined` if one line is
 * enough for all.
 */
function beginningOf(values: readonly string[]): string | undefined {
  if (values.length <= MAX_VALUES || values.join().length <= SHORT_LENGTH) return valuesInWords(values);
  return `${valuesInWords(values.slice(0, MAX_VALUES))}, …; preflight lint --verbose lists all`;
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
    // a field outside the specification may be null
    if (value === null && node.marks.const !== undefined && entryOf(node.entry).types?.includes('null'))
      return undefined;
    if (violation.keyword === 'not') return { message: `${node.label}: ${showValueAt(node)} is not allowed here` };
    const additions = addedValues(node, workspace);
    if (typeof value !== 'object' && additions.includes(String(value))) return undefined;
    // on the pinned day, a value that was retired later was still valid
    if (!isInForce(retirementOf(node)?.date, workspace.facts)) return undefined;
    const candidates = [
      ...enumValuesOf(node).filter(value => isInForce(sinceOf(node.marks, value), workspace.facts)),
      ...additions,
    ];
    const nearestName = typeof value === 'string' ? nearestListed(node, value, candidates) : undefined;
    const matches =
      typeof value === 'string' ? candidates.filter(candidate => plainName(candidate) === plainName(value)) : [];
    const fixedValue = node.marks['x-fixed'] === true ? node.marks.const : undefined;
    if (fixedValue !== undefined)
      return {
        message: `${node.label}: expected ${node.marks['x-noun'] ?? show(fixedValue)}, got ${showValueAt(node)}`,
        fix: set(node, fixedValue, { title: `Use ${show(fixedValue)}`, safe: true }),
      };
    const isNull = value === 'null' && entryOf(node.entry).types?.includes('null') === true;
    const settings = node.marks['x-channel-values'] === undefined ? undefined : node.within('agent-settings'),
      channel = settings && channelOf(settings);
    const match = matches.length === 1 ? matches[0] : nearestName,
      suggestion = channel && match !== undefined ? eventOn(channel, match) : match,
      replacement = isNull ? null : suggestion;
    const values = eventsOf(channel, candidates),
      knownNote = node.marks.const === undefined ? configurationAdvice(node) : undefined,
      knownValues = valuesInWords(values, Infinity),
      first = beginningOf(values);
    // without a suggestion, the help lists the values
    const lines =
      replacement !== undefined
        ? [knownNote, valuesInWords(values)]
        : [
            (first === knownValues ? [first, knownNote] : [knownNote, first])
              .filter(line => line !== undefined)
              .join('; '),
            first === knownValues ? '' : knownValues,
          ];
    const help = lines.filter(line => line !== undefined && line !== '').join('\n');
    return {
      message:
        `${node.label}: expected ${node.marks['x-noun'] ?? 'a known value'}, got ${showValueAt(node)}` +
        suggest(replacement),
      help: help || undefined,
      fix: set(node, replacement, {
        title: `Use ${show(replacement)}`,
        safe: matches.length === 1 && suggestion === match,
      }),
    };
  },
});

/** The nearest of the listed values. Periods are compared by their length, other values by their spelling. */
function nearestListed(node: Cursor, value: string, values: readonly string[]): string | undefined {
  const durations = node.marks['x-durations'] as Readonly<Record<string, number>> | undefined;
  return durations
    ? values.find(candidate => durations[candidate] === milliseconds(value))
    : intendedValue(node, values);
}

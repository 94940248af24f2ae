import { enumValuesOf, itemInWords, meantField, valuesInWords, unknownKeys } from '../server/core/domain/fields.ts';
import { isListOfRecords } from '../server/core/layout.ts';
import { isObject } from '../server/core/json/json.ts';
import { marksOf, rootOf } from '../server/core/shapes/table.ts';
import { listed, nearest, show } from '../server/core/wording.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { defineRule, set, withMark, type Cursor, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'missing-expected-field',
  group: 'values',
  aliases: ['expected-field'],
  severity: 'warning',
  reads: 'records',
  spec: 'domain',
  at: withMark('x-expected'),
  when: marks => value =>
    isObject(value) && marks['x-expected']!.some(name => !Object.hasOwn(value, name) || value[name] === null),

  *check(node, workspace): Generator<Problem> {
    const missingFields = node.marks['x-expected']!.map(name => node.get(name)).filter(cursor =>
      isMissed(cursor, workspace),
    );
    // one problem is reported for each record, even if several fields are missing
    for (const owner of new Set(missingFields.map(ownerOf))) {
      const fields = missingFields.filter(cursor => ownerOf(cursor) === owner),
        [first, ...rest] = fields as [Cursor, ...Cursor[]];
      const otherType = fields.length === 1 ? otherEngineType(first) : undefined;
      if (otherType) {
        yield otherType;
        continue;
      }
      const help = rest.length === 0 ? valuesInWords(enumValuesOf(first)) : undefined;
      const names = listed(
          fields.map(({ key }) => key),
          'and',
        ),
        state = fields.every(({ exists }) => exists) ? 'null' : 'missing';
      yield {
        at: first,
        message: `${names}: ${state}, but ${recordLabel(owner, first.parent!)} needs ${rest.length === 0 ? 'it' : 'them'}`,
        help,
        fix: set(first, rest.length === 0 ? first.marks.const : undefined, { safe: true }),
      };
    }
  },
});

/** The name of the shape that requires the field. */
const ownerOf = ({ key, parent }: Cursor): string =>
  parent!.shapes.map(shape => marksOf(rootOf(shape))).find(marks => marks['x-expected']?.includes(key))?.['x-noun'] ??
  parent!.label;

/** The problem that the type of an engine does not fit the id beside it, which only another type has. */
function otherEngineType(field: Cursor): Problem | undefined {
  const engine = field.parent!,
    type = engine.get('type');
  if (!engine.is('response-engine') || type.string() === undefined) return undefined;
  const [id, fittingType] =
    Object.entries(typesById).find(([key]) => key !== field.key && engine.get(key).string()) ?? [];
  if (id === undefined) return undefined;
  return {
    at: type,
    message: `type: ${show(type.value)} does not fit ${id}; did you mean ${show(fittingType)}?`,
    fix: set(type, fittingType),
  };
}
/** The type of an engine for each field that refers to an engine. */
const typesById = {
  llm_id: 'service-llm',
  conversation_flow_id: 'conversation-flow',
  llm_websocket_url: 'custom-llm',
} as const;

/** Describes a record. A tool or node has its name, because a file has many: `the transfer call tool "to_manager"`. */
function recordLabel(owner: string, record: Cursor): string {
  const name = record.get('name').string() || record.get('id').string();
  return name && / (?:tool|node)$/.test(owner)
    ? `${owner.replace(/^an? /, 'the ')} ${show(name)}`
    : itemInWords(owner, record);
}

function isMissed(field: Cursor, workspace: Workspace): boolean {
  const node = field.parent!,
    { key } = field;
  // a null reference counts as missing
  if (field.exists && !(field.isNull && field.marks['x-reference'])) return false;
  const expectations = Object.entries(node.marks['x-expected-with']?.[key] ?? {});
  if (expectations.some(([field, value]) => !hasValue(node.get(field), value))) return false;
  const unknownFields = unknownKeys(node);
  if (nearest(key, unknownFields, 4) !== undefined || unknownFields.some(value => meantField(node, value) === key))
    return false;
  // the file contains the engine to which the field would refer
  if (field.marks['x-reference'] !== undefined && node.is('response-engine') && node.parent)
    return workspace.engineFile(node.parent) !== node.document.file;
  return !(node.marks['x-expected-once']?.includes(key) && isOfSuite(node, key));
}

/** Whether a value has a number of items, equals a value, or is one of several values. */
function hasValue(otherValue: Cursor, value: number | string | readonly string[]): boolean {
  if (typeof value === 'number') return otherValue.items().length >= value;
  return typeof value === 'string'
    ? otherValue.value === value
    : !otherValue.exists || value.includes(String(otherValue.value));
}

/**
 * Whether the field is missing in all records of a list. Then the list itself shows to which suite the records belong.
 */
const isOfSuite = (node: Cursor, key: string): boolean =>
  node.parent !== undefined &&
  isListOfRecords(node.parent.entry) &&
  node.parent.items().length > 1 &&
  node.parent.items().every(sibling => !sibling.get(key).exists);

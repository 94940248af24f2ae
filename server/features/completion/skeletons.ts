import type { Cursor } from '../../core/cursor.ts';
import { sumOf } from '../../core/domain/weights.ts';
import type { NamePairs } from '../../core/dialects/names.ts';
import { isArray, property, type Json } from '../../core/json/json.ts';
import { kinds } from '../../core/kinds.ts';
import { childEntry, entryOf, marksOf, neededKeysOf, rootOf, type Marks } from '../../core/shapes/table.ts';
import type { SnippetParts, TabStop } from './snippet.ts';

/** The layout of the text around an insertion. */
export interface InsertionLayout {
  readonly indent: string;
  readonly eol: string;
  readonly isCompact: boolean;
  /** The indentation of the line with the caret. */
  readonly base: string;
  /** Whether the neighboring objects are each written on one line, so that new ones are, too. */
  readonly isFlat: boolean;
}
/** The known facts about the place of a skeleton. */
export interface SkeletonContext {
  readonly layout: InsertionLayout;
  /** The list that contains, or would contain, the new object. */
  readonly list?: Cursor | undefined;
  /** Values that cannot be used: names of other items of the list, and models of other providers. */
  readonly takenValues?: readonly Json[] | undefined;
  /** The object around the caret. */
  readonly container?: Cursor | undefined;
  /** The spelling of names in the new text. */
  readonly names?: NamePairs | undefined;
  /** The current date as `YYYY-MM-DD`. */ readonly today?: string | undefined;
}

/**
 * The maximum number of values that a snippet offers as a choice. A longer list is left to the completion that opens
 * after the insertion.
 */
const MAX_CHOICES = 8;
const MAX_DEPTH = 3;

/** The layout with the indentation one level deeper. */
export const innerLayout = (layout: InsertionLayout): InsertionLayout => ({
  ...layout,
  base: layout.base + layout.indent,
});

/** The values that the schema lists for a place, except `null`. */
export const listedValues = ({
  enum: enumValues,
  'x-known-values': knownValues,
  const: constant,
}: Marks): readonly Json[] =>
  (enumValues ?? knownValues ?? (constant === undefined ? [] : [constant])).filter(value => value !== null);

/** Formats whose values come from a list or from the files. */
const formatsWithValues: ReadonlySet<Marks['x-format']> = new Set(['timezone', 'voice-id', 'phone-number']);

/** Whether completion has suggestions for the value of an entry of the shape table. */
export function hasChoices(entry: number): boolean {
  const { props, map, keys, items, variants } = entryOf(entry),
    marks = marksOf(entry);
  if (
    props ||
    variants ||
    listedValues(marks).length > 0 ||
    marks['x-reference'] ||
    formatsWithValues.has(marks['x-format'])
  )
    return true;
  if (map !== undefined)
    return (
      marks['x-sets-variables'] === 'values' ||
      marksOf(keys ?? -1).enum !== undefined ||
      marksOf(keys ?? -1)['x-noun'] !== undefined
    );
  return items !== undefined && hasChoices(items);
}

/** The pieces of the value of a new key: a text with placeholders. */
export function valuePieces(entry: number, context: SkeletonContext, depth = 0): SnippetParts {
  const marks = marksOf(entry),
    { types = [], variants } = entryOf(entry),
    start = marks.default;
  if (marks.const !== undefined) return [JSON.stringify(marks.const)];
  const candidates = listedValues(marks),
    freeValues = candidates.filter(value => !context.takenValues?.includes(value)),
    values = freeValues.length > 0 ? freeValues : candidates;
  const type = types.find(type => type !== 'null') ?? (entryOf(entry).props ? 'object' : undefined);
  if (values.length > 0 && type !== 'array') {
    const orderedValues = values.includes(start as Json)
      ? [start as Json, ...values.filter(value => value !== start)]
      : values;
    if (orderedValues.length <= MAX_CHOICES) return [{ choices: orderedValues.map(value => JSON.stringify(value)) }];
    return typeof orderedValues[0] === 'string'
      ? ['"', { plainText: typeof start === 'string' ? start : orderedValues[0] }, '"']
      : [{ plainText: JSON.stringify(orderedValues[0]) }];
  }
  const reference = marks['x-reference']?.to;
  if (reference?.endsWith('version')) {
    const usualReference = types.includes('string') ? '"latest"' : '0';
    return [depth > 0 ? { text: usualReference } : { plainText: usualReference }];
  }
  switch (type) {
    case 'boolean':
      return [{ choices: start === true ? ['false', 'true'] : ['true', 'false'] }];
    case 'number':
    case 'integer':
      return [numberStop(marks, entry, context, depth)];
    case 'array':
      return ['[', {}, ']'];
    case 'object': {
      // completion opens after the insertion and offers the variants, and all optional keys
      const isPlain = depth === 0 ? variants === undefined && statedKeys(entry).size > 0 : depth < MAX_DEPTH;
      if (isPlain && neededKeys(firstVariant(entry).entry).length > 0) return objectPieces(entry, context, depth);
      return ['{', {}, '}'];
    }
    case 'string':
      return ['"', typeof start === 'string' ? { text: JSON.stringify(start).slice(1, -1) } : stopAt(entry), '"'];
    default:
      return [{ plainText: start === undefined ? 'null' : JSON.stringify(start) }];
  }
}

const stopAt = (entry: number): TabStop => (hasChoices(entry) ? { isOpen: true } : {});

function numberStop(
  marks: Marks,
  entry: number,
  { list, takenValues = [], container, today }: SkeletonContext,
  depth: number,
): TabStop {
  const numbers = takenValues.filter(value => typeof value === 'number');
  if (numbers.length > 0) return { text: String(Math.max(...numbers) + 1) };
  const remainder = list && isWeight(entry) ? remainingWeight(list) : undefined;
  if (remainder !== undefined) return { text: String(remainder) };
  const leastNumber = leastOf(marks, depth === 0 ? container : undefined);
  if (leastNumber !== undefined) return { text: String(leastNumber) };
  const day = today === undefined ? NaN : Date.parse(today);
  if (marks['x-unit'] === 'timestamp-ms' && day > 0) return { text: String(day) };
  if (marks['x-unit'] === 'timestamp-s' && day > 0) return { text: String(day / 1000) };
  const lowerBound = marks.exclusiveMinimum === undefined ? 0 : (marks.maximum ?? marks.exclusiveMinimum + 1);
  const start = marks.default ?? marks.minimum ?? marks['x-known-range']?.[0] ?? lowerBound;
  return { text: String(start) };
}

/**
 * The minimum of a value whose minimum depends on another field; if that field has no known value, the largest
 * minimum.
 */
function leastOf({ 'x-minimum-by': minimumBy }: Marks, cursor: Cursor | undefined): number | undefined {
  if (!minimumBy) return undefined;
  const deciderValue = cursor?.get(minimumBy.field).string();
  return deciderValue !== undefined && Object.hasOwn(minimumBy.values, deciderValue)
    ? minimumBy.values[deciderValue]
    : Math.max(...Object.values(minimumBy.values));
}

const isWeight = (entry: number): boolean =>
  marksOf(entry)['x-unit'] === 'ratio' && marksOf(entry)['x-noun'] === 'a weight';

/** The difference between 1 and the sum of the other weights of a list; `undefined` if nothing is left. */
export function remainingWeight(list: Cursor, exceptIndex?: number): number | undefined {
  if (!isArray(list.value)) return undefined;
  const weights = list.value
    .filter((_, i) => i !== exceptIndex)
    .map(arm => property(arm, 'weight'))
    .filter(weight => typeof weight === 'number');
  const remainder = Number((1 - sumOf(weights)).toFixed(10));
  return remainder > 0 ? remainder : undefined;
}

/** A variant of a shape, with the value that selects it. */
export interface Choice {
  readonly field: string;
  readonly value: string;
}

/** The variant that a skeleton of a shape with variants shows: the first value of the discriminating property. */
function firstVariant(entry: number): { readonly entry: number; readonly choice: Choice | undefined } {
  const { variants, props } = entryOf(entry);
  if (!variants) return { entry, choice: undefined };
  const value = listedValues(marksOf(props?.[variants.by] ?? -1)).find(
    value => typeof value === 'string' && Object.hasOwn(variants.of, value),
  ) as string | undefined;
  return value === undefined
    ? { entry, choice: undefined }
    : { entry: variants.of[value]!, choice: { field: variants.by, value } };
}

/**
 * For records in separate files, the keys from which their kind is recognized. Without these keys a new file would
 * have no kind.
 */
const kindKeys: ReadonlyMap<number, readonly string[]> = new Map(
  Object.values(kinds).flatMap(({ shapes: [shape], keySets: [keys] }) =>
    keys ? [[rootOf(shape), keys] as const] : [],
  ),
);

/** The keys that a new object of this shape has: required and expected keys, references, and the list of edges. */
export function neededKeys(entry: number): string[] {
  const props = entryOf(entry).props ?? {},
    statedFields = statedKeys(entry);
  const isCurrent = (key: string): boolean =>
    !marksOf(props[key]!).deprecated && !marksOf(props[key]!)['x-response-only'];
  const keys = Object.keys(props).filter(
    key => statedFields.has(key) || (isCurrent(key) && isUsuallyWritten(props[key]!, statedFields)),
  );
  if (keys.length > 0 && (statedFields.size > 0 || Object.keys(props).length > MAX_FIELDS_IN_FULL)) return keys;
  const plainFields = Object.keys(props).filter(isCurrent);
  return plainFields.length <= MAX_FIELDS_IN_FULL ? plainFields : plainFields.slice(0, 2);
}

/**
 * Whether an optional field is written because nearly everybody sets it: the destination of an edge, the list of
 * edges, the version of an agent.
 */
function isUsuallyWritten(entry: number, statedFields: ReadonlySet<string>): boolean {
  const marks = marksOf(entry),
    { to, of } = marks['x-reference'] ?? {},
    { items, types = [] } = entryOf(entry);
  if (to === 'agent-version') return of !== undefined && statedFields.has(of) && types.includes('string');
  return to === 'node' || (marks['x-edge'] === true && items !== undefined);
}
/** The maximum number of fields with which a shape without required fields is written out in full. */
const MAX_FIELDS_IN_FULL = 4;

/**
 * The keys that the schema requires; for a record without required keys, the keys from which its kind is recognized.
 */
export function statedKeys(entry: number): ReadonlySet<string> {
  const statedNeededKeys = neededKeysOf(entry);
  return new Set(statedNeededKeys.length > 0 ? statedNeededKeys : kindKeys.get(entry));
}

/** The pieces of a whole object with its needed keys, on several lines unless its neighbors are each on one line. */
export function objectPieces(shape: number, context: SkeletonContext, depth = 0, decision?: Choice): SnippetParts {
  const { entry, choice } = decision ? { entry: shape, choice: decision } : firstVariant(shape);
  const keys = neededKeys(entry),
    { layout } = context;
  const members = keys.map(key =>
    memberPieces(
      entry,
      key,
      { ...context, layout: innerLayout(layout) },
      depth + 1,
      choice?.field === key ? choice.value : undefined,
    ),
  );
  return enclose(members, layout);
}

/** The pieces of an object with these members. */
function enclose(members: readonly SnippetParts[], layout: InsertionLayout): SnippetParts {
  if (members.length === 0) return ['{', {}, '}'];
  if (layout.isCompact) return ['{', ...joinPieces(members, ','), '}'];
  if (layout.isFlat) return ['{ ', ...joinPieces(members, ', '), ' }'];
  return [
    `{${layout.eol}${layout.base}${layout.indent}`,
    ...joinPieces(members, `,${layout.eol}${layout.base}${layout.indent}`),
    `${layout.eol}${layout.base}}`,
  ];
}
export const joinPieces = (parts: readonly SnippetParts[], separator: string): SnippetParts =>
  parts.flatMap((part, i) => (i === 0 ? part : [separator, ...part]));

/**
 * The context of a value. If the value is the name of its object, the names of the other items in the list are taken.
 */
export const contextOf = (key: string, entry: number, context: SkeletonContext): SkeletonContext => ({
  ...context,
  takenValues: marksOf(entry)['x-identifies'] && context.list?.items().flatMap(item => item.peek(key) ?? []),
});

/** The pieces of a member: `"key": value`. */
export function memberPieces(
  entry: number,
  key: string,
  context: SkeletonContext,
  depth: number,
  value?: string,
): SnippetParts {
  const child = childEntry(entry, key);
  return [
    `${JSON.stringify(key)}:${context.layout.isCompact ? '' : ' '}`,
    ...(value === undefined
      ? valuePieces(child, depth > 1 ? { ...context, takenValues: undefined } : contextOf(key, child, context), depth)
      : [depth > 1 && refers(entry) ? choiceOf(value, listedValues(marksOf(child))) : JSON.stringify(value)]),
  ];
}

const refers = (entry: number): boolean =>
  neededKeys(entry).some(key => marksOf(childEntry(entry, key))['x-reference'] !== undefined);

/**
 * A choice for a value that determines the meaning of a reference. Nobody has chosen the value that the snippet
 * inserts, so the other values are offered as well.
 */
function choiceOf(value: string, otherValues: readonly Json[]): TabStop {
  const values = [value, ...otherValues.filter(otherValue => otherValue !== value)];
  return { choices: values.slice(0, MAX_CHOICES).map(value => JSON.stringify(value)) };
}

import { replacementAdvice } from '../../core/domain/deprecation.ts';
import { sinceOf } from '../../core/domain/dated.ts';
import type { Describe, DescribeField } from '../../core/generated/outputs.js';
import type { Json } from '../../core/json/json.ts';
import {
  childEntry,
  entryOf,
  marksOf,
  neededKeysOf,
  rootOf,
  UNKNOWN_ENTRY,
  type ShapeName,
} from '../../core/shapes/table.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { listedValues } from './skeletons.ts';
import { boundsOf, formOf } from '../hover/numbers.ts';
import { typeInWords, wordsOf } from '../hover/field.ts';

/** The maximum number of characters of an example, if the shape has an example that is so short. */
const MAX_EXAMPLE_LENGTH = 1500;

/**
 * The description of a shape or of one of its fields; `undefined` if the shape has no such field.
 * @param samples a workspace without mistakes, from which the example is taken
 */
export function shapeDescription(
  shape: ShapeName,
  field: string | null,
  samples: Workspace,
): Omit<Describe, 'version'> | undefined {
  const root = rootOf(shape),
    entry = field === null ? root : childEntry(root, field);
  if (entry === UNKNOWN_ENTRY) return undefined;
  const { variants, items } = entryOf(entry),
    valueEntry = items ?? entry;
  const requiredKeys = new Set(neededKeysOf(valueEntry)),
    props = Object.entries(entryOf(valueEntry).props ?? {});
  const fields = props.map(([key, innerEntry]) => fieldDescription(key, innerEntry, requiredKeys.has(key)));
  return {
    shape,
    field,
    about: fieldDescription(field ?? shape, entry, field !== null && neededKeysOf(root).includes(field)),
    fields: fields.sort((a, b) => Number(b.required) - Number(a.required)),
    variants: Object.entries(variants?.of ?? {}).map(([value, innerEntry]) => ({
      field: variants!.by,
      value,
      shape: variantShape(value, entryOf(innerEntry).shapes ?? []),
    })),
    example: exampleOf(shape, field, samples),
  };
}

/**
 * The shape that belongs only to this variant. The other shapes of a variant are shared: with all variants or with
 * several.
 */
const variantShape = (value: string, shapes: readonly ShapeName[]): string | null =>
  shapes.find(shape => shape.startsWith(value.replaceAll('_', '-'))) ?? shapes.at(-1) ?? null;

function fieldDescription(name: string, entry: number, isRequired: boolean): DescribeField {
  const marks = marksOf(entry),
    { types = [], items } = entryOf(entry),
    { description = null, 'x-values': meanings = {} } = wordsOf(entry);
  return {
    name,
    type: typeInWords(entry),
    shape: entryOf(items ?? entry).shapes?.[0] ?? null,
    required: isRequired,
    description,
    default: marks.default ?? null,
    bounds: boundsOf(marks, types) ?? null,
    form: formOf(marks) ?? null,
    values: listedValues(marks).map(value => ({
      value,
      meaning: meanings[String(value)] ?? null,
      since: sinceOf(marks, value) ?? null,
    })),
    since: marks['x-since'] ?? null,
    instead: marks.deprecated === true ? (replacementAdvice(marks) ?? 'it is deprecated') : null,
  };
}

/** The value of that shape with the most keys that is still short enough for an example. */
export function exampleOf(shape: ShapeName, field: string | null, samples: Workspace): Describe['example'] {
  const candidates = samples
    .collect({ [shape]: field === null ? '' : `/${field}` })
    .filter(cursor => cursor.exists)
    .map(cursor => ({ at: cursor, length: JSON.stringify(cursor.value).length }))
    .sort(
      (a, b) => Number(a.length > MAX_EXAMPLE_LENGTH) - Number(b.length > MAX_EXAMPLE_LENGTH) || b.length - a.length,
    );
  const shortest = candidates.at(-1),
    bestExample = candidates[0] && candidates[0].length <= MAX_EXAMPLE_LENGTH ? candidates[0] : shortest;
  return bestExample
    ? { value: bestExample.at.value as Json, file: bestExample.at.document.file, pointer: bestExample.at.pointer }
    : null;
}

import type { Cursor } from '../cursor.ts';
import { entryOf, marksOf, rootOf, type ShapeName, type Violation } from '../shapes/table.ts';

/** Keywords about the contents of an object. All other keywords are about the value itself. */
const aboutContents = new Set(['required', 'additionalProperties']);

const marksOfShape = (shape: string): Cursor['marks'] => marksOf(rootOf(shape as ShapeName));

/**
 * Whether a violated constraint is not in the specification: either the specification does not show the shape or field
 * with the constraint, or it does not show the place. A shape that the specification describes separately
 * (`x-stands-alone`) counts as shown in every field, unless the platform withdraws the field.
 */
export function isNotShown(node: Cursor, { schemaPath, keyword }: Pick<Violation, 'schemaPath' | 'keyword'>): boolean {
  const schemaFile = schemaPath.slice(0, schemaPath.indexOf('#'));
  if (marksOfShape(schemaFile)['x-not-shown'] === true) return true;
  if (node.marks['x-unstated']?.includes(keyword)) return true;
  const isAboutContents = aboutContents.has(keyword);
  if (!isAboutContents && node.marks['x-not-shown'] === true) return true;
  const holder = isAboutContents ? node : node.parent;
  for (let place: Cursor | undefined = node; place; place = place.parent) {
    const states = place === holder && place.is(schemaFile as ShapeName);
    if (states && !isShownForVariant(place, schemaFile)) return true;
    if (place.marks['x-not-shown'] === true && (!states || isNotShownHere(place, schemaFile))) return true;
    // a constraint that a base shape states for a variant is shown if the base is shown
    if (place.shapes.some(shape => marksOfShape(shape)['x-stands-alone'] === true && (!states || shape === schemaFile)))
      return isWithdrawn(place);
  }
  return false;
}

/** Whether the bounds of a number are in the schema, but not in the specification. */
export function isBoundNotShown(node: Cursor): boolean {
  const shapes = node.parent?.shapes ?? [];
  return shapes.length > 0 && shapes.every(shape => isNotShown(node, { schemaPath: `${shape}#`, keyword: 'minimum' }));
}

/** Whether the specification shows the shape in other fields but not in this one, such as the position of a node. */
const isNotShownHere = ({ shapes }: Cursor, schema: string): boolean =>
  marksOfShape(schema)['x-stands-alone'] !== true && shapes.every(shape => marksOfShape(shape)['x-not-shown'] !== true);

/**
 * Whether a place is in a deprecated field that the specification does not show, such as the tools of a conversation
 * node.
 */
function isWithdrawn(cursor: Cursor): boolean {
  for (let place: Cursor | undefined = cursor; place; place = place.parent)
    if (place.marks['x-not-shown'] === true && place.marks.deprecated === true) return true;
  return false;
}

/**
 * Whether the specification shows a base shape for the variant at a place. It may show the base for only some
 * variants.
 */
function isShownForVariant(place: Cursor, shape: string): boolean {
  const { variants, marks } = entryOf(rootOf(shape as ShapeName));
  const shownFor = marks?.['x-shown-for'];
  if (!shownFor || !variants) return true;
  const variant = place.peek(variants.by);
  return typeof variant === 'string' && shownFor.includes(variant);
}

import type { Cursor } from '../cursor.ts';
import { entryOf, marksOf, rootOf, type ShapeName, type Violation } from '../shapes/table.ts';

/** Keywords about the contents of an object; all others are about the value itself. */
const aboutContents = new Set(['required', 'additionalProperties']);

const marksOfShape = (shape: string): Cursor['marks'] => marksOf(rootOf(shape as ShapeName));

/**
 * Whether the violated constraint is stated only outside the specification: by the shape whose schema asserts it, by
 * the field itself, or because the specification does not show the place. A shape that the specification describes
 * separately (`x-stands-alone`) counts as shown everywhere but in a field that the platform withdraws.
 */
export function isNotShown(node: Cursor, { schemaPath, keyword }: Violation): boolean {
  const stating = schemaPath.slice(0, schemaPath.indexOf('#'));
  if (marksOfShape(stating)['x-not-shown'] === true) return true;
  if (node.marks['x-unstated']?.includes(keyword)) return true;
  const isAboutContents = aboutContents.has(keyword);
  if (!isAboutContents && node.marks['x-not-shown'] === true) return true;
  const holder = isAboutContents ? node : node.parent;
  for (let place: Cursor | undefined = node; place; place = place.parent) {
    const states = place === holder && place.is(stating as ShapeName);
    if (states && !isShownForVariant(place, stating)) return true;
    if (place.marks['x-not-shown'] === true && (!states || isNotShownHere(place, stating))) return true;
    // what a base shape states about a variant belongs to the enclosing place as much as the base does
    if (place.shapes.some(shape => marksOfShape(shape)['x-stands-alone'] === true && (!states || shape === stating)))
      return isWithdrawn(place);
  }
  return false;
}

/** A shape that is shown elsewhere, in a field that is not: the position of a node. */
const isNotShownHere = ({ shapes }: Cursor, stating: string): boolean =>
  marksOfShape(stating)['x-stands-alone'] !== true &&
  shapes.every(shape => marksOfShape(shape)['x-not-shown'] !== true);

/** Whether a place is in a deprecated field that the specification does not show: tools of a conversation node. */
function isWithdrawn(at: Cursor): boolean {
  for (let place: Cursor | undefined = at; place; place = place.parent)
    if (place.marks['x-not-shown'] === true && place.marks.deprecated === true) return true;
  return false;
}

/** A base shape may be shown for only some of its variants. */
function isShownForVariant(place: Cursor, shape: string): boolean {
  const { variants, marks } = entryOf(rootOf(shape as ShapeName));
  const shownFor = marks?.['x-shown-for'];
  if (!shownFor || !variants) return true;
  const variant = place.peek(variants.by);
  return typeof variant === 'string' && shownFor.includes(variant);
}

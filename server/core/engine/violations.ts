import type { RefusedRoutes } from '../dispatch.ts';
import { validatorOf } from '../generated/validators.js';
import { isArray, setOwn, type Json, type JsonObject } from '../json/json.ts';
import { join, split, type Segment } from '../json/pointer.ts';
import { type ShapeName, type Violation, entryOf, marksOf, rootOf } from '../shapes/table.ts';
import { groupsOf } from '../json/multimap.ts';
import type { Cursor } from '../cursor.ts';

/**
 * The violations that ajv reports for a value. `refusedRoutes` are the places that a quicker check rejected. Of a
 * list, ajv gets only the items with such a place, because only one of thousands of tasks may be invalid.
 * @throws if the value is nested too deeply for a validator
 */
export function violationsOf(shape: ShapeName, value: Json, refusedRoutes: RefusedRoutes): readonly Violation[] {
  const paths = new Map<Json, readonly number[]>(),
    validate = validatorOf(shape),
    checkedValue = withoutAcceptedItems(value, refusedRoutes, 0, paths);
  if (validate(checkedValue)) return [];
  const violations = validate.errors ?? [];
  return withoutDuplicates(
    paths.size === 0 ? violations : violations.flatMap(violation => inWholeValue(violation, checkedValue, paths) ?? []),
  );
}

/**
 * The value without the list items that need no check.
 * @param paths receives, for each shortened list, the former indexes of the remaining items
 */
function withoutAcceptedItems(
  value: Json,
  refusedRoutes: RefusedRoutes,
  depth: number,
  paths: Map<Json, readonly number[]>,
): Json {
  if (typeof value !== 'object' || value === null || refusedRoutes.some(route => route.length === depth)) return value;
  const routesByKey = groupsOf(refusedRoutes, route => route[depth]!);
  if (isArray(value)) {
    const indexes = [...routesByKey.keys()].map(Number).sort((a, b) => a - b),
      items = indexes.map(i => withoutAcceptedItems(value[i]!, routesByKey.get(i)!, depth + 1, paths));
    paths.set(items, indexes);
    return items;
  }
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) {
    const routes = routesByKey.get(key);
    setOwn(copy, key, routes ? withoutAcceptedItems(value[key]!, routes, depth + 1, paths) : value[key]!);
  }
  return copy;
}

/**
 * The violation with its pointer in the whole value. Undefined for a violation by a shortened list itself, because it
 * lacks items.
 */
function inWholeValue(
  violation: Violation,
  checkedValue: Json,
  paths: ReadonlyMap<Json, readonly number[]>,
): Violation | undefined {
  let value: Json | undefined = checkedValue;
  const route: Segment[] = split(violation.instancePath).map(segment => {
    const indexes = value === undefined ? undefined : paths.get(value);
    value = (value as { readonly [key: string]: Json } | undefined)?.[segment];
    return indexes ? indexes[Number(segment)]! : segment;
  });
  return value !== undefined && paths.has(value) ? undefined : { ...violation, instancePath: join('', ...route) };
}

const structuralKeywords = new Set(['if', 'allOf']);

/** The errors of ajv without the keywords that only combine schemas, and with one error per keyword and place. */
function withoutDuplicates(violations: readonly Violation[]): Violation[] {
  const violationsByKey = new Map<string, Violation>();
  for (const violation of violations) {
    if (structuralKeywords.has(violation.keyword) || violation.propertyName !== undefined) continue;
    const missing =
      violation.params['missingProperty'] ??
      violation.params['additionalProperty'] ??
      violation.params['propertyName'] ??
      '';
    const key = `${violation.instancePath} ${violation.keyword} ${missing}`;
    const previous = violationsByKey.get(key);
    // if both a nullable field and its shape report a wrong type, the error of the field is kept: only it mentions
    // null
    if (!previous || (Array.isArray(violation.params['type']) && !Array.isArray(previous.params['type'])))
      violationsByKey.set(key, violation);
  }
  return [...violationsByKey.values()];
}

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

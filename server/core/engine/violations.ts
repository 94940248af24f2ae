import type { RefusedRoutes } from '../dispatch.ts';
import { validatorOf } from '../generated/validators.js';
import { isArray, setOwn, type Json, type JsonObject } from '../json/json.ts';
import { join, split, type Segment } from '../json/pointer.ts';
import type { ShapeName, Violation } from '../shapes/table.ts';
import { groupsOf } from '../json/multimap.ts';

/**
 * The violations that ajv reports for a value in which a walk rejected these places. Of a list, ajv gets only the items
 * with such a place, because only one of thousands of tasks may be invalid.
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

/** @param paths for each shortened list, the indexes of the items that are left */
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
 * The violation with its pointer in the whole value; nothing if a list is too short only because items were left out.
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

/** The violations among ajv's errors: without the branches around them, and one per keyword and place. */
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
    // a nullable field says so itself; the shape that it refers to does not
    if (!previous || (Array.isArray(violation.params['type']) && !Array.isArray(previous.params['type'])))
      violationsByKey.set(key, violation);
  }
  return [...violationsByKey.values()];
}

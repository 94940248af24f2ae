import type { RefusedRoutes } from '../dispatch.ts';
import { validatorOf } from '../generated/validators.js';
import { isArray, setOwn, type Json, type JsonObject } from '../json/json.ts';
import { join, split, type Segment } from '../json/pointer.ts';
import type { ShapeName, Violation } from '../shapes/table.ts';
import { groupsOf } from '../json/multimap.ts';

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

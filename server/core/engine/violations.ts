import type { Refused } from '../dispatch.ts';
import { validatorOf } from '../generated/validators.js';
import { isArray, setOwn, type Json, type JsonObject } from '../json/json.ts';
import { join, split, type Segment } from '../json/pointer.ts';
import type { ShapeName, Violation } from '../shapes/table.ts';

/**
 * What ajv says of a value of which a walk refused these places. Of a list it is shown only the items that such a place is in: of
 * thousands of tasks one may be refused.
 * @throws where the value is nested deeper than a validator can follow
 */
export function violationsOf(shape: ShapeName, value: Json, refused: Refused): readonly Violation[] {
  const kept = new Map<Json, readonly number[]>(),
    validate = validatorOf(shape),
    shown = withoutAccepted(value, refused, 0, kept);
  if (validate(shown)) return [];
  const violations = validate.errors ?? [];
  return meant(kept.size === 0 ? violations : violations.flatMap(violation => asInWhole(violation, shown, kept) ?? []));
}

/** @param kept of each list that was made shorter: which of its items are left */
function withoutAccepted(value: Json, refused: Refused, depth: number, kept: Map<Json, readonly number[]>): Json {
  if (typeof value !== 'object' || value === null || refused.some(route => route.length === depth)) return value;
  const below = new Map<Segment, Segment[][]>();
  for (const route of refused as Segment[][]) {
    const others = below.get(route[depth]!);
    if (others) others.push(route);
    else below.set(route[depth]!, [route]);
  }
  if (isArray(value)) {
    const indexes = [...below.keys()].map(Number).sort((a, b) => a - b),
      items = indexes.map(i => withoutAccepted(value[i]!, below.get(i)!, depth + 1, kept));
    kept.set(items, indexes);
    return items;
  }
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) {
    const routes = below.get(key);
    setOwn(copy, key, routes ? withoutAccepted(value[key]!, routes, depth + 1, kept) : value[key]!);
  }
  return copy;
}

/** The violation where it is in the whole value; nothing of a list that has too few items only because others were left out. */
function asInWhole(
  violation: Violation,
  shown: Json,
  kept: ReadonlyMap<Json, readonly number[]>,
): Violation | undefined {
  let at: Json | undefined = shown;
  const route: Segment[] = split(violation.instancePath).map(segment => {
    const indexes = at === undefined ? undefined : kept.get(at);
    at = (at as { readonly [key: string]: Json } | undefined)?.[segment];
    return indexes ? indexes[Number(segment)]! : segment;
  });
  return at !== undefined && kept.has(at) ? undefined : { ...violation, instancePath: join('', ...route) };
}

const structuralKeywords = new Set(['if', 'allOf']);

/** Of what ajv says, the violations themselves: not the branches they were found in, and one of a kind at a place. */
function meant(violations: readonly Violation[]): Violation[] {
  const kept = new Map<string, Violation>();
  for (const violation of violations) {
    if (structuralKeywords.has(violation.keyword) || violation.propertyName !== undefined) continue;
    const missing =
      violation.params['missingProperty'] ??
      violation.params['additionalProperty'] ??
      violation.params['propertyName'] ??
      '';
    const key = `${violation.instancePath} ${violation.keyword} ${missing}`;
    const known = kept.get(key);
    // a field that may be null says so itself; the shape that it refers to does not
    if (!known || (Array.isArray(violation.params['type']) && !Array.isArray(known.params['type'])))
      kept.set(key, violation);
  }
  return [...kept.values()];
}

import type { Cursor } from '../cursor.ts';
import { isArray, isObject, property } from '../json/json.ts';

/** A place that gives a variable its value: a key of a map, or the name of an extracted item. */
export interface VariableSetter {
  readonly name: string;
  readonly at: Cursor;
  readonly key: boolean;
}

/** The variables set by a place with the mark `x-sets-variables`. */
export function settersAt(place: Cursor): VariableSetter[] {
  const setsVariables = place.marks['x-sets-variables'];
  if (setsVariables === 'items')
    return place
      .items()
      .map(item => item.get('name'))
      .flatMap(cursor => (cursor.string() ? [{ name: cursor.string()!, at: cursor, key: false }] : []));
  const map = setsVariables === 'parameters' ? place.get('properties') : place;
  return map.entries().map(cursor => ({ name: cursor.key, at: cursor, key: true }));
}

/**
 * Adds the names of the variables that a place sets to a set. It creates no cursors, because a batch has such a map
 * for each of thousands of calls.
 */
export function addNamesSetAt({ marks, value }: Cursor, names: Set<string>): void {
  const setsVariables = marks['x-sets-variables'];
  if (setsVariables === 'items') {
    for (const item of isArray(value) ? value : []) {
      const name = property(item, 'name');
      if (typeof name === 'string' && name !== '') names.add(name);
    }
    return;
  }
  const map = setsVariables === 'parameters' ? property(value, 'properties') : value;
  // `in` is safe: `JSON.parse` makes even `__proto__` an own key, and nothing is inherited
  if (isObject(map)) for (const name in map) names.add(name);
}

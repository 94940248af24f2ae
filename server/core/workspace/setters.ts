import type { Cursor } from '../cursor.ts';
import { isArray, isObject, property } from '../json/json.ts';

/** A place that gives a variable its value: a key of a map, or the name of an extracted item. */
export interface VariableSetter {
  readonly name: string;
  readonly at: Cursor;
  readonly key: boolean;
}

/** The variables that a place with the mark `x-sets-variables` sets. */
export function settersAt(place: Cursor): VariableSetter[] {
  const how = place.marks['x-sets-variables'];
  if (how === 'items')
    return place
      .items()
      .map(item => item.get('name'))
      .flatMap(at => (at.string() ? [{ name: at.string()!, at, key: false }] : []));
  const map = how === 'parameters' ? place.get('properties') : place;
  return map.entries().map(at => ({ name: at.key, at, key: true }));
}

/** Only their names: a batch has a map of them for each of thousands of calls. */
export function namesSetAt({ marks, value }: Cursor): readonly string[] {
  const how = marks['x-sets-variables'];
  if (how !== 'items') {
    const map = how === 'parameters' ? property(value, 'properties') : value;
    return isObject(map) ? Object.keys(map) : [];
  }
  const names = isArray(value) ? value.map(item => property(item, 'name')) : [];
  return names.filter(name => typeof name === 'string' && name !== '') as string[];
}

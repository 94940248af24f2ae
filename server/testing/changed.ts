import { isArray, isObject, type Json } from '../core/json/json.ts';

/**
 * Yields copies of a value with one place replaced, removed or repeated, for every place in it.
 * @param replacements returns the replacements; called for each place
 */
export function* changedAnywhere(value: Json, replacements: () => readonly Json[]): Generator<Json> {
  yield* replacements();
  if (isArray(value))
    for (const [i, item] of value.entries()) {
      yield value.toSpliced(i, 1);
      yield [...value, item];
      for (const changedValue of changedAnywhere(item, replacements)) yield value.with(i, changedValue);
    }
  if (isObject(value))
    for (const key of Object.keys(value)) {
      const { [key]: item, ...rest } = value;
      yield rest;
      for (const changedValue of changedAnywhere(item!, replacements)) yield { ...value, [key]: changedValue };
    }
}

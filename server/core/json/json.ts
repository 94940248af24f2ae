/** A JSON value as `JSON.parse` returns it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** The names in messages of the types of JSON Schema. */
export const typeNames = {
  null: 'null',
  boolean: 'a boolean',
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  array: 'a list',
  object: 'an object',
} as const;
export type JsonType = keyof typeof typeNames;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isArray = (value: unknown): value is readonly Json[] => Array.isArray(value);

/** The value of a JSON text; undefined if the text is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** A value as text for outputs and new files: indented by two spaces, with a newline at the end. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** The value of an object's own property with a key. A key such as `constructor` is never inherited. */
export function property(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/**
 * Whether a list contains a string twice. With `key`, whether two of its objects have the same string under the key.
 */
export function hasRepeats(list: Json | undefined, key?: string): boolean {
  if (!isArray(list) || list.length < 2) return false;
  const names = new Set<string>();
  for (const item of list) {
    const text = key === undefined ? item : property(item, key);
    if (typeof text !== 'string') continue;
    if (names.has(text)) return true;
    names.add(text);
  }
  return false;
}

/** Sets a key as an own property, like `JSON.parse`, even if the key is `__proto__`. */
export function setOwn(target: object, key: string, value: Json): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else (target as Record<string, Json>)[key] = value;
}

/**
 * A text that is equal for equal values, regardless of key order. Values that are nested deeper than any valid file
 * count as equal.
 */
export function canonical(value: Json, depth = 0): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (depth > 200) return '…';
  if (isArray(value)) return `[${value.map(item => canonical(item, depth + 1)).join()}]`;
  return `{${Object.keys(value)
    .sort()
    .map(key => `${JSON.stringify(key)}:${canonical(value[key]!, depth + 1)}`)
    .join()}}`;
}

/**
 * Whether two values are equal, regardless of key order. The compared depth is limited, so that no nesting can
 * overflow the stack.
 */
export function isEqual(a: Json | undefined, b: Json | undefined, depth = 0): boolean {
  if (a === b) return true;
  if (depth > 200 || typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (isArray(a) || isArray(b))
    return isArray(a) && isArray(b) && a.length === b.length && a.every((item, i) => isEqual(item, b[i], depth + 1));
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every(key => Object.hasOwn(b, key) && isEqual(a[key], b[key], depth + 1))
  );
}

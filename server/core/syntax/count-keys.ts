import { isArray, type Json, type JsonObject } from '../json/json.ts';
import { isEscaped } from './syntax-nodes.ts';

/** Facts about a value by which text rules skip its text. */
export interface KeyCount {
  /** The number of keys in all objects of the value. */
  readonly keys: number;
  /** Whether the value contains a number that may differ from its spelling: beyond 2^53, or infinite. */
  readonly inexact: boolean;
}

/**
 * Counts the keys of a value. It has no recursion, so that no nesting can overflow the stack, and only plain loops,
 * because it visits every value of every file.
 */
export function countKeys(value: Json | undefined): KeyCount {
  let keys = 0,
    hasInexact = false;
  const pending: (readonly Json[] | JsonObject)[] = [];
  const addValue = (child: Json | undefined): void => {
    if (typeof child === 'object') {
      if (child !== null) pending.push(child);
    } else if (typeof child === 'number' && isInexact(child)) hasInexact = true;
  };
  addValue(value);
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (isArray(value)) for (let i = 0; i < value.length; i++) addValue(value[i]);
    else
      for (const key in value) {
        keys++;
        addValue(value[key]);
      }
  }
  return { keys, inexact: hasInexact };
}

const isInexact = (number: number): boolean => number > Number.MAX_SAFE_INTEGER || number < -Number.MAX_SAFE_INTEGER;

/**
 * An upper bound for the keys in a text: the number of colons after a quotation mark that is not escaped, or after the
 * possible end of a comment. If it equals the keys of the value, no key is duplicated.
 */
export function keysAtMost(text: string): number {
  let count = 0;
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    let offset = colon - 1,
      code = text.charCodeAt(offset),
      isNewLine = false;
    for (; code === 32 || code === 10 || code === 13 || code === 9; code = text.charCodeAt(--offset))
      isNewLine ||= code === 10 || code === 13;
    if (code === 34 ? !isEscaped(text, offset) : code === 47 || isNewLine) count++;
  }
  return count;
}

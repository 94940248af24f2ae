import { isArray, type Json, type JsonObject } from '../json/json.ts';

/** What text rules ask about a value in order to rule out its text. */
export interface KeyCount {
  /** The number of keys of its objects. */
  readonly keys: number;
  /** Whether it contains a number that may differ from the one written: beyond 2^53, or infinite. */
  readonly inexact: boolean;
}

/**
 * Counts without recursion, so that no nesting can overflow it; plain loops, because it runs over every value of every
 * file.
 */
export function countKeys(value: Json | undefined): KeyCount {
  let keys = 0,
    inexact = false;
  const pending: (readonly Json[] | JsonObject)[] = [];
  const look = (child: Json | undefined): void => {
    if (typeof child === 'object') {
      if (child !== null) pending.push(child);
    } else if (typeof child === 'number' && isInexact(child)) inexact = true;
  };
  look(value);
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (isArray(at)) for (let i = 0; i < at.length; i++) look(at[i]);
    else
      for (const key in at) {
        keys++;
        look(at[key]);
      }
  }
  return { keys, inexact };
}

const isInexact = (number: number): boolean => number > Number.MAX_SAFE_INTEGER || number < -Number.MAX_SAFE_INTEGER;

/**
 * The most keys that a text can have: every colon after a quotation mark, or after what may be the end of a comment.
 * Never below the true number, so equality is proof.
 */
export function keysAtMost(text: string): number {
  let count = 0;
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    let at = colon - 1,
      code = text.charCodeAt(at),
      isNewLine = false;
    for (; code === 32 || code === 10 || code === 13 || code === 9; code = text.charCodeAt(--at))
      isNewLine ||= code === 10 || code === 13;
    if (code === 34 || code === 47 || isNewLine) count++;
  }
  return count;
}

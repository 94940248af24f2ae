import { masked } from '../core/secrets.ts';
import { safeValue } from './resolution-words.ts';
import type { Answer } from './simulation.ts';
import type { Subject } from '../core/generated/outputs.js';

/** A result without the credentials in URLs and variables, which no output shows; pointers are unchanged. */
export const withoutCredentials = <A extends Answer<Subject>>(answer: A): A => ({
  ...answer,
  result: redactedResult(answer.result),
  title: masked(answer.title),
  ...(answer.names && {
    names: Object.fromEntries(Object.entries(answer.names).map(([pointer, name]) => [pointer, masked(name)])),
  }),
  notes: answer.notes.map(masked),
  ...(answer.warnings && { warnings: answer.warnings.map(masked) }),
});

/** A result, or a part of one, without credentials. */
export const redactedResult = <T>(result: T): T => safe(result, '', '') as T;

function safe(value: unknown, key: string, within: string): unknown {
  if (typeof value === 'string') {
    if (key === 'pointer') return value;
    return within === 'dynamic_variables' ? safeValue(key, value) : masked(value);
  }
  if (Array.isArray(value)) return value.map(item => safe(item, key, within));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, safe(part, name, key)]));
}

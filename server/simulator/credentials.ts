import { maskSecrets, redactValue, redactNamed } from '../core/secrets.ts';
import type { Answer } from './simulation.ts';
import type { Subject } from '../core/generated/outputs.js';

/** The answer without the credentials in URLs and variables, because no output shows them; pointers are unchanged. */
export const withoutCredentials = <A extends Answer<Subject>>(answer: A): A => ({
  ...answer,
  result: redactedResult(answer.result),
  title: maskSecrets(answer.title),
  ...(answer.names && {
    names: Object.fromEntries(Object.entries(answer.names).map(([pointer, name]) => [pointer, maskSecrets(name)])),
  }),
  notes: answer.notes.map(maskSecrets),
  ...(answer.warnings && { warnings: answer.warnings.map(maskSecrets) }),
});

/** The result, or a part of a result, without credentials. */
export const redactedResult = <T>(result: T): T => redactValue(withVariables(result), key => key === 'pointer') as T;

/**
 * Marks values of variables with their names, because the name of a variable may show that its value is a credential.
 */
function withVariables(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withVariables);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]: [string, unknown]) => [
      key,
      key === 'dynamic_variables' && typeof part === 'object' && part !== null
        ? Object.fromEntries(
            Object.entries(part).map(([name, field]: [string, unknown]) => [
              name,
              typeof field === 'string' ? redactNamed(name, field) : field,
            ]),
          )
        : withVariables(part),
    ]),
  );
}

import { isObject } from '../core/json/json.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import type { VersionSide } from './references.ts';

/**
 * A resolution with the variables of a call: a filter makes no call, and the variables of a batch task override those
 * of the tag.
 */
export function withCallVariables({
  resolution,
  placed,
}: Pick<VersionSide, 'resolution'> & Partial<VersionSide>): Resolution {
  if (placed?.kind === 'filter') return { ...resolution, variables: {}, variablesOutcome: 'none' };
  if (placed?.kind !== 'task' || resolution.variablesOutcome === 'unknowable') return resolution;
  const { value: values } = (placed.at.within('batch-call-task') ?? placed.at).get('service_llm_dynamic_variables');
  if (!isObject(values)) return resolution;
  const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return texts.length === 0
    ? resolution
    : { ...resolution, variables: { ...resolution.variables, ...Object.fromEntries(texts) } };
}

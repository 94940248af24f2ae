import type { Resolution } from '../core/workspace/resolve.ts';

/**
 * The publication state in words.
 * @param isPublished the value in the file; any value that is not a boolean is an unknown state
 */
export function stateOf(isPublished: unknown): 'published' | 'draft' | '' {
  if (isPublished === true) return 'published';
  return isPublished === false ? 'draft' : '';
}

/**
 * The selection of a resolution in short form: `v7 published`, `v4 draft`, `v3` with an unknown state, `missing`, or
 * `?`.
 */
export function selectsAtAGlance({
  outcome,
  version,
  isPublished,
}: Pick<Resolution, 'outcome' | 'version' | 'isPublished'>): string {
  if (outcome !== 'resolved') return outcome === 'missing' ? 'missing' : '?';
  return versionAtAGlance(version!, isPublished);
}

export const versionAtAGlance = (version: number | string, isPublished: unknown): string =>
  [`v${version}`, stateOf(isPublished)].filter(word => word !== '').join(' ');

import type { Resolution } from '../core/workspace/resolve.ts';

/** @param isPublished as in a file; anything but a boolean is an unknown state */
export function stateOf(isPublished: unknown): 'published' | 'draft' | '' {
  if (isPublished === true) return 'published';
  return isPublished === false ? 'draft' : '';
}

/** `v7 published`, `v4 draft`, `v3` with an unknown state, `missing`, `?`. */
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

import type { Resolution } from '../../core/workspace/resolve.ts';

export function stateOf(isPublished: boolean | null | undefined): 'published' | 'draft' | '' {
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

export const versionAtAGlance = (version: number, isPublished: boolean | null | undefined): string =>
  [`v${version}`, stateOf(isPublished)].filter(word => word !== '').join(' ');

import type { State } from '../state/open.ts';

/** What the host read, by the workspace that was made of it; its types are Node's, those of the library are not. */
export const openedBy = new WeakMap<object, State>();

/** @throws RangeError for a workspace that openWorkspace has not made */
export function openedFor(target: object): State {
  const opened = openedBy.get(target);
  if (!opened) throw new RangeError('not a workspace that openWorkspace has returned');
  return opened;
}

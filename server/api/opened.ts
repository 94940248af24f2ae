import { agentCalled, ambiguity } from '../core/domain/typed-reference.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import type { State } from '../state/open.ts';
import type { PreflightWorkspace } from './workspace.ts';

/**
 * The internal state of each workspace of the library. It is kept apart because its types need the types of Node, and
 * the types of the library do not.
 */
export const openedBy = new WeakMap<object, State>();

/**
 * The internal state of a workspace.
 * @param name the name of the argument in messages, because callers in JavaScript have no types
 * @throws RangeError for a workspace that openWorkspace has not made
 */
export function openedFor(target: PreflightWorkspace | undefined, name = 'workspace'): State {
  const state = target && openedBy.get(target);
  if (!state) throw new RangeError(`${name}: expected a workspace of openWorkspace, got ${typeof target}`);
  return state;
}

/**
 * The id of an agent, given its id or name.
 * @throws RangeError for a name that several agents have
 */
export function agentIdOf(agent: string, workspace: Workspace): string {
  const calledAgent = agentCalled(agent, workspace);
  if ('ambiguous' in calledAgent) throw new RangeError(ambiguity(agent, calledAgent.ambiguous));
  return 'id' in calledAgent ? calledAgent.id : agent;
}

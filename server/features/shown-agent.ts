import type { Cursor } from '../core/cursor.ts';
import { liveRecord } from '../core/domain/live-versions.ts';
import { agentsAt } from '../core/domain/swaps.ts';
import type { Kind } from '../core/kinds.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/** Engines and components, and what they are called. Each belongs to the agents that run it. */
export const engineWords = {
  llm: 'engine',
  'conversation-flow': 'flow',
  'flow-component': 'component',
} as const satisfies Partial<Record<Kind, string>>;

export const isEngine = (kind: Kind | undefined): kind is keyof typeof engineWords =>
  kind !== undefined && Object.hasOwn(engineWords, kind);

/** The agents that a place belongs to, the one to show first: a live one if possible, otherwise the newest. */
export function agentsToShow(place: Cursor, workspace: Workspace): readonly Cursor[] {
  const isLive = (agent: Cursor): number => Number(liveRecord(agent, workspace) !== undefined),
    version = (agent: Cursor): number => agent.get('version').integer() ?? -1;
  return agentsAt(place, workspace)
    .filter(agent => agent.isObject)
    .sort((a, b) => isLive(b) - isLive(a) || version(b) - version(a));
}

import type { Cursor } from '../cursor.ts';
import { agentOf, placeOf, recordsOf, type Place, type Selecting } from '../workspace/records.ts';
import type { Resolution } from '../workspace/resolve.ts';
import { keyOf } from '../workspace/tables.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** One way for an agent to hand the conversation over. */
export interface Swap {
  /** The record of the agent that hands over. */
  readonly from: Cursor;
  /** The swap tool or node in its engine. */
  readonly at: Cursor;
  /** What takes over. */
  readonly resolution: Resolution;
}
/** The same as plain data. */
interface SwapPlace {
  readonly from: Place;
  readonly at: Selecting;
}
interface Swaps {
  /** By the place of the agent's record. */
  readonly out: ReadonlyMap<string, readonly SwapPlace[]>;
  /** By the place of an engine or component: the records of the agents that run it. */
  readonly runs: ReadonlyMap<string, Run>;
}
/** An engine or a component, and the records of the agents that run it. */
export interface Run {
  readonly at: Place;
  readonly by: readonly Place[];
}

/** The swaps that an agent (a place of shape `agent-settings`) can make: those of its engine, and of the shared components of that. */
export const swapsOf = (agent: Cursor, workspace: Workspace): readonly Swap[] =>
  swapsFrom(keyOf(placeOf(agent)), workspace).map(swap => shown(swap, workspace));

const swapsFrom = (agent: string, workspace: Workspace): readonly SwapPlace[] =>
  allSwaps(workspace).out.get(agent) ?? [];

const shown = ({ from, at }: SwapPlace, workspace: Workspace): Swap => ({
  from: workspace.at(from),
  at: workspace.at(at),
  resolution: workspace.resolve(at.agentId, at.reference),
});

/** Whether the agent whose record is at a place swaps at all, without reading its file. */
export const makesSwaps = (agent: Place, workspace: Workspace): boolean =>
  swapsFrom(keyOf(agent), workspace).length > 0;

/** Whether any agent of the workspace swaps at all: most do not, and then nobody has to follow them. */
export const hasSwaps = (workspace: Workspace): boolean => allSwaps(workspace).out.size > 0;

/** The versions that an agent's record hands over to, without reading a file. */
export const resolvedSwaps = (agent: Place, workspace: Workspace): readonly { place: SwapPlace; to: Resolution }[] =>
  swapsFrom(keyOf(agent), workspace).map(place => ({
    place,
    to: workspace.resolve(place.at.agentId, place.at.reference),
  }));

/** The records of the agents that a place belongs to: of the file it is in, else of all that run this engine or component. */
export function agentsAt(place: Cursor, workspace: Workspace): readonly Cursor[] {
  for (let around: Cursor | undefined = place; around; around = around.parent) {
    if (around.document.kind === 'agent' && (around.is('agent-settings') || around.is('agent-export')))
      return [agentOf(around)];
    const agents = engineShapes.some(shape => around!.is(shape))
      ? allSwaps(workspace).runs.get(keyOf(placeOf(around)))
      : undefined;
    if (agents) return agents.by.map(workspace.at);
  }
  return [];
}
/** Every engine and component that an agent runs. */
export const runsIn = (workspace: Workspace): Iterable<Run> => allSwaps(workspace).runs.values();
const engineShapes = ['llm', 'conversation-flow', 'flow-component'] as const;

const allSwaps = (workspace: Workspace): Swaps =>
  workspace.shared.remember(allSwaps, undefined, () => gather(workspace));

function gather({ tables, documents }: Workspace): Swaps {
  const out = new Map<string, readonly SwapPlace[]>();
  const runs = new Map<string, { at: Place; by: Place[] }>();
  const contents = new Map(
    documents.flatMap(document => recordsOf(document).contents.map(content => [keyOf(content), content] as const)),
  );
  for (const from of documents.flatMap(document => recordsOf(document).runners)) {
    const engine = tables.engineOf.get(keyOf(from));
    if (!engine) continue;
    const found: SwapPlace[] = [];
    const seen = new Set<string>();
    for (const pending = [engine]; pending.length > 0;) {
      const at = pending.pop()!,
        key = keyOf(at);
      if (seen.has(key)) continue;
      seen.add(key);
      const running = runs.get(key);
      if (running) running.by.push(from);
      else runs.set(key, { at, by: [from] });
      const content = contents.get(key);
      for (const swap of content?.swaps ?? []) found.push({ from, at: swap });
      for (const id of content?.components ?? []) pending.push(...(tables.components.get(id) ?? []));
    }
    if (found.length > 0) out.set(keyOf(from), found);
  }
  return { out, runs };
}

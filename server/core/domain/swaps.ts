import type { Cursor } from '../cursor.ts';
import { Dispatch } from '../engine/dispatch.ts';
import type { Resolution } from '../workspace/resolve.ts';
import { agentOf } from '../workspace/summary.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { selectionOf } from './version-references.ts';

/** One way for an agent to hand the conversation over. */
export interface Swap {
  /** The record of the agent that hands over. */
  readonly from: Cursor;
  /** The swap tool or node in its engine. */
  readonly at: Cursor;
  /** What takes over. */
  readonly resolution: Resolution;
}
interface Swaps {
  /** By the value of the agent's record. */
  readonly out: ReadonlyMap<unknown, readonly Swap[]>;
  /** By the value of an engine or component: the records of the agents that run it. */
  readonly runs: ReadonlyMap<unknown, readonly Cursor[]>;
}

const places = new Dispatch<'swap' | 'component'>([
  [{ 'agent-swap-tool': '', 'agent-swap-node': '' }, 'swap'],
  [{ 'component-node': '/component_id' }, 'component'],
]);
const known = new WeakMap<Workspace, Swaps>();

/** The swaps that an agent (a place of shape `agent-settings`) can make: those of its engine, and of the shared components of that. */
export const swapsOf = (agent: Cursor, workspace: Workspace): readonly Swap[] =>
  allSwaps(workspace).out.get(agent.value) ?? [];

/** Whether any agent of the workspace swaps at all: most do not, and then nobody has to follow them. */
export const hasSwaps = (workspace: Workspace): boolean => allSwaps(workspace).out.size > 0;

/** The records of the agents that a place belongs to: of the file it is in, else of all that run this engine or component. */
export function agentsAt(place: Cursor, workspace: Workspace): readonly Cursor[] {
  const { runs } = allSwaps(workspace);
  for (let around: Cursor | undefined = place; around; around = around.parent) {
    if (around.document.kind === 'agent' && (around.is('agent-settings') || around.is('agent-export')))
      return [agentOf(around)];
    const agents = around.isObject ? runs.get(around.value) : undefined;
    if (agents) return agents;
  }
  return [];
}

function allSwaps(workspace: Workspace): Swaps {
  let swaps = known.get(workspace);
  if (!swaps) known.set(workspace, (swaps = gather(workspace)));
  return swaps;
}

function gather(workspace: Workspace): Swaps {
  const out = new Map<unknown, readonly Swap[]>(),
    runs = new Map<unknown, Cursor[]>();
  for (const document of workspace.documents)
    for (const from of document.kind === 'agent' ? document.roots.map(agentOf) : []) {
      const engine = from.isObject ? workspace.engineOf(from) : undefined;
      if (!engine) continue;
      const found: Swap[] = [],
        seen = new Set<unknown>();
      for (const pending = [engine]; pending.length > 0;) {
        const part = pending.pop()!;
        if (seen.has(part.value) || typeof part.value !== 'object' || part.value === null) continue;
        seen.add(part.value);
        const running = runs.get(part.value);
        if (running) running.push(from);
        else runs.set(part.value, [from]);
        const { swaps, components } = contentOf(part, part.value);
        for (const at of swaps) {
          const selection = selectionOf(at.get('agent_id'));
          if (selection)
            found.push({ from, at, resolution: workspace.resolve(selection.agentId, selection.reference) });
        }
        for (const id of components) pending.push(...(workspace.components.get(id) ?? []));
      }
      if (found.length > 0) out.set(from.value, found);
    }
  return { out, runs };
}

function contentOf(
  part: Cursor,
  key: object,
): { readonly swaps: readonly Cursor[]; readonly components: readonly string[] } {
  return part.document.memory.remember(contentOf, key, () => {
    const swaps: Cursor[] = [],
      components: string[] = [];
    places.walk(part, (what, node) => {
      if (what === 'swap') swaps.push(node);
      else if (node.string()) components.push(node.string()!);
    });
    return { swaps, components };
  });
}

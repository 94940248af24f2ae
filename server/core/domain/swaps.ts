import { Cursor } from '../cursor.ts';
import { agentOf, type HandOver, type Place, placeOf } from '../workspace/records.ts';
import type { Resolution } from '../workspace/resolve.ts';
import { enginePlace, keyOf } from '../workspace/tables.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { groupsOf } from '../json/multimap.ts';

/** One way for an agent to hand the conversation over. */
export interface Swap {
  /** The record of the agent that hands over. */
  readonly from: Cursor;
  /** The object in its engine that names the other agent: a swap tool or node, or a transfer agent. */
  readonly at: Cursor;
  readonly by: HandOver['by'];
  /** The agent that takes over, or mediates the transfer. */
  readonly resolution: Resolution;
}
/** The same as plain data. */
export interface SwapData {
  readonly from: Place;
  readonly at: HandOver;
}
/** An engine or component, and the records of the agents that run it. */
interface Run {
  readonly at: Place;
  readonly by: readonly Place[];
}

/**
 * The swaps and mediated transfers that an agent (a place of shape `agent-settings`) can make: those of its engine and
 * of the engine's shared components.
 */
export const handOversOf = (agent: Cursor, workspace: Workspace): readonly Swap[] =>
  handOversFrom(keyOf(agent), workspace).map(one => swapAt(one, workspace));

/** Those that give the conversation away: a transfer agent speaks to the other side of a transfer only. */
export const swapsOf = (agent: Cursor, workspace: Workspace): readonly Swap[] =>
  handOversOf(agent, workspace).filter(({ by }) => by === 'swap');

const handOversFrom = (agent: string, workspace: Workspace): readonly SwapData[] =>
  allHandOvers(workspace).get(agent) ?? [];

/** The swaps and mediated transfers that agents can make, by the place of the agent's record. */
export const allHandOvers = (workspace: Workspace): ReadonlyMap<string, readonly SwapData[]> => gathered(workspace).out;

/** The tool or node that hands over. */
export const toolOfHandOver = (at: Cursor): Cursor => at.within('transfer-call-tool', 'transfer-call-node') ?? at;

/** What a tool or node is called in answers: by name, otherwise by id. */
export const nameOfTool = (at: Cursor): string | undefined =>
  at.get('name').string() || at.get('id').string() || undefined;

export const swapAt = ({ from, at }: SwapData, workspace: Workspace): Swap => ({
  from: workspace.at(from),
  at: workspace.at(at),
  by: at.by,
  resolution: workspace.resolve(at.agentId, at.reference),
});

/** The versions that an agent's record hands over to, without reading a file. */
export const resolvedHandOvers = (agent: Place, workspace: Workspace): readonly { place: SwapData; to: Resolution }[] =>
  handOversFrom(keyOf(agent), workspace).map(place => ({
    place,
    to: workspace.resolve(place.at.agentId, place.at.reference),
  }));

/**
 * The records of the agents that a place belongs to: those in its file, otherwise all that run this engine or
 * component.
 */
export const agentsAt = (place: Cursor, workspace: Workspace): readonly Cursor[] =>
  (runAround(place, workspace)?.by ?? []).map(agent => (agent instanceof Cursor ? agent : workspace.at(agent)));

/**
 * The engine, component or agent that a place is in, and the agents that run it. The agent around it is a cursor,
 * because rules also run on a half-typed file without other files.
 */
export function runAround(place: Cursor, workspace: Workspace): Run | undefined {
  for (let around: Cursor | undefined = place; around; around = around.parent) {
    if (around.recordKind === 'agent' && (around.is('agent-settings') || around.is('agent-export')))
      return { at: placeOf(around), by: [agentOf(around)] };
    const run = engineShapes.some(shape => around!.is(shape))
      ? runsByPointer(place.document.file, workspace).get(around.pointer)
      : undefined;
    if (run) return run;
  }
  return undefined;
}
/** Every engine and component in a file that an agent runs. */
export const runsIn = (file: string, workspace: Workspace): readonly Run[] => gathered(workspace).runs.get(file) ?? [];
const runsByPointer = (file: string, workspace: Workspace): ReadonlyMap<string, Run> =>
  workspace.shared.remember(
    runsByPointer,
    file,
    () => new Map(runsIn(file, workspace).map(run => [run.at.pointer, run] as const)),
  );
const engineShapes = ['llm', 'conversation-flow', 'flow-component'] as const;

interface Gathered {
  /** By the place of the agent's record. */
  readonly out: ReadonlyMap<string, readonly SwapData[]>;
  /** By the file of the engine or component. */
  readonly runs: ReadonlyMap<string, readonly Run[]>;
}
const gathered = (workspace: Workspace): Gathered =>
  workspace.shared.remember(gathered, undefined, () => gather(workspace));

function gather(workspace: Workspace): Gathered {
  const out = new Map<string, readonly SwapData[]>();
  const runs = new Map<string, { at: Place; by: Place[] }>();
  const { tables } = workspace,
    { components } = tables;
  const contents = new Map(workspace.every('contents').map(content => [keyOf(content), content] as const));
  for (const from of workspace.every('runners')) {
    const engine = enginePlace(from.engine, from.file, tables);
    if (!engine) continue;
    const swaps: SwapData[] = [];
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
      for (const at of content?.handOvers ?? []) swaps.push({ from, at });
      for (const id of content?.components ?? []) pending.push(...(components.get(id) ?? []));
    }
    if (swaps.length > 0) out.set(keyOf(from), swaps);
  }
  return { out, runs: groupsOf(runs.values(), run => run.at.file) };
}

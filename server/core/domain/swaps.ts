import { Cursor } from '../cursor.ts';
import { agentOf, type HandOver, type Place, placeOf } from '../workspace/records.ts';
import type { Resolution } from '../workspace/resolve.ts';
import { enginePlace, keyOf } from '../workspace/tables.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { groupsOf } from '../json/multimap.ts';

/** A place where an agent can hand the conversation over. */
export interface Swap {
  /** The record of the agent that hands over. */
  readonly fromAgent: Cursor;
  /** The object that names the other agent: a swap tool or node, or a transfer agent. */
  readonly at: Cursor;
  readonly kind: HandOver['by'];
  /** The agent that takes over, or mediates the transfer. */
  readonly resolution: Resolution;
}
/** A swap as plain data. */
export interface SwapData {
  readonly fromAgent: Place;
  readonly at: HandOver;
}
/** An engine or component, and the records of the agents that run it. */
interface Run {
  readonly at: Place;
  readonly runningAgents: readonly Place[];
}

/**
 * The swaps and mediated transfers of an agent (a place of shape `agent-settings`): in its engine and in the shared
 * components of the engine.
 */
export const handOversOf = (agent: Cursor, workspace: Workspace): readonly Swap[] =>
  handOversFrom(keyOf(agent), workspace).map(swap => swapAt(swap, workspace));

/** The swaps of an agent, without mediated transfers: a transfer agent speaks only to the other side of a transfer. */
export const swapsOf = (agent: Cursor, workspace: Workspace): readonly Swap[] =>
  handOversOf(agent, workspace).filter(({ kind }) => kind === 'swap');

const handOversFrom = (agent: string, workspace: Workspace): readonly SwapData[] =>
  allHandOvers(workspace).get(agent) ?? [];

/** The swaps and mediated transfers of all agents, by the place of the agent's record. */
export const allHandOvers = (workspace: Workspace): ReadonlyMap<string, readonly SwapData[]> =>
  swapTablesOf(workspace).swapsByAgent;

/** The tool or node that hands over. */
export const toolOfHandOver = (cursor: Cursor): Cursor =>
  cursor.within('transfer-call-tool', 'transfer-call-node') ?? cursor;

/** The name of a tool or node; without a name, its id. */
export const nameOfTool = (cursor: Cursor): string | undefined =>
  cursor.get('name').string() || cursor.get('id').string() || undefined;

export const swapAt = ({ fromAgent, at }: SwapData, workspace: Workspace): Swap => ({
  fromAgent: workspace.at(fromAgent),
  at: workspace.at(at),
  kind: at.by,
  resolution: workspace.resolve(at.agentId, at.reference),
});

/** The hand-overs of an agent's record with the versions that they resolve to, without reading a file. */
export const resolvedHandOvers = (
  agent: Place,
  workspace: Workspace,
): readonly { place: SwapData; resolution: Resolution }[] =>
  handOversFrom(keyOf(agent), workspace).map(place => ({
    place,
    resolution: workspace.resolve(place.at.agentId, place.at.reference),
  }));

/**
 * The records of the agents to which a place belongs: the agent around the place, otherwise all agents that run its
 * engine or component.
 */
export const agentsAt = (place: Cursor, workspace: Workspace): readonly Cursor[] =>
  (runAround(place, workspace)?.runningAgents ?? []).map(agent =>
    agent instanceof Cursor ? agent : workspace.at(agent),
  );

/**
 * The engine, component or agent around a place, and the agents that run it. An agent around the place is returned as
 * a cursor, because rules also run on a half-typed file without other files.
 */
export function runAround(place: Cursor, workspace: Workspace): Run | undefined {
  for (let ancestor: Cursor | undefined = place; ancestor; ancestor = ancestor.parent) {
    if (ancestor.recordKind === 'agent' && (ancestor.is('agent-settings') || ancestor.is('agent-export')))
      return { at: placeOf(ancestor), runningAgents: [agentOf(ancestor)] };
    const run = engineShapes.some(shape => ancestor!.is(shape))
      ? runsByPointer(place.document.file, workspace).get(ancestor.pointer)
      : undefined;
    if (run) return run;
  }
  return undefined;
}
/** Every engine and component in a file that an agent runs. */
export const runsIn = (file: string, workspace: Workspace): readonly Run[] =>
  swapTablesOf(workspace).runs.get(file) ?? [];
const runsByPointer = (file: string, workspace: Workspace): ReadonlyMap<string, Run> =>
  workspace.sharedMemory.remember(
    runsByPointer,
    file,
    () => new Map(runsIn(file, workspace).map(run => [run.at.pointer, run] as const)),
  );
const engineShapes = ['llm', 'conversation-flow', 'flow-component'] as const;

interface SwapTables {
  /** The swaps of each agent, by the place of its record. */
  readonly swapsByAgent: ReadonlyMap<string, readonly SwapData[]>;
  /** The runs of each engine or component, by its file. */
  readonly runs: ReadonlyMap<string, readonly Run[]>;
}
const swapTablesOf = (workspace: Workspace): SwapTables =>
  workspace.sharedMemory.remember(swapTablesOf, undefined, () => gather(workspace));

function gather(workspace: Workspace): SwapTables {
  const swapsByAgent = new Map<string, readonly SwapData[]>();
  const runs = new Map<string, { at: Place; runningAgents: Place[] }>();
  const { tables } = workspace,
    { components } = tables;
  const contents = new Map(workspace.recordsOf('contents').map(content => [keyOf(content), content] as const));
  for (const runner of workspace.recordsOf('runners')) {
    const engine = enginePlace(runner.engine, runner.file, tables);
    if (!engine) continue;
    const swaps: SwapData[] = [];
    const visited = new Set<string>();
    for (const pending = [engine]; pending.length > 0;) {
      const place = pending.pop()!,
        key = keyOf(place);
      if (visited.has(key)) continue;
      visited.add(key);
      const run = runs.get(key);
      if (run) run.runningAgents.push(runner);
      else runs.set(key, { at: place, runningAgents: [runner] });
      const content = contents.get(key);
      for (const handOver of content?.handOvers ?? []) swaps.push({ fromAgent: runner, at: handOver });
      for (const id of content?.components ?? []) pending.push(...(components.get(id) ?? []));
    }
    if (swaps.length > 0) swapsByAgent.set(keyOf(runner), swaps);
  }
  return { swapsByAgent, runs: groupsOf(runs.values(), run => run.at.file) };
}

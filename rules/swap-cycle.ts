import { nameOfRecord } from '../server/core/domain/phone-numbers.ts';
import { agentName } from '../server/core/workspace/names.ts';
import { placeOf } from '../server/core/workspace/records.ts';
import { keyOf, comparePlaces } from '../server/core/workspace/tables.ts';
import { defineRule } from '../server/core/engine/rule.ts';
import { stronglyConnected } from '../server/core/strongly-connected.ts';
import { MapView } from '../server/core/workspace/views.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { allHandOvers, swapAt, type Swap, type SwapData } from '../server/core/domain/swaps.ts';
import { recordPlace } from '../server/core/domain/tasks.ts';

export default defineRule({
  id: 'swap-cycle',
  group: 'references',
  severity: 'info',
  spec: 'Agent swap',
  clause: 'Agent swap: agent_id of tool and node is not empty; the agent exists',
  at: { 'agent-swap-tool': '/agent_id', 'agent-swap-node': '/agent_id' },

  check(node, workspace) {
    const cycle = node.parent && swapCycles(workspace).get(keyOf(placeOf(node.parent)));
    if (!cycle) return undefined;
    const circle = [...cycle, cycle[0]!].map(
      ({ fromAgent: from }) => `${nameOfRecord(from, workspace) || '?'} v${from.get('version').integer() ?? '?'}`,
    );
    return {
      message: `agents swap in a cycle: ${chained(circle)}`,
      related: cycle.slice(1, MAX_LENGTH).map(step => ({
        at: step.at.get('agent_id'),
        message: `then to ${agentName(step.resolution.agentId, workspace)}`,
      })),
    };
  },
});

const MAX_LENGTH = 12;
const MAX_SHOWN = 4;

/** Describes a cycle. A long cycle is shortened to its beginning and end. */
const chained = (circle: readonly string[]): string =>
  circle.length <= MAX_SHOWN
    ? circle.join(' → ')
    : [...circle.slice(0, MAX_SHOWN - 2), `${circle.length - MAX_SHOWN + 1} more`, circle.at(-1)].join(' → ');

/**
 * The maximum size of a group of agents that lead to each other in which all cycles are searched. In a larger group,
 * only the cycle at the first place is reported.
 */
const MAX_GROUP = 6;

/** A swap from one record to another, the first of several by its place. */
interface Step {
  readonly swap: SwapData;
  readonly targetKey: string;
}
/** The steps of each record, by the key of the record's place. */
type Steps = ReadonlyMap<string, readonly Step[]>;

/**
 * The cycles in which agents hand over to each other, by the first place of the cycle. Each contains the swap there
 * and the shortest path back to its agent. Only swaps to versions whose record and engine are in the workspace count.
 */
export const swapCycles = (workspace: Workspace): ReadonlyMap<string, readonly Swap[]> =>
  new MapView(circles(workspace), cycle => cycle.map(place => swapAt(place, workspace)));

const circles = (workspace: Workspace): ReadonlyMap<string, readonly SwapData[]> =>
  workspace.sharedMemory.remember(circles, undefined, () => {
    const byKey = new Map<string, readonly SwapData[]>(),
      steps = stepsOf(workspace);
    const next = (record: string): readonly string[] => (steps.get(record) ?? []).map(({ targetKey: to }) => to);
    for (const group of stronglyConnected(steps.keys(), next)) {
      const groupSteps = [...group]
        .flatMap(record => steps.get(record) ?? [])
        .filter(({ swap, targetKey: to }) => group.has(to) && !isWithinAgent(swap, workspace));
      for (const start of group.size <= MAX_GROUP ? groupSteps : groupSteps.slice(0, 1).map(() => first(groupSteps))) {
        const cycle = pathBack(start, group, steps);
        // a cycle is reported only at its first place
        const isFirst = cycle?.every(({ at }) => comparePlaces(at, start.swap.at) >= 0);
        const key = keyOf(start.swap.at);
        if (cycle && isFirst && !byKey.has(key)) byKey.set(key, cycle);
      }
    }
    return byKey;
  });

const isWithinAgent = ({ fromAgent, at }: SwapData, workspace: Workspace): boolean =>
  workspace
    .records(fromAgent.file)
    ?.agents.some(({ id, pointer }) => pointer === fromAgent.pointer && id === at.agentId) === true;
const first = (steps: readonly Step[]): Step =>
  steps.reduce((a, b) => (comparePlaces(b.swap.at, a.swap.at) < 0 ? b : a));

function stepsOf(workspace: Workspace): Steps {
  const steps = new Map<string, readonly Step[]>();
  for (const [from, handOvers] of allHandOvers(workspace)) {
    const byTarget = new Map<string, SwapData>();
    for (const swap of handOvers) {
      // an agent in a transfer hands over no caller, because it speaks to the other side of the transfer
      if (swap.at.by === 'transfer') continue;
      const record = recordPlace(workspace.resolve(swap.at.agentId, swap.at.reference), workspace);
      const recordKey = record && keyOf(record);
      const earlierSwap = recordKey && byTarget.get(recordKey);
      if (recordKey && (!earlierSwap || comparePlaces(swap.at, earlierSwap.at) < 0)) byTarget.set(recordKey, swap);
    }
    const step = ([targetKey, swap]: readonly [string, SwapData]): Step => ({ targetKey: targetKey, swap });
    if (byTarget.size > 0) steps.set(from, [...byTarget].map(step));
  }
  return steps;
}

/** The shortest path from the target of a step back to its origin, beginning with the step. */
function pathBack(start: Step, group: ReadonlySet<string>, steps: Steps): SwapData[] | undefined {
  const goal = keyOf(start.swap.fromAgent),
    before = new Map<string, Step>([[start.targetKey, start]]);
  // breadth-first search: the map grows during the loop
  for (const [record] of before) {
    if (record === goal) return wayTo(record, before, start);
    for (const step of steps.get(record) ?? [])
      if (group.has(step.targetKey) && !before.has(step.targetKey)) before.set(step.targetKey, step);
  }
  return undefined;
}
function wayTo(end: string, before: ReadonlyMap<string, Step>, start: Step): SwapData[] {
  const path: SwapData[] = [];
  for (let step = before.get(end)!; ; step = before.get(keyOf(step.swap.fromAgent))!) {
    path.push(step.swap);
    if (step === start) return path.reverse();
  }
}

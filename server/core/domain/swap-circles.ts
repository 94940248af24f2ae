import type { Cursor } from '../cursor.ts';
import { agentOf } from '../workspace/summary.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { swapsOf, type Swap } from './swaps.ts';
import { recordOf } from './tasks.ts';
import { comparePlaces } from './version-records.ts';

/** Of so many agents that all lead to each other every circle is looked for; of more, only the one at the first place. */
const FEW = 6;

/** From one record to another: the first place that swaps so. */
interface Step {
  readonly swap: Swap;
  readonly to: object;
}
type Steps = ReadonlyMap<object, readonly Step[]>;

/**
 * Circles in which agents hand over to each other: the shortest way back to the agent that makes a swap, this swap first, by the
 * value of the swap at its first place. Only steps that the files prove count: each version is resolved, and its record and
 * engine are here.
 */
export const swapCircles = (workspace: Workspace): ReadonlyMap<unknown, readonly Swap[]> =>
  workspace.memory.remember(swapCircles, undefined, () => {
    const circles = new Map<unknown, readonly Swap[]>(),
      steps = stepsOf(workspace);
    for (const group of groupsOf(steps)) {
      const inside = [...group]
        .flatMap(record => steps.get(record) ?? [])
        .filter(({ swap, to }) => group.has(to) && !isWithinAgent(swap));
      for (const start of group.size <= FEW ? inside : inside.slice(0, 1).map(() => first(inside))) {
        const way = wayBack(start, group, steps);
        // said once, at the first place of the circle
        const isFirst = way?.every(({ at }) => comparePlaces(at, start.swap.at) >= 0);
        if (way && isFirst && !circles.has(start.swap.at.value)) circles.set(start.swap.at.value, way);
      }
    }
    return circles;
  });

const isWithinAgent = ({ from, resolution }: Swap): boolean => resolution.agentId === from.get('agent_id').string();
const first = (steps: readonly Step[]): Step =>
  steps.reduce((a, b) => (comparePlaces(b.swap.at, a.swap.at) < 0 ? b : a));

function stepsOf(workspace: Workspace): Steps {
  const steps = new Map<object, readonly Step[]>();
  for (const from of workspace.documents.flatMap(recordsIn)) {
    const found = new Map<object, Swap>();
    for (const swap of swapsOf(from, workspace)) {
      const to = recordOf(swap.resolution, workspace)?.value as object | undefined;
      const known = to && found.get(to);
      if (to && (!known || comparePlaces(swap.at, known.at) < 0)) found.set(to, swap);
    }
    if (found.size > 0)
      steps.set(
        from.value as object,
        [...found].map(([to, swap]) => ({ to, swap })),
      );
  }
  return steps;
}
const recordsIn = ({ kind, roots }: Cursor['document']): readonly Cursor[] =>
  kind === 'agent' ? roots.map(agentOf).filter(record => record.isObject) : [];

/** The shortest way from where a step leads back to where it begins, that step first. */
function wayBack(start: Step, group: ReadonlySet<object>, steps: Steps): Swap[] | undefined {
  const goal = start.swap.from.value,
    before = new Map<object, Step>([[start.to, start]]);
  // the map grows while it is read, so it is gone through in breadth
  for (const [record] of before) {
    if (record === goal) return wayTo(record, before, start);
    for (const step of steps.get(record) ?? [])
      if (group.has(step.to) && !before.has(step.to)) before.set(step.to, step);
  }
  return undefined;
}
function wayTo(end: object, before: ReadonlyMap<object, Step>, start: Step): Swap[] {
  const way: Swap[] = [];
  for (let step = before.get(end)!; ; step = before.get(step.swap.from.value as object)!) {
    way.push(step.swap);
    if (step === start) return way.reverse();
  }
}

/** Records each of which leads to all others of its group (Tarjan's algorithm, without recursion). */
function groupsOf(steps: Steps): Set<object>[] {
  const groups: Set<object>[] = [],
    order = new Map<object, number>(),
    low = new Map<object, number>(),
    open = new Set<object>(),
    stack: object[] = [];
  for (const root of steps.keys()) {
    if (order.has(root)) continue;
    const path = [enter(root)];
    for (let at = path.at(-1); at; at = path.at(-1)) {
      const to = at.left.pop()?.to;
      if (to !== undefined) {
        if (!order.has(to)) path.push(enter(to));
        else if (open.has(to)) low.set(at.record, Math.min(low.get(at.record)!, order.get(to)!));
        continue;
      }
      path.pop();
      const above = path.at(-1)?.record,
        lowest = low.get(at.record)!;
      if (above) low.set(above, Math.min(low.get(above)!, lowest));
      if (lowest === order.get(at.record)) groups.push(closed(at.record));
    }
  }
  return groups;

  function enter(record: object): { readonly record: object; readonly left: Step[] } {
    low.set(record, order.size);
    order.set(record, order.size);
    open.add(record);
    stack.push(record);
    return { record, left: [...(steps.get(record) ?? [])] };
  }
  /** Takes from what is open everything entered since. */
  function closed(record: object): Set<object> {
    const group = new Set<object>();
    for (let one = stack.pop(); one; one = one === record ? undefined : stack.pop()) {
      open.delete(one);
      group.add(one);
    }
    return group;
  }
}

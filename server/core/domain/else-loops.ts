import type { Cursor } from '../cursor.ts';
import { addTo } from '../json/multimap.ts';
import { stronglyConnected } from '../strongly-connected.ts';
import { endlessLoops, flowOf, type Flow } from './flows.ts';
import { templatesIn } from './templates.ts';
import { toolCalled, toolsAt } from './tools.ts';
import { variablesIn } from './variables.ts';

/** A branch that is taken forever once none of its equations holds. */
interface ElseLoop {
  readonly branch: Cursor;
  /** The other nodes on the way back to it. */
  readonly way: readonly Cursor[];
  /** The variables that its equations read, and those of other branches on the way. */
  readonly reads: readonly string[];
}

/** A node on the way of an else: where it leads if no equation holds, what it reads, and what it may change. */
interface Step {
  readonly at: Cursor;
  readonly next: readonly string[];
  readonly reads: readonly string[];
  readonly changes: Iterable<string>;
}

/**
 * Branches whose else always leads back to them, while nothing on the way changes the variables of their equations.
 * Each cycle is returned once, by its first branch. Anything that may change a variable or lead elsewhere ends the
 * search.
 * @param place of shape `conversation-flow` or `flow-component`
 */
export function elseLoops(place: Cursor): readonly ElseLoop[] {
  const flow = flowOf(place);
  if (place.get('flex_mode').value === true) return [];
  const trapped = trappedIn(flow, place),
    reported = new Set(endlessLoops(flow).flat());
  const groups = stronglyConnected(trapped.keys(), id => trapped.get(id)!.next).filter(group =>
    [...group].every(id => !reported.has(id) && trapped.get(id)!.next.every(to => group.has(to))),
  );
  return groups.flatMap(group => loopOf(Array.from(group, id => trapped.get(id)!)) ?? []);
}

function loopOf(steps: readonly Step[]): ElseLoop | undefined {
  const changed = new Set(steps.flatMap(({ changes }) => [...changes])),
    reads = [...new Set(steps.flatMap(one => one.reads))];
  if (reads.length === 0 || reads.some(name => changed.has(name) || changesByItself.test(name))) return undefined;
  const inOrder = steps.map(({ at }) => at).sort((a, b) => Number(a.segment) - Number(b.segment)),
    branch = inOrder.find(at => at.is('branch-node'))!;
  return { branch, way: inOrder.filter(at => at !== branch), reads };
}

/** The nodes that a branch reaches by else edges alone, except those with another way out. */
function trappedIn(flow: Flow, place: Cursor): ReadonlyMap<string, Step> {
  const branches = [...flow.automatic].filter(id => nodeAt(place, flow, id).is('branch-node'));
  const steps = new Map<string, Step>(),
    before = new Map<string, string[]>(),
    out: string[] = [];
  // the list grows while it is read
  for (const id of branches) {
    if (steps.has(id)) continue;
    const step = stepAt(id, flow, place);
    if (!step) {
      out.push(id);
      continue;
    }
    steps.set(id, step);
    for (const to of step.next) {
      addTo(before, to, id);
      branches.push(to);
    }
  }
  for (let id = out.pop(); id !== undefined; id = out.pop())
    for (const from of before.get(id) ?? []) if (steps.delete(from)) out.push(from);
  return steps;
}

/** `undefined` where the way may lead out, or a variable may change. */
function stepAt(id: string, flow: Flow, place: Cursor): Step | undefined {
  const at = nodeAt(place, flow, id),
    changes = changedBy(at);
  if (!changes) return undefined;
  if (at.is('branch-node')) {
    const reads = readBy(at),
      to = at.get('else_edge').get('destination_node_id').string();
    return reads && to !== undefined && flow.nodes.has(to) ? { at, next: [to], reads, changes } : undefined;
  }
  const next = flow.next.get(id) ?? [];
  return next.length === 0 || flow.open.has(id) || mayLeave(id, flow, place)
    ? undefined
    : { at, next, reads: [], changes };
}

const nodeAt = (place: Cursor, { nodes }: Flow, id: string): Cursor => place.get('nodes').get(nodes.get(id)!);

/**
 * A global node may take over wherever a node waits for the caller; a component may run in a flow with global nodes.
 */
const mayLeave = (id: string, { automatic, globals }: Flow, place: Cursor): boolean =>
  !automatic.has(id) && (globals.length > 0 || place.is('flow-component'));

/** Variables that the platform changes during a call. */
export const changesByItself = /^(?:current_|previous_|session_duration$)/;

/** The variables that the equations of a branch compare; `undefined` if anything else decides. */
function readBy(branch: Cursor): readonly string[] | undefined {
  const names: string[] = [];
  for (const edge of branch.get('edges').items()) {
    const condition = edge.get('transition_condition'),
      equations = condition.get('equations').items();
    if (condition.get('type').value !== 'equation' || equations.length === 0) return undefined;
    for (const equation of equations) {
      const left = templatesIn(equation.get('left').string() ?? '');
      if (left.length === 0) return undefined;
      names.push(...[...left, ...templatesIn(equation.get('right').string() ?? '')].map(({ name }) => name));
    }
  }
  return names.length === 0 ? undefined : names;
}

const settingNothing = ['branch-node', 'press-digit-node', 'sms-node'] as const;
const settingNamed = ['extract-dynamic-variables-node', 'code-node', 'mcp-node'] as const;

/** The variables that a node may set; `undefined` if they are not known. */
export function changedBy(node: Cursor): Iterable<string> | undefined {
  if (settingNothing.some(shape => node.is(shape))) return [];
  if (settingNamed.some(shape => node.is(shape))) return variablesIn(node).setters.keys();
  const { own, ids } = toolsAt(node);
  if (node.is('conversation-node')) return own.length + ids.length === 0 ? [] : undefined;
  const tool = node.is('function-node') ? toolCalled(node.get('tool_id')) : undefined;
  return tool && variablesIn(tool).setters.keys();
}

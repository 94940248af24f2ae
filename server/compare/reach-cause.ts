import type { Cursor } from '../core/cursor.ts';
import { edgesAt } from '../core/domain/flows.ts';
import { namedNode, nodeOf } from '../core/domain/loose-edges.ts';
import { Memory } from '../core/memory.ts';
import { componentRunBy, isBlocked, reachedPast } from '../core/reach/endless-components.ts';
import type { EnteredUnit, Reach, ReachedThing } from '../core/reach/reach.ts';
import { keyOfThing, type Unit } from '../core/reach/things.ts';
import { thingInWords } from '../core/reach/ways.ts';
import { show } from '../core/wording.ts';
import { placeOf, type Place } from '../core/workspace/records.ts';
import { keyOf } from '../core/workspace/tables.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/** The change that removes a path, and its current place. */
export interface Cause extends Place {
  /** The cause in words: `edge "verify-ok" was deleted`. */
  readonly text: string;
  /** The node or state that had the edge. */
  readonly from?: Place;
  /** The parts that become unreachable within the former engine or component; undefined if the thing itself is gone. */
  readonly lostParts?: LostParts;
}
/** Nodes or states that are no longer reached, all behind one of them. */
export interface LostParts {
  /** The engine or component before the change. */
  readonly unit: Unit;
  /** The name of the lost part nearest to the start. */
  readonly first: string;
  /** The names of all lost parts, by their distance from the start. */
  readonly parts: readonly string[];
}

/** The causes why things can no longer be reached: the first missing step of their paths. */
export class Causes {
  readonly #reach: Reach;
  readonly #units: UnitChanges;
  /** The cause why an engine or component is not reached; null if it is reached. */
  readonly #entering = new Map<EnteredUnit, Cause | null>();
  /** @param reach the things that callers reach after the change */
  constructor(reach: Reach, units: UnitChanges) {
    this.#reach = reach;
    this.#units = units;
  }

  causeOf(reachedThing: ReachedThing): Cause | undefined {
    // the outermost engine comes first, without recursion, because agents may hand over many times
    const pending: ReachedThing[] = [];
    let outerStep: ReachedThing | undefined = reachedThing;
    for (; outerStep && !this.#entering.has(outerStep.unit); outerStep = outerStep.unit.enteredBy)
      pending.push(outerStep);
    for (let step = pending.pop(); step; step = pending.pop()) {
      const { enteredBy } = step.unit,
        outerCause = enteredBy ? (this.#entering.get(enteredBy.unit) ?? this.#causeWithin(enteredBy)) : undefined,
        isGone = !this.#reach.enteredUnits.has(step.unit.role);
      this.#entering.set(
        step.unit,
        outerCause ?? (enteredBy && isGone ? (this.#causeOfLoss(enteredBy) ?? null) : null),
      );
    }
    return this.#entering.get(reachedThing.unit) ?? this.#causeWithin(reachedThing) ?? this.#causeOfLoss(reachedThing);
  }

  /**
   * The cause why the node of a thing is not reached within its engine or component; undefined if the node is reached.
   */
  #causeWithin({ unit, part }: ReachedThing): Cause | undefined {
    const current = this.#reach.enteredUnits.get(unit.role)?.unit;
    return current && part !== undefined ? this.#units.cause({ before: unit.unit, after: current }, part) : undefined;
  }

  /** The cause of the loss of a thing whose node is still reached: the thing is gone, or its target has changed. */
  #causeOfLoss({ thing, part, unit }: ReachedThing): Cause | undefined {
    const reachedStill = this.#reach.things.get(keyOfThing(thing)),
      { before, after } = this.#units,
      thingText = thingInWords(thing, before);
    if (reachedStill) return cause(`${thingText} has another target now`, after.at(reachedStill.thing));
    const current = this.#reach.enteredUnits.get(unit.role)?.unit;
    if (!current) return undefined;
    if (part === undefined) return cause(`${thingText} was deleted`, after.at(current).get('general_tools'));
    const node = partAt(current, part, after);
    return cause(`${namedNode(node)} no longer has ${thingText}`, node);
  }
}

interface Sides {
  readonly before: Unit;
  readonly after: Unit;
}

/** The cause for nodes within one engine or component, computed once for all agents that run it. */
export class UnitChanges {
  readonly #memory = new Memory();
  readonly before: Workspace;
  readonly after: Workspace;
  constructor(before: Workspace, after: Workspace) {
    this.before = before;
    this.after = after;
  }

  /** The cause why a node is no longer reached; undefined if the node is still reached. */
  cause(unit: Sides, part: string): Cause | undefined {
    const lostNode = this.#lostNodes(unit).get(part);
    if (lostNode === undefined) return undefined;
    return this.#memory.remember(unit.before, `${keyOf(unit.after)} ${lostNode}`, () => {
      const source = reachedPast(unit.before, this.before).get(lostNode)?.before;
      if (source !== undefined && isIn(unit.after, source) && isBlocked(unit.after, source, this.after))
        return endlessCause(partAt(unit.after, source, this.after), this.after);
      const cause =
        source === undefined
          ? entranceGone(lostNode, unit, this.after)
          : edgeGone(source, lostNode, unit, this.before, this.after);
      const parts = [...this.#lostNodes(unit)].flatMap(([id, edgeLabel]) => (edgeLabel === lostNode ? [id] : []));
      return { ...cause, lostParts: { unit: unit.before, first: lostNode, parts } };
    });
  }

  #lostNodes(unit: Sides): ReadonlyMap<string, string> {
    return this.#memory.remember(unit.before, unit.after, () => lostNodes(unit, this.before, this.after));
  }
}

/** For each node that is no longer reached, the first such node on a shortest path to it. */
function lostNodes(
  { before, after }: Sides,
  workspaceBefore: Workspace,
  workspaceAfter: Workspace,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>(),
    currentSteps = reachedPast(after, workspaceAfter);
  // nearest first, so the previous node is already in the map
  for (const [part, { before: previous }] of reachedPast(before, workspaceBefore)) {
    const lostNode =
      (previous === undefined ? undefined : names.get(previous)) ?? (currentSteps.has(part) ? undefined : part);
    if (lostNode !== undefined) names.set(part, lostNode);
  }
  return names;
}

const cause = (text: string, cursor: Cursor): Cause => ({ text, ...placeOf(cursor) });
const isIn = (unit: Unit, part: string): boolean => unit.flow.nodes.has(part);
const partAt = (unit: Unit, part: string, workspace: Workspace): Cursor => nodeOf(workspace.at(unit), unit.flow, part);
const partName = (unit: Unit, part: string): string =>
  `${unit.flow.list === 'states' ? 'state' : 'node'} ${show(part)}`;

/** The cause why callers no longer come past a node: the component that it runs never ends. */
const endlessCause = (node: Cursor, workspace: Workspace): Cause =>
  cause(`the component of ${namedNode(node)} never ends`, componentRunBy(node, workspace) ?? node);

/** The cause why the next node on a path is lost: the last reached node no longer has an edge to it. */
function edgeGone(source: string, target: string, unit: Sides, before: Workspace, after: Workspace): Cause {
  const node = partAt(unit.after, source, after),
    destination = unit.before.flow.list === 'states' ? 'destination_state_name' : 'destination_node_id';
  const edge = edgesAt(partAt(unit.before, source, before)).find(edge => edge.get(destination).value === target);
  if (!edge) return cause(`${namedNode(node)} no longer leads to ${partName(unit.before, target)}`, node);
  const id = edge.get('id').string(),
    name = id ? `edge ${show(id)}` : `the edge to ${partName(unit.before, target)}`;
  const sameEdge = edgesAt(node).find(edge =>
    id ? edge.get('id').value === id : edge.get(destination).value === target,
  );
  if (!sameEdge) {
    const field = edge.parent!.isArray ? edge.parent! : edge;
    return { ...cause(`${name} was deleted`, node.get(field.key)), from: placeOf(node) };
  }
  const nextNode = sameEdge.get(destination);
  if (nextNode.value === target) return cause(`${partName(unit.before, target)} was deleted`, nextNode);
  return cause(
    `${name} now ${nextNode.string() ? `leads to ${partName(unit.after, nextNode.string()!)}` : 'has no destination'}`,
    nextNode,
  );
}

function entranceGone(part: string, { before, after }: Sides, workspace: Workspace): Cause {
  const place = workspace.at(after),
    field = after.flow.list === 'states' ? 'starting_state' : 'start_node_id';
  if (before.flow.start === part && after.flow.start !== part) {
    const { start } = after.flow;
    return cause(`${field} ${start === undefined ? 'was deleted' : `is now ${show(start)}`}`, place.get(field));
  }
  return isIn(after, part)
    ? cause(`${namedNode(partAt(after, part, workspace))} is no longer global`, partAt(after, part, workspace))
    : cause(`${partName(before, part)} was deleted`, place.get(after.flow.list));
}

import type { Cursor } from '../core/cursor.ts';
import { edgesAt, reachedIn } from '../core/domain/flows.ts';
import { namedNode, nodeOf } from '../core/domain/loose-edges.ts';
import { Memory } from '../core/memory.ts';
import type { Entered, Reach, Reached } from '../core/reach/reach.ts';
import { keyOfThing, type Unit } from '../core/reach/things.ts';
import { thingInWords } from '../core/reach/ways.ts';
import { show } from '../core/wording.ts';
import { placeOf, type Place } from '../core/workspace/records.ts';
import { keyOf } from '../core/workspace/tables.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/** The change that cuts off a way, and its current place. */
export interface Cause extends Place {
  /** `edge "verify-ok" was deleted` */
  readonly text: string;
  /** The node or state that had the edge. */
  readonly from?: Place;
  /** What it cuts off within the former engine or component; undefined where the thing itself is gone. */
  readonly lost?: LostParts;
}
/** Nodes or states that are no longer reached, all behind one of them. */
export interface LostParts {
  /** The engine or component before the change. */
  readonly unit: Unit;
  /** The nearest to the start. */
  readonly first: string;
  /** All of them, by their distance from the start. */
  readonly parts: readonly string[];
}

/** Why things can no longer be reached: the first step of their way that is gone. */
export class Causes {
  readonly #reach: Reach;
  readonly #units: UnitChanges;
  /** Why an engine or component is not reached; null if it is. */
  readonly #entering = new Map<Entered, Cause | null>();
  /** @param reach the things that are reached now */
  constructor(reach: Reach, units: UnitChanges) {
    this.#reach = reach;
    this.#units = units;
  }

  of(reached: Reached): Cause | undefined {
    // from the outside in, without recursion: agents may hand over many times
    const around: Reached[] = [];
    for (let at: Reached | undefined = reached; at && !this.#entering.has(at.within); at = at.within.by)
      around.push(at);
    for (let at = around.pop(); at; at = around.pop()) {
      const { by } = at.within,
        outer = by ? (this.#entering.get(by.within) ?? this.#within(by)) : undefined,
        isGone = !this.#reach.entered.has(at.within.role);
      this.#entering.set(at.within, outer ?? (by && isGone ? (this.#goneFrom(by) ?? null) : null));
    }
    return this.#entering.get(reached.within) ?? this.#within(reached) ?? this.#goneFrom(reached);
  }

  /** Why the node of a thing is not reached within its engine or component; undefined if it is. */
  #within({ within, part }: Reached): Cause | undefined {
    const now = this.#reach.entered.get(within.role)?.unit;
    return now && part !== undefined ? this.#units.cause({ before: within.unit, now }, part) : undefined;
  }

  /** The node is still reached, so the thing itself is gone or leads elsewhere. */
  #goneFrom({ thing, part, within }: Reached): Cause | undefined {
    const still = this.#reach.things.get(keyOfThing(thing)),
      { before, after } = this.#units,
      words = thingInWords(thing, before);
    if (still) return cause(`${words} leads elsewhere now`, after.at(still.thing));
    const now = this.#reach.entered.get(within.role)?.unit;
    if (!now) return undefined;
    if (part === undefined) return cause(`${words} was deleted`, after.at(now).get('general_tools'));
    const node = partAt(now, part, after);
    return cause(`${namedNode(node)} no longer has ${words}`, node);
  }
}

interface Sides {
  readonly before: Unit;
  readonly now: Unit;
}

/** The same for nodes within one engine or component, computed once, whoever runs it. */
export class UnitChanges {
  readonly #memory = new Memory();
  readonly before: Workspace;
  readonly after: Workspace;
  constructor(before: Workspace, after: Workspace) {
    this.before = before;
    this.after = after;
  }

  /** Undefined if the node is still reached. */
  cause(unit: Sides, part: string): Cause | undefined {
    const lost = this.#lostNodes(unit).get(part);
    if (lost === undefined) return undefined;
    return this.#memory.remember(unit.before, `${keyOf(unit.now)} ${lost}`, () => {
      const from = reachedIn(unit.before.flow).get(lost)?.before;
      const cause =
        from === undefined ? entranceGone(lost, unit, this.after) : edgeGone(from, lost, unit, this.before, this.after);
      const parts = [...this.#lostNodes(unit)].flatMap(([id, by]) => (by === lost ? [id] : []));
      return { ...cause, lost: { unit: unit.before, first: lost, parts } };
    });
  }

  #lostNodes(unit: Sides): ReadonlyMap<string, string> {
    return this.#memory.remember(unit.before, unit.now, () => lostNodes(unit));
  }
}

/** For each node, the first one of a shortest way to it that is no longer reached. */
function lostNodes({ before, now }: Sides): ReadonlyMap<string, string> {
  const names = new Map<string, string>(),
    still = reachedIn(now.flow);
  // nearest first, so that the node before is there already
  for (const [part, { before: previous }] of reachedIn(before.flow)) {
    const lost = (previous === undefined ? undefined : names.get(previous)) ?? (still.has(part) ? undefined : part);
    if (lost !== undefined) names.set(part, lost);
  }
  return names;
}

const cause = (text: string, at: Cursor): Cause => ({ text, ...placeOf(at) });
const isIn = (unit: Unit, part: string): boolean => unit.flow.nodes.has(part);
const partAt = (unit: Unit, part: string, workspace: Workspace): Cursor => nodeOf(workspace.at(unit), unit.flow, part);
const inWords = (unit: Unit, part: string): string => `${unit.flow.list === 'states' ? 'state' : 'node'} ${show(part)}`;

/** The node is still reached, so its edge to the next one is gone. */
function edgeGone(from: string, to: string, unit: Sides, before: Workspace, after: Workspace): Cause {
  const node = partAt(unit.now, from, after),
    destination = unit.before.flow.list === 'states' ? 'destination_state_name' : 'destination_node_id';
  const edge = edgesAt(partAt(unit.before, from, before)).find(one => one.get(destination).value === to);
  if (!edge) return cause(`${namedNode(node)} no longer leads to ${inWords(unit.before, to)}`, node);
  const id = edge.get('id').string(),
    name = id ? `edge ${show(id)}` : `the edge to ${inWords(unit.before, to)}`;
  const same = edgesAt(node).find(one => (id ? one.get('id').value === id : one.get(destination).value === to));
  if (!same) {
    const field = edge.parent!.isArray ? edge.parent! : edge;
    return { ...cause(`${name} was deleted`, node.get(field.key)), from: placeOf(node) };
  }
  const leads = same.get(destination);
  if (leads.value === to) return cause(`${inWords(unit.before, to)} was deleted`, leads);
  return cause(`${name} now leads ${leads.string() ? `to ${inWords(unit.now, leads.string()!)}` : 'nowhere'}`, leads);
}

function entranceGone(part: string, { before, now }: Sides, after: Workspace): Cause {
  const whole = after.at(now),
    field = now.flow.list === 'states' ? 'starting_state' : 'start_node_id';
  if (before.flow.start === part && now.flow.start !== part) {
    const { start } = now.flow;
    return cause(`${field} ${start === undefined ? 'was deleted' : `is now ${show(start)}`}`, whole.get(field));
  }
  return isIn(now, part)
    ? cause(`${namedNode(partAt(now, part, after))} is no longer global`, partAt(now, part, after))
    : cause(`${inWords(before, part)} was deleted`, whole.get(now.flow.list));
}

import { agentName } from '../workspace/names.ts';
import type { Cursor } from '../cursor.ts';
import { hasVariable } from '../domain/fields.ts';
import { isStarted, reachedIn } from '../domain/flows.ts';
import { memoryOf } from '../memory.ts';
import { mayEndAt, reachedPast } from './endless-components.ts';
import { recordOf } from '../domain/tasks.ts';
import { lookupAt } from '../index/lookup.ts';
import { clipped, show } from '../wording.ts';
import { engineReference, placeOf, type Place } from '../workspace/records.ts';
import { keyOf } from '../workspace/tables.ts';
import { selectionOf } from '../workspace/version-references.ts';
import type { Workspace } from '../workspace/workspace.ts';
import {
  keyOfThing,
  toolsAndComponents,
  unitOf,
  type ThingAt,
  type Thing,
  type ThingKind,
  type Unit,
} from './things.ts';

/** An engine or component that callers reach. */
export interface EnteredUnit {
  readonly unit: Unit;
  /** The identity of the unit, which is equal in every state of the files: the engine of an agent, or a component. */
  readonly role: string;
  /** The id of the agent that runs the unit; empty for an agent without an id. */
  readonly agentId: string;
  /** The identity among everything that callers of one agent reach. All agents share a component. */
  readonly key: string;
  /** The component node or swap through which callers enter; undefined for the engine that answers the call. */
  readonly enteredBy: ReachedThing | undefined;
  /** The number of steps to the unit. */
  readonly length: number;
}
/** A thing with the first of the shortest paths to it. */
export interface ReachedThing extends ThingAt {
  readonly unit: EnteredUnit;
  readonly length: number;
}
/** A place after which the files do not show what callers reach. */
export interface UnknownPart extends Place {
  /** The identity of the part, which is equal in every state of the files. */
  readonly key: string;
  readonly reason: string;
  /** The kind of the things that callers may reach through the part; undefined if it may be any kind. */
  readonly hiddenThingKind: ThingKind | undefined;
  /** The role of the engine or component whose things callers may still reach through the part. */
  readonly unitRole?: string;
}
/** The things that callers can reach. */
export interface Reach {
  /** The things, by `keyOfThing`, unordered. */
  readonly things: ReadonlyMap<string, ReachedThing>;
  /** The engines and components that callers enter, by role. */
  readonly enteredUnits: ReadonlyMap<string, EnteredUnit>;
  /** The places after which it is unknown what callers reach, by key. */
  readonly unknownParts: ReadonlyMap<string, UnknownPart>;
}

/** The things that callers of an agent (a place of shape `agent-settings`) can reach, also after a hand-over. */
export const reachOf = (agent: Cursor, workspace: Workspace): Reach & Pick<Walk, 'units'> =>
  workspace.memory.remember(reachOf, keyOf(agent), () => reachedFrom(agent, workspace));
/** `reachOf` without the cache, for code that needs the reach of every agent and would keep all results in memory. */
export const reachedFrom = (agent: Cursor, workspace: Workspace): Reach & Pick<Walk, 'units'> =>
  walk(workspace, reachableMode, walk => walk.runBy(agent));

/** The things that callers of an engine or component alone can reach. */
export const reachIn = (engine: Cursor, workspace: Workspace): Reach =>
  workspace.memory.remember(reachIn, keyOf(engine), () => walk(workspace, reachableMode, walk => walk.start(engine)));

/**
 * An engine or component and the components that it may run, without those after a hand-over. If the start of a flow
 * is unknown, any node may be reached.
 */
export const runIn = (engine: Cursor, workspace: Workspace): Pick<Walk, 'units' | 'unknownParts'> =>
  workspace.memory.remember(runIn, keyOf(engine), () => {
    const { units, unknownParts } = walk(workspace, run, walk => walk.start(engine));
    return { units, unknownParts };
  });
const isKnown = ({ flow }: Unit): boolean => isStarted(flow) && !flow.hasNamelessNode;

/**
 * Everything that is defined in an engine or component, and in the engines and components to which its nodes and tools
 * lead, even if they are unreachable.
 */
export const definedIn = (engine: Cursor, workspace: Workspace): Reach =>
  workspace.memory.remember(definedIn, keyOf(engine), () => walk(workspace, definedMode, walk => walk.start(engine)));

/** Everything in the engines and components that the callers of an agent could reach if every node were reachable. */
export const definedBy = (agent: Cursor, workspace: Workspace): Reach =>
  workspace.memory.remember(definedBy, keyOf(agent), () => definedFrom(agent, workspace));
/** `definedBy` without the cache. */
export const definedFrom = (agent: Cursor, workspace: Workspace): Reach =>
  walk(workspace, definedMode, walk => walk.runBy(agent));

/** A thing with the number of steps to it within its engine or component. */
interface PlacedThing extends ThingAt {
  readonly steps: number;
  readonly key: string;
}

/**
 * The things reached within an engine or component from its start. A thing through which callers enter another engine
 * or component is listed at every place, any other thing once.
 * @param steps the steps to the nodes that are reached
 */
const reachedThings = (unit: Unit, steps = reachedIn(unit.flow)): readonly PlacedThing[] =>
  memoryOf(steps).remember(reachedThings, unit, () => {
    const first = new Map<string, PlacedThing>();
    const add = (thing: Thing, part: string | undefined, steps: number): void => {
      const key = keyOfThing(thing),
        identity = thing.kind === 'swap' || thing.kind === 'component' ? keyOf(thing) : key;
      if (!first.has(identity)) first.set(identity, { thing, part, steps, key });
    };
    for (const thing of unit.thingsInAllStates) add(thing, undefined, 0);
    // in the order of distance
    for (const [part, { length }] of steps) for (const thing of unit.parts.get(part) ?? []) add(thing, part, length);
    return [...first.values()];
  });

const allThingsIn = (unit: Unit, workspace: Workspace): readonly PlacedThing[] => placedThings(workspace.at(unit));
const placedThings = (place: Cursor): readonly PlacedThing[] =>
  place.remember(placedThings, () => {
    const unit = unitOf(place);
    const placeThings = (part: string | undefined, steps: number, things: readonly Thing[]): PlacedThing[] =>
      things.map(thing => ({ thing, part, steps, key: keyOfThing(thing) }));
    return [
      ...placeThings(undefined, 0, [...unit.thingsInAllStates, ...unit.namelessThings, ...toolsAndComponents(place)]),
      ...[...unit.parts].flatMap(([part, things]) => placeThings(part, 1, things)),
    ];
  });

/** The things in an engine or component itself, by `keyOfThing`, without ends of calls. */
export const definedWithin = (place: Cursor): ReadonlyMap<string, Thing> =>
  place.remember(definedWithin, () => {
    const things = placedThings(place).filter(({ thing }) => thing.kind !== 'end');
    // reversed, so that the first of equal things counts
    return new Map(things.toReversed().map(({ thing, key }) => [key, thing] as const));
  });

/** Whether an engine or component leads callers to the same things in two states, even if it has changed. */
export const leadToSameThings = (before: Cursor, after: Cursor): boolean => leadKeysOf(before) === leadKeysOf(after);
const leadKeysOf = (place: Cursor): string =>
  place.remember(leadKeysOf, () => {
    const unit = unitOf(place),
      names = ['conversation_flow_id', 'llm_id', 'conversation_flow_component_id', 'version'].map(key =>
        place.peek(key),
      );
    const routes = reachedThings(unit).map(({ thing, key }) =>
      thing.kind === 'swap' ? [key, place.document.at(thing.pointer).peek('agent_version')] : [key],
    );
    const mayEnd = place.is('flow-component') && [...reachedIn(unit.flow).keys()].some(id => mayEndAt(id, unit.flow));
    return JSON.stringify([names, isStarted(unit.flow), mayEnd, routes.map(route => JSON.stringify(route)).sort()]);
  });

/** The mode of a walk, which decides the things of an engine or component that count. */
interface Mode {
  within(unit: Unit, workspace: Workspace): readonly PlacedThing[];
  readonly entryKinds: ReadonlySet<ThingKind>;
}
export const leadingKinds: Mode['entryKinds'] = new Set(['swap', 'component', 'transfer', 'transfer-agent']);
const thingsPast = (unit: Unit, workspace: Workspace): readonly PlacedThing[] =>
  reachedThings(unit, reachedPast(unit, workspace));
const reachableMode: Mode = { within: thingsPast, entryKinds: leadingKinds },
  definedMode: Mode = { within: allThingsIn, entryKinds: leadingKinds },
  run: Mode = {
    within: (unit, workspace) => (isKnown(unit) ? thingsPast(unit, workspace) : allThingsIn(unit, workspace)),
    entryKinds: new Set([...leadingKinds].filter(kind => kind !== 'swap')),
  };

/**
 * The things of an engine or component that count in a mode, and the things through which callers enter another one.
 * Cached, because they are equal for all callers.
 */
const contentsOf = (mode: Mode, unit: Unit, workspace: Workspace): Contents =>
  workspace.memory.remember(mode, unit, () => {
    const things = mode.within(unit, workspace);
    const nextUnits = things.flatMap(placedThing => {
      const next = mode.entryKinds.has(placedThing.thing.kind) ? leadOf(placedThing.thing, workspace) : undefined;
      return next ? [{ ...placedThing, lead: next }] : [];
    });
    return { things, entryThings: nextUnits };
  });
interface Contents {
  readonly things: readonly PlacedThing[];
  readonly entryThings: readonly (PlacedThing & { readonly lead: Lead })[];
}

function walk(workspace: Workspace, mode: Mode, startWalk: (walk: Walk) => void): Walk {
  const run = new Walk(workspace, mode);
  startWalk(run);
  run.finish();
  return run;
}

/** Visits engines and components once, in the order of distance, so that the first path found is a shortest path. */
class Walk implements Reach {
  readonly enteredUnits = new Map<string, EnteredUnit>();
  readonly unknownParts = new Map<string, UnknownPart>();
  /**
   * The engines and components that callers reach. An engine or component that several agents run is listed once for
   * each agent.
   */
  readonly units: Unit[] = [];
  readonly #workspace: Workspace;
  readonly #mode: Mode;
  /** The engines and components that are not yet visited, by distance. */
  readonly #pending: EnteredUnit[][] = [];
  readonly #seenKeys = new Set<string>();
  readonly #visited: (readonly [EnteredUnit, readonly PlacedThing[]])[] = [];
  #things: Map<string, ReachedThing> | undefined;
  /** The id of the agent that answers. */
  #answers: string | undefined;
  constructor(workspace: Workspace, mode: Mode) {
    this.#workspace = workspace;
    this.#mode = mode;
  }

  /** The reached things. Computed on access, because most code needs only the entered engines and components. */
  get things(): ReadonlyMap<string, ReachedThing> {
    if (this.#things) return this.#things;
    const things = (this.#things = new Map<string, ReachedThing>());
    const add = (key: string, reachedThing: ReachedThing): void => {
      const previous = things.get(key);
      if (!previous || reachedThing.length < previous.length) things.set(key, reachedThing);
    };
    for (const [unit, placedThings] of this.#visited)
      for (const placedThing of placedThings) {
        const reachedThing = {
          thing: placedThing.thing,
          part: placedThing.part,
          unit,
          length: unit.length + placedThing.steps,
        };
        if (placedThing.thing.kind === 'end') {
          // each agent that takes over has a separate end of the call
          const end = { ...placedThing.thing, name: unit.agentId === this.#answers ? 'end' : unit.agentId };
          add(keyOfThing(end), { ...reachedThing, thing: end });
        } else add(placedThing.key, reachedThing);
      }
    return things;
  }

  finish(): void {
    // `#pending` grows during the loop
    for (let length = 0; length < this.#pending.length; length++)
      for (const entrance of this.#pending[length] ?? []) this.#visit(entrance);
  }

  /** Starts at an engine or component without an agent. */
  start(engine: Cursor): void {
    this.#answers = '';
    this.#follow(entryOf(engine, 'engine', ''), undefined);
  }

  runBy(agent: Cursor): void {
    this.#answers = agent.get('agent_id').string() ?? '';
    this.#follow(runBy(agent, this.#workspace), undefined);
  }

  #follow(next: Lead | undefined, parent: ReachedThing | undefined): void {
    if (!next) return;
    if ('reason' in next) {
      this.#addUnknown(next);
      return;
    }
    if (this.#seenKeys.has(next.key)) return;
    const { unit, role, key, agentId = parent?.unit.agentId ?? '' } = next,
      // entering a component does not count as a step
      length = parent ? parent.length + (next.agentId === undefined ? 0 : 1) : 0;
    (this.#pending[length] ??= []).push({ unit, role, key, agentId, enteredBy: parent, length });
  }

  #visit(entrance: EnteredUnit): void {
    const { unit, role, key } = entrance;
    if (this.#seenKeys.has(key)) return;
    this.#seenKeys.add(key);
    this.units.push(unit);
    if (!this.enteredUnits.has(role)) this.enteredUnits.set(role, entrance);
    if (!isStarted(unit.flow)) this.#addUnknown(startUnknown(entrance, this.#workspace));
    const { things: allThings, entryThings } = contentsOf(this.#mode, unit, this.#workspace);
    this.#visited.push([entrance, allThings]);
    for (const { thing, part, steps, lead } of entryThings)
      this.#follow(lead, { thing, part, unit: entrance, length: entrance.length + steps });
  }

  #addUnknown(unknownPart: UnknownPart): void {
    if (!this.unknownParts.has(unknownPart.key)) this.unknownParts.set(unknownPart.key, unknownPart);
  }
}

/** The next engine or component that callers enter, or the reason why it is unknown. */
type Lead = (Pick<EnteredUnit, 'unit' | 'role' | 'key'> & { readonly agentId: string | undefined }) | UnknownPart;

/** The question that stays open if a variable names the target of a thing, by kind of thing. */
const openQuestionTexts: Partial<Record<ThingKind, (name: string) => string>> = {
  transfer: name => `where the transfer${name} goes`,
  'transfer-agent': name => `which agent takes the transfer${name}`,
  swap: name => `which agent the swap${name} hands over to`,
  component: name => `which component the node${name} runs`,
};

/** The engine or component that callers enter through a thing; undefined if they enter none. */
function leadOf(thing: Thing, workspace: Workspace): Lead | undefined {
  const { kind, name } = thing;
  const isTransfer = kind === 'transfer' || kind === 'transfer-agent';
  if (isTransfer && !isVariable(name)) return undefined;
  const cursor = workspace.at(thing);
  if (kind === 'component' && cursor.is('flow-component')) return entryOf(cursor, `component ${name}`, undefined);
  if (isVariable(name)) {
    const displayName = cursor.get('name').string(),
      question = openQuestionTexts[kind]?.(displayName ? ` ${show(displayName)}` : '');
    return unknownReach(
      keyOfThing(thing),
      cursor,
      `${question} is known only in the call: ${clipped(name)}`,
      isTransfer ? kind : undefined,
    );
  }
  if (kind === 'swap') return swapLead(cursor.get('agent_id'), workspace);
  return kind === 'component' ? component(thing, cursor.get('component_id'), workspace) : undefined;
}

function swapLead(cursor: Cursor, workspace: Workspace): Lead | undefined {
  const selection = selectionOf(cursor);
  if (!selection)
    return unknownReach(`agent ${cursor.string()}`, cursor, `${cursor.string()}: the version is not known`);
  const { agentId, reference } = selection,
    resolution = workspace.resolve(agentId, reference);
  if (resolution.outcome === 'missing') return undefined;
  const record = recordOf(resolution, workspace),
    reason = resolution.because ?? `no file has version ${resolution.version} of ${agentName(agentId, workspace)}`;
  return record ? runBy(record, workspace) : unknownReach(`agent ${agentId}@${reference ?? 'latest'}`, cursor, reason);
}

function component({ name }: Thing, cursor: Cursor, workspace: Workspace): Lead | undefined {
  const lookup = lookupAt(cursor, workspace),
    role = `component ${name}`,
    [record] = lookup?.outcome === 'found' ? lookup.records : [];
  if (record) return entryOf(record, role, undefined);
  return lookup?.outcome === 'missing'
    ? undefined
    : unknownReach(role, cursor, `component ${clipped(name)} is not in this workspace`);
}

function runBy(agent: Cursor, workspace: Workspace): Lead | undefined {
  const id = agent.get('agent_id').string() ?? '',
    engine = workspace.engineOf(agent);
  if (engine) return entryOf(engine, `engine ${id}`, id);
  if (agent.get('response_engine').get('type').value === 'custom-llm') return undefined;
  const reference = engineReference(agent);
  return unknownReach(
    `engine ${id}`,
    reference?.at ?? agent,
    reference ? `engine ${clipped(reference.id)} is not in this workspace` : 'the agent names no engine',
  );
}

function entryOf(cursor: Cursor, role: string, agentId: string | undefined): Lead {
  if (!cursor.document.readable)
    return unknownReach(`file ${cursor.document.file}`, cursor, `${cursor.document.file} cannot be read`);
  const unit = unitOf(cursor);
  return { unit, role, agentId, key: `${agentId ?? ''}\0${keyOf(unit)}` };
}

function startUnknown({ unit, role }: EnteredUnit, workspace: Workspace): UnknownPart {
  const { list, start } = unit.flow,
    field = list === 'nodes' ? 'start_node_id' : 'starting_state';
  const reason =
    start === undefined ? `${field} is missing` : `${field}: no ${list === 'nodes' ? 'node' : 'state'} ${show(start)}`;
  return { ...unknownReach(`start ${role}`, workspace.at(unit).get(field), reason), unitRole: role };
}

const unknownReach = (key: string, cursor: Cursor, reason: string, hiddenKind?: ThingKind): UnknownPart => ({
  ...placeOf(cursor),
  key,
  reason: reason,
  hiddenThingKind: hiddenKind,
});

/**
 * Whether a name consists of a variable and text without spaces. A prompt that contains a variable is no such name.
 */
const isVariable = (name: string): boolean => hasVariable(name) && /^\S*\{\{[^{}]*\}\}\S*$/.test(name);

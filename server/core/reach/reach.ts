import { agentName } from '../workspace/names.ts';
import type { Cursor } from '../cursor.ts';
import { hasVariable } from '../domain/fields.ts';
import { isStarted, reachedIn } from '../domain/flows.ts';
import { recordOf } from '../domain/tasks.ts';
import { lookupAt } from '../index/lookup.ts';
import { clipped, show } from '../wording.ts';
import { engineReference, placeOf, type Place } from '../workspace/records.ts';
import { keyOf } from '../workspace/tables.ts';
import { selectionOf } from '../workspace/version-references.ts';
import type { Workspace } from '../workspace/workspace.ts';
import {
  keyOfThing,
  listedIn,
  mediatorOf,
  unitOf,
  type ThingAt,
  type Thing,
  type ThingKind,
  type Unit,
} from './things.ts';

/** An engine or component that callers come to. */
export interface Entered {
  readonly unit: Unit;
  /** Its identity, equal in every state of the files: the engine of an agent, or a component. */
  readonly role: string;
  /** Of the agent that runs it; '' without an id. */
  readonly agentId: string;
  /** Its identity for the callers of one agent: a component is the same for all agents. */
  readonly key: string;
  /** The component node or the swap that leads here; undefined for the engine that answers. */
  readonly by: Reached | undefined;
  /** How many steps callers have taken when they come here. */
  readonly length: number;
}
/** A thing, and the first of the shortest ways to it. */
export interface Reached extends ThingAt {
  readonly within: Entered;
  readonly length: number;
}
/** A place where the files do not show what follows. */
export interface Unknown extends Place {
  /** Its identity, equal in every state of the files. */
  readonly key: string;
  readonly because: string;
  /** The only kind of things that may be behind it; undefined: any. */
  readonly hides: ThingKind | undefined;
  /** The role of an engine or component whose things may still be reached. */
  readonly within?: string;
}
/** What callers can get to. */
export interface Reach {
  /** By `keyOfThing`, in no particular order. */
  readonly things: ReadonlyMap<string, Reached>;
  /** By role. */
  readonly entered: ReadonlyMap<string, Entered>;
  /** By key. */
  readonly unknown: ReadonlyMap<string, Unknown>;
}

/** What the callers of an agent (a place of shape `agent-settings`) can get to, also after it has handed over. */
export const reachOf = (agent: Cursor, workspace: Workspace): Reach & Pick<Walk, 'units'> =>
  workspace.memory.remember(reachOf, keyOf(agent), () => reachedFrom(agent, workspace));
/** The same, not cached: a caller that asks for every agent would keep the results of all. */
export const reachedFrom = (agent: Cursor, workspace: Workspace): Reach & Pick<Walk, 'units'> =>
  walk(workspace, reached, one => one.runBy(agent));

/** The same for an engine or a component alone. */
export const reachIn = (engine: Cursor, workspace: Workspace): Reach =>
  workspace.memory.remember(reachIn, keyOf(engine), () => walk(workspace, reached, one => one.start(engine)));

/**
 * An engine or component and the components in it that may be run, before anybody is handed over: where it is not known
 * how a flow begins, any node may be reached.
 */
export const runIn = (engine: Cursor, workspace: Workspace): Pick<Walk, 'units' | 'unknown'> =>
  workspace.memory.remember(runIn, keyOf(engine), () => {
    const { units, unknown } = walk(workspace, run, one => one.start(engine));
    return { units, unknown };
  });
const isKnown = ({ flow }: Unit): boolean => isStarted(flow) && !flow.nameless;

/** Everything in an engine or a component, and in what it could lead to. */
export const definedIn = (engine: Cursor, workspace: Workspace): Reach =>
  workspace.memory.remember(definedIn, keyOf(engine), () => walk(workspace, defined, one => one.start(engine)));

/** Everything in the engines and components that an agent's callers could get to if every node were reachable. */
export const definedBy = (agent: Cursor, workspace: Workspace): Reach =>
  workspace.memory.remember(definedBy, keyOf(agent), () => definedFrom(agent, workspace));
/** The same, not cached. */
export const definedFrom = (agent: Cursor, workspace: Workspace): Reach =>
  walk(workspace, defined, one => one.runBy(agent));

/** A thing with the number of steps to it within its engine or component. */
interface Placed extends ThingAt {
  readonly steps: number;
  readonly key: string;
}

/** What is reached within an engine or component from where it begins; what leads further is given each time. */
const foundIn = (unit: Unit): readonly Placed[] =>
  unit.flow.memory.remember(foundIn, unit, () => {
    const first = new Map<string, Placed>();
    const add = (thing: Thing, part: string | undefined, steps: number): void => {
      const key = keyOfThing(thing),
        same = thing.kind === 'swap' || thing.kind === 'component' ? keyOf(thing) : key;
      if (!first.has(same)) first.set(same, { thing, part, steps, key });
    };
    for (const thing of unit.everywhere) add(thing, undefined, 0);
    // nearest first
    for (const [part, { length }] of reachedIn(unit.flow))
      for (const thing of unit.parts.get(part) ?? []) add(thing, part, length);
    return [...first.values()];
  });

const allIn = (unit: Unit, workspace: Workspace): readonly Placed[] => placedIn(workspace.at(unit));
const placedIn = (place: Cursor): readonly Placed[] =>
  place.remember(placedIn, () => {
    const unit = unitOf(place);
    const placed = (part: string | undefined, steps: number, things: readonly Thing[]): Placed[] =>
      things.map(thing => ({ thing, part, steps, key: keyOfThing(thing) }));
    return [
      ...placed(undefined, 0, [...unit.everywhere, ...unit.nameless, ...listedIn(place)]),
      ...[...unit.parts].flatMap(([part, things]) => placed(part, 1, things)),
    ];
  });

/** By `keyOfThing`, the things in an engine or component itself, without the ends of calls. */
export const definedWithin = (place: Cursor): ReadonlyMap<string, Thing> =>
  place.remember(definedWithin, () => {
    const things = placedIn(place).filter(({ thing }) => thing.kind !== 'end');
    // the first of equal ones counts
    return new Map(things.toReversed().map(({ thing, key }) => [key, thing] as const));
  });

/** Whether an engine or component leads its callers to the same in two states, whatever else in it changed. */
export const leadsAlike = (before: Cursor, after: Cursor): boolean => leadsOf(before) === leadsOf(after);
const leadsOf = (place: Cursor): string =>
  place.remember(leadsOf, () => {
    const unit = unitOf(place),
      names = ['conversation_flow_id', 'llm_id', 'conversation_flow_component_id', 'version'].map(key =>
        place.peek(key),
      );
    const leads = foundIn(unit).map(({ thing, key }) =>
      thing.kind === 'swap' ? [key, place.document.at(thing.pointer).peek('agent_version')] : [key],
    );
    return JSON.stringify([names, isStarted(unit.flow), leads.map(one => JSON.stringify(one)).sort()]);
  });

/** The relevant parts of an engine or component, and the things that lead further. */
interface Mode {
  within(unit: Unit, workspace: Workspace): readonly Placed[];
  readonly leading: ReadonlySet<ThingKind>;
}
const leading: Mode['leading'] = new Set(['swap', 'component', 'transfer', 'transfer-agent']);
const reached: Mode = { within: foundIn, leading },
  defined: Mode = { within: allIn, leading },
  run: Mode = {
    within: (unit, workspace) => (isKnown(unit) ? foundIn(unit) : allIn(unit, workspace)),
    leading: new Set([...leading].filter(kind => kind !== 'swap')),
  };

/**
 * The relevant parts of an engine or component, and its things that lead further: equal for all callers who reach it.
 */
const contentsOf = (mode: Mode, unit: Unit, workspace: Workspace): Contents =>
  workspace.memory.remember(mode, unit, () => {
    const all = mode.within(unit, workspace);
    const leads = all.flatMap(one => {
      const lead = mode.leading.has(one.thing.kind) ? leadOf(one.thing, workspace) : undefined;
      return lead ? [{ ...one, lead }] : [];
    });
    return { all, leads };
  });
interface Contents {
  readonly all: readonly Placed[];
  readonly leads: readonly (Placed & { readonly lead: Lead })[];
}

function walk(workspace: Workspace, mode: Mode, begin: (walk: Walk) => void): Walk {
  const one = new Walk(workspace, mode);
  begin(one);
  one.finish();
  return one;
}

/** Engines and components in order of distance, each once, so that the first way found is a shortest one. */
class Walk implements Reach {
  readonly entered = new Map<string, Entered>();
  readonly unknown = new Map<string, Unknown>();
  /** What callers come to, each once for each agent that runs it. */
  readonly units: Unit[] = [];
  readonly #workspace: Workspace;
  readonly #mode: Mode;
  /** By distance. */
  readonly #pending: Entered[][] = [];
  readonly #seen = new Set<string>();
  readonly #visited: (readonly [Entered, readonly Placed[]])[] = [];
  #things: Map<string, Reached> | undefined;
  /** The agent that answers. */
  #answers: string | undefined;
  constructor(workspace: Workspace, mode: Mode) {
    this.#workspace = workspace;
    this.#mode = mode;
  }

  /** Computed on request: most agents only need how far callers get. */
  get things(): ReadonlyMap<string, Reached> {
    if (this.#things) return this.#things;
    const things = (this.#things = new Map<string, Reached>());
    const add = (key: string, reached: Reached): void => {
      const earlier = things.get(key);
      if (!earlier || reached.length < earlier.length) things.set(key, reached);
    };
    for (const [entered, all] of this.#visited)
      for (const one of all) {
        const reached = { thing: one.thing, part: one.part, within: entered, length: entered.length + one.steps };
        if (one.thing.kind === 'end') {
          // each agent that callers are handed over to has an end of its own
          const end = { ...one.thing, name: entered.agentId === this.#answers ? 'end' : entered.agentId };
          add(keyOfThing(end), { ...reached, thing: end });
        } else add(one.key, reached);
      }
    return things;
  }

  finish(): void {
    // the list grows while it is read
    for (let length = 0; length < this.#pending.length; length++)
      for (const one of this.#pending[length] ?? []) this.#visit(one);
  }

  /** An engine or component by itself. */
  start(engine: Cursor): void {
    this.#answers = '';
    this.#follow(entering(engine, 'engine', ''), undefined);
  }

  runBy(agent: Cursor): void {
    this.#answers = agent.get('agent_id').string() ?? '';
    this.#follow(runBy(agent, this.#workspace), undefined);
  }

  #follow(lead: Lead | undefined, by: Reached | undefined): void {
    if (!lead) return;
    if ('because' in lead) {
      this.#open(lead);
      return;
    }
    if (this.#seen.has(lead.key)) return;
    const { unit, role, key, agentId = by?.within.agentId ?? '' } = lead,
      // a component is run where callers are
      length = by ? by.length + (lead.agentId === undefined ? 0 : 1) : 0;
    (this.#pending[length] ??= []).push({ unit, role, key, agentId, by, length });
  }

  #visit(entered: Entered): void {
    const { unit, role, key } = entered;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.units.push(unit);
    if (!this.entered.has(role)) this.entered.set(role, entered);
    if (!isStarted(unit.flow)) this.#open(startUnknown(entered, this.#workspace));
    const { all, leads } = contentsOf(this.#mode, unit, this.#workspace);
    this.#visited.push([entered, all]);
    for (const { thing, part, steps, lead } of leads)
      this.#follow(lead, { thing, part, within: entered, length: entered.length + steps });
  }

  #open(unknown: Unknown): void {
    if (!this.unknown.has(unknown.key)) this.unknown.set(unknown.key, unknown);
  }
}

/** An engine or component that callers come to next, or why that is not known. */
type Lead = (Pick<Entered, 'unit' | 'role' | 'key'> & { readonly agentId: string | undefined }) | Unknown;

/** Where a thing leads; undefined if nowhere. */
function leadOf(thing: Thing, workspace: Workspace): Lead | undefined {
  const { kind, name } = thing;
  const isTransfer = kind === 'transfer' || kind === 'transfer-agent';
  if (isTransfer && !isVariable(name)) return undefined;
  const at = workspace.at(thing);
  if (kind === 'component' && at.is('flow-component')) return entering(at, `component ${name}`, undefined);
  if (isVariable(name)) {
    const because = `${clipped(name)} is known only in the call`;
    return unknown(keyOfThing(thing), at, because, isTransfer ? kind : undefined);
  }
  if (kind === 'swap') return swapped(at.get('agent_id'), workspace);
  return kind === 'component' ? component(thing, at.get('component_id'), workspace) : undefined;
}

/** Whether a thing is in another record that provably does not exist: no caller gets to it. */
export const isNowhere = (thing: Thing, workspace: Workspace): boolean =>
  leading.has(thing.kind) && workspace.memory.remember(isNowhere, thing, () => isOfNothing(thing, workspace));
function isOfNothing(thing: Thing, workspace: Workspace): boolean {
  const { kind } = thing,
    at = workspace.at(thing);
  const isMissing = (agent: Cursor): boolean => {
    const selection = selectionOf(agent);
    return selection !== undefined && workspace.resolve(selection.agentId, selection.reference).outcome === 'missing';
  };
  if (kind === 'swap') return isMissing(at.get('agent_id'));
  if (kind === 'transfer-agent') return isMissing(mediatorOf(at));
  return kind === 'component' && lookupAt(at.get('component_id'), workspace)?.outcome === 'missing';
}

function swapped(at: Cursor, workspace: Workspace): Lead | undefined {
  const selection = selectionOf(at);
  if (!selection) return unknown(`agent ${at.string()}`, at, `${at.string()}: the version is not known`);
  const { agentId, reference } = selection,
    resolution = workspace.resolve(agentId, reference);
  if (resolution.outcome === 'missing') return undefined;
  const record = recordOf(resolution, workspace),
    because = resolution.because ?? `no file has version ${resolution.version} of ${agentName(agentId, workspace)}`;
  return record ? runBy(record, workspace) : unknown(`agent ${agentId}@${reference ?? 'latest'}`, at, because);
}

function component({ name }: Thing, at: Cursor, workspace: Workspace): Lead | undefined {
  const lookup = lookupAt(at, workspace),
    role = `component ${name}`,
    [record] = lookup?.outcome === 'found' ? lookup.records : [];
  if (record) return entering(record, role, undefined);
  return lookup?.outcome === 'missing'
    ? undefined
    : unknown(role, at, `component ${clipped(name)} is not in this workspace`);
}

function runBy(agent: Cursor, workspace: Workspace): Lead | undefined {
  const id = agent.get('agent_id').string() ?? '',
    engine = workspace.engineOf(agent);
  if (engine) return entering(engine, `engine ${id}`, id);
  if (agent.get('response_engine').get('type').value === 'custom-llm') return undefined;
  const named = engineReference(agent);
  return unknown(
    `engine ${id}`,
    named?.at ?? agent,
    named ? `engine ${clipped(named.id)} is not in this workspace` : 'the agent names no engine',
  );
}

function entering(at: Cursor, role: string, agentId: string | undefined): Lead {
  if (!at.document.readable) return unknown(`file ${at.document.file}`, at, `${at.document.file} cannot be read`);
  const unit = unitOf(at);
  return { unit, role, agentId, key: `${agentId ?? ''}\0${keyOf(unit)}` };
}

function startUnknown({ unit, role }: Entered, workspace: Workspace): Unknown {
  const { list, start } = unit.flow,
    field = list === 'nodes' ? 'start_node_id' : 'starting_state';
  const because =
    start === undefined ? `${field} is missing` : `${field}: no ${list === 'nodes' ? 'node' : 'state'} ${show(start)}`;
  return { ...unknown(`start ${role}`, workspace.at(unit).get(field), because), within: role };
}

const unknown = (key: string, at: Cursor, because: string, hides?: ThingKind): Unknown => ({
  ...placeOf(at),
  key,
  because,
  hides,
});

/** A prompt with a variable is a prompt all the same. */
const isVariable = (name: string): boolean => hasVariable(name) && /^\S*\{\{[^{}]*\}\}\S*$/.test(name);

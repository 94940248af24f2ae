import { agentName, versionName } from '../core/workspace/names.ts';
import type { Cursor } from '../core/cursor.ts';
import { recordOf } from '../core/domain/tasks.ts';
import type { Reach as ReachOutput, ReachEntry, ReachWhat } from '../core/generated/outputs.js';
import {
  definedFrom,
  definedIn,
  reachedFrom,
  reachIn,
  type Reach,
  type ReachedThing,
  type UnknownPart,
} from '../core/reach/reach.ts';
import { isMissingRecord } from '../core/reach/missing-records.ts';
import type { Thing } from '../core/reach/things.ts';
import { thingInWords, pathTo } from '../core/reach/ways.ts';
import { omittedIn, Room } from '../core/room.ts';
import { clipped } from '../core/wording.ts';
import { placeOf } from '../core/workspace/records.ts';
import { keyOf } from '../core/workspace/tables.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { answersOf } from '../compare/reach.ts';
import type { Entry } from '../compare/entries.ts';

type AgentReach = ReachOutput['entries'][number]['agents'][number];

/** The things that callers of one entry can reach, in words and as in `schemas/outputs/reach.json`. */
export interface ReachedEntry {
  readonly result: ReachOutput['entries'][number];
  readonly agents: readonly {
    /** The title, such as `Front desk v2`; '' for an engine alone. */
    readonly title: string;
    /** Each thing in words, and the path to it. */
    readonly reaches: readonly (readonly [thing: string, way: string])[];
    readonly never: readonly string[];
    readonly unknown: readonly string[];
    /** The number of things for which the output has no room. */
    readonly omitted: number;
  }[];
}

/** The things that callers of an agent reach, the things that they never reach, and the parts that are unknown. */
interface ListedThings {
  readonly reaches: readonly ReachedThing[];
  readonly never: readonly Thing[];
  readonly unknown: readonly UnknownPart[];
}
type ReachLists = Pick<AgentReach, 'reaches' | 'never' | 'unknown'> & {
  readonly words: Omit<ReachedEntry['agents'][number], 'title'>;
};

/** Reports what callers of several entries of workspaces reach, as far as an output has room. */
export class ReachReport {
  readonly #rooms = { reaches: new Room(), never: new Room(), unknown: new Room() };
  /** The lists by record, because callers of different entries with the same agent reach the same things. */
  readonly #listsByWorkspace = new Map<Workspace, Map<string, ListedThings>>();
  readonly #counts = new Map<Workspace, Map<string, readonly [number, number, number]>>();

  get omittedCounts(): ReachOutput['omitted'] {
    return omittedIn(this.#rooms);
  }

  /**
   * Adds an entry.
   * @param pathOf converts a path in the workspace to the path that is shown
   */
  entry(entry: Entry, workspace: Workspace, pathOf: (file: string) => string): ReachedEntry {
    const place = { file: pathOf(entry.file), pointer: entry.pointer };
    return combineLists(
      { kind: entry.kind, text: entry.text, ...place },
      workspace,
      answersOf(entry).map(({ agentId, version, share, because }) => {
        const record = agentId === null ? undefined : recordOf({ agentId, version }, workspace);
        return {
          ...(record
            ? this.#recordReach(record, workspace, pathOf)
            : emptyLists(because ?? absentReason(agentId ?? '', version, workspace), place)),
          agent_id: agentId,
          agent_version: version,
          share,
        };
      }),
    );
  }

  /** Adds an agent. @param text the typed name: `agent_desk@prod` */
  agent(
    text: string,
    {
      agentId,
      version,
      because,
    }: { readonly agentId: string; readonly version: number | null; readonly because: string | null },
    record: Cursor | undefined,
    workspace: Workspace,
    pathOf: (file: string) => string,
  ): ReachedEntry {
    const place = record ? shownPlace(record, pathOf) : { file: null, pointer: null };
    const lists = record
      ? this.#recordReach(record, workspace, pathOf)
      : emptyLists(because ?? absentReason(agentId, version, workspace), place);
    return combineLists({ kind: 'agent', text, ...place }, workspace, [
      { ...lists, agent_id: agentId === '' ? null : agentId, agent_version: version, share: 1 },
    ]);
  }

  /** Adds an engine or a component, independent of agents. */
  engine(engine: Cursor, workspace: Workspace, pathOf: (file: string) => string): ReachedEntry {
    const place = shownPlace(engine, pathOf),
      lists = listedIn(reachIn(engine, workspace), definedIn(engine, workspace), workspace);
    return combineLists({ kind: 'engine', text: place.file, ...place }, workspace, [
      { ...this.#lists(lists, workspace, pathOf), agent_id: null, agent_version: null, share: 1 },
    ]);
  }

  #recordReach(record: Cursor, workspace: Workspace, pathOf: (file: string) => string): ReachLists {
    const key = keyOf(record),
      counts = mapOf(this.#counts, workspace),
      lists = mapOf(this.#listsByWorkspace, workspace),
      { reaches, never, unknown } = this.#rooms,
      isFull = reaches.isFull && never.isFull && unknown.isFull,
      count = counts.get(key);
    if (isFull && count) {
      [reaches, never, unknown].forEach((room, i) => room.omit(count[i]!));
      return { ...noThings, words: { ...noThings, omitted: count[0] + count[1] + count[2] } };
    }
    const listedThings =
      lists.get(key) ?? listedIn(reachedFrom(record, workspace), definedFrom(record, workspace), workspace);
    counts.set(key, [listedThings.reaches.length, listedThings.never.length, listedThings.unknown.length]);
    const result = this.#lists(listedThings, workspace, pathOf);
    if (!reaches.isFull) lists.set(key, listedThings);
    return result;
  }

  #lists(
    { reaches, never, unknown }: ListedThings,
    workspace: Workspace,
    pathOf: (file: string) => string,
  ): ReachLists {
    const rooms = this.#rooms,
      describeThing = ({ kind, name, file, pointer }: Thing): ReachWhat => ({
        kind,
        name,
        file: pathOf(file),
        pointer,
      }),
      inWords = (thing: Thing): string => thingInWords(thing, workspace);
    const result = {
      reaches: rooms.reaches.take(reaches, item => ({ what: describeThing(item.thing), way: pathTo(item, workspace) })),
      never: rooms.never.take(never, describeThing),
      unknown: rooms.unknown.take(unknown, item => ({
        because: item.reason,
        file: pathOf(item.file),
        pointer: item.pointer,
      })),
    };
    const ways = result.reaches.map(({ way }) => way.map(name => clipped(name)).join(' → ') || 'at any time');
    return {
      ...result,
      words: {
        reaches: ways.map((way, i) => [inWords(reaches[i]!.thing), way]),
        never: never.slice(0, result.never.length).map(inWords),
        unknown: result.unknown.map(({ because, file }) => `${because} (${file})`),
        omitted:
          reaches.length +
          never.length +
          unknown.length -
          (result.reaches.length + result.never.length + result.unknown.length),
      },
    };
  }
}

const absentReason = (agentId: string, version: number | null, workspace: Workspace): string =>
  `no file has version ${version} of ${agentName(agentId, workspace)}`;
const noThings = { reaches: [], never: [], unknown: [] };
const emptyLists = (reason: string, place: Pick<ReachEntry, 'file' | 'pointer'>): ReachLists => ({
  ...noThings,
  unknown: [{ because: reason, ...place }],
  words: { ...noThings, unknown: [reason], omitted: 0 },
});
function mapOf<T>(maps: Map<Workspace, Map<string, T>>, workspace: Workspace): Map<string, T> {
  let map = maps.get(workspace);
  if (!map) maps.set(workspace, (map = new Map()));
  return map;
}

function combineLists(
  entry: ReachEntry,
  workspace: Workspace,
  agents: readonly (ReachLists & Pick<AgentReach, 'agent_id' | 'agent_version' | 'share'>)[],
): ReachedEntry {
  return {
    result: {
      entry,
      agents: agents.map(({ agent_id, agent_version, share, reaches, never, unknown }) => ({
        agent_id,
        agent_version,
        share,
        reaches,
        never,
        unknown,
      })),
    },
    agents: agents.map(({ agent_id, agent_version, share, words }) => ({
      title: [
        agent_id === null ? '' : versionName(agent_id, agent_version, workspace),
        share === 1 ? '' : `${Number((share * 100).toFixed(2))} %`,
      ]
        .filter(Boolean)
        .join(', '),
      ...words,
    })),
  };
}

const shownPlace = (cursor: Cursor, pathOf: (file: string) => string) => {
  const { file, pointer } = placeOf(cursor);
  return { file: pathOf(file), pointer };
};
function listedIn(reach: Reach, definedReach: Reach, workspace: Workspace): ListedThings {
  const isReached = (key: string): boolean => {
    const reachedThing = reach.things.get(key);
    return reachedThing !== undefined && !isMissingRecord(reachedThing.thing, workspace);
  };
  return {
    reaches: [...reach.things]
      .flatMap(([key, reachedThing]) => (isReached(key) ? [reachedThing] : []))
      .sort((a, b) => a.length - b.length),
    never: [...definedReach.things].flatMap(([key, { thing }]) => (isReached(key) ? [] : [thing])),
    unknown: [...reach.unknownParts.values()],
  };
}

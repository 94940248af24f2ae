import type { Cursor } from '../core/cursor.ts';
import { recordOf } from '../core/domain/tasks.ts';
import type { Reach as ReachOutput, ReachEntry, ReachWhat } from '../core/generated/outputs.js';
import { definedBy, definedIn, isNowhere, reachIn, reachOf, type Reach } from '../core/reach/reach.ts';
import type { Thing } from '../core/reach/things.ts';
import { thingInWords, wayTo } from '../core/reach/ways.ts';
import { placeOf } from '../core/workspace/records.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { answersOf } from '../compare/reach.ts';
import type { Entry } from '../compare/entries.ts';

type AgentReach = ReachOutput['entries'][number]['agents'][number];

/** What callers of one entry can get to: what `schemas/outputs/reach.json` describes, and in words. */
export interface ReachedEntry {
  readonly result: ReachOutput['entries'][number];
  readonly agents: readonly {
    /** `agent_frontdesk01 version 2`; '' for an engine alone. */
    readonly title: string;
    /** Each thing in words, and the way to it. */
    readonly reaches: readonly (readonly [thing: string, way: string])[];
    readonly never: readonly string[];
    readonly unknown: readonly string[];
  }[];
}

/** @param shown a path of the workspace, as shown */
export function entryReach(entry: Entry, workspace: Workspace, shown: (file: string) => string): ReachedEntry {
  const place = { file: shown(entry.file), pointer: entry.pointer };
  return together(
    { kind: entry.kind, text: entry.text, ...place },
    answersOf(entry).map(({ agentId, version, share, because }) => {
      const record = agentId === null ? undefined : recordOf({ agentId, version }, workspace);
      return {
        ...(record
          ? ofRecord(record, workspace, shown)
          : nothing(because ?? `no file has version ${version} of ${agentId}`, place)),
        agent_id: agentId,
        agent_version: version,
        share,
      };
    }),
  );
}

/** @param text what was asked for: `agent_desk@prod` */
export function agentReach(
  text: string,
  {
    agentId,
    version,
    because,
  }: { readonly agentId: string; readonly version: number | null; readonly because: string | null },
  record: Cursor | undefined,
  workspace: Workspace,
  shown: (file: string) => string,
): ReachedEntry {
  const place = record ? shownPlace(record, shown) : { file: null, pointer: null };
  const found = record
    ? ofRecord(record, workspace, shown)
    : nothing(because ?? `no file has version ${version} of ${agentId}`, place);
  return together({ kind: 'agent', text, ...place }, [
    { ...found, agent_id: agentId === '' ? null : agentId, agent_version: version, share: 1 },
  ]);
}

/** @param engine an engine or a component, whoever runs it */
export function engineReach(engine: Cursor, workspace: Workspace, shown: (file: string) => string): ReachedEntry {
  const place = shownPlace(engine, shown),
    found = worded(reachIn(engine, workspace), definedIn(engine, workspace), workspace, shown);
  return together({ kind: 'engine', text: place.file, ...place }, [
    { ...found, agent_id: null, agent_version: null, share: 1 },
  ]);
}

type Found = Pick<AgentReach, 'reaches' | 'never' | 'unknown'> & {
  readonly words: Omit<ReachedEntry['agents'][number], 'title'>;
};

function together(
  entry: ReachEntry,
  agents: readonly (Found & Pick<AgentReach, 'agent_id' | 'agent_version' | 'share'>)[],
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
        agent_id === null ? '' : `${agent_id}${agent_version === null ? '' : ` version ${agent_version}`}`,
        share === 1 ? '' : `${Number((share * 100).toFixed(2))} %`,
      ]
        .filter(Boolean)
        .join(', '),
      ...words,
    })),
  };
}

const shownPlace = (at: Cursor, shown: (file: string) => string) => {
  const { file, pointer } = placeOf(at);
  return { file: shown(file), pointer };
};
const ofRecord = (record: Cursor, workspace: Workspace, shown: (file: string) => string): Found =>
  worded(reachOf(record, workspace), definedBy(record, workspace), workspace, shown);

const nothing = (because: string, place: Pick<ReachEntry, 'file' | 'pointer'>): Found => ({
  reaches: [],
  never: [],
  unknown: [{ because, ...place }],
  words: { reaches: [], never: [], unknown: [because] },
});

function worded(reach: Reach, defined: Reach, workspace: Workspace, shown: (file: string) => string): Found {
  const what = ({ kind, name, file, pointer }: Thing): ReachWhat => ({ kind, name, file: shown(file), pointer });
  const isReached = (key: string): boolean => {
    const found = reach.things.get(key);
    return found !== undefined && !isNowhere(found.thing, workspace);
  };
  const reached = [...reach.things]
    .flatMap(([key, one]) => (isReached(key) ? [one] : []))
    .sort((a, b) => a.length - b.length)
    .map(one => ({ thing: one.thing, way: wayTo(one, workspace) }));
  const never = [...defined.things].flatMap(([key, { thing }]) => (isReached(key) ? [] : [thing])),
    unknown = [...reach.unknown.values()];
  return {
    reaches: reached.map(({ thing, way }) => ({ what: what(thing), way })),
    never: never.map(what),
    unknown: unknown.map(({ because, file, pointer }) => ({ because, file: shown(file), pointer })),
    words: {
      reaches: reached.map(
        ({ thing, way }) => [thingInWords(thing, workspace), way.join(' → ') || 'at any time'] as const,
      ),
      never: never.map(thing => thingInWords(thing, workspace)),
      unknown: unknown.map(({ because, file }) => `${because} (${shown(file)})`),
    },
  };
}

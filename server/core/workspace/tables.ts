import type { Document } from '../document.ts';
import { equal, type Json } from '../json/json.ts';
import type { AgentSources } from './agents.ts';
import {
  recordsOf,
  type EngineKind,
  type EngineLink,
  type EngineRecord,
  type Identified,
  type NumberRecord,
  type Place,
  type Records,
} from './records.ts';

type Groups<T> = ReadonlyMap<string, readonly T[]>;

/** What all files of a workspace together hold, by identity. Plain data: workspaces in which the same records are share one. */
export interface Tables {
  readonly agents: ReadonlyMap<string, AgentSources>;
  readonly engines: Readonly<Record<EngineKind, Groups<EngineRecord>>>;
  readonly components: Groups<Identified>;
  readonly phoneNumbers: Groups<NumberRecord>;
  /** Where the engine of each agent is, by the place of the agent; those of which no file holds the engine are left out. */
  readonly engineOf: ReadonlyMap<string, Place>;
  /** The agents that run on an engine, by the place of the engine. */
  readonly agentsOn: Groups<Place>;
}

/** A record that is a whole file goes by the name of that: the text is there already. No name of a file holds a zero. */
export const keyOf = ({ file, pointer }: Place): string => (pointer === '' ? file : `${file}\0${pointer}`);

export function tablesOf(documents: readonly Document[]): Tables {
  const all = documents.map(recordsOf);
  const engines = all.flatMap(one => one.engines);
  const byKind = {
    llm: grouped(engines.filter(({ kind }) => kind === 'llm')),
    'conversation-flow': grouped(engines.filter(({ kind }) => kind === 'conversation-flow')),
  };
  const engineOf = new Map<string, Place>();
  const agentsOn = new Map<string, Place[]>();
  for (const runner of all.flatMap(({ runners }) => runners)) {
    const engine = enginePlace(runner.engine, runner.file, byKind);
    if (!engine) continue;
    engineOf.set(keyOf(runner), engine);
    push(agentsOn, keyOf(engine), runner);
  }
  return {
    agents: agentSources(all),
    engines: byKind,
    components: grouped(all.flatMap(one => one.components)),
    phoneNumbers: grouped(all.flatMap(one => one.phoneNumbers)),
    engineOf,
    agentsOn,
  };
}

/** Whether two versions of a document say the same to other files. */
export const sameRecords = (a: Document, b: Document): boolean =>
  equal(recordsOf(a) as unknown as Json, recordsOf(b) as unknown as Json);

/** The record of an engine: the version that is named, else the last one; one without a number stands for any. */
export function enginePlace(link: EngineLink, file: string, engines: Tables['engines']): Place | undefined {
  if (!link) return undefined;
  if ('nested' in link) return { file, pointer: link.nested };
  const records = engines[link.kind].get(link.id) ?? none;
  const exact = link.version === null ? records.at(-1) : lastByVersion(records).get(link.version);
  return exact ?? (records.length === 1 && records[0]!.version === undefined ? records[0] : undefined);
}
const none: readonly never[] = [];

const byVersion = new WeakMap<readonly EngineRecord[], ReadonlyMap<number | undefined, EngineRecord>>();
/** The last record of each version. */
function lastByVersion(records: readonly EngineRecord[]): ReadonlyMap<number | undefined, EngineRecord> {
  let last = byVersion.get(records);
  if (!last) byVersion.set(records, (last = new Map(records.map(record => [record.version, record]))));
  return last;
}

function agentSources(all: readonly Records[]): Map<string, AgentSources> {
  type Gathered = { -readonly [K in keyof AgentSources]: AgentSources[K] };
  const sources = new Map<string, Gathered>();
  const of = ({ id }: Identified): Gathered => {
    let found = sources.get(id);
    if (!found) sources.set(id, (found = { records: none, listItems: none, summaries: none }));
    return found;
  };
  for (const { agents } of all) for (const one of agents) of(one).records = joined(of(one).records, one);
  for (const { listItems } of all) for (const one of listItems) of(one).listItems = joined(of(one).listItems, one);
  for (const { versionSummaries } of all)
    for (const one of versionSummaries) of(one).summaries = joined(of(one).summaries, one);
  return sources;
}
/** Most agents have one record and nothing else, so a list begins with no room for more. */
function joined<T>(list: readonly T[], one: T): readonly T[] {
  if (list.length === 0) return [one];
  (list as T[]).push(one);
  return list;
}

function grouped<T extends Identified>(records: readonly T[]): Map<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const record of records) push(groups, record.id, record);
  return groups;
}
function push<T>(groups: Map<string, T[]>, key: string, value: T): void {
  const group = groups.get(key);
  if (group) group.push(value);
  else groups.set(key, [value]);
}

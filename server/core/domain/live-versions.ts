import { agentName, versionName } from '../workspace/names.ts';
import type { Cursor } from '../cursor.ts';
import type { LiveVersion } from '../finding.ts';
import type { HandOver, Place } from '../workspace/records.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { columns } from '../workspace/tables.ts';
import { resolvedHandOvers } from './swaps.ts';
import { recordPlace } from './tasks.ts';

/** The entry through which callers reach an agent: the assignment of a live tag, or an arm of a phone number. */
type LiveSource =
  | { readonly kind: 'tag'; readonly tag: string; readonly agentId: string; readonly at: Place }
  | { readonly kind: 'phone-number'; readonly number: string; readonly list: string; readonly at: Place };
/** A version of an agent. */
interface Version {
  readonly agentId: string;
  readonly version: number;
}
/** A version that serves callers, and the shortest path to it. */
export interface ServingVersion extends Version {
  readonly source: LiveSource;
  /**
   * The live version that hands over to this one, with the kind and place of the hand-over; undefined if callers reach
   * this version directly.
   */
  readonly last: { readonly version: ServingVersion; readonly kind: HandOver['by']; readonly at: Place } | undefined;
}

/** Every live version, by agent id and version number. Batches and weight lists do not make a version live. */
export const liveVersions = (workspace: Workspace): ReadonlyMap<string, ReadonlyMap<number, ServingVersion>> =>
  workspace.sharedMemory.remember(liveVersions, undefined, () => gather(workspace));

/** The live versions of one agent. If nothing hands over to the agent, only its own tags and numbers are read. */
export const liveVersionsOf = (id: string, workspace: Workspace): ReadonlyMap<number, ServingVersion> =>
  workspace.table(columns.handOvers).has(id)
    ? (liveVersions(workspace).get(id) ?? new Map<number, ServingVersion>())
    : workspace.memory.remember(liveVersionsOf, id, () => {
        const liveByNumber = new Map<number, ServingVersion>();
        for (const version of [...liveByTags(id, workspace), ...liveByNumbers(id, workspace)])
          if (!liveByNumber.has(version.version)) liveByNumber.set(version.version, version);
        return liveByNumber;
      });

/** The live version of an agent's record (a place of shape `agent-settings`); undefined if the version is not live. */
export function liveRecord(record: Cursor, workspace: Workspace): ServingVersion | undefined {
  const id = record.get('agent_id').string(),
    version = record.get('version').integer();
  return id && version !== undefined ? liveVersionsOf(id, workspace).get(version) : undefined;
}

type LivePath = LiveVersion['through'];

/** The path to a live version, from its source. */
export function pathTo({ source, last }: ServingVersion, workspace: Workspace): LivePath {
  const steps: LivePath[number][] = [];
  let before = last;
  for (; before && steps.length < MAX_STEPS; before = before.version.last) {
    const { kind, at, version } = before;
    steps.push({ text: `a ${kind} of ${versionName(version.agentId, version.version, workspace)}`, ...at });
  }
  return [entryStep(source, workspace), ...(before ? [{ text: 'other swaps', ...before.at }] : []), ...steps.reverse()];
}
/** The maximum number of steps that the description of a path names. */
const MAX_STEPS = 8;

const entryStep = (source: LiveSource, workspace: Workspace): LivePath[number] => ({
  text:
    source.kind === 'tag'
      ? `tag ${source.tag} of ${agentName(source.agentId, workspace)}`
      : `${source.list} of ${source.number}`,
  ...source.at,
});

/** The path in words: `tag prod of Front desk, then a swap of Front desk v3`. */
export const describePath = (liveVersion: ServingVersion, workspace: Workspace): string =>
  pathInWords(pathTo(liveVersion, workspace));
export const pathInWords = (path: LivePath): string => path.map(({ text }) => text).join(', then ');

function liveByTags(id: string, workspace: Workspace): ServingVersion[] {
  const tags = workspace.agent(id)?.tags;
  return workspace.facts.liveTags.flatMap(tag => {
    const { version, place } = tags?.get(tag) ?? {};
    return typeof version === 'number'
      ? { agentId: id, version, source: { kind: 'tag', tag, agentId: id, at: place! }, last: undefined }
      : [];
  });
}
const liveByNumbers = (id: string, workspace: Workspace): ServingVersion[] =>
  (workspace.table(columns.arms).get(id) ?? []).flatMap(({ number, list, reference, file, pointer }) => {
    const { version } = workspace.resolve(id, reference);
    const source = { kind: 'phone-number', number, list, at: { file, pointer } } as const;
    return version === null ? [] : { agentId: id, version, source, last: undefined };
  });

function gather(workspace: Workspace): Map<string, Map<number, ServingVersion>> {
  const liveByAgent = new Map<string, Map<number, ServingVersion>>(),
    pending: ServingVersion[] = [];
  const add = (version: ServingVersion): void => {
    const versions = liveByAgent.get(version.agentId) ?? new Map<number, ServingVersion>();
    if (versions.has(version.version)) return;
    liveByAgent.set(version.agentId, versions.set(version.version, version));
    pending.push(version);
  };
  for (const id of workspace.tables.agents.keys()) liveByTags(id, workspace).forEach(add);
  for (const id of workspace.table(columns.arms).keys()) liveByNumbers(id, workspace).forEach(add);
  if (workspace.table(columns.handOvers).size === 0) return liveByAgent;
  // breadth first, so that the first path found is a shortest one; `pending` grows during the loop
  for (const version of pending) {
    const record = recordPlace(version, workspace);
    if (!record) continue;
    for (const { resolution, place } of resolvedHandOvers(record, workspace)) {
      const { file, pointer, by: kind } = place.at;
      if (resolution.version !== null)
        add({
          agentId: resolution.agentId,
          version: resolution.version,
          source: version.source,
          last: { version, kind: kind, at: { file, pointer } },
        });
    }
  }
  return liveByAgent;
}

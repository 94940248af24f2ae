import { liveThrough } from '../domain/live-places.ts';
import { runAround, runsIn } from '../domain/swaps.ts';
import { pointerOf, type Finding } from '../finding.ts';
import { addTo } from '../json/multimap.ts';
import { nearestAround, parentOf, type Pointer } from '../json/pointer.ts';
import type { Agent } from '../workspace/agents.ts';
import type { Place } from '../workspace/records.ts';
import { keyOf } from '../workspace/tables.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { referencesOf, resolutionOf, type VersionReference } from './agent-references.ts';

/**
 * The superseded versions of each agent: published, neither the newest nor the newest published one, without a tag, and
 * selected at most by other superseded versions. A version counts only if all of that is certain.
 */
const supersededVersions = (workspace: Workspace): ReadonlyMap<string, ReadonlySet<number>> =>
  workspace.memory.remember(supersededVersions, undefined, () => gather(workspace));

function gather(workspace: Workspace): Map<string, Set<number>> {
  const left = new Map<string, Set<number>>();
  for (const [id, { records, summaries }] of workspace.tables.agents) {
    const past = records.length + summaries.length > 1 ? pastOf(workspace.agent(id)!, workspace) : [];
    if (past.length > 0) left.set(id, new Set(past));
  }
  if (left.size === 0) return left;
  // a reference in a superseded version does not count, unless something selects that version
  const runs = new Map<string, { readonly by: readonly Place[]; readonly references: VersionReference[] }>();
  for (const one of referencesOf(workspace)) {
    if (!left.has(one.agentId)) continue;
    const { at, by } = runAround(one.at, workspace) ?? { at: undefined, by: [] },
      key = at ? keyOf(at) : '',
      others = runs.get(key);
    if (others) others.references.push(one);
    else runs.set(key, { by, references: [one] });
  }
  const pending: VersionReference[][] = [],
    waiting = new Map<string, VersionReference[][]>(),
    records = new Map(workspace.every('agents').map(one => [keyOf(one), one]));
  for (const { by, references } of runs.values()) {
    const holders = by.map(place => records.get(keyOf(place)));
    if (by.length > 0 && holders.every(one => one && left.get(one.id)?.has(one.version ?? -1)))
      for (const one of holders) addTo(waiting, versionKey(one!.id, one!.version!), references);
    else pending.push(references);
  }
  for (let references = pending.pop(); references; references = pending.pop())
    for (const one of references.splice(0)) {
      const versions = left.get(one.agentId)!,
        { outcome, version, candidates } = resolutionOf(one, workspace),
        open = outcome === 'unknowable' ? (candidates ?? [...versions]) : [];
      for (const selected of version === null ? open : [version])
        if (versions.delete(selected)) pending.push(...(waiting.get(versionKey(one.agentId, selected)) ?? []));
    }
  return left;
}
const versionKey = (id: string, version: number): string => `${version} ${id}`;

/** The published versions of an agent that are not the newest, and that no tag can mean. */
function pastOf({ id, versions, tags, tagsComplete }: Agent, workspace: Workspace): number[] {
  const newest = ['latest', 'latest_published'].map(reference => workspace.resolve(id, reference).version),
    states = [...tags.values()];
  // a tag whose version cannot be read may be on any
  if (newest.includes(null) || states.some(({ version, claims }) => version === undefined && claims.length === 0))
    return [];
  const all = [...versions.values()],
    tagged = new Set(states.flatMap(({ claims }) => claims)),
    mustSay = !tagsComplete && all.some(({ assignedTags }) => assignedTags !== undefined);
  return all
    .filter(
      ({ version, isPublished, assignedTags }) =>
        isPublished === true &&
        !newest.includes(version) &&
        !tagged.has(version) &&
        !(mustSay && assignedTags === undefined),
    )
    .map(({ version }) => version);
}

/** A record of which several versions may be kept. */
interface Kept {
  /** Its kind and identity, without the version. */
  readonly name: string;
  readonly version: number | undefined;
  readonly isSuperseded: boolean;
}

interface KeptInFile {
  readonly places: ReadonlyMap<Pointer, Kept>;
  readonly longest: number;
}
/** The records of a file, by their pointers. An engine that is part of an agent's export goes by the agent's version. */
const keptIn = (file: string, workspace: Workspace): KeptInFile =>
  workspace.memory.remember(keptIn, file, () => {
    const { versionSummaries, engines } = workspace.records(file)!,
      kept = new Map<Pointer, Kept>(agentsIn(file, workspace));
    for (const { id, version, pointer } of versionSummaries)
      kept.set(pointer, { ...agentVersion(id, version, workspace), name: `summary ${id}` });
    const named = new Map(engines.map(engine => [engine.pointer, engine]));
    // settings beside the agent in an export belong to it
    for (const [pointer, agent] of agentsIn(file, workspace))
      if (pointer.endsWith('/agent') && workspace.recordKind({ file, pointer }) === 'agent')
        kept.set(parentOf(pointer), agent);
    for (const { at, by } of runsIn(file, workspace)) {
      const agents = by.map(agent => agentsIn(agent.file, workspace).get(agent.pointer)),
        own = named.get(at.pointer),
        [nested] = by.length === 1 && by[0]!.file === file ? agents : [];
      kept.set(at.pointer, {
        name: nested ? `engine of ${nested.name}` : `${own?.kind ?? 'component'} ${own?.id ?? ''}`,
        version: nested ? nested.version : own?.version,
        isSuperseded: agents.length > 0 && agents.every(agent => agent?.isSuperseded === true),
      });
    }
    return { places: kept, longest: Math.max(0, ...[...kept.keys()].map(({ length }) => length)) };
  });

const agentsIn = (file: string, workspace: Workspace): ReadonlyMap<Pointer, Kept> =>
  workspace.memory.remember(
    agentsIn,
    file,
    () =>
      new Map(
        workspace
          .records(file)!
          .agents.map(({ id, version, pointer }) => [pointer, agentVersion(id, version, workspace)] as const),
      ),
  );

const agentVersion = (id: string, version: number | undefined, workspace: Workspace): Kept => ({
  name: `agent ${id}`,
  version,
  isSuperseded: version !== undefined && supersededVersions(workspace).get(id)?.has(version) === true,
});

/** The nearest record around a place, and its pointer. */
export function keptAt(
  { file, pointer }: Place,
  workspace: Workspace,
): { readonly kept: Kept; readonly at: Pointer } | undefined {
  if (!workspace.records(file)) return undefined;
  const { places, longest } = keptIn(file, workspace),
    at = nearestAround(pointer, places, longest);
  return at === undefined ? undefined : { kept: places.get(at)!, at };
}

/**
 * Whether a place is in a version that is history: a published one that nothing selects any more, or an engine or
 * component that only such versions run. Nobody can change it, and nobody is served by it.
 */
export const isSuperseded = (place: Place, workspace: Workspace): boolean =>
  supersededVersions(workspace).size > 0 && keptAt(place, workspace)?.kept.isSuperseded === true;

/** Whether a finding at a place concerns callers, or nobody any more. */
export function standingOf(place: Place, workspace: Workspace): Pick<Finding, 'live' | 'superseded'> | undefined {
  const live = liveThrough(place, workspace);
  if (live.length > 0) return { live };
  return isSuperseded(place, workspace) ? { superseded: true } : undefined;
}

/** Findings with a mark on those that are history. Like liveness it changes no severity. */
export const markPast = (findings: readonly Finding[], workspace: Workspace): readonly Finding[] =>
  findings.map(one =>
    !one.live && isSuperseded({ file: one.file, pointer: pointerOf(one.target) }, workspace)
      ? { ...one, superseded: true }
      : one,
  );

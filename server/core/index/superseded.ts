import { liveThrough } from '../domain/live-places.ts';
import { runAround, runsIn } from '../domain/swaps.ts';
import { pointerOf, type Finding } from '../finding.ts';
import { addTo, groupBy } from '../json/multimap.ts';
import { nearestAround, parentOf, type Pointer } from '../json/pointer.ts';
import type { Agent } from '../workspace/agents.ts';
import type { Place } from '../workspace/records.ts';
import { keyOf } from '../workspace/tables.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { referencesOf, resolutionOf, type VersionReference } from './agent-references.ts';
import type { Cursor } from '../cursor.ts';
import type { Json } from '../json/json.ts';
import { stablePointer } from '../configuration/stable-pointer.ts';

/**
 * The superseded versions of each agent: published versions with certainly no tag, neither the newest nor the newest
 * published one, and selected by no version except other superseded ones.
 */
const supersededVersions = (workspace: Workspace): ReadonlyMap<string, ReadonlySet<number>> =>
  workspace.memory.remember(supersededVersions, undefined, () => gather(workspace));

function gather(workspace: Workspace): Map<string, Set<number>> {
  const remainingVersions = new Map<string, Set<number>>();
  for (const [id, { records, summaries }] of workspace.tables.agents) {
    const pastVersions =
      records.length + summaries.length > 1 ? supersededVersionsOf(workspace.agent(id)!, workspace) : [];
    if (pastVersions.length > 0) remainingVersions.set(id, new Set(pastVersions));
  }
  if (remainingVersions.size === 0) return remainingVersions;
  // a reference in a superseded version counts only if another reference selects that version
  const runs = new Map<string, { readonly runningAgents: readonly Place[]; readonly references: VersionReference[] }>();
  for (const reference of referencesOf(workspace)) {
    if (!remainingVersions.has(reference.agentId)) continue;
    const { at, runningAgents } = runAround(reference.at, workspace) ?? { at: undefined, runningAgents: [] },
      key = at ? keyOf(at) : '',
      sharedRun = runs.get(key);
    if (sharedRun) sharedRun.references.push(reference);
    else runs.set(key, { runningAgents, references: [reference] });
  }
  const pending: VersionReference[][] = [],
    waitingReferences = new Map<string, VersionReference[][]>(),
    records = new Map(workspace.recordsOf('agents').map(record => [keyOf(record), record]));
  for (const { runningAgents, references } of runs.values()) {
    const holders = runningAgents.map(place => records.get(keyOf(place)));
    if (
      runningAgents.length > 0 &&
      holders.every(holder => holder && remainingVersions.get(holder.id)?.has(holder.version ?? -1))
    )
      for (const holder of holders) addTo(waitingReferences, versionKey(holder!.id, holder!.version!), references);
    else pending.push(references);
  }
  for (let references = pending.pop(); references; references = pending.pop())
    for (const reference of references.splice(0)) {
      const versions = remainingVersions.get(reference.agentId)!,
        { outcome, version, candidates } = resolutionOf(reference, workspace),
        possibleVersions = outcome === 'unknowable' ? (candidates ?? [...versions]) : [];
      for (const number of version === null ? possibleVersions : [version])
        if (versions.delete(number))
          pending.push(...(waitingReferences.get(versionKey(reference.agentId, number)) ?? []));
    }
  return remainingVersions;
}
const versionKey = (id: string, version: number): string => `${version} ${id}`;

/** The published versions of an agent that are not the newest and cannot have a tag. */
function supersededVersionsOf({ id, versions, tags, tagsComplete }: Agent, workspace: Workspace): number[] {
  const newestVersions = ['latest', 'latest_published'].map(reference => workspace.resolve(id, reference).version),
    states = [...tags.values()];
  // a tag whose version cannot be read may be assigned to any version
  if (
    newestVersions.includes(null) ||
    states.some(({ version, claims }) => version === undefined && claims.length === 0)
  )
    return [];
  const agentVersions = [...versions.values()],
    taggedVersions = new Set(states.flatMap(({ claims }) => claims)),
    needsTagList = !tagsComplete && agentVersions.some(({ assignedTags }) => assignedTags !== undefined);
  return agentVersions
    .filter(
      ({ version, isPublished, assignedTags }) =>
        isPublished === true &&
        !newestVersions.includes(version) &&
        !taggedVersions.has(version) &&
        !(needsTagList && assignedTags === undefined),
    )
    .map(({ version }) => version);
}

/** A record of which the workspace may have several versions. */
interface VersionedPlace {
  /** The kind and id of the record, without the version. */
  readonly name: string;
  readonly version: number | undefined;
  readonly isSuperseded: boolean;
}

interface VersionedPlaces {
  readonly places: ReadonlyMap<Pointer, VersionedPlace>;
  readonly maxPointerLength: number;
}
/** The records of a file, by their pointers. An engine inside an agent's export gets the version of the agent. */
const versionedIn = (file: string, workspace: Workspace): VersionedPlaces =>
  workspace.memory.remember(versionedIn, file, () => {
    const { versionSummaries, engines } = workspace.records(file)!,
      places = new Map<Pointer, VersionedPlace>(agentsIn(file, workspace));
    for (const { id, version, pointer } of versionSummaries)
      places.set(pointer, { ...agentVersion(id, version, workspace), name: `summary ${id}` });
    const enginesByPointer = new Map(engines.map(engine => [engine.pointer, engine]));
    // settings beside the agent in an export belong to the agent
    for (const [pointer, agent] of agentsIn(file, workspace))
      if (pointer.endsWith('/agent') && workspace.recordKind({ file, pointer }) === 'agent')
        places.set(parentOf(pointer), agent);
    for (const { at, runningAgents } of runsIn(file, workspace)) {
      const agents = runningAgents.map(agent => agentsIn(agent.file, workspace).get(agent.pointer)),
        namedEngine = enginesByPointer.get(at.pointer),
        [ownAgent] = runningAgents.length === 1 && runningAgents[0]!.file === file ? agents : [];
      places.set(at.pointer, {
        name: ownAgent ? `engine of ${ownAgent.name}` : `${namedEngine?.kind ?? 'component'} ${namedEngine?.id ?? ''}`,
        version: ownAgent ? ownAgent.version : namedEngine?.version,
        isSuperseded: agents.length > 0 && agents.every(agent => agent?.isSuperseded === true),
      });
    }
    return { places, maxPointerLength: Math.max(0, ...[...places.keys()].map(({ length }) => length)) };
  });

const agentsIn = (file: string, workspace: Workspace): ReadonlyMap<Pointer, VersionedPlace> =>
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

const agentVersion = (id: string, version: number | undefined, workspace: Workspace): VersionedPlace => ({
  name: `agent ${id}`,
  version,
  isSuperseded: version !== undefined && supersededVersions(workspace).get(id)?.has(version) === true,
});

/** The nearest record around a place, and its pointer. */
function versionedAt(
  { file, pointer }: Place,
  workspace: Workspace,
): { readonly versionedPlace: VersionedPlace; readonly at: Pointer } | undefined {
  if (!workspace.records(file)) return undefined;
  const { places, maxPointerLength } = versionedIn(file, workspace),
    nearest = nearestAround(pointer, places, maxPointerLength);
  return nearest === undefined ? undefined : { versionedPlace: places.get(nearest)!, at: nearest };
}

/**
 * Whether a place is in a superseded version, or in an engine or component that only superseded versions run. Such a
 * place cannot be changed, and serves no callers.
 */
export const isSuperseded = (place: Place, workspace: Workspace): boolean =>
  supersededVersions(workspace).size > 0 && versionedAt(place, workspace)?.versionedPlace.isSuperseded === true;

/** Whether a finding at a place is in a live version or in a superseded version; undefined if it is in neither. */
export function liveStatusOf(place: Place, workspace: Workspace): Pick<Finding, 'live' | 'superseded'> | undefined {
  const liveVersions = liveThrough(place, workspace);
  if (liveVersions.length > 0) return { live: liveVersions };
  return isSuperseded(place, workspace) ? { superseded: true } : undefined;
}

/**
 * The findings, with a mark on those in superseded versions. The mark changes no severity. Broken text is not marked:
 * it is a mistake in the file, such as a merge conflict, and not in the version on the platform.
 */
export const markSuperseded = (findings: readonly Finding[], workspace: Workspace): readonly Finding[] =>
  findings.map(finding =>
    !finding.live &&
    !finding.span &&
    isSuperseded({ file: finding.file, pointer: pointerOf(finding.target) }, workspace)
      ? { ...finding, superseded: true }
      : finding,
  );

/**
 * Merges equal findings in several versions of a record. The finding in the newest version lists the superseded
 * versions; the finding in a draft also lists published versions that serve no callers.
 */
export function withSupersededVersions(findings: readonly Finding[], workspace: Workspace): readonly Finding[] {
  if (!hasVersions(workspace)) return findings;
  const recordOf = ({ file, target }: Finding) => versionedAt({ file, pointer: pointerOf(target) }, workspace),
    versionOf = (finding: Finding): number => recordOf(finding)?.versionedPlace.version ?? -1;
  const groups = groupBy(findings, finding => {
    const { versionedPlace, at } = recordOf(finding) ?? {},
      document = workspace.document(finding.file)!;
    if (versionedPlace?.version === undefined) return undefined;
    const pathWithin = stablePointer(document, pointerOf(finding.target)).slice(stablePointer(document, at!).length);
    return JSON.stringify([finding.rule, finding.message, versionedPlace.name, pathWithin]);
  });
  /** The value of `is_published` in the record, or in the agent around the record. */
  const isPublished = (finding: Finding): Json | undefined => {
    let cursor: Cursor | undefined = workspace.at({ file: finding.file, pointer: recordOf(finding)!.at });
    while (cursor && cursor.peek('is_published') === undefined) cursor = cursor.parent;
    return cursor?.peek('is_published');
  };
  const replacements = new Map<Finding, Finding>();
  for (const group of groups.values()) {
    const current = group.filter(({ superseded }) => !superseded);
    if (group.length < 2 || current.length === 0) continue;
    const newestFinding = current.reduce((a, b) => (versionOf(b) > versionOf(a) ? b : a)),
      isDraft = isPublished(newestFinding) === false,
      pastFindings = group.filter(
        finding =>
          finding.superseded || (isDraft && finding !== newestFinding && !finding.live && isPublished(finding)),
      );
    if (pastFindings.length === 0) continue;
    const alsoIn = [...new Set(pastFindings.map(versionOf))].sort((a, b) => a - b);
    replacements.set(newestFinding, { ...newestFinding, alsoIn });
    for (const finding of pastFindings) replacements.set(finding, { ...finding, isRepeated: true });
  }
  return findings.map(finding => replacements.get(finding) ?? finding);
}

/** Whether the workspace has several versions of one record. */
const hasVersions = ({ tables }: Workspace): boolean =>
  [...tables.agents.values()].some(({ records }) => records.length > 1) ||
  (['llm', 'conversation-flow'] as const).some(kind =>
    [...tables.engines(kind).values()].some(engines => engines.length > 1),
  );

import { agentName } from '../workspace/names.ts';
import type { LiveVersion } from '../finding.ts';
import { nearestAround, parentOf, type Pointer } from '../json/pointer.ts';
import type { Place } from '../workspace/records.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { maskSecrets } from '../secrets.ts';
import { compareTexts } from '../wording.ts';
import { liveVersionsOf, pathInWords, pathTo, type ServingVersion } from './live-versions.ts';
import { runsIn } from './swaps.ts';

const noVersions: readonly LiveVersion[] = [];
/** The maximum number of versions listed for one place, because ten thousand versions may run a shared engine. */
const MAX_VERSIONS = 100;

/** The live versions to which places in one file belong, by pointer. */
class LivePlaces {
  readonly #versionsByPointer = new Map<Pointer, Set<LiveVersion>>();
  readonly #versionsInOrder = new Map<Pointer, readonly LiveVersion[]>();
  #maxLength = 0;
  add(pointer: Pointer, version: LiveVersion): void {
    const versions = this.#versionsByPointer.get(pointer);
    if (versions) versions.add(version);
    else this.#versionsByPointer.set(pointer, new Set([version]));
    this.#maxLength = Math.max(this.#maxLength, pointer.length);
  }
  get isEmpty(): boolean {
    return this.#versionsByPointer.size === 0;
  }
  get all(): readonly LiveVersion[] {
    return [...new Set([...this.#versionsByPointer.keys()].flatMap(pointer => this.#versionsAt(pointer)))];
  }
  /** The live versions at the nearest enclosing place. */
  at(pointer: Pointer): readonly LiveVersion[] {
    const nearest = nearestAround(pointer, this.#versionsByPointer, this.#maxLength);
    return nearest === undefined ? noVersions : this.#versionsAt(nearest);
  }
  #versionsAt(pointer: Pointer): readonly LiveVersion[] {
    let versions = this.#versionsInOrder.get(pointer);
    if (!versions) {
      // a number may have several arms with one version
      const keys = new Set<string>();
      versions = [...this.#versionsByPointer.get(pointer)!].sort(comparePaths).filter(({ agent_id, agent_version }) => {
        const key = `${agent_version} ${agent_id}`;
        return !keys.has(key) && keys.add(key);
      });
      this.#versionsInOrder.set(pointer, (versions = versions.slice(0, MAX_VERSIONS)));
    }
    return versions;
  }
}

const comparePaths = (a: LiveVersion, b: LiveVersion): number =>
  a.through.length - b.through.length ||
  compareTexts(a.agent_id, b.agent_id) ||
  (a.agent_version ?? -1) - (b.agent_version ?? -1);

/**
 * The live versions to which a place belongs, the most directly reached first. A place belongs to a version if it is
 * in the record or summary of the version, in its engine or a component of the engine, in the assignment of a live
 * tag, or in an arm of a phone number.
 */
export const liveThrough = ({ file, pointer }: Place, workspace: Workspace): readonly LiveVersion[] =>
  placesIn(file, workspace)?.at(pointer) ?? noVersions;

/** Whether any place in a file belongs to a live version. */
export const servesCallers = (file: string, workspace: Workspace): boolean => placesIn(file, workspace) !== undefined;

/** The live versions to which any place in a file belongs, without duplicates. */
export function liveInFile(file: string, workspace: Workspace): readonly LiveVersion[] {
  const versions = new Map<string, LiveVersion>();
  for (const liveVersion of placesIn(file, workspace)?.all ?? noVersions) {
    const key = `${liveVersion.agent_version} ${liveVersion.agent_id}`;
    if (!versions.has(key)) versions.set(key, liveVersion);
  }
  return [...versions.values()].slice(0, MAX_VERSIONS);
}

/** The live versions in words: `live through tag prod of Front desk (and 2 other live versions)`. */
export function liveInWords([first, ...otherVersions]: readonly LiveVersion[]): string {
  const rest = otherVersions.length === 1 ? 'one other live version' : `${otherVersions.length} other live versions`;
  return `live through ${maskSecrets(pathInWords(first!.through))}${otherVersions.length > 0 ? ` (and ${rest})` : ''}`;
}

/** The places of live versions in a file; undefined if the file has none. */
const placesIn = (file: string, workspace: Workspace): LivePlaces | undefined =>
  workspace.memory.remember(placesIn, file, () => gather(file, workspace));

function gather(file: string, workspace: Workspace): LivePlaces | undefined {
  const records = workspace.records(file);
  if (!records) return undefined;
  const places = new LivePlaces();
  for (const [pointer, liveVersion] of recordsIn(file, workspace)) {
    places.add(pointer, liveVersion);
    // settings beside the agent in an export belong to the agent as well
    if (pointer.endsWith('/agent') && workspace.recordKind({ file, pointer }) === 'agent')
      places.add(parentOf(pointer), liveVersion);
  }
  for (const { id, tags = [] } of records.listItems)
    for (const { name, version, pointer } of tags) {
      if (!workspace.facts.liveTags.includes(name) || typeof version !== 'number') continue;
      const livePlaces = [{ text: `tag ${name} of ${agentName(id, workspace)}`, file, pointer }];
      places.add(pointer, { agent_id: id, agent_version: version, through: livePlaces });
    }
  for (const { id, arms } of records.phoneNumbers)
    for (const { list, agentId, reference, pointer } of arms) {
      const { version } = workspace.resolve(agentId, reference);
      const livePlaces = [{ text: `${list} of ${id}`, file, pointer }];
      const liveVersion = { agent_id: agentId, agent_version: version, through: livePlaces };
      places.add(pointer, liveVersion);
      places.add(parentOf(pointer), liveVersion);
    }
  for (const { at, runningAgents } of runsIn(file, workspace))
    for (const agent of runningAgents) {
      const liveVersion = recordsIn(agent.file, workspace).get(agent.pointer);
      if (liveVersion) places.add(at.pointer, liveVersion);
    }
  return places.isEmpty ? undefined : places;
}

/** The records and summaries of live versions in a file. */
const recordsIn = (file: string, workspace: Workspace): ReadonlyMap<Pointer, LiveVersion> =>
  workspace.memory.remember(recordsIn, file, () => {
    const { agents, versionSummaries } = workspace.records(file)!;
    return new Map(
      [...agents, ...versionSummaries].flatMap(({ id, version, pointer }) => {
        const liveVersion = version === undefined ? undefined : liveVersionsOf(id, workspace).get(version);
        return liveVersion ? [[pointer, versionOf(liveVersion, workspace)] as const] : [];
      }),
    );
  });

const versionOf = (liveVersion: ServingVersion, workspace: Workspace): LiveVersion => ({
  agent_id: liveVersion.agentId,
  agent_version: liveVersion.version,
  through: pathTo(liveVersion, workspace),
});

import type { LiveVersion } from '../finding.ts';
import { parentOf, type Pointer } from '../json/pointer.ts';
import { recordsOf, type Place, type TagState } from '../workspace/records.ts';
import { keyOf } from '../workspace/tables.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { compareTexts } from '../words.ts';
import { liveVersions, wayInWords, wayTo } from './liveness.ts';
import { runsIn } from './swaps.ts';

const none: readonly LiveVersion[] = [];
/** So many versions are named of one place: a shared engine may run in ten thousand. */
const MOST_VERSIONS = 100;

/** What of one file serves callers: the versions by the pointers of what belongs to them. */
class LivePlaces {
  readonly #gathered = new Map<Pointer, Set<LiveVersion>>();
  readonly #sorted = new Map<Pointer, readonly LiveVersion[]>();
  #longest = 0;
  add(pointer: Pointer, version: LiveVersion): void {
    const others = this.#gathered.get(pointer);
    if (others) others.add(version);
    else this.#gathered.set(pointer, new Set([version]));
    this.#longest = Math.max(this.#longest, pointer.length);
  }
  /** Those of the nearest place around. */
  at(pointer: Pointer): readonly LiveVersion[] {
    // nothing that is looked for is longer, and a pointer into a deep text may be very long
    const start = pointer.length <= this.#longest ? pointer.length : pointer.lastIndexOf('/', this.#longest);
    for (let at = pointer.slice(0, start) as Pointer; ; at = parentOf(at)) {
      if (this.#gathered.has(at)) return this.#of(at);
      if (at === '') return none;
    }
  }
  #of(pointer: Pointer): readonly LiveVersion[] {
    let sorted = this.#sorted.get(pointer);
    if (!sorted) {
      // one version may be an arm of a number twice
      const told = new Set<string>();
      sorted = [...this.#gathered.get(pointer)!].sort(byWay).filter(({ agent_id, agent_version }) => {
        const key = `${agent_version} ${agent_id}`;
        return !told.has(key) && told.add(key);
      });
      this.#sorted.set(pointer, (sorted = sorted.slice(0, MOST_VERSIONS)));
    }
    return sorted;
  }
}

const byWay = (a: LiveVersion, b: LiveVersion): number =>
  a.through.length - b.through.length ||
  compareTexts(a.agent_id, b.agent_id) ||
  (a.agent_version ?? -1) - (b.agent_version ?? -1);

/**
 * The live versions that a place belongs to, those that callers come to most directly first: it is in the record or the summary of one, in
 * its engine or a component of that, in the assignment of a live tag, or in an arm of a phone number.
 */
export const liveThrough = ({ file, pointer }: Place, workspace: Workspace): readonly LiveVersion[] =>
  livePlaces(workspace).get(file)?.at(pointer) ?? none;

/** Whether callers are served by anything in a file. */
export const servesCallers = (file: string, workspace: Workspace): boolean => livePlaces(workspace).has(file);

/** `live through tag prod of agent_desk (and 2 other live versions)` */
export function liveInWords([first, ...others]: readonly LiveVersion[]): string {
  const more = others.length === 1 ? 'one other live version' : `${others.length} other live versions`;
  return `live through ${wayInWords(first!.through)}${others.length > 0 ? ` (and ${more})` : ''}`;
}

const livePlaces = (workspace: Workspace): ReadonlyMap<string, LivePlaces> =>
  workspace.shared.remember(livePlaces, undefined, () => gather(workspace));

function gather(workspace: Workspace): Map<string, LivePlaces> {
  const places = new Map<string, LivePlaces>();
  const add = ({ file, pointer }: Place, version: LiveVersion): void => {
    let of = places.get(file);
    if (!of) places.set(file, (of = new LivePlaces()));
    of.add(pointer, version);
  };
  const told = new Map<string, ReadonlyMap<number, LiveVersion>>(
    Array.from(liveVersions(workspace), ([id, versions]) => [
      id,
      new Map(
        Array.from(versions, ([version, live]) => [
          version,
          { agent_id: id, agent_version: version, through: wayTo(live) },
        ]),
      ),
    ]),
  );
  const recorded = new Map<string, LiveVersion>();
  for (const document of workspace.documents) {
    const { agents, versionSummaries, listItems, phoneNumbers } = recordsOf(document);
    for (const record of [...agents, ...versionSummaries]) {
      const live = record.version === undefined ? undefined : told.get(record.id)?.get(record.version);
      if (!live) continue;
      add(record, live);
      recorded.set(keyOf(record), live);
      // what stands beside the agent of an export is the agent's too
      if (document.kind === 'agent' && record.pointer.endsWith('/agent'))
        add({ file: record.file, pointer: parentOf(record.pointer) }, live);
    }
    for (const { id, tags = [] } of listItems)
      for (const tag of tags) if (workspace.facts.liveTags.includes(tag.name)) addTag(id, tag);
    for (const { id, arms } of phoneNumbers)
      for (const { list, agentId, reference, file, pointer } of arms) {
        const { version } = workspace.resolve(agentId, reference);
        const through = [{ text: `${list} of ${id}`, file, pointer }];
        const live = { agent_id: agentId, agent_version: version, through };
        add({ file, pointer }, live);
        add({ file, pointer: parentOf(pointer) }, live);
      }
  }
  for (const { at, by } of runsIn(workspace))
    for (const agent of by) {
      const live = recorded.get(keyOf(agent));
      if (live) add(at, live);
    }
  return places;

  function addTag(id: string, { name, version, file, pointer }: TagState): void {
    if (typeof version !== 'number') return;
    const through = [{ text: `tag ${name} of ${id}`, file, pointer }];
    add({ file, pointer }, { agent_id: id, agent_version: version, through });
  }
}

import { locate } from '../../core/locate.ts';
import type { Cursor } from '../../core/cursor.ts';
import type { Document } from '../../core/document.ts';
import { liveVersionsOf, throughWhat } from '../../core/domain/live-versions.ts';
import { recordOf } from '../../core/domain/tasks.ts';
import type { Subject } from '../../core/generated/outputs.js';
import { placeOf } from '../../core/workspace/records.ts';
import type { Resolution } from '../../core/workspace/resolve.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { nameOf } from '../../view/plan-words.ts';
import { selectedInWords } from '../../view/resolve-report.ts';
import type { ViewReference, ViewResult, Simulated } from '../../view/panels/index.ts';
import { withoutCredentials } from '../../simulator/credentials.ts';
import type { Answer } from '../../simulator/simulation.ts';
import type { FilePlace } from '../file-place.ts';
import { placeIn } from './places.ts';

/**
 * What a reference selects, for a panel.
 * @param workspace the state of the files that it was resolved in
 * @param shown the state in the editor
 */
export function viewReference(
  resolution: Resolution,
  workspace: Workspace,
  shown: Workspace = workspace,
): ViewReference<FilePlace> {
  const { agentId, version } = resolution,
    words = selectedInWords(resolution);
  const live = version === null ? undefined : liveVersionsOf(agentId, workspace).get(version);
  return {
    ...words,
    live: live ? throughWhat(live) : null,
    ...besideOf(words.result, { workspace, shown }),
  };
}

/** The answer of a simulation for a panel. */
export function simulated(answer: Answer<Subject>, document: Document, workspace: Workspace): Simulated<FilePlace> {
  const { subject, result, title, notes, names, warnings = [] } = withoutCredentials(answer),
    found = besideOf(answer.result, { workspace, shown: workspace, document });
  return {
    subject,
    result,
    title,
    notes: [...notes, ...warnings],
    names: { ...found.names, ...names },
    places: found.places,
  } as Simulated<FilePlace>;
}

/**
 * The names of agents in a result, and the places of what it mentions.
 * @param document the file that the result is about, for its pointers
 */
function besideOf(
  result: object,
  {
    workspace,
    shown,
    document,
  }: { readonly workspace: Workspace; readonly shown: Workspace; readonly document?: Document },
): Pick<ViewResult<never, FilePlace>, 'names' | 'places'> {
  const names = new Map<string, string>(),
    places = new Map<string, FilePlace>(),
    seen = new Set<string>();
  const put = (key: string, at: Cursor | undefined): void => {
    const place = at && placeIn(shown, placeOf(at));
    if (place) places.set(key, place);
  };
  const look = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(look);
    if (typeof value !== 'object' || value === null) return;
    const { pointer, file, agent_id: id, agent_version: version } = value as Readonly<Record<string, unknown>>;
    if (document && typeof pointer === 'string' && file === undefined && !places.has(pointer))
      places.set(pointer, { file: document.file, span: locate(document, pointer as `/${string}`) });
    if (typeof id === 'string' && !seen.has(id)) {
      seen.add(id);
      const agent = workspace.agent(id),
        name = nameOf(id, workspace, shown);
      if (name !== undefined) names.set(id, name);
      put(id, agent?.listItems[0] ?? agent?.records[0]);
    }
    if (typeof id === 'string' && typeof version === 'number' && !seen.has(`${id}@${version}`)) {
      seen.add(`${id}@${version}`);
      put(`${id}@${version}`, versionAt(id, version, workspace));
    }
    Object.values(value).forEach(look);
  };
  look(result);
  // as own properties, whatever an agent is called
  return { names: Object.fromEntries(names), places: Object.fromEntries(places) };
}

const versionAt = (agentId: string, version: number, workspace: Workspace): Cursor | undefined =>
  recordOf({ agentId, version }, workspace) ?? workspace.agent(agentId)?.versions.get(version)?.sources[0];

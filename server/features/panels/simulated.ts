import { locate } from '../../core/locate.ts';
import type { Document } from '../../core/document.ts';
import { masked } from '../../core/domain/secrets.ts';
import type { Subject } from '../../core/generated/outputs.js';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { ResolutionView, Simulated, SimulatedOf } from '../../protocol/index.ts';
import { safeValue } from '../../simulator/resolution-words.ts';
import { written } from '../../simulator/references.ts';
import type { Answer } from '../../simulator/simulation.ts';
import type { FilePlace } from '../file-place.ts';
import { placeOf } from './places.ts';
import { nameOf, resolutionView } from './resolutions.ts';

type Beside = Pick<SimulatedOf<'call', FilePlace>, 'places' | 'agents' | 'references'>;

/** What a simulation says, for a panel: its result, and beside it where all that stands which the result names. */
export function simulated(
  { subject, result, title, notes, names = {}, warnings = [] }: Answer<Subject>,
  document: Document,
  workspace: Workspace,
): Simulated<FilePlace> {
  return {
    subject,
    result: withoutCredentials(result),
    title,
    notes: [...notes, ...warnings].map(masked),
    names,
    ...besideOf(result, document, workspace),
  } as Simulated<FilePlace>;
}

/** Looks for what every result has: pointers of the file, ids of agents, resolutions. */
function besideOf(result: object, document: Document, workspace: Workspace): Beside {
  const places: Record<string, FilePlace> = {},
    agents: Record<string, Beside['agents'][string]> = {},
    references: Record<string, ResolutionView<FilePlace>> = {};
  const look = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(look);
    if (typeof value !== 'object' || value === null) return;
    const { pointer, agent_id: id, reference, file } = value as Readonly<Record<string, unknown>>;
    if (typeof pointer === 'string' && file === undefined)
      places[pointer] ??= { file: document.file, span: locate(document, pointer as `/${string}`) };
    if (typeof id === 'string') {
      agents[id] ??= agentFor(id, workspace);
      if ('steps' in value && (typeof reference === 'string' || typeof reference === 'number' || reference === null))
        references[written(id, reference)] ??= resolutionView(workspace.resolve(id, reference), workspace);
    }
    Object.values(value).forEach(look);
  };
  look(result);
  return { places, agents, references };
}

function agentFor(id: string, workspace: Workspace): Beside['agents'][string] {
  const agent = workspace.agent(id),
    own = agent?.listItems[0] ?? agent?.records[0];
  return { name: nameOf(id, workspace), place: own ? placeOf(own, workspace) : null };
}

/** A command prints what its own user gave it; a panel is seen by others too. */
function withoutCredentials<T>(value: T): T {
  const safe = (one: unknown, key: string, within: string): unknown => {
    if (typeof one === 'string') return within === 'dynamic_variables' ? safeValue(key, one) : safeText(one, key);
    if (Array.isArray(one)) return one.map(item => safe(item, key, within));
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, part]) => [name, safe(part, name, key)]));
  };
  return safe(value, '', '') as T;
}
const safeText = (text: string, key: string): string => (key === 'pointer' ? text : masked(text));

import { locate } from '../../core/locate.ts';
import type { Document } from '../../core/document.ts';
import type { Subject } from '../../core/generated/outputs.js';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { ResolutionView, Simulated, SimulatedOf } from '../../protocol/index.ts';
import { withoutCredentials } from '../../simulator/credentials.ts';
import { written } from '../../simulator/references.ts';
import type { Answer } from '../../simulator/simulation.ts';
import type { FilePlace } from '../file-place.ts';
import { placeOf } from './places.ts';
import { nameOf, resolutionView } from './resolutions.ts';

type Beside = Pick<SimulatedOf<'call', FilePlace>, 'places' | 'agents' | 'references'>;

/** The answer of a simulation for a panel: its result, and the places of everything that the result names. */
export function simulated(answer: Answer<Subject>, document: Document, workspace: Workspace): Simulated<FilePlace> {
  const { subject, result, title, notes, names = {}, warnings = [] } = withoutCredentials(answer);
  return {
    subject,
    result,
    title,
    notes: [...notes, ...warnings],
    names,
    ...besideOf(answer.result, document, workspace),
  } as Simulated<FilePlace>;
}

/** Collects what every result has: pointers of the file, ids of agents, resolutions. */
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

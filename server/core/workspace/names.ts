import { maskSecrets } from '../secrets.ts';
import { addTo } from '../json/multimap.ts';
import type { Pointer } from '../json/pointer.ts';
import type { Memory } from '../memory.ts';
import { clipped, listed } from '../wording.ts';
import { lastName } from './agents.ts';
import type { EngineKind, Place, Records } from './records.ts';
import { runnersOf } from './runners.ts';
import type { Tables, Column, InFile } from './tables.ts';

/*
 * The names of records for people: the name, with a piece of the id if other records have the same name; the id if
 * there is no name. JSON outputs use ids; every text for people uses these names.
 */

/** The parts of a workspace from which names are made. */
export interface NamingSource {
  readonly sharedMemory: Memory;
  readonly tables: Tables;
  records(file: string): Records | undefined;
  table<T extends InFile>(column: Column<T>): ReadonlyMap<string, readonly T[]>;
}
/** The maximum number of characters of a shown name, and the minimum number of characters of a piece of an id. */
const MAX_LENGTH = 40;
const MIN_PIECE_LENGTH = 4;

/**
 * The name of an agent for people: `Front desk`, or `Front desk (99b2)` if several agents have that name. All versions
 * of an agent share one name, so that two versions never look like two agents: the name in the list of agents,
 * otherwise the name of the newest version.
 * @param workspaces states of the files; the first state with a name counts
 */
export const agentName = (id: string, ...workspaces: readonly NamingSource[]): string =>
  firstOf(workspaces.map(agentNames), id);

/** The name of a version for people: `Front desk v3`, or `Front desk` without a version. */
export const versionName = (
  id: string,
  version: number | null | undefined,
  ...workspaces: readonly NamingSource[]
): string => `${agentName(id, ...workspaces)}${version == null ? '' : ` v${version}`}`;

/** A reference with the name of its agent, as on a command line: `Front desk@staging`. */
export const referenceName = (
  id: string,
  reference: string | number | null,
  ...workspaces: readonly NamingSource[]
): string => `${agentName(id, ...workspaces)}${reference === null ? '' : `@${clipped(String(reference))}`}`;

/** The name of an engine for people, after the agents that run it: `engine of Front desk`, `flow of Billing`. */
export const engineName = (kind: EngineKind, id: string, ...workspaces: readonly NamingSource[]): string =>
  firstOf(
    workspaces.map(workspace => engineNames(kind, workspace)),
    id,
  );

/** The name of a component for people: `Verify the caller`. */
export const componentName = (id: string, ...workspaces: readonly NamingSource[]): string =>
  firstOf(workspaces.map(componentNames), id);

/** The name of a record of any kind for people; the id for kinds that people know by their ids. */
export function recordName(kind: string, id: string, ...workspaces: readonly NamingSource[]): string {
  if (kind === 'agent') return agentName(id, ...workspaces);
  if (kind === 'llm' || kind === 'conversation-flow') return engineName(kind, id, ...workspaces);
  return kind === 'flow-component' ? componentName(id, ...workspaces) : clipped(id);
}

/** The name of a record with its whole id, for people who have to write the id: `Front desk (agent_99b2…)`. */
export function nameWithId(kind: string, id: string, ...workspaces: readonly NamingSource[]): string {
  const name = recordName(kind, id, ...workspaces);
  return name === clipped(id) ? name : `${name.replace(/ \([^()]*\)$/, '')} (${clipped(id)})`;
}

const firstOf = (names: readonly ReadonlyMap<string, string>[], id: string): string =>
  names.map(map => map.get(id)).find(name => name !== undefined) ?? clipped(id);

const agentNames = (workspace: NamingSource): ReadonlyMap<string, string> =>
  workspace.sharedMemory.remember(agentNames, undefined, () =>
    uniqueNames(workspace.tables.agents, ({ listItems, records }) => lastName(listItems) ?? lastName(records)),
  );

const componentNames = (workspace: NamingSource): ReadonlyMap<string, string> =>
  workspace.sharedMemory.remember(componentNames, undefined, () => uniqueNames(workspace.tables.components, lastName));

const engineNames = (kind: EngineKind, workspace: NamingSource): ReadonlyMap<string, string> =>
  workspace.sharedMemory.remember(engineNames, kind, () =>
    uniqueNames(
      workspace.tables.engines(kind),
      records => {
        const runners = records.flatMap(record => runnersOf(record, workspace)),
          agents = [...new Set(runners.flatMap(runner => agentAt(runner, workspace) ?? []))];
        const names = agents.map(id => agentNames(workspace).get(id)).filter(name => name !== undefined);
        if (names.length === 0) return undefined;
        return `${kind === 'llm' ? 'engine' : 'flow'} of ${listed(names, 'and', 1)}`;
      },
      2 * MAX_LENGTH,
    ),
  );

/** The id of the agent whose record is at a place. */
const agentAt = ({ file, pointer }: Place, workspace: NamingSource): string | undefined =>
  workspace.sharedMemory
    .remember(
      agentAt,
      file,
      () => new Map<Pointer, string>(workspace.records(file)?.agents.map(agent => [agent.pointer, agent.id])),
    )
    .get(pointer);

/** The id of the only agent or component with a name; case is ignored. */
export const idCalled = (kind: 'agent' | 'flow-component', name: string, workspace: NamingSource): string | undefined =>
  workspace.sharedMemory
    .remember(idCalled, kind, () => {
      const { agents, components } = workspace.tables,
        ids = new Map<string, string[]>();
      const add = (id: string, name: string | undefined): void => {
        if (name !== undefined) addTo(ids, name.trim().toLowerCase(), id);
      };
      if (kind === 'agent')
        for (const [id, { listItems, records }] of agents) add(id, lastName(listItems) ?? lastName(records));
      else for (const [id, records] of components) add(id, lastName(records));
      return new Map([...ids].flatMap(([name, [id, ...rest]]) => (rest.length === 0 ? [[name, id!] as const] : [])));
    })
    .get(name.trim().toLowerCase());

/** Unique names by id: a name that several records share gets a piece of the id. */
function uniqueNames<T>(
  items: ReadonlyMap<string, T>,
  nameOf: (item: T) => string | undefined,
  maxLength = MAX_LENGTH,
): ReadonlyMap<string, string> {
  const groups = new Map<string, string[]>();
  for (const [id, item] of items) {
    const name = nameOf(item);
    // only the beginning of a long name is shown, so the beginnings have to differ; mask first, because a credential
    // may not be recognizable beside other text
    if (name !== undefined && name !== id)
      addTo(groups, clipped(maskSecrets(name).trim().replace(/\s+/g, ' '), maxLength), id);
  }
  return new Map(
    [...groups].flatMap(([name, ids]) => (ids.length === 1 ? [[ids[0]!, name]] : numberedNames(name, ids))),
  );
}

function numberedNames(name: string, ids: readonly string[]): [id: string, name: string][] {
  const tails = ids.map(id => id.slice(id.lastIndexOf('_') + 1)),
    pieces = new Set(tails).size === ids.length ? tails : ids,
    sortedNames = pieces.toSorted();
  const length = sortedNames.reduce(
    (maximum, piece, i) => Math.max(maximum, commonLength(piece, sortedNames[i - 1] ?? '') + 1),
    MIN_PIECE_LENGTH,
  );
  return ids.map((id, i) => [id, `${name} (${clipped(pieces[i]!.slice(0, length))})`]);
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

import { isSamePlace, type Cursor } from '../../core/cursor.ts';
import { agentsAt } from '../../core/domain/swaps.ts';
import { transitionTo } from '../../core/domain/tools.ts';
import { engineLink } from '../../core/workspace/records.ts';
import { reservedReferences } from '../../core/workspace/version-references.ts';
import { lookupAs } from '../../core/index/lookup.ts';
import { ANY_SCOPE, scopesIn } from '../../core/index/scopes.ts';
import { entryOf, marksOf, type RecordKind } from '../../core/shapes/table.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { PositionContext } from '../context.ts';
import { sameNames, type Name } from './index-of-names.ts';
import { nameAt } from './name-at.ts';
import { locationOf, distinctPlaces, type Destination, type OccurrencePart } from './destinations.ts';

/** The maximum number of places among which a person would choose. */
const MAX_PLACES = 100;

/**
 * The definitions of the name at an offset. Those of a reference to an agent version are the record that it selects
 * and, for a tag, the state of the tag; those of an agent are its records and list items; those of a variable are the
 * places that set it. Empty if there is no name, or its definition is not in this workspace. Sorted by file and
 * offset.
 */
export function definitionsAt({ workspace, document, offset }: PositionContext): readonly Destination[] {
  const name = nameAt(document, offset);
  return name ? definitionsOf(name, workspace) : [];
}

/** The definitions of a name that is already found. */
export function definitionsOf(name: Name, workspace: Workspace): readonly Destination[] {
  return distinctPlaces(
    definersOf(name, workspace)
      .slice(0, MAX_PLACES)
      .map(({ holder, at, part }) => locationOf(holder, at, part)),
  );
}

/** A definition of a name: the whole record or property, and the cursor of the name within it. */
interface Definer {
  readonly holder: Cursor;
  readonly at: Cursor;
  readonly part?: OccurrencePart;
}

function definersOf(name: Name, workspace: Workspace): readonly Definer[] {
  switch (name.kind) {
    case 'agent':
      return agentRecords(name, workspace);
    case 'agent-version': {
      const reference = reservedReferences.includes(name.name) ? name.name : Number(name.name);
      return scopesIn(name, workspace).flatMap(agent => versionRecords(agent, reference, workspace));
    }
    case 'tag': {
      const { name: tag } = name;
      const definers = agentIdsOf(name, workspace).flatMap(agent => [
        ...tagStates(agent, tag, workspace),
        ...versionRecords(agent, tag, workspace),
      ]);
      return definers.length > 0 ? definers : tagHolders(name, workspace);
    }
    case 'llm':
    case 'conversation-flow':
      return engineRecords(name.kind, name, workspace);
    case 'llm-version':
      return versionOfEngine('llm', name, workspace);
    case 'conversation-flow-version':
      return versionOfEngine('conversation-flow', name, workspace);
    case 'variable':
      return settersOf(name, workspace);
    case 'phone-number':
      return declarations(name, workspace);
    default:
      return name.role === 'uses' ? lookupDefiners(name, name.kind, workspace) : declarations(name, workspace);
  }
}

/** The definitions of a name within a flow, an engine or an alert. */
function lookupDefiners({ at }: Name, kind: RecordKind, workspace: Workspace): Definer[] {
  const isTransition = kind === 'state' && at.marks['x-reference'] === undefined;
  const lookup = lookupAs(isTransition ? 'tool' : kind, at, workspace);
  const records = lookup?.outcome === 'found' ? lookup.records : [];
  // the platform uses the first of several records with the same name; a shared component may have several records,
  // one for each version
  const firstRecords =
    kind === 'flow-component' || kind === 'analysis-field' || isTransition ? records : records.slice(0, 1);
  return firstRecords.flatMap(record => (isTransition ? stateDefiners(record, at) : definerOf(record, kind)));
}

/** The record as a definition, with the place of its id, or of its name if it has no id. */
function definerOf(record: Cursor, kind: RecordKind): Definer {
  if (record.marks['x-identifies']?.of === kind) return { holder: record.parent ?? record, at: record };
  const keys = Object.entries(entryOf(record.entry).props ?? {});
  const ids = keys.filter(([, entry]) => marksOf(entry)['x-identifies']?.of === kind).map(([key]) => record.get(key));
  return { holder: record, at: ids.find(cursor => cursor.exists) ?? record.get('name') };
}

/** The state that is the destination of an edge; the model calls it as a tool. */
function stateDefiners(edge: Cursor, cursor: Cursor): Definer[] {
  const name = cursor.string()?.slice(transitionTo('').length);
  const states = edge.within('llm')?.get('states').items() ?? [];
  return states
    .filter(state => state.get('name').value === name)
    .map(state => ({ holder: state, at: state.get('name') }));
}

function agentRecords({ name }: Name, workspace: Workspace): Definer[] {
  const agent = workspace.agent(name);
  const records = [...(agent?.records ?? []), ...(agent?.listItems ?? [])];
  // summaries describe versions, so they define an agent only if it has no record or list item
  const cursors =
    records.length > 0
      ? records
      : [...new Set((agent?.summaries ?? []).map(summary => summary.within('agent-versions') ?? summary))];
  return cursors.map(cursor => ({ holder: cursor, at: cursor.get('agent_id') }));
}

/** The record that a reference currently selects, or its version summary if there is no record. */
function versionRecords(agentId: string, reference: string | number, workspace: Workspace): Definer[] {
  const agent = workspace.agent(agentId),
    { version } = workspace.resolve(agentId, reference);
  const sources = version === null ? [] : (agent?.versions.get(version)?.sources ?? []);
  const records = sources.filter(source => !source.is('agent-version-summary'));
  return (records.length > 0 ? records : sources).map(cursor => ({ holder: cursor, at: cursor.get('version') }));
}

/** The ids of the agents to which a tag belongs; for a filter without an agent, all agents that have the tag. */
function agentIdsOf(target: Name, workspace: Workspace): readonly string[] {
  const { name } = target;
  const agents = scopesIn(target, workspace);
  return agents.includes(ANY_SCOPE)
    ? [...workspace.agents.values()].filter(agent => agent.tags.has(name)).map(agent => agent.id)
    : agents;
}

function tagStates(agentId: string, tag: string, workspace: Workspace): Definer[] {
  const states = (workspace.agent(agentId)?.listItems ?? [])
    .map(item => item.get('tags').get(tag))
    .filter(state => state.exists);
  return states.map(cursor => ({ holder: cursor, at: cursor, part: 'key' as const }));
}

/** For a tag whose version is not in this workspace: the records that name the tag. */
function tagHolders({ at }: Name, workspace: Workspace): Definer[] {
  const lookup = at.marks['x-reference']?.to === 'tag' ? lookupAs('tag', at, workspace) : undefined;
  const records = lookup?.outcome === 'found' ? lookup.records : [];
  return records.map(cursor => ({
    holder: cursor,
    at: cursor.is('agent-settings') ? cursor.get('assigned_tags') : cursor,
  }));
}

const idKeys = { llm: 'llm_id', 'conversation-flow': 'conversation_flow_id' } as const;

/** The engine nested in the same export, which the agent runs regardless of the id in its link. */
function nestedEngine(cursor: Cursor, key: string): Definer[] {
  const agent = cursor.within('response-engine') && cursor.within('agent-settings'),
    link = agent && engineLink(agent);
  if (!link || !('nested' in link)) return [];
  const nestedValue = cursor.document.at(link.nested),
    namedCursor = nestedValue.get(key);
  return [{ holder: nestedValue, at: namedCursor.exists ? namedCursor : nestedValue }];
}

/** The version of an engine that a reference selects; if it is not in this workspace, all versions that are. */
function engineRecords(kind: keyof typeof idKeys, { name, at }: Name, workspace: Workspace): Definer[] {
  const nestedDefiners = nestedEngine(at, idKeys[kind]);
  if (nestedDefiners.length > 0) return nestedDefiners;
  const records = workspace.engines(kind).get(name) ?? [],
    version = at.sibling('version').integer();
  const exactCursors = at.marks['x-reference']
    ? records.filter(record => record.get('version').integer() === version)
    : [];
  return (exactCursors.length > 0 ? exactCursors : records).map(cursor => ({
    holder: cursor,
    at: cursor.get(idKeys[kind]),
  }));
}

function versionOfEngine(kind: keyof typeof idKeys, target: Name, workspace: Workspace): Definer[] {
  const { name } = target,
    nestedDefiners = nestedEngine(target.at, 'version');
  if (nestedDefiners.length > 0) return nestedDefiners;
  const records = scopesIn(target, workspace).flatMap(id => workspace.engines(kind).get(id) ?? []);
  return records
    .filter(record => String(record.get('version').value) === name)
    .map(cursor => ({ holder: cursor, at: cursor.get('version') }));
}

/** The definitions of names that are declared in a record; a name that is a key is defined by its property. */
function declarations(name: Name, workspace: Workspace): Definer[] {
  return sameNames(name, workspace, 'declares').map(({ at, part }) => ({
    holder: part === 'key' ? at : (at.parent ?? at),
    at,
    part,
  }));
}

/**
 * The places that set a variable and affect the given place. Tags of other agents that only share an engine do not
 * affect it. The values of single calls and tests are included only if nothing else sets the variable, or if the place
 * is within that call or test.
 */
function settersOf(name: Name, workspace: Workspace): Definer[] {
  const setters = sameNames(name, workspace, 'sets');
  const agents = new Set(agentsAt(name.at, workspace).map(agent => agent.get('agent_id').string()));
  const ownCursor = callOrTestAt(name.at);
  const names = setters.filter(({ at }) => {
    const item = at.within('agent-list-item'),
      cursor = callOrTestAt(at);
    if (cursor) return ownCursor !== undefined && isSamePlace(cursor, ownCursor);
    if (!item || agents.size === 0) return true;
    return agents.has(item.get('agent_id').string()) || isSame(item, name.at.within('agent-list-item'));
  });
  return (names.length > 0 ? names : setters).map(({ at, part }) => ({
    holder: part === 'value' ? (at.parent ?? at) : at,
    at,
    part,
  }));
}
const isSame = (a: Cursor, b: Cursor | undefined): boolean => b !== undefined && isSamePlace(a, b);
const callOrTestAt = (cursor: Cursor): Cursor | undefined => cursor.within('batch-call-task', 'test-case-definition');

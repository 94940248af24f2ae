import type { Cursor } from '../cursor.ts';
import { flowOf } from '../domain/flows.ts';
import { idCalled } from '../workspace/names.ts';
import { isPlaceholderId } from '../domain/ids.ts';
import { ownersOf, toolNamesIn, toolsOf } from '../domain/tools.ts';
import { agentIdFor, idAt } from '../workspace/version-references.ts';
import { hasEngineFiles } from '../domain/version-records.ts';
import type { Kind } from '../kinds.ts';
import type { RecordKind } from '../shapes/table.ts';
import { compareTexts } from '../wording.ts';
import type { Agent } from '../workspace/agents.ts';
import type { EngineKind, EngineRecord } from '../workspace/records.ts';
import { MapView } from '../workspace/views.ts';
import { columns } from '../workspace/tables.ts';
import { collect, type Workspace } from '../workspace/workspace.ts';
import {
  chainNamespaces,
  mapNamespace,
  emptyNamespace,
  absenceIn,
  type Absence,
  type KnownNames,
  type Namespace,
} from './namespace.ts';
import { analysisFieldsFor } from './analysis-fields.ts';
import { addTo, groupBy } from '../json/multimap.ts';

const emptyList: readonly never[] = [];

/** The names of a kind of record that are valid at a place. */
export const namespaceOf = (kind: RecordKind, place: Cursor, workspace: Workspace): Namespace =>
  byKind[kind](place, workspace);

type Finder = (place: Cursor, workspace: Workspace) => Namespace;

const byKind: Readonly<Record<RecordKind, Finder>> = {
  agent: agents,
  'agent-version': agentVersions,
  tag: tags,
  llm: engines('llm'),
  'conversation-flow': engines('conversation-flow'),
  'llm-version': engineVersions('llm'),
  'conversation-flow-version': engineVersions('conversation-flow'),
  'flow-component': components,
  node: nodes,
  tool: tools,
  mcp: servers,
  state: states,
  'analysis-field': analysisFields,
  'phone-number': phoneNumbers,
};

type Complete = Workspace['facts']['complete'][number];

/**
 * The meaning of the absence of a platform-wide record: `missing` only if the workspace has all records of these
 * kinds.
 */
function absenceOf(workspace: Workspace, hasAny: boolean, ...kinds: readonly (Kind & Complete)[]): Absence {
  if (workspace.unread(...kinds).length > 0) return 'unread';
  if (workspace.isComplete(...kinds)) return 'missing';
  return hasAny ? 'not-here' : 'none-here';
}

/** The names to suggest: placeholder ids are left out, although references to them are resolved. */
const realNames = (names: KnownNames, workspace: Workspace): KnownNames =>
  workspace.sharedMemory.remember(realNames, names, () => {
    const realNames = [...names.keys()].filter(name => !isPlaceholderId(name));
    return realNames.length === names.size ? names : new Set(realNames);
  });

function agents(_: Cursor, workspace: Workspace): Namespace {
  const agentsById = workspace.agents;
  return {
    has: id => agentsById.has(id),
    records: id => recordsOfAgent(agentsById.get(id)),
    names: () => realNames(workspace.tables.agents, workspace),
    get absence() {
      return absenceOf(workspace, agentsById.size > 0, 'agent', 'agent-list');
    },
    idByName: name => idCalled('agent', name, workspace),
    isGenerated: true,
  };
}

/** The agent's own records and list items; version summaries only if there are no others. */
function recordsOfAgent(agent: Agent | undefined): readonly Cursor[] {
  if (!agent) return emptyList;
  const ownRecords = [...agent.listItems, ...agent.records];
  return ownRecords.length > 0 ? ownRecords : agent.summaries;
}

/** The numbers of an agent's versions; `resolve` handles tags and reserved names. */
function agentVersions(place: Cursor, workspace: Workspace): Namespace {
  const id = agentIdFor(place);
  const agent = id === undefined ? undefined : workspace.agent(id);
  const versions = new Map([...(agent?.versions ?? [])].map(([number, { sources }]) => [String(number), sources]));
  return mapNamespace(versions, agent?.versionsComplete ? 'missing' : 'not-here');
}

/**
 * The tags of the agent named beside the place, if the mark of the place has `of`; otherwise the tags of all agents.
 */
function tags(place: Cursor, workspace: Workspace): Namespace {
  const targetKind = place.marks['x-reference']?.of;
  const id = targetKind === undefined ? undefined : agentIdFor(place);
  const ownAgent = id === undefined ? undefined : workspace.agent(id);
  if (targetKind !== undefined && !ownAgent) return emptyNamespace;
  const holders = ownAgent ? tagHolders([ownAgent]) : holdersOfTags(workspace);
  const map = new MapView(holders, (ids, name) => ids.map(id => workspace.agent(id)!.tags.get(name)!.source));
  const tagKnowledge = ownAgent ? knownTagsOf([ownAgent]) : knownTags(workspace);
  return mapNamespace(map, absenceOfTags(tagKnowledge, workspace), { names: () => holders });
}

const holdersOfTags = (workspace: Workspace): ReadonlyMap<string, readonly string[]> =>
  workspace.sharedMemory.remember(holdersOfTags, undefined, () => tagHolders(workspace.agents.values()));
type KnownTags = 'all' | 'some' | 'none';
/** Whether all tags are known for all, some or none of the agents. */
const knownTags = (workspace: Workspace): KnownTags =>
  workspace.sharedMemory.remember(knownTags, undefined, () => knownTagsOf(workspace.agents.values()));
function knownTagsOf(agents: Iterable<Agent>): KnownTags {
  const answers = new Set(Array.from(agents, agent => agent.tagsComplete));
  if (!answers.has(true)) return 'none';
  return answers.has(false) ? 'some' : 'all';
}

/** The sorted ids of the agents that have a tag, by tag name. */
function tagHolders(agents: Iterable<Agent>): Map<string, string[]> {
  const holders = new Map<string, string[]>();
  for (const agent of agents) for (const name of agent.tags.keys()) addTo(holders, name, agent.id);
  return new Map([...holders].sort(([a], [b]) => compareTexts(a, b)));
}

function absenceOfTags(tags: KnownTags | undefined, workspace: Workspace): Absence {
  if (workspace.isComplete('tag')) return 'missing';
  if (tags === 'none') return 'none-here';
  return workspace.isComplete('agent') && tags === 'all' ? 'missing' : 'not-here';
}

function engines(kind: EngineKind): Finder {
  return (place, workspace) => {
    const engines = workspace.engines(kind);
    return mapNamespace(engines, absenceOf(workspace, hasEngineFiles(workspace, kind), kind), {
      has: id => engines.has(id) || nestedEngine(place, workspace) !== undefined,
      records: id => engines.get(id) ?? [nestedEngine(place, workspace)].filter(engine => engine !== undefined),
      names: () => realNames(workspace.tables.engines(kind), workspace),
      isGenerated: true,
    });
  };
}

/** The engine inside an agent's own file. `response_engine` always means this engine, regardless of its id. */
function nestedEngine(place: Cursor, workspace: Workspace): Cursor | undefined {
  const agent = place.parent?.is('response-engine') ? place.parent.parent : undefined;
  if (!agent || workspace.engineFile(agent) !== place.document.file) return undefined;
  const engine = workspace.engineOf(agent);
  return engine?.document === place.document ? engine : undefined;
}

function engineVersions(kind: EngineKind): Finder {
  return (place, workspace) => {
    const { of } = place.marks['x-reference'] ?? {};
    const id = of === undefined ? undefined : idAt(place.sibling(of));
    if (id === undefined) return emptyNamespace;
    const nestedRecord = nestedEngine(place, workspace);
    if (nestedRecord) return mapNamespace(groupByVersion([nestedRecord]), 'unidentified');
    const places = workspace.tables.engines(kind).get(id) ?? emptyList;
    const versions = workspace.sharedMemory.remember(engineVersions, places, () => placesByVersion(places));
    const records = new MapView(versions, list => list.map(workspace.at));
    const absentNamespace = (absence: Absence): Namespace => mapNamespace(records, absence, { names: () => versions });
    const { complete } = workspace.facts,
      isComplete = complete.includes(kind);
    if (!isComplete && !hasEngineFiles(workspace, kind)) return absentNamespace('none-here');
    if (complete.includes(`${kind}-version` as const)) return absentNamespace('missing');
    if (places.length === 0) return absentNamespace('none-here');
    const isUnnumbered = workspace.sharedMemory.remember(placesByVersion, places, () =>
      places.some(({ version }) => version === undefined),
    );
    if (isUnnumbered) return absentNamespace('unidentified');
    return absentNamespace(isComplete && workspace.unread(kind).length === 0 ? 'missing' : 'not-here');
  };
}
const groupByVersion = (records: readonly Cursor[]): Map<string, Cursor[]> =>
  groupBy(records, record => record.get('version').integer()?.toString());

const placesByVersion = (places: readonly EngineRecord[]): ReadonlyMap<string, readonly EngineRecord[]> =>
  groupBy(places, ({ version }) => version?.toString());

const COMPONENT = 'conversation_flow_component_id';

/** Whether any shared component has a separate file. */
const hasComponentFiles = (workspace: Workspace): boolean => workspace.table(columns.ownFiles).has('flow-component');

/** The ids of the components in a flow and of the shared components. */
function namesOfBoth(ownNamespace: Namespace, workspace: Workspace): KnownNames {
  const ownNames = ownNamespace.names();
  const sharedNames = realNames(workspace.tables.components, workspace);
  if (ownNames.size === 0) return sharedNames;
  return workspace.memory.remember(namesOfBoth, ownNames, () => new Set([...ownNames.keys(), ...sharedNames.keys()]));
}

/** The components of the flow and of the account. Even a component that a node marks as local may be shared. */
function components(place: Cursor, workspace: Workspace): Namespace {
  const owners = ownersOf(place);
  const sharedComponents = workspace.components;
  const type = place.sibling('component_type').value;
  const isLocal = type === 'local';
  const localNamespace = chainNamespaces(owners, owner =>
    owner.remember(localComponents, () => localComponents(owner)),
  );
  const ownNamespace = type === 'shared' ? emptyNamespace : localNamespace;
  return {
    has: id => ownNamespace.has(id) || sharedComponents.has(id),
    records: id =>
      ownNamespace.has(id) ? ownNamespace.records(id) : (sharedComponents.get(id) ?? emptyList).toReversed(),
    names: () => (isLocal ? localNamespace.names() : namesOfBoth(ownNamespace, workspace)),
    get absence() {
      return isLocal ? localNamespace.absence : absenceOf(workspace, hasComponentFiles(workspace), 'flow-component');
    },
    idByName: name =>
      ownNamespace.idByName?.(name) ?? (isLocal ? undefined : idCalled('flow-component', name, workspace)),
    ...(isLocal && localNamespace.nearest && { nearest: localNamespace.nearest }),
    isGenerated: true,
  };
}

function localComponents(owner: Cursor): Namespace | undefined {
  const list = owner.get('components');
  if (!list.isArray) return undefined;
  const components = list.items(),
    idOf = (component: Cursor): string | undefined => component.get(COMPONENT).string();
  const absence = components.every(idOf) ? absenceIn(owner) : 'unidentified';
  return mapNamespace(groupBy(components, idOf), absence, {
    idByName: name => {
      const [onlyComponent, ...otherComponents] = components.filter(
        component => component.get('name').string() === name,
      );
      return onlyComponent && otherComponents.length === 0 ? idOf(onlyComponent) : undefined;
    },
  });
}

/** The nodes of the flow or component around a place. Nodes of an outer flow do not count. */
function nodes(place: Cursor): Namespace {
  const owner = place.within('conversation-flow', 'flow-component');
  return owner ? owner.remember(nodes, () => nodesOf(owner)) : emptyNamespace;
}
function nodesOf(owner: Cursor): Namespace {
  const list = owner.get('nodes');
  const flow = flowOf(owner);
  const absence = flow.hasNamelessNode ? 'unidentified' : absenceIn(owner);
  return {
    has: id => flow.nodes.has(id),
    records: id => (flow.nodes.has(id) ? [list.get(flow.nodes.get(id)!)] : emptyList),
    names: () => flow.nodes,
    absence: list.isArray ? absence : 'no-list',
  };
}

/** The tools by `tool_id`, or by name if they have no id. A component also uses the tools of its flow. */
function tools(place: Cursor, workspace: Workspace): Namespace {
  if (place.within('tool-mock')) return mockedTools(place, workspace);
  if (place.sibling('tool_type').value === 'shared') return { ...emptyNamespace, absence: 'shared' };
  const owners = ownersOf(place);
  return chainNamespaces(owners, owner => owner.remember(tools, () => toolsIn(owner)));
}

function toolsIn(owner: Cursor): Namespace | undefined {
  if (!owner.get('tools').isArray) return undefined;
  const toolsByName = toolsOf(owner);
  const byName = new Map([...toolsByName].reverse().map(([id, tool]) => [tool.get('name').string(), id]));
  const records = new MapView(toolsByName, tool => [tool]);
  // the platform gives an id to a tool without one, so any id may belong to this tool
  const isNamed = owner
    .get('tools')
    .items()
    .every(tool => tool.get('tool_id').string());
  const absence = isNamed ? absenceIn(owner) : 'not-here';
  return mapNamespace(records, absence, { names: () => toolsByName, idByName: name => byName.get(name) });
}

const serverPaths = {
  llm: '/mcps/*',
  'conversation-flow': '/mcps/*',
  'flow-component': '/mcps/*',
  'component-node': '',
  'function-node': '',
  'mcp-tool': '',
} as const;

/**
 * The tools of the tested engine, for a mock. The tools of MCP servers, the tools of shared components, and shared
 * tools are not listed in any file.
 */
function mockedTools(place: Cursor, workspace: Workspace): Namespace {
  const test = place.within('test-case-definition');
  const engine = test && workspace.engineOf(test);
  if (!engine) return emptyNamespace;
  const names = toolNamesIn(engine);
  const hasOthers = collect(engine.document, serverPaths).some(server => {
    if (server.is('component-node')) return server.get('component_type').value !== 'local';
    return !server.is('function-node') || server.get('tool_type').value === 'shared';
  });
  return {
    has: name => names.has(name),
    records: name => [names.get(name)].filter(tool => tool !== undefined),
    names: () => names,
    absence: hasOthers ? 'shared' : absenceIn(engine),
  };
}

function servers(place: Cursor): Namespace {
  return chainNamespaces(ownersOf(place), owner => owner.remember(servers, () => serversOf(owner)));
}

function serversOf(owner: Cursor): Namespace | undefined {
  const list = owner.get('mcps');
  if (!list.isArray) return undefined;
  const idOf = (server: Cursor): string | undefined => server.get('id').string();
  const listItems = list.items();
  const byName = new Map([...listItems].reverse().map(server => [server.get('name').string(), idOf(server)]));
  // the platform gives an id to a server without one, so any id may belong to this server
  const absence = listItems.some(server => !idOf(server)) ? 'unidentified' : absenceIn(owner);
  return mapNamespace(groupBy(listItems, idOf), absence, { idByName: name => byName.get(name) });
}

function states(place: Cursor): Namespace {
  const engine = place.within('llm');
  if (!engine) return emptyNamespace;
  return engine.remember(states, () => {
    const list = engine.get('states');
    if (!list.isArray && !list.isNull) return { ...emptyNamespace, absence: 'no-list' };
    const listItems = list.items(),
      nameOf = (state: Cursor): string | undefined => state.get('name').string();
    return mapNamespace(groupBy(listItems, nameOf), listItems.every(nameOf) ? absenceIn(engine) : 'unidentified');
  });
}

/**
 * The fields that the agents of a filter extract (of all agents if the filter names none), and the fields that the
 * platform extracts on its own.
 */
function analysisFields(place: Cursor, workspace: Workspace): Namespace {
  const { definitions, names, presets } = analysisFieldsFor(place.within('alert-filter'), workspace);
  const isComplete = workspace.facts.complete.includes('analysis-field');
  const hasAny = analysisFieldsFor(undefined, workspace).definitions.size > 0;
  const absence = hasAny ? 'not-here' : 'none-here';
  return {
    has: name => definitions.has(name) || presets.includes(name),
    records: name => definitions.get(name) ?? emptyList,
    names: () => names,
    absence: isComplete ? 'missing' : absence,
  };
}

/** The phone numbers of the account. The number of a callee is in no file. */
function phoneNumbers(_: Cursor, workspace: Workspace): Namespace {
  const numbers = workspace.phoneNumbers;
  return mapNamespace(numbers, absenceOf(workspace, numbers.size > 0, 'phone-number'), {
    names: () => realNames(workspace.tables.phoneNumbers, workspace),
  });
}

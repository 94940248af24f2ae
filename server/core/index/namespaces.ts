import type { Cursor } from '../cursor.ts';
import { flowOf } from '../domain/flows.ts';
import { idCalled } from '../workspace/names.ts';
import { isPlaceholderId } from '../domain/ids.ts';
import { ownersOf, toolNamesIn, toolsOf } from '../domain/tools.ts';
import { agentIdFor, idAt } from '../workspace/version-references.ts';
import { keepsEngines } from '../domain/version-records.ts';
import type { Kind } from '../kinds.ts';
import type { RecordKind } from '../shapes/table.ts';
import { compareTexts } from '../wording.ts';
import type { Agent } from '../workspace/agents.ts';
import type { EngineKind, EngineRecord } from '../workspace/records.ts';
import { MapView } from '../workspace/views.ts';
import { columns } from '../workspace/tables.ts';
import { collect, type Workspace } from '../workspace/workspace.ts';
import { chained, mapped, nowhere, provenIn, type Absence, type KnownNames, type Namespace } from './namespace.ts';
import { analysisFieldsFor } from './analysis-fields.ts';
import { addTo, grouped } from '../json/multimap.ts';

const none: readonly never[] = [];

/** What the name of a kind of record can mean at a place. */
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

/** For platform-wide records: whether an unknown name is missing depends on whether all of them are here. */
function absenceOf(workspace: Workspace, hasAny: boolean, ...kinds: readonly (Kind & Complete)[]): Absence {
  if (workspace.unread(...kinds).length > 0) return 'unread';
  if (workspace.isComplete(...kinds)) return 'missing';
  return hasAny ? 'not-here' : 'none-here';
}

/** The names to offer: without placeholders, although a reference may lead to a record with one. */
const realNames = (names: KnownNames, workspace: Workspace): KnownNames =>
  workspace.shared.remember(realNames, names, () => {
    const real = [...names.keys()].filter(name => !isPlaceholderId(name));
    return real.length === names.size ? names : new Set(real);
  });

function agents(_: Cursor, workspace: Workspace): Namespace {
  const all = workspace.agents;
  return {
    has: id => all.has(id),
    records: id => recordsOfAgent(all.get(id)),
    names: () => realNames(workspace.tables.agents, workspace),
    get absence() {
      return absenceOf(workspace, all.size > 0, 'agent', 'agent-list');
    },
    called: name => idCalled('agent', name, workspace),
    generated: true,
  };
}

/** Version summaries mention an agent only if nothing else does. */
function recordsOfAgent(agent: Agent | undefined): readonly Cursor[] {
  if (!agent) return none;
  const own = [...agent.listItems, ...agent.records];
  return own.length > 0 ? own : agent.summaries;
}

/** Numbers only; `resolve` handles words. */
function agentVersions(place: Cursor, workspace: Workspace): Namespace {
  const id = agentIdFor(place);
  const agent = id === undefined ? undefined : workspace.agent(id);
  const versions = new Map([...(agent?.versions ?? [])].map(([number, { sources }]) => [String(number), sources]));
  return mapped(versions, agent?.versionsComplete ? 'missing' : 'not-here');
}

/** With `of`, the tags of the agent named beside the place; otherwise those of all agents. */
function tags(place: Cursor, workspace: Workspace): Namespace {
  const of = place.marks['x-reference']?.of;
  const id = of === undefined ? undefined : agentIdFor(place);
  const own = id === undefined ? undefined : workspace.agent(id);
  if (of !== undefined && !own) return nowhere;
  const holders = own ? tagHolders([own]) : holdersOfTags(workspace);
  const map = new MapView(holders, (ids, name) => ids.map(one => workspace.agent(one)!.tags.get(name)!.source));
  const telling = own ? tellingOf([own]) : tellers(workspace);
  return mapped(map, absenceOfTags(telling, workspace), { names: () => holders });
}

const holdersOfTags = (workspace: Workspace): ReadonlyMap<string, readonly string[]> =>
  workspace.shared.remember(holdersOfTags, undefined, () => tagHolders(workspace.agents.values()));
type Telling = 'all' | 'some' | 'none';
/** The number of agents whose tags are all known. */
const tellers = (workspace: Workspace): Telling =>
  workspace.shared.remember(tellers, undefined, () => tellingOf(workspace.agents.values()));
function tellingOf(agents: Iterable<Agent>): Telling {
  const answers = new Set(Array.from(agents, agent => agent.tagsComplete));
  if (!answers.has(true)) return 'none';
  return answers.has(false) ? 'some' : 'all';
}

/** Ids of the agents that have a tag, by tag name, sorted. */
function tagHolders(among: Iterable<Agent>): Map<string, string[]> {
  const holders = new Map<string, string[]>();
  for (const agent of among) for (const name of agent.tags.keys()) addTo(holders, name, agent.id);
  return new Map([...holders].sort(([a], [b]) => compareTexts(a, b)));
}

function absenceOfTags(telling: Telling | undefined, workspace: Workspace): Absence {
  if (workspace.isComplete('tag')) return 'missing';
  if (telling === 'none') return 'none-here';
  return workspace.isComplete('agent') && telling === 'all' ? 'missing' : 'not-here';
}

function engines(kind: EngineKind): Finder {
  return (place, workspace) => {
    const all = workspace.engines(kind);
    return mapped(all, absenceOf(workspace, keepsEngines(workspace, kind), kind), {
      has: id => all.has(id) || nestedEngine(place, workspace) !== undefined,
      records: id => all.get(id) ?? [nestedEngine(place, workspace)].filter(engine => engine !== undefined),
      names: () => realNames(workspace.tables.engines(kind), workspace),
      generated: true,
    });
  };
}

/** An engine inside an agent's own file is the one that its `response_engine` names, whatever its id. */
function nestedEngine(place: Cursor, workspace: Workspace): Cursor | undefined {
  const agent = place.parent?.is('response-engine') ? place.parent.parent : undefined;
  const engine = agent && workspace.engineOf(agent);
  return engine?.document === place.document ? engine : undefined;
}

function engineVersions(kind: EngineKind): Finder {
  return (place, workspace) => {
    const { of } = place.marks['x-reference'] ?? {};
    const id = of === undefined ? undefined : idAt(place.sibling(of));
    if (id === undefined) return nowhere;
    const nested = nestedEngine(place, workspace);
    if (nested) return mapped(byVersion([nested]), 'unidentified');
    const places = workspace.tables.engines(kind).get(id) ?? none;
    const versions = workspace.shared.remember(engineVersions, places, () => placesByVersion(places));
    const records = new MapView(versions, list => list.map(workspace.at));
    const absent = (absence: Absence): Namespace => mapped(records, absence, { names: () => versions });
    const { complete } = workspace.facts,
      isComplete = complete.includes(kind);
    if (!isComplete && !keepsEngines(workspace, kind)) return absent('none-here');
    if (complete.includes(`${kind}-version` as const)) return absent('missing');
    if (places.length === 0) return absent('none-here');
    const isUnnumbered = workspace.shared.remember(placesByVersion, places, () =>
      places.some(({ version }) => version === undefined),
    );
    if (isUnnumbered) return absent('unidentified');
    return absent(isComplete && workspace.unread(kind).length === 0 ? 'missing' : 'not-here');
  };
}
const byVersion = (records: readonly Cursor[]): Map<string, Cursor[]> =>
  grouped(records, record => record.get('version').integer()?.toString());

const placesByVersion = (places: readonly EngineRecord[]): ReadonlyMap<string, readonly EngineRecord[]> =>
  grouped(places, ({ version }) => version?.toString());

const COMPONENT = 'conversation_flow_component_id';

/** Whether any shared component has a file of its own. */
const keepsComponents = (workspace: Workspace): boolean => workspace.table(columns.ownFiles).has('flow-component');

/** The ids of the flow's own components and of shared ones. */
function namesOfBoth(own: Namespace, workspace: Workspace): KnownNames {
  const local = own.names();
  const shared = realNames(workspace.tables.components, workspace);
  if (local.size === 0) return shared;
  return workspace.memory.remember(namesOfBoth, local, () => new Set([...local.keys(), ...shared.keys()]));
}

/** A component of the flow itself or of the account; a component that a node marks as local may still be shared. */
function components(place: Cursor, workspace: Workspace): Namespace {
  const owners = ownersOf(place);
  const shared = workspace.components;
  const type = place.sibling('component_type').value;
  const isLocal = type === 'local';
  const local = chained(owners, owner => owner.remember(localComponents, () => localComponents(owner)));
  const own = type === 'shared' ? nowhere : local;
  return {
    has: id => own.has(id) || shared.has(id),
    records: id => (own.has(id) ? own.records(id) : (shared.get(id) ?? none).toReversed()),
    names: () => (isLocal ? local.names() : namesOfBoth(own, workspace)),
    get absence() {
      return isLocal ? local.absence : absenceOf(workspace, keepsComponents(workspace), 'flow-component');
    },
    called: name => own.called?.(name) ?? (isLocal ? undefined : idCalled('flow-component', name, workspace)),
    ...(isLocal && local.nearest && { nearest: local.nearest }),
    generated: true,
  };
}

function localComponents(owner: Cursor): Namespace | undefined {
  const list = owner.get('components');
  if (!list.isArray) return undefined;
  const components = list.items(),
    idOf = (component: Cursor): string | undefined => component.get(COMPONENT).string();
  return mapped(grouped(components, idOf), components.every(idOf) ? provenIn(owner, 'missing') : 'unidentified', {
    called: name => {
      const [only, ...others] = components.filter(one => one.get('name').string() === name);
      return only && others.length === 0 ? idOf(only) : undefined;
    },
  });
}

/** Nodes are looked up in their own flow or component, not in the enclosing one. */
function nodes(place: Cursor): Namespace {
  const owner = place.within('conversation-flow', 'flow-component');
  return owner ? owner.remember(nodes, () => nodesOf(owner)) : nowhere;
}
function nodesOf(owner: Cursor): Namespace {
  const list = owner.get('nodes');
  const flow = flowOf(owner);
  const absence = flow.nameless ? 'unidentified' : provenIn(owner, 'missing');
  return {
    has: id => flow.nodes.has(id),
    records: id => (flow.nodes.has(id) ? [list.get(flow.nodes.get(id)!)] : none),
    names: () => flow.nodes,
    absence: list.isArray ? absence : 'no-list',
  };
}

/** Tools are named by `tool_id`, or by name if they have none; a component also sees its flow's tools. */
function tools(place: Cursor, workspace: Workspace): Namespace {
  if (place.within('tool-mock')) return mockedTools(place, workspace);
  if (place.sibling('tool_type').value === 'shared') return { ...nowhere, absence: 'shared' };
  const owners = ownersOf(place);
  return chained(owners, owner => owner.remember(tools, () => toolsIn(owner)));
}

function toolsIn(owner: Cursor): Namespace | undefined {
  if (!owner.get('tools').isArray) return undefined;
  const listed = toolsOf(owner);
  const byName = new Map([...listed].reverse().map(([id, tool]) => [tool.get('name').string(), id]));
  const records = new MapView(listed, tool => [tool]);
  // the platform gives an id to a tool without one
  const isNamed = owner
    .get('tools')
    .items()
    .every(tool => tool.get('tool_id').string());
  const absence = isNamed ? provenIn(owner, 'missing') : 'not-here';
  return mapped(records, absence, { names: () => listed, called: name => byName.get(name) });
}

const elsewhere = {
  llm: '/mcps/*',
  'conversation-flow': '/mcps/*',
  'flow-component': '/mcps/*',
  'component-node': '',
  'function-node': '',
  'mcp-tool': '',
} as const;

/**
 * A mock names a tool of the tested engine. Those of MCP servers, shared components and shared tools are not listed
 * anywhere.
 */
function mockedTools(place: Cursor, workspace: Workspace): Namespace {
  const test = place.within('test-case-definition');
  const engine = test && workspace.engineOf(test);
  if (!engine) return nowhere;
  const names = toolNamesIn(engine);
  const hasOthers = collect(engine.document, elsewhere).some(one => {
    if (one.is('component-node')) return one.get('component_type').value !== 'local';
    return !one.is('function-node') || one.get('tool_type').value === 'shared';
  });
  return {
    has: name => names.has(name),
    records: name => [names.get(name)].filter(tool => tool !== undefined),
    names: () => names,
    absence: hasOthers ? 'shared' : provenIn(engine, 'missing'),
  };
}

function servers(place: Cursor): Namespace {
  return chained(ownersOf(place), owner => owner.remember(servers, () => serversOf(owner)));
}

function serversOf(owner: Cursor): Namespace | undefined {
  const list = owner.get('mcps');
  if (!list.isArray) return undefined;
  const idOf = (server: Cursor): string | undefined => server.get('id').string();
  const listed = list.items();
  const byName = new Map([...listed].reverse().map(server => [server.get('name').string(), idOf(server)]));
  // a server without an id gets one from the platform, so any id may be its own
  const absence = listed.some(server => !idOf(server)) ? 'unidentified' : provenIn(owner, 'missing');
  return mapped(grouped(listed, idOf), absence, { called: name => byName.get(name) });
}

function states(place: Cursor): Namespace {
  const engine = place.within('llm');
  if (!engine) return nowhere;
  return engine.remember(states, () => {
    const list = engine.get('states');
    if (!list.isArray && !list.isNull) return { ...nowhere, absence: 'no-list' };
    const listed = list.items(),
      nameOf = (state: Cursor): string | undefined => state.get('name').string();
    return mapped(grouped(listed, nameOf), listed.every(nameOf) ? provenIn(engine, 'missing') : 'unidentified');
  });
}

/**
 * Fields that the filter's agents extract, or any agent's if it names none, plus what the platform extracts on its own.
 */
function analysisFields(place: Cursor, workspace: Workspace): Namespace {
  const { definitions, names, presets } = analysisFieldsFor(place.within('alert-filter'), workspace);
  const isComplete = workspace.facts.complete.includes('analysis-field');
  const hasAny = analysisFieldsFor(undefined, workspace).definitions.size > 0;
  const absence = hasAny ? 'not-here' : 'none-here';
  return {
    has: name => definitions.has(name) || presets.includes(name),
    records: name => definitions.get(name) ?? none,
    names: () => names,
    absence: isComplete ? 'missing' : absence,
  };
}

/** Numbers belong to the account; the number of a callee is not in any file. */
function phoneNumbers(_: Cursor, workspace: Workspace): Namespace {
  const all = workspace.phoneNumbers;
  return mapped(all, absenceOf(workspace, all.size > 0, 'phone-number'), {
    names: () => realNames(workspace.tables.phoneNumbers, workspace),
  });
}

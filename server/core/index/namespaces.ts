import type { Cursor } from '../cursor.ts';
import { flowOf } from '../domain/flows.ts';
import { ownersOf, toolNamesIn, toolsOf } from '../domain/tools.ts';
import { agentIdFor, idAt } from '../domain/version-references.ts';
import { keepsEngines } from '../domain/version-records.ts';
import type { RecordKind } from '../shapes.ts';
import type { AgentFacts } from '../workspace/agents.ts';
import type { EngineKind } from '../workspace/records.ts';
import { MapView } from '../workspace/views.ts';
import { collect, type Workspace } from '../workspace/workspace.ts';
import { analysisFieldsFor } from './analysis-fields.ts';

/** What it means that a name is not among those that the files hold. */
export type Absence =
  /** The files hold all there are, so there is none. */
  | 'missing'
  /** There are others of its kind, and nothing says that they are all. */
  | 'not-here'
  /** There is no record of its kind at all. */
  | 'none-here'
  /** The flow or engine around the place has no list of them: the file may be a part of one. */
  | 'no-list'
  /** One of those that are listed has no identity, so it may be the one that is meant. */
  | 'unidentified'
  /** It is kept by the platform alone. */
  | 'shared'
  /** The place is in nothing that could hold them. */
  | 'nowhere';

/** Names that are there; a map stands for its keys. */
export type Known = ReadonlyMap<string, unknown> | ReadonlySet<string>;

/** The names that mean something at a place, and what they mean. */
export interface Namespace {
  has(name: string): boolean;
  /** The records of a name, the best evidence first. */
  records(name: string): readonly Cursor[];
  /** The same collection each time is searched faster. */
  names(): Known;
  readonly absence: Absence;
  /** Whether names are made by the platform, so that only their ends tell. */
  readonly generated?: boolean;
  /** A name that was meant for a better reason than its letters; else the spelling decides. */
  nearest?(name: string): string | undefined;
}

const none: readonly never[] = [];
const nobody: ReadonlySet<string> = new Set();

/** What a name of a record of a kind can mean at a place. */
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

const nowhere: Namespace = { has: () => false, records: () => none, names: () => nobody, absence: 'nowhere' };

/** Records by name; those without one are left out. */
function grouped(named: Iterable<readonly [string | undefined, Cursor]>): Map<string, Cursor[]> {
  const groups = new Map<string, Cursor[]>();
  for (const [name, record] of named) {
    if (name === undefined || name === '') continue;
    const group = groups.get(name);
    if (group) group.push(record);
    else groups.set(name, [record]);
  }
  return groups;
}
/** What a list of a document says is read once, however many places refer to it. */
const once = <T>(owner: Cursor, computation: object, compute: () => T): T =>
  owner.document.memory.remember(computation, owner.value, compute);

/** A namespace that is a map of records. */
function mapped(
  map: ReadonlyMap<string, readonly Cursor[]>,
  absence: Absence,
  more: Partial<Namespace> = {},
): Namespace {
  return {
    has: name => map.has(name),
    records: name => map.get(name) ?? none,
    names: () => map,
    absence,
    ...more,
  };
}

/** Of records of the whole platform: whether a name that is in no file is missing depends on whether all are here. */
function absenceOf({ facts }: Workspace, hasAny: boolean, ...kinds: Workspace['facts']['complete']): Absence {
  if (kinds.some(kind => facts.complete.includes(kind))) return 'missing';
  return hasAny ? 'not-here' : 'none-here';
}

function agents(_: Cursor, workspace: Workspace): Namespace {
  const all = workspace.agents;
  return {
    has: id => all.has(id),
    records: id => recordsOfAgent(all.get(id)),
    names: () => workspace.tables.agents,
    absence: absenceOf(workspace, all.size > 0, 'agent', 'agent-list'),
    generated: true,
  };
}

/** Version summaries tell of the agent only where nothing else does. */
function recordsOfAgent(agent: AgentFacts | undefined): readonly Cursor[] {
  if (!agent) return none;
  const own = [...agent.listItems, ...agent.records];
  return own.length > 0 ? own : agent.summaries;
}

/** Numbers only: words are followed by `resolve`. */
function agentVersions(place: Cursor, workspace: Workspace): Namespace {
  const id = agentIdFor(place);
  const agent = id === undefined ? undefined : workspace.agent(id);
  const versions = new Map([...(agent?.versions ?? [])].map(([number, { sources }]) => [String(number), sources]));
  return mapped(versions, agent?.versionsComplete ? 'missing' : 'not-here');
}

/** With `of` the tags of the agent that is named beside the place, else those of all agents. */
function tags(place: Cursor, workspace: Workspace): Namespace {
  const of = place.marks['x-reference']?.of;
  const id = of === undefined ? undefined : agentIdFor(place);
  const own = id === undefined ? undefined : workspace.agent(id);
  if (of !== undefined && !own) return nowhere;
  const among = own ? [own] : [...workspace.agents.values()];
  const holders = own ? tagHolders(among) : workspace.shared.remember(tags, undefined, () => tagHolders(among));
  const map = new MapView(holders, (ids, name) => ids.map(one => workspace.agent(one)!.tags.get(name)!.source));
  return mapped(map, absenceOfTags(among, workspace), { names: () => holders });
}

/** Ids of the agents that have a tag, by its name. */
function tagHolders(among: readonly AgentFacts[]): Map<string, string[]> {
  const holders = new Map<string, string[]>();
  for (const agent of among)
    for (const name of agent.tags.keys()) {
      const others = holders.get(name);
      if (others) others.push(agent.id);
      else holders.set(name, [agent.id]);
    }
  return holders;
}

function absenceOfTags(among: readonly AgentFacts[], { facts }: Workspace): Absence {
  if (facts.complete.includes('tag')) return 'missing';
  if (!among.some(agent => agent.tagsComplete)) return 'none-here';
  return facts.complete.includes('agent') && among.every(agent => agent.tagsComplete) ? 'missing' : 'not-here';
}

function engines(kind: EngineKind): Finder {
  return (place, workspace) => {
    const all = workspace.engines(kind);
    return mapped(all, absenceOf(workspace, keepsEngines(workspace, kind), kind), {
      has: id => all.has(id) || nestedEngine(place, workspace) !== undefined,
      records: id => all.get(id) ?? [nestedEngine(place, workspace)].filter(engine => engine !== undefined),
      names: () => workspace.tables.engines[kind],
      generated: true,
    });
  };
}

/** The engine that an agent's own file holds is the one that its `response_engine` names, whatever its id. */
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
    const records = nested ? [nested] : (workspace.engines(kind).get(id) ?? none);
    const map = grouped(records.map(record => [record.get('version').integer()?.toString(), record]));
    if (nested) return mapped(map, 'unidentified');
    if (!workspace.facts.complete.includes(kind) && !keepsEngines(workspace, kind)) return mapped(map, 'none-here');
    if (workspace.facts.complete.includes(`${kind}-version` as const)) return mapped(map, 'missing');
    const hasUnnumbered = records.some(record => record.get('version').integer() === undefined);
    if (hasUnnumbered) return mapped(map, 'unidentified');
    return mapped(map, records.length === 0 ? 'none-here' : 'not-here');
  };
}

const COMPONENT = 'conversation_flow_component_id';

/** Whether any shared component has a file of its own. */
const keepsComponents = (workspace: Workspace): boolean =>
  workspace.shared.remember(keepsComponents, undefined, () =>
    [...workspace.tables.components.values()].some(([one]) => workspace.document(one!.file)!.kind === 'flow-component'),
  );

/** The ids of components of the flow and of those that are shared; the same collection each time where the flow has none. */
function namesOfBoth(own: ReadonlyMap<string, unknown>, workspace: Workspace): Known {
  const shared = workspace.tables.components;
  return own.size === 0
    ? shared
    : workspace.memory.remember(namesOfBoth, own, () => new Set([...own.keys(), ...shared.keys()]));
}

/** A component of the flow itself, or one that the account shares; one that a node calls local may still be found among the shared. */
function components(place: Cursor, workspace: Workspace): Namespace {
  const owners = ownersOf(place);
  const shared = workspace.components;
  const type = place.sibling('component_type').value;
  const lists = owners.map(owner => owner.get('components')).filter(list => list.isArray);
  const listed = lists.flatMap(list => list.items());
  const own =
    type === 'shared' || !owners[0] ? new Map<string, Cursor[]>() : once(owners[0], components, () => byId(listed));
  const isLocal = type === 'local';
  const kept = keepsComponents(workspace);
  return {
    has: id => own.has(id) || shared.has(id),
    records: id => own.get(id) ?? (shared.get(id) ?? none).toReversed(),
    names: () => (isLocal ? own : namesOfBoth(own, workspace)),
    absence: isLocal ? absenceOfLocal(owners, lists, listed) : absenceOf(workspace, kept, 'flow-component'),
    generated: true,
  };
}

const byId = (listed: readonly Cursor[]): Map<string, Cursor[]> =>
  grouped(listed.map(component => [component.get(COMPONENT).string(), component]));

function absenceOfLocal(owners: readonly Cursor[], lists: readonly Cursor[], listed: readonly Cursor[]): Absence {
  if (owners.length === 0) return 'nowhere';
  if (listed.some(component => !component.get(COMPONENT).string())) return 'unidentified';
  return lists.length === 0 ? 'no-list' : 'missing';
}

/** Nodes are found in their own flow or component, not in the one around that. */
function nodes(place: Cursor): Namespace {
  const owner = place.within('conversation-flow', 'flow-component');
  if (!owner) return nowhere;
  const list = owner.get('nodes');
  const flow = flowOf(owner);
  const absence = flow.nameless ? 'unidentified' : 'missing';
  return {
    has: id => flow.nodes.has(id),
    records: id => (flow.nodes.has(id) ? [list.get(flow.nodes.get(id)!)] : none),
    names: () => flow.nodes,
    absence: list.isArray ? absence : 'no-list',
  };
}

/** Tools are named by their `tool_id`, or by the name of one that has none; a component sees those of its flow. */
function tools(place: Cursor, workspace: Workspace): Namespace {
  if (place.within('tool-mock')) return mockedTools(place, workspace);
  if (place.sibling('tool_type').value === 'shared') return { ...nowhere, absence: 'shared' };
  const owners = ownersOf(place);
  if (owners.length === 0) return nowhere;
  return once(owners[0]!, tools, () => {
    const lists = owners.filter(owner => owner.get('tools').isArray);
    const listed = lists.flatMap(owner => [...toolsOf(owner)]);
    // the nearest first: a tool of the component comes before one of the flow
    const byName = new Map([...listed].reverse().map(([id, tool]) => [tool.get('name').string(), id]));
    return mapped(grouped(listed), lists.length === 0 ? 'no-list' : 'missing', { nearest: name => byName.get(name) });
  });
}

const elsewhere = {
  llm: '/mcps/*',
  'conversation-flow': '/mcps/*',
  'flow-component': '/mcps/*',
  'component-node': '',
  'function-node': '',
  'mcp-tool': '',
} as const;

/** A mock names a tool of the engine that is tested. Those of MCP servers, of shared components and shared tools are in no list. */
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
    absence: hasOthers ? 'shared' : 'missing',
  };
}

function servers(place: Cursor): Namespace {
  const owners = ownersOf(place);
  if (owners.length === 0) return nowhere;
  return once(owners[0]!, servers, () => {
    const lists = owners.map(owner => owner.get('mcps')).filter(list => list.isArray);
    const listed = lists.flatMap(list => list.items());
    const idOf = (server: Cursor | undefined): string | undefined => server?.get('id').string();
    // a server without an id gets one from the platform, so any id may be its
    const isUnidentified = listed.some(server => !idOf(server));
    const absence = isUnidentified ? 'unidentified' : 'missing';
    const byName = new Map([...listed].reverse().map(server => [server.get('name').string(), idOf(server)]));
    return mapped(grouped(listed.map(server => [idOf(server), server])), lists.length === 0 ? 'no-list' : absence, {
      nearest: name => byName.get(name),
    });
  });
}

function states(place: Cursor): Namespace {
  const engine = place.within('llm');
  if (!engine) return nowhere;
  return once(engine, states, () => {
    const listed = engine.get('states').items();
    return mapped(grouped(listed.map(state => [state.get('name').string(), state])), 'missing');
  });
}

/** Fields that the agents of a filter extract, or where it names none, those of any agent; and what the platform extracts by itself. */
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

/** Numbers are those of the account; whoever is called has one that no file names. */
function phoneNumbers(_: Cursor, workspace: Workspace): Namespace {
  const all = workspace.phoneNumbers;
  return mapped(all, absenceOf(workspace, all.size > 0, 'phone-number'), {
    names: () => workspace.tables.phoneNumbers,
  });
}

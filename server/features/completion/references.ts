import type { Cursor } from '../../core/cursor.ts';
import { flowOf } from '../../core/domain/flows.ts';
import { ownersOf, toolsOf } from '../../core/domain/tools.ts';
import { agentIdFor, idAt, reservedReferences } from '../../core/domain/version-references.ts';
import type { RecordKind } from '../../core/shapes.ts';
import { childEntry, entryOf, marksOf, rootOf } from '../../core/shapes.ts';
import { listed } from '../../core/words.ts';
import type { AgentFacts } from '../../core/workspace/agents.ts';
import type { EngineKind } from '../../core/workspace/summary.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { At } from '../../core/engine/at.ts';
import type { Candidate } from './item.ts';

/** Everything in the files that a place marked as a reference to such a record can name. */
export function recordsFor(kind: RecordKind, at: Cursor, workspace: Workspace): readonly Candidate[] {
  switch (kind) {
    case 'agent':
      return agents(at, workspace);
    case 'agent-version':
      return versions(at, workspace);
    case 'tag':
      return tags(at, workspace);
    case 'llm':
    case 'conversation-flow':
      return engines(kind, workspace);
    case 'llm-version':
      return engineVersions('llm', at, workspace);
    case 'conversation-flow-version':
      return engineVersions('conversation-flow', at, workspace);
    case 'flow-component':
      return components(at, workspace);
    case 'node':
      return nodes(at);
    case 'tool':
      return tools(at);
    case 'mcp':
      return servers(at);
    case 'state':
      return states(at);
    case 'analysis-field':
      return analysisFields(workspace);
    case 'phone-number':
      return phoneNumbers(workspace);
  }
}

const reference = (id: string, detail: string, more: Partial<Candidate> = {}): Candidate => ({
  label: id,
  kind: 'reference',
  detail,
  insert: { value: id },
  ...more,
});
const words = (...parts: readonly (string | undefined)[]): string =>
  parts.filter(part => part !== undefined && part !== '').join(' · ');
const text = (record: Cursor | undefined, key: string): string | undefined => {
  const value = record?.peek(key);
  return typeof value === 'string' ? value : undefined;
};

/** Agents of the other channel stand last where the place shows which one is meant. */
function agents(at: Cursor, workspace: Workspace): Candidate[] {
  const own = at.root.get('agent_id').string();
  const sms = at.within('agent-weights')?.key.includes('sms');
  return [...workspace.agents.values()].map(agent =>
    reference(agent.id, words(agent.name, agent.channel), {
      alias: agent.name ?? '',
      rank:
        agent.id === own || (sms !== undefined && agent.channel !== undefined && sms !== (agent.channel === 'chat'))
          ? 2
          : 1,
    }),
  );
}

/** `v7 published`; of a version of which no file tells the state, its number. */
export function versionWords(agent: AgentFacts, version: number | null): string {
  if (version === null) return '';
  return withState(version, agent.versions.get(version)?.isPublished);
}
function withState(version: number, isPublished: unknown): string {
  if (isPublished === true) return `v${version} published`;
  return isPublished === false ? `v${version} draft` : `v${version}`;
}

function versions(at: Cursor, workspace: Workspace): Candidate[] {
  const types = entryOf(at.entry).types ?? [],
    id = agentIdFor(at);
  const agent = id === undefined ? undefined : workspace.agent(id);
  const named = types.includes('string') && !at.within('agent-filter');
  const leadsTo = (name: string): string => {
    if (!agent) return '';
    const { outcome, version, unassignedTag } = workspace.resolve(agent.id, name);
    if (outcome !== 'resolved') return outcome === 'missing' ? '→ nothing' : '→ not known from the files';
    return words(`→ ${versionWords(agent, version)}`, unassignedTag ? 'not assigned' : undefined);
  };
  const found: Candidate[] = [];
  if (named) {
    for (const name of agent?.tags.keys() ?? [])
      found.push(reference(name, leadsTo(name), { rank: workspace.facts.liveTags.includes(name) ? 0 : 1 }));
    for (const name of [...reservedReferences].reverse())
      found.push(reference(name, leadsTo(name), { rank: 2, resolve: { entry: at.entry, value: name } }));
  }
  if (types.includes('integer') || types.includes('number')) {
    const own = at.key === 'base_version' ? at.sibling('version').integer() : undefined;
    for (const { version, sources } of [...(agent?.versions.values() ?? [])].reverse()) {
      const title = sources.map(source => text(source, 'version_title')).find(one => one);
      const names = [...agent!.tags.values()].filter(tag => tag.version === version).map(tag => tag.name);
      // a version is made from an earlier one
      if (own !== undefined && version >= own) continue;
      found.push({
        label: String(version),
        kind: 'reference',
        insert: { value: version },
        rank: 3,
        alias: title ?? '',
        detail: words(versionWords(agent!, version), names.length > 0 ? listed(names, 'and') : undefined, title),
      });
    }
  }
  return found;
}

function tags(at: Cursor, workspace: Workspace): Candidate[] {
  const { of } = at.marks['x-reference'] ?? {};
  const id = of === undefined ? undefined : (idAt(at.sibling(of)) ?? (at.parent && idAt(at.parent.sibling(of))));
  const among =
    of === undefined
      ? [...workspace.agents.values()]
      : [id === undefined ? undefined : workspace.agent(id)].filter(agent => agent !== undefined);
  return tagsOf(among, workspace);
}

/** Tags of these agents, each once, those that callers are served by first. */
export function tagsOf(among: readonly AgentFacts[], workspace: Workspace): Candidate[] {
  const holders = new Map<string, AgentFacts[]>();
  for (const agent of among)
    for (const name of agent.tags.keys()) holders.set(name, [...(holders.get(name) ?? []), agent]);
  const leadsTo = (agent: AgentFacts, name: string): string =>
    `→ ${versionWords(agent, agent.tags.get(name)!.version ?? null) || 'no version'}`;
  return [...holders].map(([name, [agent, ...others]]) => {
    const detail =
      others.length > 0
        ? `${others.length + 1} agents`
        : words(leadsTo(agent!, name), among.length > 1 ? (agent!.name ?? agent!.id) : undefined);
    return reference(name, detail, { rank: workspace.facts.liveTags.includes(name) ? 0 : 1 });
  });
}

const engines = (kind: EngineKind, workspace: Workspace): Candidate[] =>
  [...workspace.engines(kind)].map(([id, records]) => {
    const agent = workspace.agentsOn(records.at(-1)!)[0];
    const model = text(records.at(-1), 'model') ?? records.at(-1)!.get('model_choice').get('model').string();
    const name = text(agent, 'agent_name');
    return reference(id, words(agent && `of ${name ?? text(agent, 'agent_id') ?? agent.document.file}`, model), {
      alias: name ?? '',
    });
  });

function engineVersions(kind: EngineKind, at: Cursor, workspace: Workspace): Candidate[] {
  const { of } = at.marks['x-reference'] ?? {};
  const id = of === undefined ? undefined : at.sibling(of).string();
  const records = id === undefined ? [] : (workspace.engines(kind).get(id) ?? []);
  const known = new Map<number, Cursor>();
  for (const record of records) {
    const version = record.get('version').integer();
    if (version !== undefined) known.set(version, record);
  }
  return [...known]
    .sort(([a], [b]) => b - a)
    .map(([version, record]): Candidate => {
      const detail = withState(version, record.peek('is_published'));
      return { label: String(version), kind: 'reference', insert: { value: version }, detail };
    });
}

function components(at: Cursor, workspace: Workspace): Candidate[] {
  const type = at.sibling('component_type').value;
  const own = ownersOf(at).flatMap(owner => owner.get('components').items());
  const found = new Map<string, Candidate>();
  const add = (component: Cursor, local: boolean): void => {
    const id = component.get('conversation_flow_component_id').string();
    if (!id || found.has(id)) return;
    const name = text(component, 'name');
    found.set(
      id,
      reference(id, words(name, local ? 'local' : 'shared'), {
        alias: name ?? '',
        rank: local === (type !== 'shared') ? 0 : 1,
      }),
    );
  };
  if (type !== 'shared') for (const component of own) add(component, true);
  if (type !== 'local')
    for (const records of workspace.components.values()) {
      if (records.at(-1)!.document.kind === 'flow-component') add(records.at(-1)!, false);
    }
  return [...found.values()];
}

/** The nodes of the flow or component around the place; the node itself last, since few lead to themselves. */
function nodes(at: Cursor): Candidate[] {
  const flow = at.within('conversation-flow', 'flow-component');
  if (!flow) return [];
  const list = flow.get('nodes'),
    own = at.within('node')?.get('id').string();
  return [...flowOf(flow).nodes].map(([id, index]) => {
    const node = list.get(index);
    return reference(id, words(text(node, 'name'), text(node, 'type')), {
      alias: text(node, 'name') ?? '',
      rank: id === own ? 2 : 1,
    });
  });
}

const tools = (at: Cursor): Candidate[] =>
  ownersOf(at)
    .flatMap(owner => [...toolsOf(owner)])
    .map(([id, tool]) =>
      reference(id, words(text(tool, 'name') === id ? undefined : text(tool, 'name'), text(tool, 'type')), {
        alias: text(tool, 'name') ?? '',
      }),
    );

const servers = (at: Cursor): Candidate[] =>
  ownersOf(at)
    .flatMap(owner => owner.get('mcps').items())
    .flatMap(server => {
      const id = server.get('id').string();
      return id ? [reference(id, text(server, 'name') ?? '', { alias: text(server, 'name') ?? '' })] : [];
    });

const states = (at: Cursor): Candidate[] =>
  (at.within('llm')?.get('states').items() ?? []).flatMap(state => {
    const name = state.get('name').string();
    return name ? [reference(name, 'state')] : [];
  });

const definitions: At = { marked: marks => marks['x-identifies']?.of === 'analysis-field' };
const presetShapes = ['call-preset-analysis-data', 'chat-preset-analysis-data'] as const;

function analysisFields(workspace: Workspace): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const definition of workspace.collect(definitions)) {
    const name = definition.string();
    if (!name || found.has(name)) continue;
    const settings = definition.within('agent-settings');
    found.set(
      name,
      reference(
        name,
        words(
          text(definition.parent, 'type'),
          settings && (text(settings, 'agent_name') ?? text(settings, 'agent_id')),
        ),
      ),
    );
  }
  for (const preset of presetShapes.flatMap(
    shape => marksOf(childEntry(rootOf(shape), 'name'))['x-known-values'] ?? [],
  )) {
    if (!found.has(preset)) found.set(preset, reference(preset, 'extracted by the platform', { rank: 2 }));
  }
  return [...found.values()];
}

/** The numbers of the workspace, each with the agents behind it. */
export const phoneNumbers = (workspace: Workspace): Candidate[] =>
  [...workspace.phoneNumbers].map(([number, records]) => {
    const arms = (['inbound_agents', 'outbound_agents'] as const).map(key => records.at(-1)!.get(key).items().length);
    const name = text(records.at(-1), 'nickname');
    return reference(number, words(name, `${arms[0]} inbound`, `${arms[1]} outbound`), { alias: name ?? '' });
  });

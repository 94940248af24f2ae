import type { Cursor } from '../../core/cursor.ts';
import { agentIdFor, idAt, reservedReferences } from '../../core/workspace/version-references.ts';
import { isPlaceholderId } from '../../core/domain/ids.ts';
import type { Namespace } from '../../core/index/namespace.ts';
import { namespaceOf } from '../../core/index/namespaces.ts';
import type { RecordKind } from '../../core/shapes/table.ts';
import { childEntry, entryOf, marksOf, rootOf } from '../../core/shapes/table.ts';
import { listed } from '../../core/wording.ts';
import type { Agent } from '../../core/workspace/agents.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { versionAtAGlance } from '../published.ts';
import { candidate, type Candidate } from './item.ts';
import { addTo } from '../../core/json/multimap.ts';

/** The records in the files to which a reference at this place can refer. */
export function recordsFor(kind: RecordKind, cursor: Cursor, workspace: Workspace): readonly Candidate[] {
  switch (kind) {
    case 'agent':
      return agents(cursor, workspace);
    case 'agent-version':
      return versions(cursor, workspace);
    case 'tag':
      return tags(cursor, workspace);
    case 'llm-version':
    case 'conversation-flow-version':
      return engineVersions(namespaceOf(kind, cursor, workspace));
    case 'analysis-field':
      return analysisFields(namespaceOf(kind, cursor, workspace));
    default: {
      const namespace = namespaceOf(kind, cursor, workspace);
      const words = candidates[kind];
      return [...namespace.names().keys()].flatMap(
        name => words(name, namespace.records(name), cursor, workspace) ?? [],
      );
    }
  }
}

type Words = (name: string, records: readonly Cursor[], cursor: Cursor, workspace: Workspace) => Candidate | undefined;
type ListedKind = Exclude<
  RecordKind,
  'agent' | 'agent-version' | 'tag' | 'llm-version' | 'conversation-flow-version' | 'analysis-field'
>;

const reference = (id: string, detail: string, details?: Partial<Candidate>): Candidate =>
  candidate('reference', id, detail, details);
const words = (...parts: readonly (string | undefined)[]): string =>
  parts.filter(part => part !== undefined && part !== '').join(' · ');
const text = (record: Cursor | undefined, key: string): string | undefined => {
  const value = record?.peek(key);
  return typeof value === 'string' ? value : undefined;
};

/** The agents as candidates. Agents of the other channel come last if the channel of the place is known. */
function agents(cursor: Cursor, workspace: Workspace): Candidate[] {
  const ownId = cursor.within('agent-settings')?.get('agent_id').string();
  const isSms = cursor.within('agent-weights')?.key.includes('sms');
  const agents = [...workspace.agents.values()].filter(({ id }) => !isPlaceholderId(id));
  return agents.map(agent =>
    reference(agent.id, words(agent.name, agent.channel), {
      resolve: { agent: agent.id },
      alias: agent.name ?? '',
      rank:
        agent.id === ownId ||
        (isSms !== undefined && agent.channel !== undefined && isSms !== (agent.channel === 'chat'))
          ? 2
          : 1,
    }),
  );
}

const versionWords = (agent: Agent, version: number | null): string =>
  version === null ? '' : versionAtAGlance(version, agent.versions.get(version)?.isPublished);

function versions(cursor: Cursor, workspace: Workspace): Candidate[] {
  const types = entryOf(cursor.entry).types ?? [],
    id = agentIdFor(cursor);
  const agent = id === undefined ? undefined : workspace.agent(id);
  const canBeName = types.includes('string') && !cursor.within('agent-filter');
  const leadsTo = (name: string): string => {
    if (!agent) return '';
    const { outcome, version, unassignedTag } = workspace.resolve(agent.id, name);
    if (outcome !== 'resolved') return outcome === 'missing' ? '→ nothing' : '→ not known from the files';
    return words(`→ ${versionWords(agent, version)}`, unassignedTag ? 'not assigned' : undefined);
  };
  const candidates: Candidate[] = [];
  const descriptionRequest = (name: string | number): Pick<Candidate, 'resolve'> => ({
    resolve: { agent: id ?? '', reference: name },
  });
  if (canBeName) {
    const isLive = (name: string): boolean => workspace.facts.liveTags.includes(name);
    const usualTag = [...(agent?.tags.keys() ?? [])].find(isLive) ?? preferredTag(agent);
    for (const name of agent?.tags.keys() ?? [])
      candidates.push(
        reference(name, leadsTo(name), {
          rank: isLive(name) ? 0 : 1,
          preselect: name === usualTag,
          ...descriptionRequest(name),
        }),
      );
    for (const name of [...reservedReferences].reverse())
      candidates.push(reference(name, leadsTo(name), { rank: 2, ...descriptionRequest(name) }));
  }
  if (types.includes('integer') || types.includes('number')) {
    const ownVersion = cursor.key === 'base_version' ? cursor.sibling('version').integer() : undefined;
    for (const { version, sources } of [...(agent?.versions.values() ?? [])].reverse()) {
      const title = sources.map(source => text(source, 'version_title')).find(titleText => titleText);
      const names = [...agent!.tags.values()].filter(tag => tag.version === version).map(tag => tag.name);
      // a version can only be based on an earlier version
      if (ownVersion !== undefined && version >= ownVersion) continue;
      const detail = words(versionWords(agent!, version), names.length > 0 ? listed(names, 'and') : undefined, title);
      const details = { insert: { value: version }, rank: 3, alias: title ?? '' };
      candidates.push(reference(String(version), detail, { ...details, ...descriptionRequest(version) }));
    }
  }
  return candidates;
}

/** The tag that the platform itself would choose: the first in the list of the latest published version with tags. */
const preferredTag = (agent: Agent | undefined): string | undefined =>
  [...(agent?.versions.values() ?? [])]
    .reverse()
    .find(({ isPublished, assignedTags }) => isPublished && (assignedTags?.length ?? 0) > 0)?.assignedTags?.[0];

function tags(cursor: Cursor, workspace: Workspace): Candidate[] {
  const { of } = cursor.marks['x-reference'] ?? {};
  const id =
    of === undefined ? undefined : (idAt(cursor.sibling(of)) ?? (cursor.parent && idAt(cursor.parent.sibling(of))));
  const agents =
    of === undefined
      ? [...workspace.agents.values()]
      : [id === undefined ? undefined : workspace.agent(id)].filter(agent => agent !== undefined);
  return tagsOf(agents, workspace);
}

/**
 * The tags of these agents, each once, beginning with live tags.
 * @param cursor the half-typed map, whose own keys are not tags yet
 */
export function tagsOf(agents: readonly Agent[], workspace: Workspace, cursor?: Cursor): Candidate[] {
  const holders = new Map<string, Agent[]>();
  for (const agent of agents)
    for (const { name, place } of agent.tags.values())
      if (!cursor || place.file !== cursor.document.file || !place.pointer.startsWith(`${cursor.pointer}/`))
        addTo(holders, name, agent);
  const leadsTo = (agent: Agent, name: string): string =>
    `→ ${versionWords(agent, agent.tags.get(name)!.version ?? null) || 'no version'}`;
  return [...holders].map(([name, [agent, ...otherAgents]]) => {
    const detail =
      otherAgents.length > 0
        ? `${otherAgents.length + 1} agents`
        : words(leadsTo(agent!, name), agents.length > 1 ? agent!.label : undefined);
    return reference(name, detail, { rank: workspace.facts.liveTags.includes(name) ? 0 : 1 });
  });
}

/** Functions that return the candidate for a record, by its kind. */
const candidates: Readonly<Record<ListedKind, Words>> = {
  llm: engine,
  'conversation-flow': engine,
  'flow-component': component,
  node,
  tool,
  mcp: (id, [server]) => namedCandidate(id, server, text(server, 'name')),
  state: name => reference(name, 'state'),
  'phone-number': phoneNumber,
};
const namedCandidate = (id: string, record: Cursor | undefined, detail: string | undefined): Candidate =>
  reference(id, detail ?? '', { alias: text(record, 'name') ?? '' });

function engine(id: string, records: readonly Cursor[], _: Cursor, workspace: Workspace): Candidate {
  const record = records.at(-1)!;
  const agent = workspace.agentsRunning(record)[0];
  const model = text(record, 'model') ?? record.get('model_choice').get('model').string();
  const name = text(agent, 'agent_name');
  return reference(id, words(agent && `of ${name ?? text(agent, 'agent_id') ?? agent.document.file}`, model), {
    alias: name ?? '',
  });
}

function engineVersions({ names, records }: Namespace): Candidate[] {
  return [...names().keys()]
    .sort((a, b) => Number(b) - Number(a))
    .map(version =>
      reference(version, versionAtAGlance(version, records(version).at(-1)?.peek('is_published')), {
        insert: { value: Number(version) },
      }),
    );
}

/**
 * The candidate for a component of this flow, or for a component with a file of its own. Undefined for a component of
 * another flow, which this flow cannot enter.
 */
function component(id: string, [record]: readonly Cursor[], cursor: Cursor): Candidate | undefined {
  const isLocal = record!.document === cursor.document && record!.parent !== undefined;
  if (!isLocal && record!.recordKind !== 'flow-component') return undefined;
  const name = text(record, 'name');
  const type = cursor.sibling('component_type').value;
  if (type === (isLocal ? 'shared' : 'local')) return undefined;
  return reference(id, words(name, isLocal ? 'local' : 'shared'), {
    alias: name ?? '',
    rank: isLocal === (type !== 'shared') ? 0 : 1,
  });
}

/** The candidate for a node. The node at the caret comes last, because few nodes have an edge to themselves. */
function node(id: string, [record]: readonly Cursor[], cursor: Cursor): Candidate {
  const ownId = cursor.within('node')?.get('id').string();
  return reference(id, words(text(record, 'name'), text(record, 'type')), {
    alias: text(record, 'name') ?? '',
    rank: id === ownId ? 2 : 1,
  });
}

function tool(id: string, [record]: readonly Cursor[]): Candidate {
  const name = text(record, 'name');
  return namedCandidate(id, record, words(name === id ? undefined : name, text(record, 'type')));
}

const presetShapes = ['call-preset-analysis-data', 'chat-preset-analysis-data'] as const;

function analysisFields({ names, records }: Namespace): Candidate[] {
  const byName = new Map<string, Candidate>();
  for (const name of names().keys()) {
    const [definition] = records(name);
    const settings = definition?.within('agent-settings');
    const agent = settings && (text(settings, 'agent_name') ?? text(settings, 'agent_id'));
    byName.set(name, reference(name, words(text(definition?.parent, 'type'), agent)));
  }
  const presets = presetShapes.flatMap(shape => marksOf(childEntry(rootOf(shape), 'name'))['x-known-values'] ?? []);
  for (const preset of presets)
    if (!byName.has(preset)) byName.set(preset, reference(preset, 'extracted by the platform', { rank: 2 }));
  return [...byName.values()];
}

/** The candidate for a phone number, with the agents of its records. */
function phoneNumber(number: string, records: readonly Cursor[]): Candidate {
  const record = records.at(-1)!;
  const arms = (['inbound_agents', 'outbound_agents'] as const).map(key => record.get(key).items().length);
  const name = text(record, 'nickname');
  return reference(number, words(name, `${arms[0]} inbound`, `${arms[1]} outbound`), { alias: name ?? '' });
}
export const phoneNumbers = (cursor: Cursor, workspace: Workspace): readonly Candidate[] =>
  recordsFor('phone-number', cursor, workspace);

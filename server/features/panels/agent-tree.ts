import { nameWithId } from '../../core/workspace/names.ts';
import { referencesTo } from '../../core/shapes/at.ts';
import { stateOf } from '../published.ts';
import type { Cursor } from '../../core/cursor.ts';
import { liveVersionsOf, describePath } from '../../core/domain/live-versions.ts';
import { compareTexts, count } from '../../core/wording.ts';
import type { Agent, AgentTag } from '../../core/workspace/agents.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { AgentNode } from '../../view/panels.ts';
import { placeOfValue, type FilePlace } from '../../core/locate.ts';
import { MAX_PLACES } from './places.ts';
import { agentOf } from '../../core/workspace/records.ts';
import { groupedReferences, referenceNode, type ReferenceGroup } from './reference-nodes.ts';
import { addTo } from '../../core/json/multimap.ts';

type Node = AgentNode<FilePlace>;
/** Returns the number of findings of a record. */
type Counts = (record: Cursor) => { readonly errors: number; readonly warnings: number };
const noCounts: Counts = () => ({ errors: 0, warnings: 0 });
const namedPlaces = referencesTo('agent');

/**
 * The tree agents → versions → tags → references to them. Agents without an id, and missing agents to which references
 * refer, come last.
 * @param counts findings of a record: of the file of an agent, or of an item of a list
 */
export function agentTree(workspace: Workspace, counts: Counts = noCounts): readonly Node[] {
  const references = referencesIn(workspace);
  const agents = [...workspace.agents.values()].map(agent =>
    agentNode(agent, references.get(agent.id) ?? [], workspace, counts),
  );
  return [
    ...agents.sort(byLabel),
    ...namelessAgents(workspace, counts),
    ...unknownAgents(references, workspace).sort(byLabel),
  ];
}

/**
 * The tree of agents without children and places, because resolving every reference in ten thousand files takes
 * seconds.
 */
export const agentList = (workspace: Workspace): readonly Node[] =>
  workspace.memory.remember(agentList, undefined, () => [
    ...[...workspace.agents.values()]
      .map((agent): Node => ({
        ...agentItself(agent, workspace),
        place: null,
        places: [],
        errors: 0,
        warnings: 0,
        children: null,
      }))
      .sort(byLabel),
    ...namelessAgents(workspace, noCounts),
  ]);

/** One agent with its children; `undefined` if it is not in this workspace. */
export function agentBranch(workspace: Workspace, agentId: string, counts: Counts = noCounts): Node | undefined {
  const agent = workspace.agent(agentId);
  return agent && agentNode(agent, referencesIn(workspace).get(agentId) ?? [], workspace, counts);
}

const referencesIn = (workspace: Workspace): ReadonlyMap<string, readonly ReferenceGroup[]> =>
  workspace.memory.remember(groupedReferences, undefined, () => groupedReferences(workspace));

const byLabel = (a: Node, b: Node): number =>
  compareTexts(a.label.toLowerCase(), b.label.toLowerCase()) || compareTexts(a.id, b.id);
const lines = (...parts: readonly (string | undefined | false)[]): string => parts.filter(Boolean).join('\n');
const defaults = { reference: null, state: null, kind: null, errors: 0, warnings: 0 } as const;

function agentNode(agent: Agent, references: readonly ReferenceGroup[], workspace: Workspace, counts: Counts): Node {
  const tags = [...agent.tags.values()].sort(
    (a, b) => Number(isLive(b, workspace)) - Number(isLive(a, workspace)) || compareTexts(a.name, b.name),
  );
  const numbers = [...new Set([...agent.versions.keys(), ...tags.flatMap(({ version }) => version ?? [])])].sort(
    (a, b) => b - a,
  );
  const usedGroups = new Set<ReferenceGroup>();
  const takeGroups = (isMatch: (group: ReferenceGroup) => boolean): ReferenceGroup[] => {
    const groups = references.filter(group => !usedGroups.has(group) && isMatch(group));
    for (const group of groups) usedGroups.add(group);
    return groups;
  };
  const nodeOfTag = (tag: AgentTag): Node =>
    tagNode(
      agent,
      tag,
      takeGroups(({ reference }) => reference === tag.name),
      workspace,
    );
  const versions = numbers.map(number => {
    const children = [
      ...tags.filter(({ version }) => version === number).map(nodeOfTag),
      ...takeGroups(
        ({ resolution, reference }) => resolution.version === number && !agent.tags.has(String(reference)),
      ).map(group => referenceNode(group, workspace)),
    ];
    return versionNode(agent, number, children, workspace, counts);
  });
  const looseNodes = tags.filter(({ version }) => typeof version !== 'number').map(nodeOfTag);
  const lostNodes = takeGroups(() => true).map(group => referenceNode(group, workspace));
  const ownCursors = [...agent.listItems, ...agent.records, ...agent.summaries],
    items = agent.listItems.map(counts);
  const children = [...versions, ...looseNodes, ...lostNodes];
  const sum = (key: 'errors' | 'warnings'): number => [...versions, ...items].reduce((n, node) => n + node[key], 0);
  return {
    ...agentItself(agent, workspace),
    place: ownCursors[0] ? placeOfValue(ownCursors[0]) : null,
    places: ownCursors.slice(0, MAX_PLACES).map(placeOfValue),
    errors: sum('errors'),
    warnings: sum('warnings'),
    children,
  };
}

function agentItself(
  agent: Agent,
  workspace: Workspace,
): Omit<Node, 'place' | 'places' | 'errors' | 'warnings' | 'children'> {
  const hasLiveVersions = liveVersionsOf(agent.id, workspace).size > 0,
    title = nameWithId('agent', agent.id, workspace);
  const limitations = [
    !agent.versionsComplete && 'It may have other versions.',
    !agent.tagsComplete && 'Its tags are not known (no agent list).',
  ];
  return {
    ...defaults,
    id: `agent ${agent.id}`,
    type: 'agent',
    label: agent.label,
    agentId: agent.id,
    outcome: 'resolved',
    isLive: hasLiveVersions,
    detail: agent.channel ?? '',
    tooltip: lines(
      `${title}: ${count(agent.versions.size, 'version')} and ${count(agent.tags.size, 'tag')}.`,
      hasLiveVersions && 'Callers are served by it.',
      ...limitations,
    ),
  };
}

const isLive = ({ name }: AgentTag, { facts }: Workspace): boolean => facts.liveTags.includes(name);

function versionNode(
  agent: Agent,
  number: number,
  children: readonly Node[],
  workspace: Workspace,
  counts: Counts,
): Node {
  const facts = agent.versions.get(number),
    record = agent.records.find(cursor => cursor.get('version').value === number),
    livePath = liveVersionsOf(agent.id, workspace).get(number);
  const state = stateOf(facts?.isPublished) || 'unknown';
  const baseVersion = facts?.baseVersion ?? null;
  const resolution = workspace.resolve(agent.id, number);
  const title = [record, ...(facts?.sources ?? [])].map(source => source?.get('version_title').string()).find(Boolean);
  const publication = state === 'unknown' ? 'not known whether published' : state;
  const words = facts ? publication : 'not in this workspace';
  return {
    ...defaults,
    id: `version ${agent.id} ${number}`,
    type: 'version',
    label: `version ${number}`,
    agentId: agent.id,
    reference: number,
    state,
    outcome: resolution.outcome,
    isLive: livePath !== undefined,
    detail: [words, baseVersion === null ? '' : `from ${baseVersion}`, title ?? ''].filter(Boolean).join(' · '),
    tooltip: lines(
      `Version ${number} of ${agent.label}: ${words}.`,
      title,
      baseVersion !== null && `Made from version ${baseVersion}.`,
      livePath && `Live through ${describePath(livePath, workspace)}.`,
      !record && facts && 'Known from a version summary only.',
      resolution.because ?? undefined,
    ),
    place: facts?.sources[0] ? placeOfValue(facts.sources[0]) : null,
    places: facts?.sources.map(placeOfValue) ?? [],
    ...(record ? counts(record) : {}),
    children,
  };
}

function tagNode(agent: Agent, tag: AgentTag, references: readonly ReferenceGroup[], workspace: Workspace): Node {
  const resolution = workspace.resolve(agent.id, tag.name),
    isTagLive = isLive(tag, workspace),
    { version, variables, source } = tag;
  const target =
    resolution.version === null ? (resolution.because ?? resolution.outcome) : `selects version ${resolution.version}`;
  const unassigned = version === null ? 'unassigned, so latest' : 'the files disagree';
  const to = typeof version === 'number' ? '' : unassigned;
  const set =
    variables === undefined ? 'variables not known (no list item)' : count(Object.keys(variables).length, 'variable');
  return {
    ...defaults,
    id: `tag ${agent.id} ${tag.name}`,
    type: 'tag',
    label: tag.name,
    agentId: agent.id,
    reference: tag.name,
    outcome: resolution.outcome,
    isLive: isTagLive,
    detail: [to, set].filter(Boolean).join(' · '),
    tooltip: lines(`Tag ${tag.name} of ${agent.label}: ${target}.`, isTagLive && 'Callers are served by this tag.'),
    place: placeOfValue(source),
    places: [placeOfValue(source)],
    children: references.map(group => referenceNode(group, workspace)),
  };
}

/** The agents of exports and new files, whose `agent_id` is empty or missing. */
function namelessAgents({ documents }: Workspace, counts: Counts): Node[] {
  return documents
    .flatMap(document => document.rootsOf('agent').map(agentOf))
    .filter(record => record.isObject && !record.get('agent_id').string())
    .map((record): Node => {
      const { file } = record.document,
        [baseName = file, ...folders] = file.split('/').reverse(),
        name = record.get('agent_name').string();
      return {
        ...defaults,
        id: `file ${file} ${record.pointer}`,
        type: 'agent',
        label: name || baseName,
        agentId: '',
        outcome: 'resolved',
        isLive: false,
        detail: [name ? baseName : '', folders.reverse().join('/'), 'no agent_id'].filter(Boolean).join(' · '),
        tooltip: lines(`${name || file}: no agent_id, so nothing can refer to it.`, name ? file : undefined),
        place: placeOfValue(record),
        places: [placeOfValue(record)],
        ...counts(record),
        children: [],
      };
    })
    .sort(byLabel);
}

function unknownAgents(references: ReadonlyMap<string, readonly ReferenceGroup[]>, workspace: Workspace): Node[] {
  const byId = new Map<string, Cursor[]>();
  for (const cursor of workspace.collect(namedPlaces)) {
    const id = cursor.string();
    if (!id || id.includes('{{') || workspace.agent(id)) continue;
    addTo(byId, id, cursor);
  }
  return [...new Set([...byId.keys(), ...references.keys()])]
    .filter(id => !workspace.agent(id))
    .map(id => {
      const places = (byId.get(id) ?? []).slice(0, MAX_PLACES).map(placeOfValue),
        { because, outcome } = workspace.resolve(id, null);
      return {
        ...defaults,
        id: `agent ${id}`,
        type: 'agent',
        label: id,
        agentId: id,
        outcome: outcome as AgentNode['outcome'],
        isLive: references.get(id)?.some(group => group.isLive) ?? false,
        detail: outcome === 'missing' ? 'does not exist' : 'not in this workspace',
        tooltip: lines(`${id} is named in ${count(byId.get(id)?.length ?? 0, 'place')}.`, because ?? undefined),
        place: null,
        places,
        children: (references.get(id) ?? []).map(group => referenceNode(group, workspace)),
      };
    });
}

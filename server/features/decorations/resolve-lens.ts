import { isSamePlace, type Cursor } from '../../core/cursor.ts';
import { entriesOfNumber } from '../../compare/entries.ts';
import { answeringRecords } from '../../compare/reach.ts';
import { agentsAt } from '../../core/domain/swaps.ts';
import { recordOf } from '../../core/domain/tasks.ts';
import { aboutTokens, NEARLY_LONG_CONTEXT } from '../../core/domain/tokens.ts';
import { largestRequest } from '../../core/reach/requests.ts';
import { reachInBrief } from '../../view/reach-brief.ts';
import { versionRecord } from '../../core/domain/version-records.ts';
import { count } from '../../core/wording.ts';
import { keyOf } from '../../core/workspace/tables.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import {
  type VersionReference,
  referencesOf,
  resolutionOf,
  type ReferenceKind,
} from '../../core/index/agent-references.ts';
import type { DocumentContext } from '../context.ts';
import type { LensSubject } from './lens-subjects.ts';
import { placeOfValue, type FilePlace } from '../../core/locate.ts';
import { selectsAtAGlance, versionAtAGlance } from '../published.ts';
import { addTo } from '../../core/json/multimap.ts';

/** The title of a lens of references, and the places that it counts. */
interface ResolvedLens {
  readonly title: string;
  readonly places: readonly FilePlace[];
}

const NO_REFERENCES = 'no references';

/** The title and places of a lens of references; `undefined` if its place no longer exists. */
export function resolveLens(
  { workspace, document }: DocumentContext,
  { topic, pointer, tag }: LensSubject,
): ResolvedLens | undefined {
  const cursor = document.at(pointer);
  if (!cursor.isObject) return undefined;
  switch (topic) {
    case 'version':
      return versionLens(cursor, workspace);
    case 'tag':
      return tag === undefined ? undefined : tagLens(cursor, tag, workspace);
    case 'agent':
      return agentLens(cursor, workspace);
    case 'users':
      return usersLens(cursor, workspace);
    case 'callers':
      return callersLens(cursor, workspace);
  }
}

/**
 * The lens of a version: its live tags by name, and the number of references that select it: `prod → v7 published · 3
 * numbers · 2 swaps`.
 */
function versionLens(cursor: Cursor, workspace: Workspace): ResolvedLens | undefined {
  const record = versionRecord(cursor, workspace);
  if (!record?.agent) return undefined;
  const references = referencesToVersion(record.agent.id, record.version, workspace),
    tags = references.filter(({ kind }) => kind === 'tag');
  const version = versionAtAGlance(record.version, record.facts?.isPublished);
  return lens(
    cursor,
    tags.length === 0 ? version : `${tags.map(({ reference }) => reference).join(', ')} → ${version}`,
    references,
  );
}

/** The lens of a tag: the references to the agent by this tag. */
function tagLens(cursor: Cursor, tag: string, workspace: Workspace): ResolvedLens | undefined {
  const id = (cursor.within('agent-list-item') ?? cursor).get('agent_id').string();
  if (!id) return undefined;
  const resolution = workspace.resolve(id, tag),
    record = recordOf(resolution, workspace),
    reach = record ? reachInBrief([record], workspace) : '';
  const { title, places } = lens(
    cursor,
    `${tag} → ${selectsAtAGlance(resolution)}`,
    referencesToAgent(id, workspace).filter(({ reference }) => reference === tag),
  );
  return { title: reach === '' ? title : `${title} · ${reach}`, places };
}

/** The lens of a phone number: everything that callers and callees can reach, and the agents that answer. */
function callersLens(cursor: Cursor, workspace: Workspace): ResolvedLens {
  const entries = entriesOfNumber(cursor, workspace),
    agents = [...new Set(answeringRecords(entries, workspace))],
    reach = reachInBrief(agents, workspace);
  const reason = entries.length === 0 ? 'nobody answers it, and it calls nobody' : 'what callers reach is not known';
  return { title: reach || reason, places: agents.map(placeOfValue) };
}

function agentLens(cursor: Cursor, workspace: Workspace): ResolvedLens | undefined {
  const id = cursor.get('agent_id').string();
  return id ? lens(cursor, undefined, referencesToAgent(id, workspace)) : undefined;
}

/**
 * The title and places of a lens.
 * @param cursor the place of the lens, which is not among the places because the user is already there
 */
function lens(cursor: Cursor, subject: string | undefined, references: readonly VersionReference[]): ResolvedLens {
  const counts = countsOf(references);
  return {
    title: [...(subject === undefined ? [] : [subject]), ...(counts.length === 0 ? [NO_REFERENCES] : counts)].join(
      ' · ',
    ),
    places: references.filter(({ at }) => !isSamePlace(at, cursor)).map(({ at }) => placeOfValue(at)),
  };
}

const componentIds = { 'component-node': '/component_id' } as const;

/** The lens of an engine or component: the agents that run it, and the nodes that enter the component. */
function usersLens(cursor: Cursor, workspace: Workspace): ResolvedLens {
  const id = cursor.get('conversation_flow_component_id').string(),
    isComponent = cursor.is('flow-component');
  const nodes = isComponent && id ? workspace.collect(componentIds).filter(node => node.value === id) : [];
  const agents = isComponent && cursor.parent?.within('conversation-flow') ? [] : agentsAt(cursor, workspace);
  const request = isComponent ? undefined : largestRequest(cursor, workspace, NEARLY_LONG_CONTEXT);
  const parts = [
    ...(agents.length > 0 ? [agentsInWords(agents)] : []),
    ...(nodes.length > 0 ? [count(nodes.length, 'node')] : []),
  ];
  return {
    title: [
      parts.length === 0 ? 'not used in these files' : `used by ${parts.join(' · ')}`,
      ...(request && request.tokens >= NEARLY_LONG_CONTEXT ? [`${aboutTokens(request.tokens)} tokens a request`] : []),
    ].join(' · '),
    places: [...agents.map(agent => orSelf(agent.get('response_engine'), agent)), ...nodes].map(placeOfValue),
  };
}

const orSelf = (reference: Cursor, agent: Cursor): Cursor => (reference.exists ? reference : agent);

/**
 * The number of agents and versions, for example `1 agent in 3 versions`; the records of one agent are its versions.
 */
function agentsInWords(records: readonly Cursor[]): string {
  const ids = new Set(records.map(record => record.get('agent_id').string() || keyOf(record)));
  return `${count(ids.size, 'agent')}${ids.size < records.length ? ` in ${count(records.length, 'version')}` : ''}`;
}

/** Every reference to an agent, live tags included. */
function referencesToAgent(agentId: string, workspace: Workspace): readonly VersionReference[] {
  const byAgent = workspace.memory.remember(referencesToAgent, undefined, () => {
    const groups = new Map<string, VersionReference[]>();
    for (const reference of referencesOf(workspace)) addTo(groups, reference.agentId, reference);
    return groups;
  });
  return byAgent.get(agentId) ?? [];
}

/** The references that select one version. */
function referencesToVersion(agentId: string, version: number, workspace: Workspace): readonly VersionReference[] {
  const byVersion = workspace.memory.remember(referencesToVersion, agentId, () => {
    const groups = new Map<number | null, VersionReference[]>();
    for (const reference of referencesToAgent(agentId, workspace))
      addTo(groups, resolutionOf(reference, workspace).version, reference);
    return groups;
  });
  return byVersion.get(version) ?? [];
}

const words: readonly (readonly [ReferenceKind, string, string])[] = [
  ['phone-number', 'number', 'numbers'],
  ['swap', 'swap', 'swaps'],
  ['transfer', 'transfer', 'transfers'],
  ['weight', 'weight list', 'weight lists'],
  ['task', 'batch task', 'batch tasks'],
  ['filter', 'alert filter', 'alert filters'],
  ['other', 'other field', 'other fields'],
];

/**
 * The number of places that refer to something, by kind: `3 numbers · 2 swaps`. Several arms of a number or list count
 * once. Tags are not counted.
 */
function countsOf(references: readonly VersionReference[]): readonly string[] {
  return words.flatMap(([kind, singular, plural]) => {
    const places = references.filter(reference => reference.kind === kind);
    const n =
      kind === 'phone-number' || kind === 'weight'
        ? new Set(places.map(({ at }) => keyOf(holderOf(at, kind)))).size
        : places.length;
    return n === 0 ? [] : [count(n, singular, plural)];
  });
}

/** The holder that is counted once: a phone number, or one list of weights. */
const holderOf = (cursor: Cursor, kind: ReferenceKind): Cursor =>
  (kind === 'phone-number' ? cursor.within('phone-number') : cursor.within('agent-weights')) ?? cursor;

import type { Cursor } from '../core/cursor.ts';
import { liveVersions, wayTo } from '../core/domain/live-versions.ts';
import { partsOf, type AgentPart } from '../core/domain/agent-parts.ts';
import { recordOf } from '../core/domain/tasks.ts';
import type { LiveVersion } from '../core/finding.ts';
import { placeOf, recordsOf, type Place } from '../core/workspace/records.ts';
import { keyOf as placeKey } from '../core/workspace/tables.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { compareTexts } from '../core/wording.ts';
import { paired } from './pairs.ts';

/** A record that contents are compared of; `id` is '' for one without. */
export interface ContentPart extends Place {
  readonly kind: AgentPart['kind'] | 'phone-number' | 'alert-rule';
  readonly id: string;
}
/** Why nothing in the files can say whether callers are served by a record. */
export type Unclear = 'no agent_id' | 'no id' | 'no version' | 'no live tag and no number';
/** One record in both states, or one that is gone. */
export interface ContentPair {
  readonly before: Cursor;
  /** undefined if its record is gone. */
  readonly after: Cursor | undefined;
  /** Where it is now, or was. */
  readonly part: ContentPart;
  /** The versions that serve callers by it. */
  readonly live: readonly LiveVersion[];
  /** Whether callers are served by it: also a number that only a webhook answers. */
  readonly isLive: boolean;
  readonly unclear: Unclear | undefined;
}

/** The records behind versions that served callers before and still do. */
export function* livePairs(before: Workspace, after: Workspace): Iterable<ContentPair> {
  for (const { live, ...version } of livesIn(before, after)) {
    const [old, now] = [recordOf(version, before), recordOf(version, after)];
    const common = { live: [live], isLive: true, unclear: undefined };
    if (old && !now && after.agent(version.agentId)?.versions.has(version.version))
      yield { before: old, after: undefined, part: { kind: 'agent', id: version.agentId, ...placeOf(old) }, ...common };
    if (old && now) for (const pair of partPairs(old, now, before, after)) yield { ...pair, ...common };
  }
}

interface StillLive {
  readonly agentId: string;
  readonly version: number;
  readonly live: LiveVersion;
}
function livesIn(before: Workspace, after: Workspace): StillLive[] {
  const were = liveVersions(before);
  return [...liveVersions(after)]
    .flatMap(([agentId, versions]) =>
      [...versions].flatMap(([version, live]) =>
        were.get(agentId)?.has(version)
          ? [{ agentId, version, live: { agent_id: agentId, agent_version: version, through: wayTo(live) } }]
          : [],
      ),
    )
    .sort((a, b) => compareTexts(a.agentId, b.agentId) || a.version - b.version);
}

/** An agent, its engine and its components, wherever their records are. */
function partPairs(
  old: Cursor,
  now: Cursor,
  before: Workspace,
  after: Workspace,
): Pick<ContentPair, 'before' | 'after' | 'part'>[] {
  const parts = partsOf(old, before),
    were = new Map(parts.map(part => [`${part.kind} ${part.id}`, part]));
  // an engine that its agent's file holds belongs to it, whatever its id
  const isHeld = ({ kind, file }: AgentPart, { document }: Cursor): boolean =>
    kind !== 'agent' && kind !== 'flow-component' && file === document.file;
  const held = parts.find(part => isHeld(part, old));
  return partsOf(now, after).flatMap(part => {
    const was =
      were.get(`${part.kind} ${part.id}`) ?? (isHeld(part, now) && held?.kind === part.kind ? held : undefined);
    return was ? [{ before: before.at(was), after: after.at(part), part }] : [];
  });
}

/**
 * What nothing in the files can call live or not: agents without an id or a version, and engines without an id that are
 * files of their own, matched by file, then by name. If the files have no live tag and no number in either state, that
 * is true of every record.
 */
export function* unclearPairs(before: Workspace, after: Workspace): Iterable<ContentPair> {
  const olds = [...unidentifiedIn(before)].filter(({ unclear }) => unclear),
    isAdded = (one: Unidentified): boolean => one.unclear !== undefined && !before.document(one.file);
  const pairs = paired(olds, [...unidentifiedIn(after)], [placeKey], (one, side) =>
    side === 'before' || isAdded(one) ? nameOf(one) : undefined,
  );
  for (const { before: was, after: now } of pairs) {
    if (!was) continue;
    const { name: _, unclear, ...part } = was,
      common = { live: [], isLive: false, unclear },
      old = before.at(was);
    if (now?.kind === 'agent' && was.kind === 'agent')
      for (const pair of partPairs(old, after.at(now), before, after)) yield { ...pair, ...common };
    else if (now?.kind === was.kind)
      yield { before: old, after: after.at(now), part: { ...part, file: now.file, pointer: now.pointer }, ...common };
    else if (!after.document(was.file)) yield { before: old, after: undefined, part, ...common };
  }
  if (!hasEntries(before) && !hasEntries(after))
    for (const pair of allPairs(before, after, true)) yield { ...pair, unclear: 'no live tag and no number' };
}

/** Whether anything in the files says which versions serve callers. */
const hasEntries = (workspace: Workspace): boolean =>
  workspace.tables.phoneNumbers.size > 0 ||
  [...workspace.agents.values()].some(({ tags }) => workspace.facts.liveTags.some(tag => tags.has(tag)));

interface Unidentified extends ContentPart {
  readonly name: string | undefined;
  /** undefined for one that has an id and a version after all. */
  readonly unclear: Unclear | undefined;
}
const nameOf = ({ kind, name }: Pick<Unidentified, 'kind' | 'name'>): string | undefined => name && `${kind} ${name}`;

/** Every agent, and the engines and components that are files of their own and have no id. */
function* unidentifiedIn(workspace: Workspace): Iterable<Unidentified> {
  for (const document of workspace.documents) {
    const { runners, agents } = recordsOf(document);
    for (const { file, pointer } of runners) {
      const { id = '', version } = agents.find(one => one.pointer === pointer) ?? {},
        numbered = version === undefined ? 'no version' : undefined;
      const unclear = id === '' ? 'no agent_id' : numbered,
        name = unclear && (workspace.at({ file, pointer }).get('agent_name').string() || undefined);
      yield { kind: 'agent', id, file, pointer, name, unclear };
    }
  }
  for (const kind of ['llm', 'conversation-flow', 'flow-component'] as const)
    for (const root of workspace.roots(kind))
      if (root.isObject && !root.get(ids[kind]).string())
        yield {
          kind,
          id: '',
          ...placeOf(root),
          name: root.get('name').string() || undefined,
          unclear: 'no id',
        };
}
const ids = {
  llm: 'llm_id',
  'conversation-flow': 'conversation_flow_id',
  'flow-component': 'conversation_flow_component_id',
} as const;

/**
 * Every record that exists in both states under the same identity and number, preferably matched with the one at its
 * own place.
 * @param isReplaced also those whose place has another version of the same now: an export over the last one
 */
export function* allPairs(before: Workspace, after: Workspace, isReplaced = false): Iterable<ContentPair> {
  const placed = ({ part: { kind, id, file, pointer } }: Identified): string =>
    JSON.stringify([kind, id, file, pointer]);
  const pairs = paired(identified(before), identified(after), [
    one => `${one.key} ${placeKey(one.part)}`,
    ({ key }) => key,
    ...(isReplaced ? [placed] : []),
  ]);
  for (const { before: was, after: is } of pairs)
    if (was && is)
      yield {
        before: before.at(was.part),
        after: after.at(is.part),
        part: is.part,
        live: [],
        isLive: false,
        unclear: undefined,
      };
}

interface Identified {
  readonly key: string;
  readonly part: ContentPart;
}
function identified({ documents }: Workspace): Identified[] {
  return documents.flatMap(document => {
    const { agents, engines, components } = recordsOf(document);
    const one = (kind: ContentPart['kind'], { id, file, pointer }: Omit<ContentPart, 'kind'>, version?: number) => ({
      key: JSON.stringify([kind, id, version]),
      part: { kind, id, file, pointer },
    });
    return [
      ...agents.map(record => one('agent', record, record.version)),
      ...engines.map(record => one(record.kind, record, record.version)),
      ...components.map(record => one('flow-component', record)),
    ];
  });
}

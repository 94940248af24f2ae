import type { Cursor } from '../core/cursor.ts';
import { differences } from '../core/domain/contents.ts';
import { liveVersions, wayTo } from '../core/domain/liveness.ts';
import { partsOf, type AgentPart } from '../core/domain/parts.ts';
import { redacted } from '../core/domain/redacted.ts';
import { recordOf } from '../core/domain/tasks.ts';
import type { LiveVersion } from '../core/finding.ts';
import { equal, type Json } from '../core/json/json.ts';
import type { Pointer } from '../core/json/pointer.ts';
import { compareTexts } from '../core/wording.ts';
import { placeOf, recordsOf } from '../core/workspace/records.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { groupsOf } from '../core/json/multimap.ts';

/** Which records have their contents compared: those that serve callers, all, or none. */
export const contentsOptions = ['live', 'all', 'none'] as const;
export type ContentsOption = (typeof contentsOptions)[number];

/** A value that differs under the same version number. */
export interface ContentChange {
  readonly file: string;
  /** Its current place; for a removed value, its former one. */
  readonly pointer: Pointer;
  /** In the form for output; undefined if it was or is absent. */
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  /** Whether both look the same because the difference is hidden. */
  readonly hidden: boolean;
}
/** The changed values of one record, and the live versions they reach. */
export interface ContentGroup {
  readonly part: AgentPart;
  /** The version number in the record; undefined without one. */
  readonly version: number | undefined;
  /** Its name, if it has one. */
  readonly name: string | undefined;
  readonly live: readonly LiveVersion[];
  readonly changes: readonly ContentChange[];
}

/**
 * What callers hear or the platform does differently under the same version number: the changed values of agents,
 * engines, flows and components, starting with the record that reaches most live versions. A record counts as live if
 * it was behind a live version and still is behind the same one; what a tag or number newly resolves to is a change of
 * that reference.
 */
export function contentsOf(before: Workspace, after: Workspace, which: ContentsOption): readonly ContentGroup[] {
  if (which === 'none' || before === after) return [];
  const groups = new Map<string, Compared>(),
    gone: ContentGroup[] = [];
  for (const live of livesIn(before, after)) {
    const [old, now] = [recordOf(live, before), recordOf(live, after)];
    if (old && !now && after.agent(live.agentId)?.versions.has(live.version)) gone.push(goneWith(old, live, after));
    if (!old || !now) continue;
    const were = new Map(partsOf(old, before).map(part => [keyOf(part), part]));
    for (const part of partsOf(now, after)) {
      const was = were.get(keyOf(part));
      if (was) add(groups, before.at(was), after.at(part), part).live.push(live);
    }
  }
  if (which === 'all') for (const [old, now, part] of allRecords(before, after)) add(groups, old, now, part);
  const seen = new Set<string>();
  const changed = [...groups.values()].sort(byConsequence).map(group => groupOf(group, after, seen));
  return [...gone, ...changed.filter(({ changes }) => changes.length > 0)];
}

/** A version that still exists, as a version summary, but whose record is gone. */
function goneWith(record: Cursor, live: Live, workspace: Workspace): ContentGroup {
  const { file, pointer } = placeOf(record);
  return {
    part: { kind: 'agent', id: live.agentId, file, pointer },
    version: live.version,
    name: workspace.agent(live.agentId)?.name || undefined,
    live: [{ agent_id: live.agent_id, agent_version: live.agent_version, through: live.through }],
    changes: [{ file, pointer, before: redacted(record), after: undefined, hidden: false }],
  };
}

type Live = LiveVersion & { readonly agentId: string; readonly version: number };
interface Compared {
  readonly before: Cursor;
  readonly after: Cursor;
  readonly part: AgentPart;
  readonly live: Live[];
}

/** Versions that served callers before and still do. */
function livesIn(before: Workspace, after: Workspace): Live[] {
  const were = liveVersions(before);
  return [...liveVersions(after)]
    .flatMap(([agentId, versions]) =>
      [...versions].flatMap(([version, live]) =>
        were.get(agentId)?.has(version)
          ? [{ agentId, version, agent_id: agentId, agent_version: version, through: wayTo(live) }]
          : [],
      ),
    )
    .sort((a, b) => compareTexts(a.agentId, b.agentId) || a.version - b.version);
}

/** Identifies the same part of one version in two states of the files, wherever its record is. */
const keyOf = ({ kind, id }: AgentPart): string => `${kind} ${id}`;

function add(groups: Map<string, Compared>, before: Cursor, after: Cursor, part: AgentPart): Compared {
  const key = JSON.stringify([placeOf(before), placeOf(after)]);
  let group = groups.get(key);
  if (!group) groups.set(key, (group = { before, after, part, live: [] }));
  return group;
}

/**
 * Every record that exists in both states under the same identity and number, preferably matched with the one at its
 * own place.
 */
function* allRecords(before: Workspace, after: Workspace): Iterable<readonly [Cursor, Cursor, AgentPart]> {
  const were = groupsOf(identified(before), ({ key }) => key);
  for (const { key, part } of identified(after)) {
    const olds = were.get(key)?.map(one => one.part) ?? [],
      was = olds.find(({ file, pointer }) => file === part.file && pointer === part.pointer) ?? olds[0];
    if (was) yield [before.at(was), after.at(part), part];
  }
}

function identified({ documents }: Workspace): { readonly key: string; readonly part: AgentPart }[] {
  return documents.flatMap(document => {
    const { agents, engines, components } = recordsOf(document);
    const one = (kind: AgentPart['kind'], { id, file, pointer }: Omit<AgentPart, 'kind'>, version?: number) => ({
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

const kinds: readonly AgentPart['kind'][] = ['agent', 'llm', 'conversation-flow', 'flow-component'];
const byConsequence = (a: Compared, b: Compared): number =>
  b.live.length - a.live.length ||
  kinds.indexOf(a.part.kind) - kinds.indexOf(b.part.kind) ||
  compareTexts(a.part.file, b.part.file) ||
  compareTexts(a.part.pointer, b.part.pointer);

/** @param seen places already reported: a nested engine is a part of its own and of the agent's record */
function groupOf({ before, after, part, live }: Compared, workspace: Workspace, seen: Set<string>): ContentGroup {
  const changes = sameDocument(before, after)
    ? []
    : differences(before, after).flatMap(({ pointer, ...sides }) => {
        const place = JSON.stringify([placeOf(before).file, after.document.file, pointer]);
        if (seen.has(place)) return [];
        seen.add(place);
        const [old, now] = [sides.before && redacted(sides.before), sides.after && redacted(sides.after)];
        return [{ file: after.document.file, pointer, before: old, after: now, hidden: equal(old, now) }];
      });
  const name = part.kind === 'agent' ? workspace.agent(part.id)?.name : after.get('name').string();
  return {
    part,
    version: after.get('version').integer(),
    name: name === '' ? undefined : name,
    live: live.map(({ agent_id, agent_version, through }) => ({ agent_id, agent_version, through })),
    changes,
  };
}

/** Unchanged files are the same documents, or have the same text. */
const sameDocument = (before: Cursor, after: Cursor): boolean =>
  before.pointer === after.pointer &&
  (before.document === after.document || before.document.text === after.document.text);

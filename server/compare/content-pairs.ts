import type { Cursor } from '../core/cursor.ts';
import { liveVersions, pathTo } from '../core/domain/live-versions.ts';
import { partsOf, type AgentPart } from '../core/domain/agent-parts.ts';
import { recordOf } from '../core/domain/tasks.ts';
import type { LiveVersion } from '../core/finding.ts';
import { placeOf } from '../core/workspace/records.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { compareTexts } from '../core/wording.ts';
import { recordPairs, type ContentPart, type UnclearReason } from './record-pairs.ts';

/** One record in both states, or a removed record. */
export interface ContentPair {
  readonly before: Cursor;
  /** The current record; undefined if it is gone. */
  readonly after: Cursor | undefined;
  /** The current place; for a removed record, the former place. */
  readonly part: ContentPart;
  /** The live versions that use the record. */
  readonly liveVersions: readonly LiveVersion[];
  /** Whether the record serves callers. A number that only a webhook answers serves callers, too. */
  readonly isLive: boolean;
  readonly unclearReason: UnclearReason | undefined;
}

/** The records behind versions that served callers before and still do. */
export function* livePairs(before: Workspace, after: Workspace): Iterable<ContentPair> {
  for (const { liveVersion, ...version } of stillLiveIn(before, after)) {
    const [formerCursor, currentCursor] = [recordOf(version, before), recordOf(version, after)];
    const sharedFields = { liveVersions: [liveVersion], isLive: true, unclearReason: undefined };
    if (formerCursor && !currentCursor && after.agent(version.agentId)?.versions.has(version.version))
      yield {
        before: formerCursor,
        after: undefined,
        part: { kind: 'agent', id: version.agentId, ...placeOf(formerCursor) },
        ...sharedFields,
      };
    if (formerCursor && currentCursor)
      for (const pair of partPairs(formerCursor, currentCursor, before, after)) yield { ...pair, ...sharedFields };
  }
}

interface StillLive {
  readonly agentId: string;
  readonly version: number;
  readonly liveVersion: LiveVersion;
}
function stillLiveIn(before: Workspace, after: Workspace): StillLive[] {
  const formerVersions = liveVersions(before);
  return [...liveVersions(after)]
    .flatMap(([agentId, versions]) =>
      [...versions].flatMap(([version, liveVersion]) =>
        formerVersions.get(agentId)?.has(version)
          ? [
              {
                agentId,
                version,
                liveVersion: { agent_id: agentId, agent_version: version, through: pathTo(liveVersion, after) },
              },
            ]
          : [],
      ),
    )
    .sort((a, b) => compareTexts(a.agentId, b.agentId) || a.version - b.version);
}

/** The pairs of the records of one agent: the agent, its engine and its components, in any files. */
function partPairs(
  formerPart: Cursor,
  current: Cursor,
  before: Workspace,
  after: Workspace,
): Pick<ContentPair, 'before' | 'after' | 'part'>[] {
  const parts = partsOf(formerPart, before),
    formerParts = new Map(parts.map(part => [`${part.kind} ${part.id}`, part]));
  // an engine inside its agent's file belongs to that agent, whatever its id
  const isHeld = ({ kind, file }: AgentPart, { document }: Cursor): boolean =>
    kind !== 'agent' && kind !== 'flow-component' && file === document.file;
  const heldPart = parts.find(part => isHeld(part, formerPart));
  return partsOf(current, after).flatMap(part => {
    const formerPart =
      formerParts.get(`${part.kind} ${part.id}`) ??
      (isHeld(part, current) && heldPart?.kind === part.kind ? heldPart : undefined);
    return formerPart ? [{ before: before.at(formerPart), after: after.at(part), part }] : [];
  });
}

/**
 * The records whose liveness the files cannot show: agents without an id or a version, and engines without an id in
 * files of their own. If both states have no live tag or number, the liveness of every record is unknown.
 */
export function* unclearPairs(before: Workspace, after: Workspace): Iterable<ContentPair> {
  for (const { before: formerRecord, after: currentRecord } of recordPairs(before, after)) {
    if (!formerRecord?.unclearReason) continue;
    const { unclearReason, kind, id, file, pointer } = formerRecord,
      sharedFields = { liveVersions: [], isLive: false, unclearReason: unclearReason },
      formerPart = before.at(formerRecord);
    if (currentRecord && kind === 'agent')
      for (const pair of partPairs(formerPart, after.at(currentRecord), before, after))
        yield { ...pair, ...sharedFields };
    else if (currentRecord)
      yield {
        before: formerPart,
        after: after.at(currentRecord),
        part: { kind, id, file: currentRecord.file, pointer: currentRecord.pointer },
        ...sharedFields,
      };
    else if (!after.document(file))
      yield { before: formerPart, after: undefined, part: { kind, id, file, pointer }, ...sharedFields };
  }
  if (!hasEntries(before) && !hasEntries(after))
    for (const pair of allPairs(before, after, true)) yield { ...pair, unclearReason: 'no live tag and no number' };
}

/** Whether the files show which versions serve callers. */
const hasEntries = (workspace: Workspace): boolean =>
  workspace.tables.phoneNumbers.size > 0 ||
  [...workspace.agents.values()].some(({ tags }) => workspace.facts.liveTags.some(tag => tags.has(tag)));

/**
 * Every agent, engine and component that exists in both states under the same identity and number.
 * @param isReplaced whether to include records replaced by another version of the same agent at the same place, as by a
 * new export
 */
export function* allPairs(before: Workspace, after: Workspace, isReplaced = false): Iterable<ContentPair> {
  for (const { before: formerRecord, after: currentRecord } of recordPairs(before, after)) {
    if (
      !formerRecord?.identity ||
      !currentRecord?.identity ||
      formerRecord.kind === 'phone-number' ||
      formerRecord.kind === 'alert-rule'
    )
      continue;
    const { kind, id, file, pointer } = currentRecord;
    if (formerRecord.identity !== currentRecord.identity && !(isReplaced && formerRecord.id === id)) continue;
    const part = { kind, id, file, pointer };
    yield {
      before: before.at(formerRecord),
      after: after.at(currentRecord),
      part,
      liveVersions: [],
      isLive: false,
      unclearReason: undefined,
    };
  }
}

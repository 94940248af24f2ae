import { recordName } from '../core/workspace/names.ts';
import { stablePointer, type StablePointer } from '../core/configuration/stable-pointer.ts';
import type { Cursor } from '../core/cursor.ts';
import { differences, type Difference } from '../core/domain/contents.ts';
import { inFileDialect } from '../core/domain/in-dialect.ts';
import { redact } from '../core/domain/redacted.ts';
import type { LiveVersion } from '../core/finding.ts';
import { isEqual, type Json } from '../core/json/json.ts';
import type { Pointer } from '../core/json/pointer.ts';
import { clipped, compareTexts } from '../core/wording.ts';
import { placeOf, type Place } from '../core/workspace/records.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { placeInRecord, type Area } from './areas.ts';
import { allPairs, livePairs, unclearPairs, type ContentPair } from './content-pairs.ts';
import { type ContentPart, type UnclearReason, nameOf, recordPairs } from './record-pairs.ts';
import { longRequests, textChangeOf, type LongRequest, type TextChange } from './text-changes.ts';
import { liveVersions, liveVersionsOf, pathTo } from '../core/domain/live-versions.ts';
import type { Kind } from '../core/kinds.ts';

/**
 * The records whose contents are compared: the records that serve or may serve callers, all records, or no records.
 */
export const contentsOptions = ['live', 'all', 'none'] as const;
export type ContentsOption = (typeof contentsOptions)[number];

/** A value that differs under the same version number. */
export interface ContentChange {
  readonly file: string;
  /** The current place; for a removed value, the former place. */
  readonly pointer: Pointer;
  /** The same place, by keys instead of indexes. */
  readonly at: StablePointer;
  readonly area: Area;
  /** The former value in its output form; undefined if absent. */
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  /** Whether both values look the same because the difference is hidden. */
  readonly hidden: boolean;
  /** The change of the text; undefined if no model reads the value. */
  readonly text: TextChange | undefined;
}
/** The changed values of one record, and the live versions that use the record. */
export interface ContentGroup {
  readonly part: ContentPart;
  /** The version number in the record; undefined without one. */
  readonly version: number | undefined;
  /** The name of the record, if it has one in addition to its id. */
  readonly name: string | undefined;
  readonly liveVersions: readonly LiveVersion[];
  /** Whether the record serves callers, or watches a version that serves callers. */
  readonly isLive: boolean;
  /** The reason why the files do not show whether the record is live; undefined if they show it. */
  readonly unclearReason: UnclearReason | undefined;
  /** Whether the record is gone, so that the only change is the whole record. */
  readonly isGone: boolean;
  readonly changes: readonly ContentChange[];
  /** Requests of an engine that the change makes longer than the billing threshold. */
  readonly longRequests: readonly LongRequest[];
}

/**
 * The changed values of agents, engines, flows, components, phone numbers and alert rules under the same number or
 * name, starting with the record that most live versions use. A version counts as live if it served callers before and
 * still does; a tag or number that resolves to another version is a change of the reference. Agents whose liveness is
 * unknown are all compared.
 */
export function contentsOf(before: Workspace, after: Workspace, option: ContentsOption): readonly ContentGroup[] {
  if (option === 'none' || before === after) return [];
  const groups = new Map<string, MergedPair>();
  const pairs = [
    ...livePairs(before, after),
    ...[...numberPairs(before, after), ...alertPairs(before, after)].filter(pair => pair.isLive || option === 'all'),
    ...unclearPairs(before, after),
    ...(option === 'all' ? allPairs(before, after) : []),
  ];
  for (const pair of pairs) {
    // the contents of an unreadable file are unknown, and the plan names the file
    if (![pair.before, pair.after].every(side => side?.document.readable ?? true)) continue;
    const key = JSON.stringify([placeOf(pair.before), pair.after && placeOf(pair.after)]),
      group = groups.get(key);
    if (group) group.liveVersions.push(...pair.liveVersions);
    else groups.set(key, { ...pair, liveVersions: [...pair.liveVersions] });
  }
  const visited = new Set<string>();
  return [...groups.values()]
    .sort(compareConsequence)
    .map(pair => groupOf(pair, { before, after }, visited))
    .filter(({ changes }) => changes.length > 0);
}

type MergedPair = ContentPair & { readonly liveVersions: LiveVersion[] };

const kinds: readonly ContentPart['kind'][] = [
  'agent',
  'llm',
  'conversation-flow',
  'flow-component',
  'phone-number',
  'alert-rule',
];
const compareConsequence = (a: MergedPair, b: MergedPair): number =>
  Number(a.after !== undefined) - Number(b.after !== undefined) ||
  Number(b.isLive) - Number(a.isLive) ||
  Number(a.part.kind === 'alert-rule') - Number(b.part.kind === 'alert-rule') ||
  b.liveVersions.length - a.liveVersions.length ||
  kinds.indexOf(a.part.kind) - kinds.indexOf(b.part.kind) ||
  compareTexts(a.part.file, b.part.file) ||
  compareTexts(a.part.pointer, b.part.pointer);

/**
 * The changed values of a record.
 * @param seenKeys places already reported, because a nested engine is both a record and a part of its agent
 */
function groupOf(
  { before, after, part, ...pair }: MergedPair,
  workspaces: { readonly before: Workspace; readonly after: Workspace },
  seenKeys: Set<string>,
): ContentGroup {
  const record = after ?? before;
  const name = recordName(part.kind, part.id, workspaces.after, workspaces.before),
    ownName = record.get(part.kind === 'agent' ? 'agent_name' : 'name').string();
  return {
    ...pair,
    part,
    version: record.get('version').integer(),
    name: (name === clipped(part.id) ? undefined : name) || ownName || undefined,
    isGone: after === undefined,
    longRequests: after ? longRequests(before, after, workspaces) : [],
    changes: changesIn(before, after).flatMap(({ pointer, ...sides }) => {
      const placeKey = JSON.stringify([placeOf(before).file, part.file, pointer]);
      if (seenKeys.has(placeKey)) return [];
      seenKeys.add(placeKey);
      const [formerValue, currentValue] = [outputValue(sides.before), outputValue(sides.after)],
        cursor = (sides.after ?? sides.before)!,
        { area } = placeInRecord(cursor),
        keyPath = stablePointer(cursor.document, pointer);
      return [
        {
          file: part.file,
          pointer,
          at: keyPath,
          area,
          before: formerValue,
          after: currentValue,
          hidden: isEqual(formerValue, currentValue),
          text: textChangeOf(sides.before, sides.after),
        },
      ];
    }),
  };
}

/** A value for output, in its file's dialect. */
const outputValue = (cursor: Cursor | undefined): Json | undefined => cursor && inFileDialect(cursor, redact(cursor));

function changesIn(before: Cursor, after: Cursor | undefined): readonly Omit<Difference, 'from'>[] {
  if (!after) return [{ pointer: before.pointer, before, after }];
  if (sameDocument(before, after)) return [];
  // the agents that answer are references, which are compared separately
  return differences(before, after).filter(
    difference => !(difference.after ?? difference.before)!.within('agent-weights'),
  );
}

/** Whether two values are at the same place in the same document, or in documents with equal text. */
const sameDocument = (before: Cursor, after: Cursor): boolean =>
  before.pointer === after.pointer &&
  (before.document === after.document || before.document.text === after.document.text);

/** The maximum number of versions named for one alert. */
const MAX_VERSIONS = 100;

/**
 * The pairs of phone numbers, by the number. Agents in a number are references, so they are not compared as contents.
 */
function* numberPairs(before: Workspace, after: Workspace): Iterable<ContentPair> {
  for (const { before: formerRecord, after: currentRecord } of recordPairs(before, after)) {
    if (formerRecord?.kind !== 'phone-number') continue;
    const formerPart = before.at(formerRecord),
      sharedFields = { before: formerPart, unclearReason: undefined };
    if (currentRecord && currentRecord.identity === formerRecord.identity) {
      const { kind, id, file, pointer } = currentRecord,
        cursor = after.at(currentRecord);
      if (!isUnchanged(formerPart, cursor))
        yield {
          ...sharedFields,
          after: cursor,
          part: { kind, id, file, pointer },
          liveVersions: armVersions(currentRecord, after),
          isLive: answers(formerPart) || answers(cursor),
        };
    } else if (
      !after.tables.phoneNumbers.has(formerRecord.id) &&
      armVersions(formerRecord, before).length === 0 &&
      answers(formerPart)
    ) {
      // a phone number with agents is already reported as a removed entry
      const { kind, id, file, pointer } = formerRecord;
      if (isKnown(kind, after))
        yield { ...sharedFields, after: undefined, part: { kind, id, file, pointer }, liveVersions: [], isLive: true };
    }
  }
}

/** Whether all records of a kind are known, because no unreadable file may contain further ones. */
const isKnown = (kind: Kind, { documents }: Workspace): boolean =>
  documents.every(document => !document.kinds.includes(kind) || document.readable);

/** Whether a record is unchanged; a shortcut, because most files are unchanged. */
const isUnchanged = (formerCursor: Cursor, currentCursor: Cursor): boolean =>
  formerCursor.document === currentCursor.document && formerCursor.pointer === currentCursor.pointer;

/** The versions of a number's arms. */
function armVersions({ file, pointer }: Place, workspace: Workspace): LiveVersion[] {
  const versions = new Map<string, LiveVersion>();
  const number = workspace.records(file)!.phoneNumbers.find(number => number.pointer === pointer);
  for (const { list, agentId, reference, ...at } of number?.arms ?? []) {
    const { version } = workspace.resolve(agentId, reference),
      key = JSON.stringify([agentId, version]);
    const livePlaces = [{ text: `${list} of ${number!.id}`, file: at.file, pointer: at.pointer }];
    if (!versions.has(key)) versions.set(key, { agent_id: agentId, agent_version: version, through: livePlaces });
  }
  return [...versions.values()];
}
/** Whether calls or messages of a phone number reach an agent in its lists, or a webhook. */
const answers = (number: Cursor): boolean =>
  number.entries().some(entry => (entry.is('agent-weights') ? entry.items().length > 0 : isWebhook(entry)));
const isWebhook = (field: Cursor): boolean => field.marks['x-format'] === 'url' && Boolean(field.string());

/** The pairs of alert rules, by id, or else by file and place, or else by name. */
function* alertPairs(before: Workspace, after: Workspace): Iterable<ContentPair> {
  for (const { before: formerRecord, after: currentRecord } of recordPairs(before, after)) {
    if (formerRecord?.kind !== 'alert-rule' || (!currentRecord && !isKnown('alert-rule', after))) continue;
    const formerPart = before.at(formerRecord),
      cursor = currentRecord && after.at(currentRecord);
    if (cursor && isUnchanged(formerPart, cursor)) continue;
    const { kind, id, file, pointer } = currentRecord ?? formerRecord,
      name = currentRecord ? nameOf(currentRecord, after) : nameOf(formerRecord, before),
      liveVersions = cursor ? watchedVersions(cursor, after) : watchedVersions(formerPart, before);
    yield {
      before: formerPart,
      after: cursor,
      part: { kind, id: id || (name ?? ''), file, pointer },
      liveVersions: liveVersions,
      isLive: liveVersions.length > 0 && (isActive(formerPart) || (cursor !== undefined && isActive(cursor))),
      unclearReason: undefined,
    };
  }
}
const isActive = (rule: Cursor): boolean => rule.get('active').value !== false;

/**
 * The live versions that an alert rule watches: versions of the agents in its filter, or of all agents if it has no
 * filter.
 */
function watchedVersions(rule: Cursor, workspace: Workspace): LiveVersion[] {
  const filter = rule.get('filter'),
    agents = filter.get('agent').items();
  const tags = filter.get('agent_tag').get('value'),
    tagNames = tags.isArray ? tags.items().flatMap(tag => tag.string() ?? []) : [];
  if (tagNames.length > 0 && !tagNames.some(tag => workspace.facts.liveTags.includes(tag))) return [];
  const allLive =
    agents.length === 0
      ? [...liveVersions(workspace).values()].flatMap(versions => [...versions.values()])
      : agents.flatMap(agent =>
          [...liveVersionsOf(agent.get('agent_id').string() ?? '', workspace).values()].filter(({ version }) =>
            counts(agent.get('version'), version),
          ),
        );
  return allLive.slice(0, MAX_VERSIONS).map(liveVersion => ({
    agent_id: liveVersion.agentId,
    agent_version: liveVersion.version,
    through: pathTo(liveVersion, workspace),
  }));
}
/** Whether a version passes a filter of versions. Without a complete filter, every version passes. */
const counts = (filter: Cursor, version: number): boolean => {
  const numbers = filter.isArray ? filter.items() : [filter].filter(filter => filter.integer() !== undefined);
  return numbers.length === 0 || numbers.some(number => number.integer() === undefined || number.integer() === version);
};

import { stablePointer } from '../../core/configuration/stable-pointer.ts';
import type { Document } from '../../core/document.ts';
import type { Cursor } from '../../core/cursor.ts';
import { inFileDialect } from '../../core/domain/in-dialect.ts';
import { liveThrough } from '../../core/domain/live-places.ts';
import { redact } from '../../core/domain/redacted.ts';
import type { Drift as DriftOutput } from '../../core/generated/outputs.js';
import { isEqual, type Json } from '../../core/json/json.ts';
import { parentOf } from '../../core/json/pointer.ts';
import { groupsOf } from '../../core/json/multimap.ts';
import { count } from '../../core/numbers.ts';
import { clipped, listed } from '../../core/wording.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { areas, placeInRecord } from '../../compare/areas.ts';
import type { Drift, DriftedRecord, DriftStatus } from '../../compare/drift.ts';
import type { DriftValue } from '../../compare/drift-values.ts';
import {
  andMore,
  badge,
  blocksOf,
  code,
  link,
  list,
  section,
  title,
  values,
  words,
  type Act,
  type Badge,
  type Block,
} from '../blocks.ts';
import { brief, valueInWords } from '../contents-words.ts';
import type { MadePlan } from '../plan-report.ts';
import { kindShown } from './affected.ts';
import { textActs, valueKey, type PanelOf } from './asked.ts';
import { callersBlock, callersGroups } from './callers.ts';
import { lostNamesBlock, resultsBlock } from './results.ts';
import { reachBlock } from './reach.ts';

/** The differences of one workspace, and the effect of the platform's changes on its callers. */
export interface DriftPart extends Drift {
  readonly filesWorkspace: Workspace;
  /** The plan from the files to the platform; undefined if no workspace is compared, or nothing differs. */
  readonly plan: MadePlan | undefined;
  /** Converts a path in the workspace, or in the exports, to the path that is shown. */
  pathOf(file: string): string;
}
type Record = DriftOutput['records'][number];
type Change = Record['changes'][number];

/** The content of `schemas/outputs/drift.json`. */
export function driftOutput(base: DriftOutput['base'], parts: readonly DriftPart[]): DriftOutput {
  const records = parts.flatMap(part => part.records.map(record => recordOutput(record, part)));
  const countOf = (status: DriftStatus): number => records.filter(record => record.status === status).length;
  return {
    version: 1,
    base,
    records,
    repeated: (parts[0]?.repeatedRecords ?? []).map(repeatedOutput),
    summary: {
      records: records.length,
      same: countOf('same'),
      different: countOf('different'),
      conflict: countOf('conflict'),
      here_only: countOf('here-only'),
      there_only: countOf('there-only'),
      values: records.reduce((sum, { changes }) => sum + changes.length, 0),
    },
  };
}

const repeatedOutput = ({
  record,
  duplicates: otherReadings,
}: Drift['repeatedRecords'][number]): DriftOutput['repeated'][number] => ({
  kind: kindShown(record.kind),
  id: record.id || null,
  record_version: record.version ?? null,
  file: record.file,
  others: otherReadings.map(({ file }) => file),
});

/** A sentence about a record that is in several answers of the platform, and about the answer that is used. */
export function repeatedInWords(repetition: Drift['repeatedRecords'][number]): string {
  const output = repeatedOutput(repetition),
    files = listed([output.file, ...output.others], 'and'),
    name = nameOfRecord({ ...output, name: repetition.record.name ?? null });
  return `${name} is in ${files} with different contents; ${output.file} was changed last and is used`;
}

function recordOutput(
  { fileRecord: here, accountRecord: there, status, side, values: driftValues }: DriftedRecord,
  part: DriftPart,
): Record {
  const record = (here ?? there)!;
  return {
    kind: kindShown(record.kind),
    id: here?.id || there?.id || null,
    name: here?.name ?? there?.name ?? null,
    record_version: here?.version ?? there?.version ?? null,
    file: here ? part.pathOf(here.file) : record.file,
    pointer: record.pointer,
    status,
    side: side ?? null,
    changes: driftValues
      .map(value => ({ value, rank: rankOf(value) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ value }) => changeOutput(value, here!.file, part)),
  };
}

function rankOf({ fileValue: here, accountValue: there, base }: DriftValue): number {
  const { area, place } = placeInRecord((here ?? there ?? base)!);
  return areas.indexOf(area) * 100 + place.rank;
}

/**
 * The pointer of a change in the file. For a value that is missing in the file, the pointer is made from the object
 * around it.
 */
export const changeAt = (
  { fileValue: here, pointer }: Pick<DriftValue, 'fileValue' | 'pointer'>,
  document: Document,
): string =>
  here
    ? stablePointer(document, pointer)
    : `${stablePointer(document, parentOf(pointer))}/${pointer.slice(pointer.lastIndexOf('/') + 1)}`;

function changeOutput(
  { pointer, side, ...readings }: DriftValue,
  file: string,
  { filesWorkspace: here, pathOf }: DriftPart,
): Change {
  const document = here.document(file)!,
    valueOf = (cursor: Cursor | undefined): Json => (cursor ? inFileDialect(cursor, redact(cursor)) : null) ?? null;
  const [base, ownValue, value] = [readings.base, readings.fileValue, readings.accountValue].map(valueOf) as [
    Json,
    Json,
    Json,
  ];
  return {
    pointer,
    at: changeAt({ pointer, ...readings }, document),
    side,
    base,
    here: ownValue,
    there: value,
    hidden: readings.fileValue !== undefined && readings.accountValue !== undefined && isEqual(ownValue, value),
    live: liveThrough({ file, pointer }, here).map(version => ({
      ...version,
      through: version.through.map(step => ({ ...step, file: pathOf(step.file) })),
    })),
  };
}

/** The maximum number of shown values of one record. */
const MAX_VALUES = 50;

const signs: { readonly [side in Change['side']]: string } = {
  here: 'changed here',
  there: 'changed there',
  both: 'changed on both sides',
  'not-kept': 'not kept',
};
const headings: { readonly [status in DriftStatus]: string } = {
  conflict: 'Conflicts',
  different: 'Different',
  'there-only': 'Only on the platform',
  'here-only': 'Only in the files',
  same: 'Same',
};

interface DriftShown {
  readonly comparison: string;
  /** Whether a record that exists only in the files counts as a difference. */
  readonly isComplete: boolean;
  /** Finds places for an editor, which can also take over single changes. */
  readonly inPanel?: PanelOf;
}

/** The differences record by record: first the changes that callers notice, then conflicts, then all other records. */
export function driftBlocks(
  { records, summary, base }: DriftOutput,
  parts: readonly DriftPart[],
  { comparison, isComplete, inPanel }: DriftShown,
): readonly Block[] {
  const groups = groupsOf(records, ({ status }) => status),
    isListed = (status: DriftStatus): boolean => status !== 'same' && (status !== 'here-only' || isComplete);
  const {
      different: differentCount,
      conflict: conflictCount,
      there_only: thereOnlyCount,
      here_only: hereOnlyCount,
    } = summary,
    lines = [
      differentCount > 0 && `${count(differentCount, 'record')} ${differentCount === 1 ? 'differs' : 'differ'}`,
      conflictCount > 0 && count(conflictCount, 'conflict'),
      thereOnlyCount > 0 && `${thereOnlyCount} only on the platform`,
      hereOnlyCount > 0 &&
        `${hereOnlyCount} only in the files${isComplete || inPanel ? '' : ' (--complete counts them)'}`,
    ].filter(text => text !== false);
  const isSame = differentCount + conflictCount + thereOnlyCount + (isComplete ? hereOnlyCount : 0) === 0,
    // a record that one export lacks is not a difference
    onlyRecord = isComplete ? undefined : onlyIn(records);
  return blocksOf(
    title(
      isSame
        ? `No drift in ${onlyRecord ? nameOfRecord(onlyRecord) : count(summary.same, 'record')}`
        : `Drift: ${onlyRecord ? `${differentPart(records, onlyRecord)} ${differenceOf(summary)}` : listed(lines, 'and')}`,
    ),
    words(comparison, 'quiet'),
    isSame && hereOnlyCount > 0 && !onlyRecord && words(listed(lines, 'and'), 'quiet'),
    (parts[0]?.repeatedRecords ?? []).map(repetition => words(repeatedInWords(repetition), 'note')),
    parts.flatMap((part, i) => callersOf(part, `${i}-`)),
    (Object.keys(headings) as DriftStatus[]).filter(isListed).flatMap(status => {
      const group = groups.get(status) ?? [];
      return (
        group.length > 0 &&
        section(
          status,
          headings[status],
          [
            list(
              headings[status],
              group.map(record => ({
                badge: badgeOf(record),
                head: nameOfRecord(record),
                words: record.changes.length > 0 ? count(record.changes.length, 'value') : sideInWords(record),
                lines: [code(record.file)],
                acts: inPanel && recordActs(record),
                blocks: blocksOf(
                  values(
                    record.changes
                      .slice(0, MAX_VALUES)
                      .map(change => valueOf(change, record.file, base !== null, inPanel)),
                    true,
                  ),
                  andMore(record.changes.length - MAX_VALUES, 'value'),
                ),
              })),
            ),
          ],
          { count: String(group.length) },
        )
      );
    }),
  );
}

/**
 * The only record in the answers of the platform, apart from the engine of an agent; undefined if there are several.
 */
function onlyIn(records: readonly Record[]): Record | undefined {
  const exportedRecords = records.filter(({ status }) => status !== 'here-only'),
    newCount = exportedRecords.filter(({ status }) => status === 'there-only').length;
  const hasAgent = exportedRecords.some(({ kind }) => kind === 'agent'),
    [record, ...otherRecords] = exportedRecords.filter(
      ({ kind }) => !hasAgent || (kind !== 'llm' && kind !== 'conversation-flow'),
    );
  return otherRecords.length === 0 && (newCount === 0 || newCount === exportedRecords.length) ? record : undefined;
}

/** The name of the only record; if only the engine of this agent differs, that of the engine. */
function differentPart(records: readonly Record[], onlyRecord: Record): string {
  const differentKinds = new Set(
    records.flatMap(({ status, kind }) => (status === 'different' || status === 'conflict' ? [kind] : [])),
  );
  const part = differentKinds.size === 1 ? engineNouns[[...differentKinds][0]!] : undefined;
  return `${onlyRecord.kind === 'agent' && part ? `${part} of ` : ''}${nameOfRecord(onlyRecord)}`;
}
const engineNouns: { readonly [kind: string]: string } = { llm: 'engine', 'conversation-flow': 'flow' };

function differenceOf({ there_only: there, conflict: conflictCount, values }: DriftOutput['summary']): string {
  if (there > 0) return 'is only on the platform';
  return conflictCount > 0 ? `has ${count(conflictCount, 'conflict')}` : `differs in ${count(values, 'value')}`;
}

const callersOf = ({ plan }: DriftPart, key: string): readonly (Block | false)[] =>
  plan
    ? [
        callersBlock(callersGroups(plan.callers), () => null, key),
        reachBlock(plan.reach, `${key}reach`, () => null),
        resultsBlock(plan, `${key}results`, () => null),
        lostNamesBlock(plan, `${key}names`, () => null),
      ]
    : [];

/** The name of a record: `agent Front desk (agent_desk) version 2`. */
function nameOfRecord(
  record: Pick<Record, 'kind' | 'id' | 'record_version' | 'file'> & Partial<Pick<Record, 'name'>>,
): string {
  const { kind, id, name, record_version: version, file } = record,
    names = name?.split('\n').join(', ');
  const ownName = names ? `${clipped(names)} (${clipped(id ?? '')})` : clipped(id ?? ''),
    text = id === null ? (names ?? file) : ownName;
  return [kind, text, version === null ? '' : `version ${version}`].filter(Boolean).join(' ');
}

/** Whether the platform's value can be taken over; values that only the files changed are left alone. */
const canTake = ({ side, here, there }: Change): boolean => side !== 'here' && (here !== null || there !== null);
const takeWords = ({ side, there }: Change): string => {
  if (there === null) return 'Remove here, too';
  return side === 'both' ? "Take the platform's side of the conflict" : 'Take';
};
const takeAct = (keys: readonly string[], text: string): Act => ({ act: 'take', value: JSON.stringify(keys), text });

/**
 * The actions for a record. A record that only the platform has becomes a file; for a record on both sides, all
 * changes of the platform are taken over.
 */
function recordActs({ status, side, file, pointer, changes }: Record): readonly Act[] {
  if (status === 'there-only' && side === 'there') return [takeAct([valueKey({ file, at: pointer })], 'Create a file')];
  const keys = changes.flatMap(({ at, side: changeSide }) => (changeSide === 'there' ? [valueKey({ file, at })] : []));
  return keys.length > 1 ? [takeAct(keys, `Take all ${keys.length}`)] : [];
}

function badgeOf({ status }: Record): Badge {
  switch (status) {
    case 'conflict':
      return badge('bad', '!', 'conflict');
    case 'there-only':
      return badge('good', '+', 'only there');
    case 'here-only':
      return badge('bad', '-', 'only here');
    default:
      return badge('changed', '~', 'differs');
  }
}

function sideInWords({ status, side }: Record): string {
  if (status === 'conflict') return 'removed here, changed there';
  if (status === 'there-only') return side === 'here' ? 'removed here' : 'new there';
  return side === 'not-kept' ? 'no longer on the platform' : 'not on the platform';
}

/**
 * The row of a change: the value in the files, then the value on the platform; for a conflict also the former value.
 */
function valueOf(change: Change, file: string, hasBase: boolean, inPanel: PanelOf | undefined) {
  const { at, side, base, here, there, hidden, live } = change,
    place = { file, at };
  const [ownValue, theirValue, former] = [here, there, base] as readonly Json[],
    value = valueInWords({ before: ownValue ?? undefined, after: theirValue ?? undefined, hidden });
  const baseValue = side === 'both' && former != null ? [`was ${brief(former)}`] : [],
    notes = [
      ...(hasBase || side === 'not-kept' ? [signs[side]] : []),
      ...baseValue,
      ...(live.length > 0 ? ['live'] : []),
    ];
  return {
    name: link(inPanel?.nameOf(place) || code(at), here === null ? null : inPanel?.place(place)),
    words: here === null && there === null ? signs[side] : value.words,
    hunk: value.hunk,
    acts: inPanel && [
      ...(canTake(change) ? [takeAct([valueKey(place)], takeWords(change))] : []),
      ...textActs(value, place, true),
    ],
    ...(notes.length > 0 && { note: notes.join(', ') }),
  };
}

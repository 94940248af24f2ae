import type { Cursor } from '../core/cursor.ts';
import { entryOf } from '../core/shapes/table.ts';
import { groupsOf } from '../core/json/multimap.ts';
import { kindNames, type Kind } from '../core/kinds.ts';
import { compareTexts } from '../core/wording.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { accountRecords, identityOf, pairRecords, type AccountRecord, type RecordPairs } from './drift-records.ts';
import { driftValues, type DriftSide, type DriftValue, type Readings } from './drift-values.ts';
import { pairThings } from './pairs.ts';
import { Document } from '../core/document.ts';
import { applyFix } from '../core/fixing/apply.ts';
import { occurrencesIn } from '../core/index/occurrences-in.ts';
import type { NameKind } from '../core/index/occurrences.ts';

export type DriftStatus = 'same' | 'different' | 'conflict' | 'here-only' | 'there-only';

/** One record of the files, of the platform, or of both. */
export interface DriftedRecord {
  readonly status: DriftStatus;
  /** The record in the files; at least one of `fileRecord` and `accountRecord` is present. */
  readonly fileRecord: AccountRecord | undefined;
  readonly accountRecord: AccountRecord | undefined;
  /** The base of a record that both sides have, as in `Readings`. */
  readonly base: Readings['base'];
  /** The differing values of a record that both sides have. */
  readonly values: readonly DriftValue[];
  /** The side that created the record, or removed it since the base, for a record that only one side has. */
  readonly side: DriftSide | undefined;
}

/** The files, the platform, and the files as they were when both were last equal. */
interface DriftStates {
  readonly filesWorkspace: Workspace;
  readonly accountWorkspace: Workspace;
  /** The files when both sides were last equal; if undefined, the files count as unchanged. */
  readonly base: Workspace | undefined;
}
interface DriftOptions {
  /** Whether records with different ids are matched by kind and name. */
  readonly byName: boolean;
}

export interface Drift {
  /** The account, in which records matched by name have the ids of the files. */
  readonly accountWorkspace: Workspace;
  /** The compared records, by kind, id and version. */
  readonly records: readonly DriftedRecord[];
  /** Records that the answers of the platform contain several times, with different contents. */
  readonly repeatedRecords: readonly {
    readonly record: AccountRecord;
    readonly duplicates: readonly AccountRecord[];
  }[];
}

/** Compares the platform with the files, record by record. */
export function driftBetween(
  { filesWorkspace, accountWorkspace: account, base }: DriftStates,
  { byName }: DriftOptions,
): Drift {
  const recordsHere = accountRecords(filesWorkspace),
    recordsThere = withoutRepeats(account).latest,
    accountWorkspace = byName
      ? withMappedIds(
          account,
          pairRecords({ filesWorkspace: filesWorkspace, accountWorkspace: account, recordsHere, recordsThere }, true)
            .pairs,
        )
      : account,
    { latest, repeatedRecords } = withoutRepeats(accountWorkspace);
  const { pairs, hereOnly, thereOnly } = pairRecords(
    { filesWorkspace: filesWorkspace, accountWorkspace: accountWorkspace, recordsHere, recordsThere: latest },
    byName,
  );
  const { before: baseOf, gone: removedFor } = baseRecords(base, recordsHere);
  const driftedRecord = (record: AccountRecord, accountRecord: AccountRecord): DriftedRecord => {
    const formerRecord = baseOf(record),
      baseCursor = base && (formerRecord ? base.at(formerRecord) : null),
      values = driftValues({
        base: baseCursor,
        fileRecord: filesWorkspace.at(record),
        accountRecord: accountWorkspace.at(accountRecord),
      }),
      isConflict = values.some(({ side }) => side === 'both');
    const valueStatus = values.length > 0 ? 'different' : 'same',
      status = isConflict ? 'conflict' : valueStatus;
    return { status, fileRecord: record, accountRecord: accountRecord, base: baseCursor, values, side: undefined };
  };
  const partner = new Map(pairs.map(([record, account]) => [identityOf(record), account]));
  const records = [
    ...pairs.map(([record, account]) => driftedRecord(record, account)),
    ...hereOnly.flatMap((record): DriftedRecord[] => {
      // a second file may contain the same record
      const partnerRecord = partner.get(identityOf(record));
      if (identityOf(record) !== undefined && partnerRecord) return [driftedRecord(record, partnerRecord)];
      if (record.isEvidence && !latest.some(isOfSameList(record))) return [];
      const side = baseOf(record) ? 'not-kept' : 'here';
      return [{ status: 'here-only', fileRecord: record, accountRecord: undefined, base: undefined, values: [], side }];
    }),
    ...thereOnly.flatMap((record): DriftedRecord[] => {
      if (record.isEvidence && !recordsHere.some(isOfSameList(record))) return [];
      const formerRecord = removedFor(record),
        isChanged =
          formerRecord &&
          driftValues({
            base: undefined,
            fileRecord: base!.at(formerRecord),
            accountRecord: accountWorkspace.at(record),
          }).length > 0;
      const changedSides = isChanged ? 'both' : 'here',
        side = formerRecord ? changedSides : 'there';
      return [
        {
          status: isChanged ? 'conflict' : 'there-only',
          fileRecord: undefined,
          accountRecord: record,
          base: undefined,
          values: [],
          side,
        },
      ];
    }),
  ];
  return {
    accountWorkspace: accountWorkspace,
    records: records.sort(compareRecords),
    repeatedRecords: repeatedRecords,
  };
}

const compareRecords = (a: DriftedRecord, b: DriftedRecord): number => {
  const [first, second] = [(a.fileRecord ?? a.accountRecord)!, (b.fileRecord ?? b.accountRecord)!];
  return (
    kindNames.indexOf(first.kind) - kindNames.indexOf(second.kind) ||
    compareTexts(first.id, second.id) ||
    (first.version ?? -1) - (second.version ?? -1) ||
    compareTexts(first.file, second.file) ||
    compareTexts(first.pointer, second.pointer)
  );
};

/**
 * Returns whether a record is of the same list. Repeated facts count as missing only if the other side has the list.
 */
const isOfSameList =
  ({ kind, id }: AccountRecord) =>
  (record: AccountRecord): boolean =>
    record.kind === kind && (kind === 'agent-list' || record.id === id);

/** The records without repetitions: of several records with the same identity, the record that changed last. */
export const withoutRepeats = (
  account: Workspace,
): { readonly latest: readonly AccountRecord[] } & Pick<Drift, 'repeatedRecords'> =>
  account.memory.remember(withoutRepeats, undefined, () => latestOf(account));

function latestOf(account: Workspace): { readonly latest: readonly AccountRecord[] } & Pick<Drift, 'repeatedRecords'> {
  const repetitions: Drift['repeatedRecords'][number][] = [];
  const latest = [...groupsOf(accountRecords(account), record => identityOf(record) ?? record)].map(([, records]) => {
    if (records.length === 1) return records[0];
    const [record, ...duplicates] = records.toSorted(
      (a, b) => changedAt(account.at(b)) - changedAt(account.at(a)),
    ) as typeof records;
    const otherDuplicates = duplicates.filter(
      entry =>
        driftValues({ base: undefined, fileRecord: account.at(record), accountRecord: account.at(entry) }).length > 0,
    );
    if (otherDuplicates.length > 0) repetitions.push({ record, duplicates: otherDuplicates });
    return record;
  });
  return { latest, repeatedRecords: repetitions };
}

/** The time of the last change in a record, in the record's own unit. */
function changedAt(record: Cursor): number {
  const { props = {} } = entryOf(record.entry);
  const times = Object.keys(props)
    .map(key => record.get(key))
    .filter(({ marks }) => marks['x-unit']?.startsWith('timestamp') && marks['x-response-only'])
    .map(timestamp => timestamp.number() ?? 0);
  return Math.max(0, ...times);
}

/** The base of each record in the files, and the records of the base that the files no longer have. */
function baseRecords(base: Workspace | undefined, recordsHere: readonly AccountRecord[]) {
  const formerRecords = new Map<AccountRecord, AccountRecord>(),
    removedRecords = new Map<string, AccountRecord>();
  const keys = [
    (record: AccountRecord) => identityOf(record) && `${identityOf(record)} ${record.file} ${record.pointer}`,
    identityOf,
    (record: AccountRecord) => `${record.kind} ${record.file} ${record.pointer}`,
  ];
  if (base)
    for (const { before, after } of pairThings(accountRecords(base), recordsHere, keys))
      if (before && after) formerRecords.set(after, before);
      else if (before && identityOf(before) !== undefined) removedRecords.set(identityOf(before)!, before);
  return {
    before: (record: AccountRecord): AccountRecord | undefined => formerRecords.get(record),
    gone: (record: AccountRecord): AccountRecord | undefined => removedRecords.get(identityOf(record) ?? ''),
  };
}

/** For each kind of record, the kind of name by which references name its id. */
const nameKinds: { readonly [kind in Kind]?: NameKind } = {
  agent: 'agent',
  'agent-list': 'agent',
  'agent-versions': 'agent',
  llm: 'llm',
  'conversation-flow': 'conversation-flow',
  'flow-component': 'flow-component',
  'phone-number': 'phone-number',
};

/** The account with the ids from the files in matched records, so that different ids are no difference. */
function withMappedIds(account: Workspace, pairs: RecordPairs['pairs']): Workspace {
  const ids = new Map<NameKind, Map<string, string>>();
  for (const [{ id, kind }, { id: newId }] of pairs) {
    const nameKind = nameKinds[kind];
    if (!nameKind || id === '' || newId === '' || id === newId) continue;
    if (!ids.has(nameKind)) ids.set(nameKind, new Map());
    ids.get(nameKind)!.set(newId, id);
  }
  if (ids.size === 0) return account;
  const documents = account.documents.map(document => {
    const edits = [...ids].flatMap(([kind, ids]) =>
      [...occurrencesIn(document, kind)].flatMap(([name, places]) => {
        const newId = ids.get(name);
        return newId === undefined ? [] : places.map(({ pointer }) => ({ set: pointer, to: newId }));
      }),
    );
    if (edits.length === 0) return document;
    const text = applyFix(document, { title: '', safe: true, edits });
    return new Document(document.file, text, document.version + 1, document.assignedKind);
  });
  return new Workspace(documents, account.facts);
}

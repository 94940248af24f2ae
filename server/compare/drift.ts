import type { Cursor } from '../core/cursor.ts';
import { entryOf } from '../core/shapes/table.ts';
import { groupsOf } from '../core/json/multimap.ts';
import { kindNames } from '../core/kinds.ts';
import { compareTexts } from '../core/wording.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { accountRecords, identityOf, pairRecords, type AccountRecord } from './drift-records.ts';
import { driftValues, type DriftSide, type DriftValue, type Readings } from './drift-values.ts';
import { withMappedIds } from './mapped-ids.ts';
import { paired } from './pairs.ts';

export type DriftStatus = 'same' | 'different' | 'conflict' | 'here-only' | 'there-only';

/** One record of the files, of the platform, or of both. */
export interface DriftedRecord {
  readonly status: DriftStatus;
  /** At least one of the two is present. */
  readonly here: AccountRecord | undefined;
  readonly there: AccountRecord | undefined;
  /** For a record of both sides: its base, as in `Readings`. */
  readonly base: Readings['base'];
  /** The differing values of a record of both sides. */
  readonly values: readonly DriftValue[];
  /** For a record of one side only: the side that created it, or removed it since the base. */
  readonly side: DriftSide | undefined;
}

/** The files, the platform, and the files as they were when both were last equal. */
interface DriftStates {
  readonly here: Workspace;
  readonly there: Workspace;
  /** undefined if unknown: then the files count as unchanged. */
  readonly base: Workspace | undefined;
}
interface DriftOptions {
  /** Whether records without the same id are matched by kind and name. */
  readonly byName: boolean;
}

export interface Drift {
  /** The account, with the ids of the files where records were matched by name. */
  readonly there: Workspace;
  /** By kind, id and version. */
  readonly records: readonly DriftedRecord[];
  /** Records that the platform's answers have more than once, with other contents. */
  readonly repeated: readonly { readonly record: AccountRecord; readonly others: readonly AccountRecord[] }[];
}

/** Compares the platform with the files, record by record. */
export function driftBetween({ here, there: account, base }: DriftStates, { byName }: DriftOptions): Drift {
  const recordsHere = accountRecords(here),
    recordsThere = withoutRepeats(account).latest,
    there = byName
      ? withMappedIds(account, pairRecords({ here, there: account, recordsHere, recordsThere }, true).pairs)
      : account,
    { latest, repeated } = withoutRepeats(there);
  const { pairs, hereOnly, thereOnly } = pairRecords({ here, there, recordsHere, recordsThere: latest }, byName);
  const { before, gone } = sinceBase(base, recordsHere);
  const compared = (one: AccountRecord, other: AccountRecord): DriftedRecord => {
    const former = before(one),
      ours = base && (former ? base.at(former) : null),
      values = driftValues({ base: ours, here: here.at(one), there: there.at(other) }),
      isConflict = values.some(({ side }) => side === 'both');
    const differs = values.length > 0 ? 'different' : 'same',
      status = isConflict ? 'conflict' : differs;
    return { status, here: one, there: other, base: ours, values, side: undefined };
  };
  const partner = new Map(pairs.map(([one, other]) => [identityOf(one), other]));
  const records = [
    ...pairs.map(([one, other]) => compared(one, other)),
    ...hereOnly.flatMap((one): DriftedRecord[] => {
      // a second file with the same record
      const other = partner.get(identityOf(one));
      if (identityOf(one) !== undefined && other) return [compared(one, other)];
      if (one.isEvidence && !latest.some(isOfSameList(one))) return [];
      const side = before(one) ? 'not-kept' : 'here';
      return [{ status: 'here-only', here: one, there: undefined, base: undefined, values: [], side }];
    }),
    ...thereOnly.flatMap((one): DriftedRecord[] => {
      if (one.isEvidence && !recordsHere.some(isOfSameList(one))) return [];
      const former = gone(one),
        isChanged = former && driftValues({ base: undefined, here: base!.at(former), there: there.at(one) }).length > 0;
      const since = isChanged ? 'both' : 'here',
        side = former ? since : 'there';
      return [
        {
          status: isChanged ? 'conflict' : 'there-only',
          here: undefined,
          there: one,
          base: undefined,
          values: [],
          side,
        },
      ];
    }),
  ];
  return { there, records: records.sort(byRecord), repeated };
}

const byRecord = (a: DriftedRecord, b: DriftedRecord): number => {
  const [one, other] = [(a.here ?? a.there)!, (b.here ?? b.there)!];
  return (
    kindNames.indexOf(one.kind) - kindNames.indexOf(other.kind) ||
    compareTexts(one.id, other.id) ||
    (one.version ?? -1) - (other.version ?? -1) ||
    compareTexts(one.file, other.file) ||
    compareTexts(one.pointer, other.pointer)
  );
};

/** A record that only repeats others counts as missing only if its list has others. */
const isOfSameList =
  ({ kind, id }: AccountRecord) =>
  (one: AccountRecord): boolean =>
    one.kind === kind && (kind === 'agent-list' || one.id === id);

/** Each record once: the one changed last. */
export const withoutRepeats = (
  there: Workspace,
): { readonly latest: readonly AccountRecord[] } & Pick<Drift, 'repeated'> =>
  there.memory.remember(withoutRepeats, undefined, () => latestOf(there));

function latestOf(there: Workspace): { readonly latest: readonly AccountRecord[] } & Pick<Drift, 'repeated'> {
  const repeated: Drift['repeated'][number][] = [];
  const latest = [...groupsOf(accountRecords(there), one => identityOf(one) ?? one)].map(([, some]) => {
    if (some.length === 1) return some[0];
    const [record, ...others] = some.toSorted((a, b) => changedAt(there.at(b)) - changedAt(there.at(a))) as typeof some;
    const another = others.filter(
      one => driftValues({ base: undefined, here: there.at(record), there: there.at(one) }).length > 0,
    );
    if (another.length > 0) repeated.push({ record, others: another });
    return record;
  });
  return { latest, repeated };
}

/** The time of the last change in a record, in the record's own unit. */
function changedAt(record: Cursor): number {
  const { props = {} } = entryOf(record.entry);
  const times = Object.keys(props)
    .map(key => record.get(key))
    .filter(({ marks }) => marks['x-unit']?.startsWith('timestamp') && marks['x-response-only'])
    .map(one => one.number() ?? 0);
  return Math.max(0, ...times);
}

/** The base of the files' records, and the records of the base that the files no longer have. */
function sinceBase(base: Workspace | undefined, recordsHere: readonly AccountRecord[]) {
  const former = new Map<AccountRecord, AccountRecord>(),
    gone = new Map<string, AccountRecord>();
  const keys = [
    (one: AccountRecord) => identityOf(one) && `${identityOf(one)} ${one.file} ${one.pointer}`,
    identityOf,
    (one: AccountRecord) => `${one.kind} ${one.file} ${one.pointer}`,
  ];
  if (base)
    for (const { before, after } of paired(accountRecords(base), recordsHere, keys))
      if (before && after) former.set(after, before);
      else if (before && identityOf(before) !== undefined) gone.set(identityOf(before)!, before);
  return {
    before: (one: AccountRecord): AccountRecord | undefined => former.get(one),
    gone: (one: AccountRecord): AccountRecord | undefined => gone.get(identityOf(one) ?? ''),
  };
}

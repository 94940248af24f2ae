import type { Cursor } from '../core/cursor.ts';
import { differences, platformComparison, type Difference } from '../core/domain/contents.ts';
import { isArray, isObject } from '../core/json/json.ts';
import { join, lastOf, parentOf, type Pointer } from '../core/json/pointer.ts';

/**
 * The side on which a value changed since the base. `not-kept`: the platform no longer has a value that the base and
 * the files have.
 */
export type DriftSide = (typeof driftSides)[number];
export const driftSides = ['here', 'there', 'both', 'not-kept'] as const;

/** A value that differs between the files and the platform. At least one side is present. */
export interface DriftValue {
  /** The place in the file of the record; for an absent value, the place where it would be added. */
  readonly pointer: Pointer;
  readonly side: DriftSide;
  readonly base: Cursor | undefined;
  readonly fileValue: Cursor | undefined;
  readonly accountValue: Cursor | undefined;
}

/** One record in three states: the base, the files and the platform. */
export interface Readings {
  /**
   * The former record. If it is unknown (undefined), the files count as unchanged; if it did not exist (null), both
   * sides created it.
   */
  readonly base: Cursor | undefined | null;
  readonly fileRecord: Cursor;
  readonly accountRecord: Cursor;
}

/**
 * The values that differ between the record of the files and the record of the platform, each with the side that
 * changed it. An equal change on both sides is no difference. If one side changed a value and the other side changed a
 * part of it, the result is one difference, at the outer place.
 */
export function driftValues({ base, fileRecord, accountRecord }: Readings): DriftValue[] {
  if (base === null)
    return doubleChange({
      pointer: fileRecord.pointer,
      base: undefined,
      fileValue: fileRecord,
      accountValue: accountRecord,
    });
  const [hereChanges, thereChanges] = changesSince(base ?? fileRecord, fileRecord, accountRecord);
  const ownChanges = new Map(base ? hereChanges.changes.map(difference => [difference.from, difference]) : []),
    theirChanges = new Map(thereChanges.changes.map(difference => [difference.from, difference]));
  const parentPointers = [ownChanges, theirChanges].map(
    changes => new Set([...changes.keys()].flatMap(placesAround)),
  ) as [Set<Pointer>, Set<Pointer>];
  const drift: DriftValue[] = [];
  for (const pointer of new Set([...ownChanges.keys(), ...theirChanges.keys()])) {
    if (placesAround(pointer).some(outerPointer => ownChanges.has(outerPointer) || theirChanges.has(outerPointer)))
      continue;
    const [ownChange, theirChange] = [ownChanges.get(pointer), theirChanges.get(pointer)],
      hasOwnChange = ownChange !== undefined || parentPointers[0].has(pointer),
      hasOther = theirChange !== undefined || parentPointers[1].has(pointer);
    const formerCursor = (ownChange ?? theirChange)!.before,
      currentCursor = ownChange ? ownChange.after : hereChanges.placeOf(theirChange!, pointer),
      newValue = theirChange ? theirChange.after : thereChanges.placeOf(ownChange!, pointer);
    const values = {
      pointer: pointerIn(hereChanges, currentCursor, pointer, newValue),
      base: formerCursor,
      fileValue: currentCursor,
      accountValue: newValue,
    };
    if (!hasOther) drift.push({ ...values, side: 'here' });
    else if (!hasOwnChange) drift.push({ ...values, side: newValue === undefined ? 'not-kept' : 'there' });
    else drift.push(...doubleChange(values));
  }
  return drift;
}

function placesAround(pointer: Pointer): Pointer[] {
  const ancestors: Pointer[] = [];
  for (let parent = pointer; parent !== '';) ancestors.push((parent = parentOf(parent)));
  return ancestors;
}

/** The differences within a value that both sides changed independently. */
function doubleChange(value: Omit<DriftValue, 'side'>): DriftValue[] {
  const { base, fileValue, accountValue } = value;
  if (!fileValue && !accountValue) return [];
  if (!fileValue || !accountValue) return [{ ...value, side: 'both' }];
  const innerDifferences = differences(accountValue, fileValue, { ...platformComparison, renames: new Map() });
  if (innerDifferences.length === 0) return [];
  if (base || !isSameKind(fileValue, accountValue)) return [{ ...value, side: 'both' }];
  return innerDifferences.map(({ pointer, before, after }) => ({
    pointer,
    side: sideOf(before, after),
    base: undefined,
    fileValue: after,
    accountValue: before,
  }));
}
const sideOf = (otherValue: Cursor | undefined, current: Cursor | undefined): DriftSide => {
  if (otherValue && current) return 'both';
  return current ? 'here' : 'there';
};
const isSameKind = ({ value: a }: Cursor, { value: b }: Cursor): boolean =>
  (isObject(a) && isObject(b)) || (isArray(a) && isArray(b));

interface SideChanges {
  readonly changes: readonly Difference[];
  /** The place on this side that corresponds to a place in the base. */
  placeAt(base: Pointer): Cursor | undefined;
  placeOf(change: Difference, base: Pointer): Cursor | undefined;
}

/**
 * The changes of a record since the base. An item renamed on one side is matched on both sides, unless the other side
 * has another item with the new name.
 */
function changesSince(base: Cursor, record: Cursor, otherRecord: Cursor): readonly [SideChanges, SideChanges] {
  const renames = new Map<Pointer, string>(),
    first = changedSince(base, record, renames),
    thereChanges = changedSince(base, otherRecord, renames);
  if (renames.size === 0) return [first, thereChanges];
  const hereChanges = changedSince(base, record, renames),
    ownNames = newNames(hereChanges);
  const isTaken = [...newNames(thereChanges)].some(
    ([name, pointer]) => ownNames.has(name) && ownNames.get(name) !== pointer,
  );
  return isTaken ? [changedSince(base, record), changedSince(base, otherRecord)] : [hereChanges, thereChanges];
}

/** The items whose names are not in the base, each with its corresponding place in the base. */
const newNames = ({ changes }: SideChanges): Map<Pointer, Pointer> =>
  new Map(
    changes.flatMap(({ from, before, after }) => {
      if (!before) return [[from, from] as const];
      const isName = after !== undefined && after.key === after.parent?.parent?.marks['x-identity'];
      return isName ? [[join(parentOf(parentOf(from)), `+${String(after.value)}`), from] as const] : [];
    }),
  );

function changedSince(base: Cursor, currentPart: Cursor, renames?: Map<Pointer, string>): SideChanges {
  const places = new Map<Pointer, Cursor>();
  const pairPlaces = (formerCursor: Cursor, currentCursor: Cursor): unknown =>
    places.set(formerCursor.pointer, currentCursor);
  const changes =
    base === currentPart
      ? []
      : differences(base, currentPart, { ...platformComparison, visitPair: pairPlaces, ...(renames && { renames }) });
  const placeAt = (start: Pointer): Cursor | undefined => {
    const innerKeys: string[] = [];
    for (let pointer = start; ; pointer = parentOf(pointer)) {
      const place = pointer === base.pointer ? currentPart : places.get(pointer);
      // below an unchanged value, the base and this side have equal contents
      if (place)
        return innerKeys.reduceRight(
          (innerCursor, key) => innerCursor.get(innerCursor.isArray ? Number(key) : key),
          place,
        );
      if (pointer === '') return undefined;
      innerKeys.push(lastOf(pointer));
    }
  };
  return {
    changes,
    placeAt,
    placeOf(change, base) {
      const place = change.before && placeAt(base);
      return place?.exists ? place : undefined;
    },
  };
}

/** The place of a value in the files, or the place where it would be added. */
function pointerIn(
  side: SideChanges,
  current: Cursor | undefined,
  base: Pointer,
  otherValue: Cursor | undefined,
): Pointer {
  if (current) return current.pointer;
  const holder = side.placeAt(parentOf(base));
  if (!holder) return base;
  const { segment } = otherValue ?? { segment: lastOf(base) };
  return holder.isArray ? join(holder.pointer, segment) : holder.get(segment).pointer;
}

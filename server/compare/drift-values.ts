import type { Cursor } from '../core/cursor.ts';
import { differences, forPlatform, type Difference } from '../core/domain/contents.ts';
import { isArray, isObject } from '../core/json/json.ts';
import { join, lastOf, parentOf, type Pointer } from '../core/json/pointer.ts';

/**
 * The side on which a value changed since the base. `not-kept`: the base and the files have it, the platform no longer
 * does.
 */
export type DriftSide = (typeof driftSides)[number];
export const driftSides = ['here', 'there', 'both', 'not-kept'] as const;

/** A value that differs between the files and the platform. At least one side is present. */
export interface DriftValue {
  /** The place in the record's file; for an absent value, where it would be. An added item is at the end. */
  readonly pointer: Pointer;
  readonly side: DriftSide;
  readonly base: Cursor | undefined;
  readonly here: Cursor | undefined;
  readonly there: Cursor | undefined;
}

/** Three readings of one record. */
export interface Readings {
  /** `undefined`: unknown, so the files count as unchanged; `null`: there was none, so both sides created it. */
  readonly base: Cursor | undefined | null;
  readonly here: Cursor;
  readonly there: Cursor;
}

/**
 * The values in which the platform's record differs from the files', each with the side that changed it. An equal
 * change on both sides is no difference. If one side changed a whole that the other changed a part of, that is one
 * difference, at the outer place.
 */
export function driftValues({ base, here, there }: Readings): DriftValue[] {
  if (base === null) return bothChanged({ pointer: here.pointer, base: undefined, here, there });
  const [toHere, toThere] = changesSince(base ?? here, here, there);
  const own = new Map(base ? toHere.changes.map(one => [one.from, one]) : []),
    theirs = new Map(toThere.changes.map(one => [one.from, one]));
  const around = [own, theirs].map(changes => new Set([...changes.keys()].flatMap(placesAround))) as [
    Set<Pointer>,
    Set<Pointer>,
  ];
  const drift: DriftValue[] = [];
  for (const from of new Set([...own.keys(), ...theirs.keys()])) {
    if (placesAround(from).some(outer => own.has(outer) || theirs.has(outer))) continue;
    const [mine, other] = [own.get(from), theirs.get(from)],
      hasMine = mine !== undefined || around[0].has(from),
      hasOther = other !== undefined || around[1].has(from);
    const former = (mine ?? other)!.before,
      is = mine ? mine.after : toHere.placeOf(other!, from),
      would = other ? other.after : toThere.placeOf(mine!, from);
    const common = { pointer: pointerIn(toHere, is, from, would), base: former, here: is, there: would };
    if (!hasOther) drift.push({ ...common, side: 'here' });
    else if (!hasMine) drift.push({ ...common, side: would === undefined ? 'not-kept' : 'there' });
    else drift.push(...bothChanged(common));
  }
  return drift;
}

function placesAround(pointer: Pointer): Pointer[] {
  const around: Pointer[] = [];
  for (let at = pointer; at !== '';) around.push((at = parentOf(at)));
  return around;
}

/** The differences where both sides changed something independently. */
function bothChanged(common: Omit<DriftValue, 'side'>): DriftValue[] {
  const { base, here, there } = common;
  if (!here && !there) return [];
  if (!here || !there) return [{ ...common, side: 'both' }];
  const rest = differences(there, here, { ...forPlatform, renames: new Map() });
  if (rest.length === 0) return [];
  if (base || !isSameKind(here, there)) return [{ ...common, side: 'both' }];
  return rest.map(({ pointer, before, after }) => ({
    pointer,
    side: sideOf(before, after),
    base: undefined,
    here: after,
    there: before,
  }));
}
const sideOf = (there: Cursor | undefined, here: Cursor | undefined): DriftSide => {
  if (there && here) return 'both';
  return here ? 'here' : 'there';
};
const isSameKind = ({ value: a }: Cursor, { value: b }: Cursor): boolean =>
  (isObject(a) && isObject(b)) || (isArray(a) && isArray(b));

interface Changed {
  readonly changes: readonly Difference[];
  /** The place on this side that corresponds to one in the base. */
  placeAt(from: Pointer): Cursor | undefined;
  placeOf(change: Difference, from: Pointer): Cursor | undefined;
}

/** An item renamed on one side is matched on both, unless the other side has another item of the new name. */
function changesSince(base: Cursor, here: Cursor, there: Cursor): readonly [Changed, Changed] {
  const renames = new Map<Pointer, string>(),
    first = changedSince(base, here, renames),
    toThere = changedSince(base, there, renames);
  if (renames.size === 0) return [first, toThere];
  const toHere = changedSince(base, here, renames),
    mine = newNames(toHere);
  const isTaken = [...newNames(toThere)].some(([name, from]) => mine.has(name) && mine.get(name) !== from);
  return isTaken ? [changedSince(base, here), changedSince(base, there)] : [toHere, toThere];
}

/** The items whose names the base does not have, each with the place in the base that it takes. */
const newNames = ({ changes }: Changed): Map<Pointer, Pointer> =>
  new Map(
    changes.flatMap(({ from, before, after }) => {
      if (!before) return [[from, from] as const];
      const isName = after !== undefined && after.key === after.parent?.parent?.marks['x-identity'];
      return isName ? [[join(parentOf(parentOf(from)), `+${String(after.value)}`), from] as const] : [];
    }),
  );

function changedSince(base: Cursor, now: Cursor, renames?: Map<Pointer, string>): Changed {
  const places = new Map<Pointer, Cursor>();
  const met = (former: Cursor, is: Cursor): unknown => places.set(former.pointer, is);
  const changes =
    base === now ? [] : differences(base, now, { ...forPlatform, onPair: met, ...(renames && { renames }) });
  const placeAt = (from: Pointer): Cursor | undefined => {
    const rest: string[] = [];
    for (let at = from; ; at = parentOf(at)) {
      const place = at === base.pointer ? now : places.get(at);
      // both sides have equal contents below
      if (place) return rest.reduceRight((inner, key) => inner.get(inner.isArray ? Number(key) : key), place);
      if (at === '') return undefined;
      rest.push(lastOf(at));
    }
  };
  return {
    changes,
    placeAt,
    placeOf(change, from) {
      const place = change.before && placeAt(from);
      return place?.exists ? place : undefined;
    },
  };
}

/** The place of a value in the files, or where it would be. */
function pointerIn(here: Changed, is: Cursor | undefined, from: Pointer, there: Cursor | undefined): Pointer {
  if (is) return is.pointer;
  const holder = here.placeAt(parentOf(from));
  if (!holder) return from;
  const { segment } = there ?? { segment: lastOf(from) };
  return holder.isArray ? join(holder.pointer, segment) : holder.get(segment).pointer;
}

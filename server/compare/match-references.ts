import type { Cursor } from '../core/cursor.ts';
import type { Document } from '../core/document.ts';
import { entryOf, marksOf } from '../core/shapes/table.ts';
import { addTo } from '../core/json/multimap.ts';

/** Something with a place. */
export interface Placed {
  readonly kind: string;
  readonly at: Cursor;
}
/** How things of one kind are identified. */
export interface Naming<T extends Placed> {
  /** The identity that survives moved lines and items, file first: `FILE#…`. */
  identity(one: T): string;
  /** Its content. */
  saying(one: T): string;
  /** Its subject: a part of its content. */
  about(one: T): string;
  /** Whether only its content identifies it, wherever it is. */
  isElsewhere?(one: T): boolean;
}
/** The same thing in two states of the files; one side is absent if it was added or removed. */
export interface Match<T extends Placed> {
  readonly before: T | undefined;
  readonly after: T | undefined;
}

/**
 * Matches references between two states of the files: first those with the same stable place and content, then those
 * with the same content in the same list or a moved file, then those with the same stable place and different content.
 * So neither a shifted item nor a moved file is a change. Unchanged files cost one comparison per reference.
 */
export function matched<T extends Placed>(
  before: readonly T[],
  after: readonly T[],
  { identity, saying, about, isElsewhere = () => false }: Naming<T>,
): Match<T>[] {
  const matches: Match<T>[] = [];
  const said = (one: T): string => `${one.kind} ${saying(one)}`;
  const looseOf = (one: T): string => loose(identity(one));
  let [left, right] = pair(
    ...unmoved(before, after, said, matches),
    one => (isElsewhere(one) ? said(one) : one.at.pointer),
    matches,
    one => (isElsewhere(one) ? '' : one.at.document),
  );
  const filesBefore = new Set(left.map(fileOf)),
    filesAfter = new Set(right.map(fileOf));
  // only something about the same record can have moved: another phone number in another file is a different one
  const moved = (one: T, others: ReadonlySet<string>, rest: string): string | undefined =>
    others.has(fileOf(one)) ? undefined : `${recordName(one.at)} ${one.kind} ${rest}`;
  const keys: ((one: T, others: ReadonlySet<string>) => string | undefined)[] = [
    one => `${identity(one)} ${said(one)}`,
    one => `${looseOf(one)} ${said(one)}`,
    (one, others) => moved(one, others, `${withoutFile(identity(one))} ${said(one)}`),
    (one, others) => moved(one, others, `${withoutFile(looseOf(one))} ${said(one)}`),
    identity,
    looseOf,
    (one, others) => moved(one, others, `${withoutFile(identity(one))} ${about(one)}`),
    (one, others) => moved(one, others, said(one)),
  ];
  for (const key of keys) {
    if (left.length === 0 || right.length === 0) break;
    [left, right] = pair(left, right, (one, isBefore) => key(one, isBefore ? filesAfter : filesBefore), matches);
  }
  return [
    ...matches,
    ...left.map(one => ({ before: one, after: undefined })),
    ...right.map(one => ({ before: undefined, after: one })),
  ];
}

/**
 * Removes identical entries at the same index from both lists: nearly all of them, if one of many files has changed.
 */
function unmoved<T extends Placed>(
  before: readonly T[],
  after: readonly T[],
  said: (one: T) => string,
  matches: Match<T>[],
): [T[], T[]] {
  const left: T[] = [],
    right: T[] = [];
  for (let i = 0; i < Math.max(before.length, after.length); i++) {
    const old = before[i],
      now = after[i];
    if (old && now && (old === now || (old.at === now.at && said(old) === said(now)))) {
      matches.push({ before: old, after: now });
      continue;
    }
    if (old) left.push(old);
    if (now) right.push(now);
  }
  return [left, right];
}

type Keys<T> = (one: T, isBefore: boolean) => string | undefined;
type Group<T> = (one: T) => Document | string;

/** Removes entries with the same key from both lists, in order, and leaves the rest. */
function pair<T extends Placed>(
  before: readonly T[],
  after: readonly T[],
  key: Keys<T>,
  matches: Match<T>[],
  group: Group<T> = () => '',
): [T[], T[]] {
  const waiting = new Map<Document | string, Map<string, T[]>>();
  // taken from the end, which moves nothing
  for (const one of before.toReversed()) {
    const name = key(one, true);
    if (name === undefined) continue;
    let byKey = waiting.get(group(one));
    if (!byKey) waiting.set(group(one), (byKey = new Map()));
    addTo(byKey, name, one);
  }
  const taken = new Set<T>(),
    right: T[] = [];
  for (const one of after) {
    const name = key(one, false);
    const found = name === undefined ? undefined : waiting.get(group(one))?.get(name)?.pop();
    if (found) {
      taken.add(found);
      matches.push({ before: found, after: one });
    } else right.push(one);
  }
  return [before.filter(one => !taken.has(one)), right];
}

const fileOf = ({ at }: Placed): string => at.document.file;
/** A stable place without indexes in lists whose items have no identity. */
const loose = (identity: string): string => identity.replace(/\[\d+\](?=\/|$)/g, '').replace(/\/\d+(?=\/|$)/g, '/*');

const identifying = new Map<number, string | undefined>();
/** The identities of the records around a place that have one: a phone number, a node and its flow. */
function recordName(at: Cursor): string {
  const names: string[] = [];
  for (let around: Cursor | undefined = at; around; around = around.parent) {
    if (!around.isObject) continue;
    const { entry } = around;
    if (!identifying.has(entry))
      identifying.set(
        entry,
        Object.entries(entryOf(entry).props ?? {}).find(
          ([, child]) => marksOf(child)['x-identifies'] !== undefined,
        )?.[0],
      );
    const key = identifying.get(entry),
      name = key === undefined ? undefined : around.get(key).string();
    if (name) names.push(name);
  }
  return JSON.stringify(names);
}
const withoutFile = (identity: string): string => identity.slice(identity.indexOf('#'));

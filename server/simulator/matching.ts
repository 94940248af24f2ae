import type { Cursor } from '../core/cursor.ts';
import type { Document } from '../core/document.ts';
import { entryOf, marksOf } from '../core/shapes.ts';
import { identityOf, type PlacedReference } from './references.ts';

/** The same reference in two states of the files; one side is absent where it was added or removed. */
export interface Match {
  readonly before: PlacedReference | undefined;
  readonly after: PlacedReference | undefined;
}

/**
 * Which reference is which in two states of the files: first those at the same stable place that say the same, then those that say the
 * same in the same list or in a file that was moved, then those at the same stable place that say something else. So neither a shifted
 * item nor a moved file makes a difference. Unchanged files cost one comparison a reference.
 */
export function matchReferences(before: readonly PlacedReference[], after: readonly PlacedReference[]): Match[] {
  const matches: Match[] = [];
  let [left, right] = pair(
    ...unmoved(before, after, matches),
    ({ kind, agentId, reference, at }) => (kind === 'tag' ? `${agentId} ${reference}` : at.pointer),
    matches,
    ({ kind, at }) => (kind === 'tag' ? 'tag' : at.document),
  );
  const filesBefore = new Set(left.map(fileOf)),
    filesAfter = new Set(right.map(fileOf));
  // only what is about the same record can have moved: another phone number in another file is another one
  const moved = (one: PlacedReference, others: ReadonlySet<string>, rest: string): string | undefined =>
    others.has(fileOf(one)) ? undefined : `${recordName(one.at)} ${one.kind} ${rest}`;
  const keys: ((one: PlacedReference, others: ReadonlySet<string>) => string | undefined)[] = [
    one => `${identityOf(one)} ${saying(one)}`,
    one => `${looseOf(one)} ${saying(one)}`,
    (one, others) => moved(one, others, `${withoutFile(identityOf(one))} ${saying(one)}`),
    (one, others) => moved(one, others, `${withoutFile(looseOf(one))} ${saying(one)}`),
    one => identityOf(one),
    one => looseOf(one),
    (one, others) => moved(one, others, `${withoutFile(identityOf(one))} ${one.agentId}`),
    (one, others) => moved(one, others, saying(one)),
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

/** Takes what is the very same in both lists at the same position: nearly everything, where one of many files has changed. */
function unmoved(
  before: readonly PlacedReference[],
  after: readonly PlacedReference[],
  matches: Match[],
): [PlacedReference[], PlacedReference[]] {
  const left: PlacedReference[] = [],
    right: PlacedReference[] = [];
  for (let i = 0; i < Math.max(before.length, after.length); i++) {
    const old = before[i],
      now = after[i];
    if (
      old &&
      now &&
      old.at === now.at &&
      old.kind === now.kind &&
      old.agentId === now.agentId &&
      old.reference === now.reference
    ) {
      matches.push({ before: old, after: now });
      continue;
    }
    if (old) left.push(old);
    if (now) right.push(now);
  }
  return [left, right];
}

type Keys = (one: PlacedReference, isBefore: boolean) => string | undefined;
type Group = (one: PlacedReference) => Document | string;

/** Takes from both lists what has the same key, in order, and leaves the rest. */
function pair(
  before: readonly PlacedReference[],
  after: readonly PlacedReference[],
  key: Keys,
  matches: Match[],
  group: Group = () => '',
): [PlacedReference[], PlacedReference[]] {
  const waiting = new Map<Document | string, Map<string, PlacedReference[]>>();
  for (const one of before) {
    const name = key(one, true);
    if (name === undefined) continue;
    let byKey = waiting.get(group(one));
    if (!byKey) waiting.set(group(one), (byKey = new Map()));
    const others = byKey.get(name);
    if (others) others.push(one);
    else byKey.set(name, [one]);
  }
  const taken = new Set<PlacedReference>(),
    right: PlacedReference[] = [];
  for (const one of after) {
    const name = key(one, false);
    const found = name === undefined ? undefined : waiting.get(group(one))?.get(name)?.shift();
    if (found) {
      taken.add(found);
      matches.push({ before: found, after: one });
    } else right.push(one);
  }
  return [before.filter(one => !taken.has(one)), right];
}

const fileOf = ({ at }: PlacedReference): string => at.document.file;
const saying = ({ kind, agentId, reference }: PlacedReference): string => JSON.stringify([kind, agentId, reference]);
/** The stable place without the positions in lists whose items nothing tells apart. */
const looseOf = (one: PlacedReference): string =>
  identityOf(one)
    .replace(/\[\d+\](?=\/|$)/g, '')
    .replace(/\/\d+(?=\/|$)/g, '/*');

const identifying = new Map<number, string | undefined>();
/** The identities of the records around a place, of those that have one: a phone number, a node and its flow. */
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

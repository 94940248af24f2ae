import { agentName } from '../core/workspace/names.ts';
import { waysToName } from './references.ts';
import { engineDefaults } from '../core/domain/variable-sources.ts';
import { movedBetween, sumOf, TOLERANCE, type Share } from '../core/domain/weights.ts';
import type { VersionReference } from '../core/index/agent-references.ts';
import { groupsOf } from '../core/json/multimap.ts';
import { acceptanceOf } from '../core/workspace/workspace-settings.ts';
import { recordsOf } from '../core/workspace/records.ts';
import { keyOf } from '../core/workspace/tables.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { entriesOf, type Entry, type EntryArm } from './entries.ts';
import { paired, type Pair } from './pairs.ts';
import { naming } from './references.ts';
import type { Unreadable } from './unreadable-files.ts';

/** Who answers the callers of one entry, before and after a change; one side may be absent. */
export interface CallersChange {
  readonly before: Entry | undefined;
  readonly after: Entry | undefined;
  /** The share of its callers that get another version: 1 if it is gone, null if it is new. */
  readonly moved: number | null;
  /** The variables whose values or sources differ, for callers who keep their version. */
  readonly variables: readonly string[];
  /** Whether a caller can notice: some get another version, or hear another value. */
  readonly isNoticeable: boolean;
  /** Whether the configuration accepts that the version they got is gone. */
  readonly accepted: boolean;
}

/** The current entry, or the former one. */
export const entryOf = ({ before, after }: Pick<CallersChange, 'before' | 'after'>): Entry => (after ?? before)!;

/**
 * The entries whose callers get another version, or variables from another source, in the order of `entriesOf`; removed
 * entries last. What no caller can notice (an arm split in two, another order, an alias of the same version) is no
 * change. Entries in unreadable files are left out, because nothing is known about them.
 */
export function callersBetween(
  before: Workspace,
  after: Workspace,
  unreadable: readonly Pick<Unreadable, 'file'>[],
): readonly CallersChange[] {
  if (before === after) return [];
  const unread = new Set(unreadable.map(({ file }) => file));
  return entryPairs(before, after).flatMap(({ before: former, after: is }): CallersChange[] => {
    if ([former, is].some(one => one && unread.has(one.file))) return [];
    const moved = movedOf(former, is),
      shifted = former && is ? shiftedIn(former, is, { before, after }) : [];
    if (moved === 0 && shifted.length === 0) return [];
    return [
      {
        before: former && asNow(former, after, before),
        after: is,
        moved,
        variables: variablesIn(shifted.map(({ values }) => values)),
        isNoticeable: moved !== 0 || shifted.some(one => one.isHeard),
        accepted: isAccepted(former, is, after, before),
      },
    ];
  });
}

/** A former entry with the current names of its agents, so that a renamed agent does not look like another one. */
const asNow = (entry: Entry, ...workspaces: readonly Workspace[]): Entry => ({
  ...entry,
  arms: entry.arms.map(arm => (arm.agentId === null ? arm : { ...arm, name: agentName(arm.agentId, ...workspaces) })),
});

/**
 * Which arms of phone numbers are only restated, because the callers of their list get what they got before: one arm
 * split in two, or two merged into one.
 */
export function restatedBetween(
  before: Workspace,
  after: Workspace,
  callers: readonly CallersChange[],
  unreadable: readonly Pick<Unreadable, 'file'>[],
): (match: Pair<VersionReference>) => boolean {
  const changed = new Set(callers.flatMap(one => [one.before?.key, one.after?.key])),
    unread = new Set(unreadable.map(({ file }) => file));
  const entriesBy = (state: Workspace, name: (one: Entry) => string): Entries =>
    new Map(entriesOf(state).map(one => [name(one), one]));
  const [former, is] = [entriesBy(before, keyOf), entriesBy(after, keyOf)],
    [older, newer] = [entriesBy(before, ({ key }) => key), entriesBy(after, ({ key }) => key)];
  const isRepeated = (one: VersionReference | undefined, own: Entries, others: Entries): boolean => {
    const list = one?.at.within('agent-weights'),
      entry = list && own.get(keyOf(list));
    if (!one || !entry) return one === undefined;
    if (changed.has(entry.key) || unread.has(entry.file)) return false;
    const { arms } = others.get(entry.key) ?? { arms: [] };
    return arms.some(arm => arm.agentId === one.agentId && arm.reference === one.reference);
  };
  return match => {
    const [old, now] = [match.before, match.after];
    if ((now ?? old)!.kind !== 'phone-number' || (old && now && naming.saying(old) === naming.saying(now)))
      return false;
    return isRepeated(old, former, newer) && isRepeated(now, is, older);
  };
}
type Entries = ReadonlyMap<string, Entry>;

/**
 * The entries of both states, in the order of `entriesOf`; removed entries last. A batch without an id is identified by
 * its file. If that has moved, it is paired with the batch of equal content, or else with the only one of its name.
 */
export const entryPairs = (before: Workspace, after: Workspace): readonly Pair<Entry>[] =>
  after.memory.remember(entryPairs, before, () => {
    const stateOf = { before, after },
      isBatch = ({ kind }: Entry): boolean => kind === 'batch';
    return paired(
      entriesOf(before),
      entriesOf(after),
      [({ key }) => key, (one, side) => (isBatch(one) ? JSON.stringify(stateOf[side].at(one).value) : undefined)],
      one => (isBatch(one) ? one.text : undefined),
    );
  });

function movedOf(before: Entry | undefined, after: Entry | undefined): number | null {
  if (!before) return null;
  return after ? Math.min(1, movedBetween(before.arms, after.arms)) : 1;
}

/**
 * The versions whose callers keep them but start with other variables: from another source, or with other values. The
 * tasks of a batch may replace the values of a tag, so for a batch only the tag counts.
 */
function shiftedIn(
  before: Entry,
  after: Entry,
  states: { readonly before: Workspace; readonly after: Workspace },
): readonly Shift[] {
  const is = groupsOf(after.arms, ({ to }) => to),
    isBatch = after.kind === 'batch';
  return [...groupsOf(before.arms, ({ to }) => to)].flatMap(([to, old]) => {
    const now = is.get(to);
    if (!now) return [];
    const own = ({ resolution }: EntryArm): Values => (isBatch ? {} : (resolution?.variables ?? {}));
    if (movedBetween(startsOf(old, own), startsOf(now, own)) === 0) return [];
    // a value that a tag no longer sets may equal the engine's default
    const heardIn =
      (workspace: Workspace) =>
      (arm: EntryArm): Values =>
        isBatch || !arm.resolution ? {} : { ...engineDefaults(arm.resolution, workspace), ...own(arm) };
    const [former, next] = [heardIn(states.before), heardIn(states.after)];
    if (movedBetween(startsOf(old, former), startsOf(now, next)) === 0) return [];
    const isHeard = movedBetween(startsOf(old, former, false), startsOf(now, next, false)) !== 0;
    return [{ values: [...old.map(former), ...now.map(next)], isHeard }];
  });
}
type Values = Readonly<Record<string, string>>;
interface Shift {
  readonly values: readonly Values[];
  /** Whether the values differ; otherwise they only come from another tag. */
  readonly isHeard: boolean;
}

/** The variables that the calls of these arms start with, each with its share of the calls. */
function startsOf(arms: readonly EntryArm[], valuesOf: (arm: EntryArm) => Values, withTag = true): Share[] {
  const all = sumOf(arms.map(({ share }) => share));
  return arms.map(arm => {
    const values = Object.entries(valuesOf(arm)).sort(([a], [b]) => (a < b ? -1 : 1));
    const isUnknown = arm.resolution?.variablesOutcome === 'unknowable',
      tag = withTag || isUnknown ? arm.variablesFrom : null;
    return { to: JSON.stringify([tag, isUnknown, values]), share: arm.share / all };
  });
}

function variablesIn(shifted: readonly (readonly Values[])[]): readonly string[] {
  const differing = shifted.flatMap(all => {
    const maps = all.map(values => new Map(Object.entries(values)));
    const names = new Set(maps.flatMap(values => [...values.keys()]));
    return [...names].filter(name => new Set(maps.map(values => values.get(name))).size > 1);
  });
  return [...new Set(differing)].sort();
}

/**
 * Whether every arm that loses callers is a reference that is gone or leads nowhere, and the configuration accepts
 * each.
 */
function isAccepted(
  before: Entry | undefined,
  after: Entry | undefined,
  ...workspaces: readonly [now: Workspace, past: Workspace]
): boolean {
  if (!before) return false;
  const losing = armsLosingCallers(before, after);
  const stands = ({ agentId, reference }: EntryArm): boolean =>
    after?.arms.some(one => one.agentId === agentId && one.reference === reference && one.version !== null) ?? false;
  return (
    losing.length > 0 &&
    losing.every(arm => {
      if (arm.agentId === null || stands(arm)) return false;
      return (
        acceptanceOf(
          waysToName({ agentId: arm.agentId, reference: arm.reference }, ...workspaces),
          workspaces[0].facts,
        ) !== undefined
      );
    })
  );
}

/** The arms of an entry that have fewer callers in its other state. */
export const armsLosingCallers = (entry: Entry, other: Entry | undefined): readonly EntryArm[] =>
  entry.arms.filter(({ to }) => shareOf(entry, to) - shareOf(other, to) > TOLERANCE);

/** The share of an entry's callers that get one thing. */
export const shareOf = (entry: Entry | undefined, to: string): number =>
  sumOf((entry?.arms ?? []).filter(arm => arm.to === to).map(({ share }) => share));

/** The entry with the largest share of callers that move; a new one has none. */
export const worstOf = (changes: readonly CallersChange[]): CallersChange | undefined =>
  changes.reduce<CallersChange | undefined>(
    (worst, one) => ((one.moved ?? 0) > (worst?.moved ?? 0) ? one : worst),
    undefined,
  );

/**
 * Whether references, contents and callers cover all that a caller can notice. Without an entry nothing is known about
 * callers, and they may get what a reference in an agent without an id selects.
 * @param isMoved whether any reference changes
 */
export const isUnheard = (before: Workspace, after: Workspace, isMoved: boolean): boolean =>
  entriesOf(before).length > 0 && entriesOf(after).length > 0 && !(isMoved && hasNameless(before, after));
const hasNameless = (...states: readonly Workspace[]): boolean =>
  states.some(({ documents }) =>
    documents.some(document => {
      const { runners, agents } = recordsOf(document);
      return runners.length > agents.length;
    }),
  );

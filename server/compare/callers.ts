import { agentName } from '../core/workspace/names.ts';
import { waysToName } from './references.ts';
import type { Cursor } from '../core/cursor.ts';
import { hasWebhook, inboundLists } from '../core/domain/inbound-variables.ts';
import { engineDefaults } from '../core/domain/variable-sources.ts';
import { movedShareBetween, sumOf, TOLERANCE, type Share } from '../core/domain/weights.ts';
import type { VersionReference } from '../core/index/agent-references.ts';
import { groupsOf } from '../core/json/multimap.ts';
import { acceptanceOf } from '../core/workspace/workspace-settings.ts';
import { recordsOf } from '../core/workspace/records.ts';
import { keyOf } from '../core/workspace/tables.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { directionIn, entriesOf, type Entry, type EntryArm } from './entries.ts';
import { pairThings, type Pair } from './pairs.ts';
import { identification } from './references.ts';
import type { UnreadableFile } from './unreadable-files.ts';

/** The agents that answer the callers of one entry, before and after a change; `before` or `after` may be absent. */
export interface CallersChange {
  readonly before: Entry | undefined;
  readonly after: Entry | undefined;
  /** The share of callers that get another version: 1 if the entry is gone, null if it is new. */
  readonly movedShare: number | null;
  /** The variables whose values or sources differ, for callers who keep their version. */
  readonly variables: readonly string[];
  /** Whether callers can notice the change: some callers get another version, or hear another value. */
  readonly isNoticeable: boolean;
  /** Whether the configuration accepts the loss of the former version. */
  readonly isAccepted: boolean;
  /** Whether callers of a phone number reached an agent before and reach none now. */
  readonly isCutOff: boolean;
}

/** The current entry, or the former one. */
export const entryOf = ({ before, after }: Pick<CallersChange, 'before' | 'after'>): Entry => (after ?? before)!;

/**
 * The entries whose callers get another version, or variables from another source, in the order of `entriesOf`;
 * removed entries come last. Differences that no caller can notice are no change: an arm split in two, another order,
 * an alias of the same version. Entries in unreadable files are left out, because their arms are unknown.
 */
export function callersBetween(
  before: Workspace,
  after: Workspace,
  failedFiles: readonly Pick<UnreadableFile, 'file'>[],
): readonly CallersChange[] {
  if (before === after) return [];
  const unreadableFiles = new Set(failedFiles.map(({ file }) => file));
  return entryPairs(before, after).flatMap(({ before: formerEntry, after: currentEntry }): CallersChange[] => {
    if ([formerEntry, currentEntry].some(entry => entry && unreadableFiles.has(entry.file))) return [];
    const movedShare = movedShareOf(formerEntry, currentEntry),
      shifts = formerEntry && currentEntry ? shiftedIn(formerEntry, currentEntry, { before, after }) : [];
    if (movedShare === 0 && shifts.length === 0) return [];
    return [
      {
        before: formerEntry && withCurrentNames(formerEntry, after, before),
        after: currentEntry,
        movedShare: movedShare,
        variables: variablesIn(shifts.map(({ values }) => values)),
        isNoticeable: movedShare !== 0 || shifts.some(shift => shift.isHeard),
        isAccepted: isAccepted(formerEntry, currentEntry, after, before),
        isCutOff: formerEntry !== undefined && currentEntry === undefined && isCutOff(formerEntry, after),
      },
    ];
  });
}

/** A former entry with the current names of its agents, so that a renamed agent does not look like another one. */
const withCurrentNames = (entry: Entry, ...workspaces: readonly Workspace[]): Entry => ({
  ...entry,
  arms: entry.arms.map(arm => (arm.agentId === null ? arm : { ...arm, name: agentName(arm.agentId, ...workspaces) })),
});

/**
 * Returns whether a reference is an arm of a phone number that is only written differently: the callers of the list
 * get the same versions as before, because one arm was split in two, or two arms were merged.
 */
export function restatedArms(
  before: Workspace,
  after: Workspace,
  callers: readonly CallersChange[],
  unreadable: readonly Pick<UnreadableFile, 'file'>[],
): (match: Pair<VersionReference>) => boolean {
  const changedKeys = new Set(callers.flatMap(change => [change.before?.key, change.after?.key])),
    unreadableFiles = new Set(unreadable.map(({ file }) => file));
  const entriesBy = (state: Workspace, name: (entry: Entry) => string): Entries =>
    new Map(entriesOf(state).map(entry => [name(entry), entry]));
  const [formerEntries, currentEntries] = [entriesBy(before, keyOf), entriesBy(after, keyOf)],
    [formerByKey, currentByKey] = [entriesBy(before, ({ key }) => key), entriesBy(after, ({ key }) => key)];
  const isRepeated = (reference: VersionReference | undefined, ownEntries: Entries, entries: Entries): boolean => {
    const list = reference?.at.within('agent-weights'),
      entry = list && ownEntries.get(keyOf(list));
    if (!reference || !entry) return reference === undefined;
    if (changedKeys.has(entry.key) || unreadableFiles.has(entry.file)) return false;
    const { arms } = entries.get(entry.key) ?? { arms: [] };
    return arms.some(arm => arm.agentId === reference.agentId && arm.reference === reference.reference);
  };
  return match => {
    const [formerPart, currentPart] = [match.before, match.after];
    if (
      (currentPart ?? formerPart)!.kind !== 'phone-number' ||
      (formerPart && currentPart && identification.contentOf(formerPart) === identification.contentOf(currentPart))
    )
      return false;
    return isRepeated(formerPart, formerEntries, currentByKey) && isRepeated(currentPart, currentEntries, formerByKey);
  };
}
type Entries = ReadonlyMap<string, Entry>;

/**
 * The entries of both states, in the order of `entriesOf`; removed entries last. A batch without an id is identified by
 * its file. If the file has moved, the batch is paired with the batch of equal content, or else with the only batch of
 * that name.
 */
export const entryPairs = (before: Workspace, after: Workspace): readonly Pair<Entry>[] =>
  after.memory.remember(entryPairs, before, () => {
    const stateOf = { before, after },
      isBatch = ({ kind }: Entry): boolean => kind === 'batch';
    return pairThings(
      entriesOf(before),
      entriesOf(after),
      [({ key }) => key, (entry, side) => (isBatch(entry) ? JSON.stringify(stateOf[side].at(entry).value) : undefined)],
      entry => (isBatch(entry) ? entry.text : undefined),
    );
  });

function movedShareOf(before: Entry | undefined, after: Entry | undefined): number | null {
  if (!before) return null;
  return after ? Math.min(1, movedShareBetween(before.arms, after.arms)) : 1;
}

/**
 * The versions whose callers stay, but whose calls start with different variables: from another source, or with other
 * values. For a batch, only the tag is compared, because the tasks may replace the values of the tag.
 */
function shiftedIn(
  before: Entry,
  after: Entry,
  states: { readonly before: Workspace; readonly after: Workspace },
): readonly Shift[] {
  const currentArms = groupsOf(after.arms, ({ to }) => to),
    isBatch = after.kind === 'batch';
  return [...groupsOf(before.arms, ({ to }) => to)].flatMap(([target, formerArms]) => {
    const current = currentArms.get(target);
    if (!current) return [];
    const ownVariables = ({ resolution }: EntryArm): Values => (isBatch ? {} : (resolution?.variables ?? {}));
    if (movedShareBetween(startsOf(formerArms, ownVariables), startsOf(current, ownVariables)) === 0) return [];
    // a value that a tag no longer sets may equal the engine's default
    const heardIn =
      (workspace: Workspace) =>
      (arm: EntryArm): Values =>
        isBatch || !arm.resolution ? {} : { ...engineDefaults(arm.resolution, workspace), ...ownVariables(arm) };
    const [heardBefore, heardAfter] = [heardIn(states.before), heardIn(states.after)];
    if (movedShareBetween(startsOf(formerArms, heardBefore), startsOf(current, heardAfter)) === 0) return [];
    const isHeard =
      movedShareBetween(startsOf(formerArms, heardBefore, false), startsOf(current, heardAfter, false)) !== 0;
    return [{ values: [...formerArms.map(heardBefore), ...current.map(heardAfter)], isHeard }];
  });
}
type Values = Readonly<Record<string, string>>;
interface Shift {
  readonly values: readonly Values[];
  /** Whether the values differ, not only the tag. */
  readonly isHeard: boolean;
}

/** For each arm, the variables at the start of its calls, and its share of all calls of these arms. */
function startsOf(arms: readonly EntryArm[], valuesOf: (arm: EntryArm) => Values, withTag = true): Share[] {
  const total = sumOf(arms.map(({ share }) => share));
  return arms.map(arm => {
    const values = Object.entries(valuesOf(arm)).sort(([a], [b]) => (a < b ? -1 : 1));
    const isUnknown = arm.resolution?.variablesOutcome === 'unknowable',
      tag = withTag || isUnknown ? arm.variablesFrom : null;
    return { to: JSON.stringify([tag, isUnknown, values]), share: arm.share / total };
  });
}

function variablesIn(shifts: readonly (readonly Values[])[]): readonly string[] {
  const differingNames = shifts.flatMap(variables => {
    const maps = variables.map(values => new Map(Object.entries(values)));
    const names = new Set(maps.flatMap(values => [...values.keys()]));
    return [...names].filter(name => new Set(maps.map(values => values.get(name))).size > 1);
  });
  return [...new Set(differingNames)].sort();
}

/**
 * Whether each arm that loses callers is a removed or broken reference, and the configuration accepts each loss, or the
 * loss of the whole number.
 */
function isAccepted(
  before: Entry | undefined,
  after: Entry | undefined,
  ...workspaces: readonly [now: Workspace, past: Workspace]
): boolean {
  if (!before) return false;
  const { number } = directionIn(before.key);
  if (!after && number !== undefined && acceptanceOf([number], workspaces[0].facts)) return true;
  const losingArms = armsLosingCallers(before, after);
  const isStillServed = ({ agentId, reference }: EntryArm): boolean =>
    after?.arms.some(arm => arm.agentId === agentId && arm.reference === reference && arm.version !== null) ?? false;
  return (
    losingArms.length > 0 &&
    losingArms.every(arm => {
      if (arm.agentId === null || isStillServed(arm)) return false;
      return (
        acceptanceOf(
          waysToName({ agentId: arm.agentId, reference: arm.reference }, ...workspaces),
          workspaces[0].facts,
        ) !== undefined
      );
    })
  );
}

/**
 * Whether callers of a former entry reached an agent and reach none now: neither by another file with the number, nor
 * by an inbound webhook, which may choose an agent.
 */
function isCutOff({ key, arms }: Entry, after: Workspace): boolean {
  const { number, field } = directionIn(key);
  if (number === undefined || !inboundLists.includes(field) || !arms.some(({ version }) => version !== null))
    return false;
  return (
    !entriesOf(after).some(entry => entry.key === `number ${number} ${field}`) &&
    !numbersCalled(number, after).some(record => hasWebhook(record.get(field)) === true)
  );
}

/** The records of a phone number. */
export const numbersCalled = (number: string, workspace: Workspace): readonly Cursor[] =>
  (workspace.tables.phoneNumbers.get(number) ?? []).map(place => workspace.at(place));

/** The arms of an entry that have fewer callers in the other state of the entry. */
export const armsLosingCallers = (entry: Entry, otherEntry: Entry | undefined): readonly EntryArm[] =>
  entry.arms.filter(({ to }) => shareOf(entry, to) - shareOf(otherEntry, to) > TOLERANCE);

/** The share of an entry's callers that get the version or reference `target`. */
export const shareOf = (entry: Entry | undefined, target: string): number =>
  sumOf((entry?.arms ?? []).filter(arm => arm.to === target).map(({ share }) => share));

/** The entry with the largest share of callers that move; in a new entry, no callers move. */
export const worstOf = (changes: readonly CallersChange[]): CallersChange | undefined =>
  changes.reduce<CallersChange | undefined>(
    (worstChange, change) => ((change.movedShare ?? 0) > (worstChange?.movedShare ?? 0) ? change : worstChange),
    undefined,
  );

/**
 * Whether it is known that no caller can notice anything. This is unknown in a state without any entry, and if a
 * reference changes while an agent has no id, because callers may get the version that the reference selects.
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

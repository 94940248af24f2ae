import type { PlanReach } from '../core/generated/outputs.js';
import type { Thing } from '../core/reach/things.ts';
import { MAX_ITEMS } from '../core/room.ts';
import { listed } from '../core/wording.ts';
import type { Acceptance } from '../core/workspace/workspace-settings.ts';
import type { Entry, EntryArm } from './entries.ts';
import type { Cause } from './reach-cause.ts';

/** The change of one thing for the callers whom a version answers. */
export interface Difference {
  /**
   * `cut-off`: the thing is still defined in the records that the version runs, but no path leads to it. `removed`:
   * the thing is no longer defined. `becomes-unknown`: the files no longer show whether callers reach the thing.
   */
  readonly effect: PlanReach['effect'];
  /** The key of the thing, by `keyOfThing`. */
  readonly key: string;
  /** The configuration entry that accepts the loss. */
  readonly acceptance: Acceptance | undefined;
  /** The other properties, computed on demand: of a thousand things for a thousand entries, only a few are printed. */
  details(): Details;
}
export interface Details {
  readonly thing: Thing;
  /** The thing in words. */
  readonly text: string;
  /** The former steps to the thing; empty for an added thing. */
  readonly formerWay: readonly string[];
  readonly cause: Cause | undefined;
}

/** The change of one thing for the callers of one entry whom one version of an agent answers. */
export class ReachChange {
  readonly entry: Entry;
  readonly #difference: Difference;
  readonly #answer: Pick<EntryArm, 'agentId' | 'version' | 'share'>;
  constructor(difference: Difference, entry: Entry, answer: Pick<EntryArm, 'agentId' | 'version' | 'share'>) {
    this.entry = entry;
    this.#difference = difference;
    this.#answer = answer;
  }
  get effect(): Difference['effect'] {
    return this.#difference.effect;
  }
  get acceptance(): Acceptance | undefined {
    return this.#difference.acceptance;
  }
  get agentId(): string | null {
    return this.#answer.agentId;
  }
  get version(): number | null {
    return this.#answer.version;
  }
  /** The share of the entry's callers. */
  get share(): number {
    return this.#answer.share;
  }
  get thing(): Thing {
    return this.#difference.details().thing;
  }
  get text(): string {
    return this.#difference.details().text;
  }
  get formerWay(): readonly string[] {
    return this.#difference.details().formerWay;
  }
  get cause(): Cause | undefined {
    const { cause } = this.#difference.details(),
      { file, pointer } = this.entry;
    // a version without a record has no place, so the place of the entry is used
    return cause?.file === '' ? { text: cause.text, file, pointer } : cause;
  }
}

/**
 * Whether callers can no longer reach the thing, or it is unknown whether live callers can, and the configuration does
 * not accept the loss.
 */
export const isReachBreak = ({ effect, acceptance, entry }: Ranked): boolean =>
  acceptance === undefined && (effect === 'cut-off' || (effect === 'becomes-unknown' && entry.kind !== 'batch'));
export const isLoss = ({ effect }: Pick<ReachChange, 'effect'>): boolean => effect !== 'added';
/** The properties that decide how severe a change is. */
type Ranked = Pick<ReachChange, 'effect' | 'acceptance'> & { readonly entry: Pick<Entry, 'kind'> };

const effects = ['cut-off', 'becomes-unknown', 'removed', 'added'] as const;
/** The rank of a change, for sorting the worst first. */
export const rankOf = (change: Ranked): number =>
  effects.indexOf(change.effect) + (isReachBreak(change) ? 0 : effects.length);

/** The change of one thing for the callers of some entries. */
export interface ReachGroup {
  readonly first: ReachChange;
  /** The entries that the output names. */
  readonly entries: readonly Entry[];
  /** The number of all entries. */
  readonly count: number;
}
interface GatheredGroup {
  readonly first: ReachChange;
  readonly entries: Entry[];
  lastEntry: Entry | undefined;
  count: number;
}
/** The maximum number of named entries, because a thousand things may change for each of a thousand entries. */
const MAX_ENTRIES = 3;

/**
 * The changes of all things for the callers of all entries. Only the first change of each thing and the worst changes
 * are kept.
 */
export class ReachChanges {
  /** The groups by severity and by thing. */
  readonly #groups = new Map<string, Map<string, GatheredGroup>>();
  readonly #byRank: ReachChange[][] = Array.from({ length: 2 * effects.length }, () => []);
  readonly #itemLimit = MAX_ITEMS;
  #count = 0;

  add(difference: Difference, entry: Entry, answer: Pick<EntryArm, 'agentId' | 'version' | 'share'>): void {
    this.#count++;
    const { effect, acceptance, key } = difference,
      sort = `${effect} ${entry.kind === 'batch'} ${acceptance?.reason}`;
    let groups = this.#groups.get(sort);
    if (!groups) this.#groups.set(sort, (groups = new Map()));
    const group = groups.get(key),
      equalRank = this.#byRank[rankOf({ effect, acceptance, entry })]!;
    if (group && equalRank.length >= this.#itemLimit) {
      gather(group, entry);
      return;
    }
    const change = new ReachChange(difference, entry, answer),
      gatheredGroup = group ?? { first: change, entries: [], lastEntry: undefined, count: 0 };
    groups.set(key, gatheredGroup);
    gather(gatheredGroup, entry);
    if (equalRank.length < this.#itemLimit) equalRank.push(change);
  }

  /** The number of all changes. */
  get count(): number {
    return this.#count;
  }
  /** The worst changes, up to the maximum number in an output. */
  get worst(): readonly ReachChange[] {
    return this.#byRank.flat().slice(0, this.#itemLimit);
  }
  /**
   * The groups, one for each thing and effect.
   * @param isWanted whether to include a change, decided by its effect, acceptance and kind of entry
   */
  groups(isWanted: (change: ReachChange) => boolean = () => true): readonly ReachGroup[] {
    const mergedGroups = new Map<string, ReachGroup>();
    for (const groups of this.#groups.values())
      for (const [key, group] of groups) {
        const { first } = group;
        if (!isWanted(first)) break;
        const name = `${first.effect} ${key} ${first.acceptance?.reason}`,
          formerGroup = mergedGroups.get(name) ?? { first, entries: [], count: 0 },
          entries = [...formerGroup.entries, ...group.entries].slice(0, MAX_ENTRIES);
        mergedGroups.set(name, { first: formerGroup.first, entries, count: formerGroup.count + group.count });
      }
    return [...mergedGroups.values()];
  }
}

/** Adds an entry to a group; an entry counts once, although several of its arms may change. */
function gather(group: GatheredGroup, entry: Entry): void {
  if (group.lastEntry === entry) return;
  if (group.entries.length < MAX_ENTRIES) group.entries.push(entry);
  group.lastEntry = entry;
  group.count++;
}

/**
 * The callers of a group in words: `callers of +14155550101 (also tag prod of Desk and 2 more)`, `outbound calls of
 * +14155550101`.
 */
function callersInWords({
  first: {
    entry: { kind, text },
  },
  entries: [, ...otherEntries],
  count,
}: ReachGroup): string {
  const callers = kind === 'tag' || isInbound(text) ? `callers of ${withoutPrefix(text)}` : text;
  const restCount = count - otherEntries.length - 1,
    names = [...otherEntries.map(entry => withoutPrefix(entry.text)), ...(restCount > 0 ? [`${restCount} more`] : [])];
  return count === 1 ? callers : `${callers} (also ${listed(names, 'and')})`;
}
const inbound = 'inbound calls of ';
const isInbound = (text: string): boolean => text.startsWith(inbound);
const withoutPrefix = (text: string): string => (isInbound(text) ? text.slice(inbound.length) : text);

/** A sentence about a group: `callers of +14155550101 can no longer reach tool send_payment_link`. */
export function reachInWords(group: ReachGroup, text: string = group.first.text): string {
  const callers = callersInWords(group),
    { effect } = group.first;
  if (effect === 'added') return `${callers} can now reach ${text}`;
  if (effect === 'becomes-unknown') return `whether ${callers} reach ${text} is no longer known`;
  return `${callers} ${effect === 'cut-off' ? 'can no longer reach' : 'lose'} ${text}`;
}

import type { PlanReach } from '../core/generated/outputs.js';
import type { Thing } from '../core/reach/things.ts';
import { MOST_ITEMS } from '../core/room.ts';
import type { Acceptance } from '../core/workspace/workspace-settings.ts';
import type { Entry, EntryArm } from './entries.ts';
import type { Cause } from './reach-cause.ts';

/** The change of one thing for the callers whom a version answers. */
export interface Difference {
  /**
   * cut-off: still defined in what they run, but no way leads to it; removed: no longer defined there; becomes-unknown:
   * the files no longer show whether they reach it.
   */
  readonly effect: PlanReach['effect'];
  /** Of the thing, by `keyOfThing`. */
  readonly key: string;
  /** The configuration entry that accepts that it is lost. */
  readonly accepted: Acceptance | undefined;
  /** The rest, computed on demand: of a thousand things for a thousand entries, only a few are printed. */
  details(): Details;
}
export interface Details {
  readonly thing: Thing;
  /** The thing in words. */
  readonly text: string;
  /** The former steps to it; empty for what is added. */
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
  get accepted(): Acceptance | undefined {
    return this.#difference.accepted;
  }
  get agentId(): string | null {
    return this.#answer.agentId;
  }
  get version(): number | null {
    return this.#answer.version;
  }
  /** Of the entry's callers. */
  get share(): number {
    return this.#answer.share;
  }
  get thing(): Thing {
    return this.#difference.details().thing;
  }
  get text(): string {
    return this.#difference.details().text;
  }
  get was(): readonly string[] {
    return this.#difference.details().formerWay;
  }
  get cause(): Cause | undefined {
    const { cause } = this.#difference.details(),
      { file, pointer } = this.entry;
    // for a version without a record, the place is the entry's
    return cause?.file === '' ? { text: cause.text, file, pointer } : cause;
  }
}

/**
 * Whether callers are cut off, or it is no longer known whether live callers are, and the configuration does not accept
 * it.
 */
export const isReachBreak = ({ effect, accepted, entry }: Ranked): boolean =>
  accepted === undefined && (effect === 'cut-off' || (effect === 'becomes-unknown' && entry.kind !== 'batch'));
export const isLoss = ({ effect }: Pick<ReachChange, 'effect'>): boolean => effect !== 'added';
/** The properties that decide how severe a change is. */
type Ranked = Pick<ReachChange, 'effect' | 'accepted'> & { readonly entry: Pick<Entry, 'kind'> };

const effects = ['cut-off', 'becomes-unknown', 'removed', 'added'] as const;
/** The worst first. */
export const rankOf = (change: Ranked): number =>
  effects.indexOf(change.effect) + (isReachBreak(change) ? 0 : effects.length);

/** The change of one thing for the callers of some entries. */
export interface ReachGroup {
  readonly first: ReachChange;
  /** The number of entries. */
  readonly count: number;
}
interface Gathered {
  readonly first: ReachChange;
  last: Entry;
  count: number;
}

/** The changes of all things for the callers of all entries: the first of each thing, and the worst of all. */
export class ReachChanges {
  /** By severity, and by thing. */
  readonly #groups = new Map<string, Map<string, Gathered>>();
  readonly #byRank: ReachChange[][] = Array.from({ length: 2 * effects.length }, () => []);
  readonly #most = MOST_ITEMS;
  #count = 0;

  add(difference: Difference, entry: Entry, answer: Pick<EntryArm, 'agentId' | 'version' | 'share'>): void {
    this.#count++;
    const { effect, accepted, key } = difference,
      sort = `${effect} ${entry.kind === 'batch'} ${accepted?.reason}`;
    let groups = this.#groups.get(sort);
    if (!groups) this.#groups.set(sort, (groups = new Map()));
    const group = groups.get(key),
      same = this.#byRank[rankOf({ effect, accepted, entry })]!;
    if (group && same.length >= this.#most) {
      if (group.last !== entry) group.count++;
      group.last = entry;
      return;
    }
    const change = new ReachChange(difference, entry, answer);
    if (!group) groups.set(key, { first: change, last: entry, count: 1 });
    else if (group.last !== entry) {
      group.last = entry;
      group.count++;
    }
    if (same.length < this.#most) same.push(change);
  }

  /** The number of all changes. */
  get count(): number {
    return this.#count;
  }
  /** As many as an output lists at most, the worst first. */
  get worst(): readonly ReachChange[] {
    return this.#byRank.flat().slice(0, this.#most);
  }
  /** One for each thing and effect. @param isWanted by effect, acceptance and kind of entry */
  groups(isWanted: (change: ReachChange) => boolean = () => true): readonly ReachGroup[] {
    const merged = new Map<string, ReachGroup>();
    for (const groups of this.#groups.values())
      for (const [key, { first, count }] of groups) {
        if (!isWanted(first)) break;
        const name = `${first.effect} ${key} ${first.accepted?.reason}`,
          group = merged.get(name);
        merged.set(name, group ? { first: group.first, count: group.count + count } : { first, count });
      }
    return [...merged.values()];
  }
}

/** `callers of +14155550101 (and 2 more entries)`, `outbound calls of +14155550101` */
function callersInWords({ first: { entry }, count }: ReachGroup): string {
  const { kind, text } = entry,
    number = /^inbound calls of (.*)/s.exec(text)?.[1];
  const callers = kind === 'tag' || number !== undefined ? `callers of ${number ?? text}` : text;
  const more = count === 2 ? '1 more entry' : `${count - 1} more entries`;
  return count === 1 ? callers : `${callers} (and ${more})`;
}

/** `callers of +14155550101 can no longer reach tool send_payment_link` */
export function reachInWords(group: ReachGroup, text: string = group.first.text): string {
  const callers = callersInWords(group),
    { effect } = group.first;
  if (effect === 'added') return `${callers} can now reach ${text}`;
  if (effect === 'becomes-unknown') return `whether ${callers} reach ${text} is no longer known`;
  return `${callers} ${effect === 'cut-off' ? 'can no longer reach' : 'lose'} ${text}`;
}

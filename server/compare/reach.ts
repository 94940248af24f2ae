import { agentName } from '../core/workspace/names.ts';
import { recordOf } from '../core/domain/tasks.ts';
import type { Cursor } from '../core/cursor.ts';
import { groupsOf } from '../core/json/multimap.ts';
import {
  definedFrom,
  definedWithin,
  isNowhere,
  reachedFrom,
  type Reach,
  type Reached,
  type Unknown,
} from '../core/reach/reach.ts';
import type { Thing } from '../core/reach/things.ts';
import { thingInWords, wayTo } from '../core/reach/ways.ts';
import { acceptanceOf } from '../core/workspace/workspace-settings.ts';
import { keyOf } from '../core/workspace/tables.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { affectedAgents } from './affected-agents.ts';
import { entryPairs } from './callers.ts';
import type { Entry, EntryArm } from './entries.ts';
import { Causes, UnitChanges } from './reach-cause.ts';
import { ReachChanges, type Details, type Difference } from './reach-changes.ts';

/** The things that callers reach in only one of the states, by entry and by the agent that answers there. */
export function reachBetween(before: Workspace, after: Workspace): ReachChanges {
  const changes = new ReachChanges();
  if (before === after) return changes;
  const comparison = new Comparison(before, after);
  const isReadable = (entry: Entry | undefined, state: Workspace): entry is Entry =>
    entry !== undefined && state.document(entry.file)?.readable === true;
  const pairs = entryPairs(before, after).flatMap(({ before: former, after: entry }) =>
    isReadable(former, before) && isReadable(entry, after)
      ? pairsOf(answersOf(former), answersOf(entry)).map(pair => ({ ...pair, entry }))
      : [],
  );
  // one agent's ways are in memory at a time, because there may be a thousand agents, each with its own entry
  const left = new Map<string, number>();
  for (const { key } of pairs) left.set(key, (left.get(key) ?? 0) + 1);
  for (const pair of pairs) {
    for (const one of comparison.between(pair)) changes.add(one, pair.entry, pair.of);
    const times = left.get(pair.key)! - 1;
    left.set(pair.key, times);
    if (times === 0) comparison.forget(pair);
  }
  return changes;
}

type Answer = Pick<EntryArm, 'agentId' | 'version' | 'share' | 'to' | 'because'>;
/** Callers whom `from` answered and `to` answers now. */
interface Pair {
  readonly of: Answer;
  readonly from: readonly Answer[];
  readonly to: readonly Answer[];
  /** The same for equal versions. */
  readonly key: string;
}

/** The versions that answer, each once; an arm without weight answers nobody. */
export const answersOf = ({ arms }: Entry): readonly Answer[] =>
  [...groupsOf(arms, ({ to }) => to).values()]
    .map(same => ({ ...same[0], share: same.reduce((sum, { share }) => sum + share, 0) }))
    .filter(({ share }) => share > 0);

/** A version is compared with itself; a new one with those it takes callers from, preferably of the same agent. */
function pairsOf(before: readonly Answer[], after: readonly Answer[]): readonly Pair[] {
  const were = new Map(before.map(one => [one.to, one])),
    are = new Map(after.map(one => [one.to, one])),
    gone = before.filter(({ to }) => !are.has(to));
  const alike = (one: Answer, among: readonly Answer[]): readonly Answer[] =>
    among.filter(({ agentId }) => agentId === one.agentId);
  const firstOf = (...choices: (readonly Answer[])[]): readonly Answer[] =>
    choices.find(({ length }) => length > 0) ?? [];
  const left = new Set(gone);
  const pairs = after.map((of): Omit<Pair, 'key'> => {
    const same = were.get(of.to);
    const from = same ? [same] : firstOf(alike(of, gone), alike(of, before), gone, before);
    if (!same) for (const one of from) left.delete(one);
    return { of, from, to: [of] };
  });
  const all = [...pairs, ...[...left].map(of => ({ of, from: [of], to: firstOf(alike(of, after), after) }))];
  // where an arm selects nothing, that is what is reported
  const withVersion = (some: readonly Answer[]): readonly Answer[] => some.filter(({ version }) => version !== null);
  return all
    .map(({ of, from, to }) => ({ of, from: withVersion(from), to: withVersion(to) }))
    .filter(({ from, to }) => from.length > 0 && to.length > 0)
    .map(pair => ({ ...pair, key: JSON.stringify([pair.from.map(one => one.to), pair.to.map(one => one.to)]) }));
}

/** Compares what versions of agents lead to; each pair of them once, however many entries they answer. */
class Comparison {
  readonly #before: Workspace;
  readonly #after: Workspace;
  readonly #affected: ReadonlySet<string>;
  readonly #units: UnitChanges;
  readonly #differences = new Map<string, readonly Difference[]>();
  constructor(before: Workspace, after: Workspace) {
    this.#before = before;
    this.#after = after;
    this.#units = new UnitChanges(before, after);
    this.#affected = affectedAgents(before, after);
  }

  between({ from, to, key }: Pair): readonly Difference[] {
    let differences = this.#differences.get(key);
    if (!differences) this.#differences.set(key, (differences = this.#isSame(from, to) ? [] : this.#compare(from, to)));
    return differences;
  }
  forget({ key }: Pair): void {
    this.#differences.delete(key);
  }

  #isSame(from: readonly Answer[], to: readonly Answer[]): boolean {
    if (from.length !== 1 || to.length !== 1 || from[0]!.to !== to[0]!.to) return false;
    const [former, now] = [recordIn(from[0]!, this.#before), recordIn(to[0]!, this.#after)];
    if (!former || !now) return former === now;
    const place = keyOf(former);
    return place === keyOf(now) && !this.#affected.has(place);
  }

  #compare(from: readonly Answer[], to: readonly Answer[]): readonly Difference[] {
    const former = together(from.map(one => reachedBy(one, this.#before, reachedFrom))),
      now = together(to.map(one => reachedBy(one, this.#after, reachedFrom))),
      lost = [...former.things].filter(([key]) => !now.things.has(key)),
      added = [...now.things].filter(([key]) => !former.things.has(key)),
      opened = without(now.unknown, former.unknown),
      closed = without(former.unknown, now.unknown);
    let all: Reach | undefined;
    // most things are still where they were reached, so their ways need no walk
    const definition = (key: string, { within }: Reached): Definition | undefined => {
      const entered = opened.length > 0 ? undefined : now.entered.get(within.role),
        thing = entered && definedWithin(this.#after.at(entered.unit)).get(key);
      if (thing) return { thing, within: entered };
      all ??= together(to.map(one => reachedBy(one, this.#after, definedFrom)));
      return all.things.get(key);
    };
    const causes = new Causes(now, this.#units);
    return [
      ...lost.map(([key, one]) => this.#lost([key, one], causes, definition(key, one), opened)),
      ...added
        .filter(([, { thing }]) => !closed.some(one => mayHide(one, thing)) && !isNowhere(thing, this.#after))
        .map(([key, { thing }]) => {
          const text = (): string => thingInWords(thing, this.#after);
          return new Compared('added', key, undefined, () => ({
            thing,
            text: text(),
            formerWay: [],
            cause: undefined,
          }));
        }),
    ];
  }

  #lost(
    [key, reached]: readonly [string, Reached],
    causes: Causes,
    defined: Definition | undefined,
    opened: readonly Unknown[],
  ): Difference {
    const { thing } = reached,
      hiding = opened.find(one => mayHide(one, thing) && (defined === undefined || isWithin(defined, one)));
    const effect = defined ? 'cut-off' : 'removed',
      accepted = acceptanceOf([key], this.#after.facts);
    return new Compared(hiding ? 'becomes-unknown' : effect, key, accepted, () => ({
      thing: defined?.thing ?? thing,
      text: thingInWords(thing, this.#before),
      formerWay: wayTo(reached, this.#before),
      cause: hiding ? { text: hiding.because, file: hiding.file, pointer: hiding.pointer } : causes.of(reached),
    }));
  }
}

class Compared implements Difference {
  readonly effect: Difference['effect'];
  readonly key: string;
  readonly accepted: Difference['accepted'];
  readonly #tell: () => Details;
  #details: Details | undefined;
  constructor(effect: Difference['effect'], key: string, accepted: Difference['accepted'], tell: () => Details) {
    this.effect = effect;
    this.key = key;
    this.accepted = accepted;
    this.#tell = tell;
  }
  details(): Details {
    return (this.#details ??= this.#tell());
  }
}

/** Where a thing is defined. */
type Definition = Pick<Reached, 'thing' | 'within'>;
/** The records of the versions that answer; a version without a record is left out. */
export const answering = (entries: readonly Entry[], workspace: Workspace): readonly Cursor[] =>
  entries.flatMap(answersOf).flatMap(answer => recordIn(answer, workspace) ?? []);

const recordIn = ({ agentId, version }: Answer, workspace: Workspace) =>
  agentId === null ? undefined : recordOf({ agentId, version }, workspace);
/** Whether a thing is in an unknown part, or behind one. */
function isWithin(defined: Definition, { within }: Unknown): boolean {
  if (within === undefined) return false;
  for (let at: Definition | undefined = defined; at; at = at.within.by) if (at.within.role === within) return true;
  return false;
}
const mayHide = ({ hides }: Unknown, { kind }: Thing): boolean => hides === undefined || hides === kind;
const without = (some: Reach['unknown'], others: Reach['unknown']): Unknown[] =>
  [...some.values()].filter(({ key }) => !others.has(key));

function reachedBy(
  answer: Answer,
  workspace: Workspace,
  reach: (agent: Cursor, workspace: Workspace) => Reach,
): Pick<Reach, 'things' | 'entered' | 'unknown'> {
  const record = recordIn(answer, workspace);
  if (record) return reach(record, workspace);
  const because = `no file has version ${answer.version} of ${agentName(answer.agentId!, workspace)}`;
  const unknown: Unknown = { key: `answer ${answer.to}`, because, hides: undefined, file: '', pointer: '' };
  return { things: new Map(), entered: new Map(), unknown: new Map([[unknown.key, unknown]]) };
}

/** The things that callers reach when one of several agents answers. */
function together(all: readonly Reach[]): Reach {
  const [first] = all;
  if (first && all.length === 1) return first;
  const merged = <K extends keyof Reach>(of: K): Reach[K] =>
    new Map(all.toReversed().flatMap(one => [...one[of]] as [string, never][])) as Reach[K];
  return { things: merged('things'), entered: merged('entered'), unknown: merged('unknown') };
}

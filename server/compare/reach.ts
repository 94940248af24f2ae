import { agentName } from '../core/workspace/names.ts';
import { recordOf, recordPlace } from '../core/domain/tasks.ts';
import type { Cursor } from '../core/cursor.ts';
import { groupsOf, addTo } from '../core/json/multimap.ts';
import {
  definedFrom,
  definedWithin,
  reachedFrom,
  type Reach,
  type ReachedThing,
  type UnknownPart,
  leadToSameThings,
} from '../core/reach/reach.ts';
import { isMissingRecord } from '../core/reach/missing-records.ts';
import type { Thing } from '../core/reach/things.ts';
import { thingInWords, pathTo } from '../core/reach/ways.ts';
import { acceptanceOf } from '../core/workspace/workspace-settings.ts';
import { keyOf } from '../core/workspace/tables.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { entryPairs } from './callers.ts';
import type { Entry, EntryArm } from './entries.ts';
import { Causes, UnitChanges } from './reach-cause.ts';
import { ReachChanges, type Details, type Difference } from './reach-changes.ts';
import { allHandOvers, runsIn } from '../core/domain/swaps.ts';
import type { Place } from '../core/workspace/records.ts';

/** The things that callers reach in only one of the states, by entry and by the agent that answers. */
export function reachBetween(before: Workspace, after: Workspace): ReachChanges {
  const changes = new ReachChanges();
  if (before === after) return changes;
  const comparison = new Comparison(before, after);
  const isReadable = (entry: Entry | undefined, state: Workspace): entry is Entry =>
    entry !== undefined && state.document(entry.file)?.readable === true;
  const pairs = entryPairs(before, after).flatMap(({ before: formerEntry, after: entry }) =>
    isReadable(formerEntry, before) && isReadable(entry, after)
      ? pairsOf(answersOf(formerEntry), answersOf(entry)).map(pair => ({ ...pair, entry }))
      : [],
  );
  // only the paths of one agent are in memory at a time, because there may be a thousand agents, each with its own
  // entry
  const pairCounts = new Map<string, number>();
  for (const { key } of pairs) pairCounts.set(key, (pairCounts.get(key) ?? 0) + 1);
  for (const pair of pairs) {
    for (const difference of comparison.differencesOf(pair)) changes.add(difference, pair.entry, pair.answer);
    const remainingCount = pairCounts.get(pair.key)! - 1;
    pairCounts.set(pair.key, remainingCount);
    if (remainingCount === 0) comparison.forget(pair);
  }
  return changes;
}

type Answer = Pick<EntryArm, 'agentId' | 'version' | 'share' | 'to' | 'because'>;
/** The versions that answered the same callers before (`from`) and that answer them now (`to`). */
interface Pair {
  readonly answer: Answer;
  readonly from: readonly Answer[];
  readonly to: readonly Answer[];
  /** A key that is equal for equal versions. */
  readonly key: string;
}

/** The versions that answer an entry, each version once; an arm without weight answers nobody. */
export const answersOf = ({ arms }: Entry): readonly Answer[] =>
  [...groupsOf(arms, ({ to }) => to).values()]
    .map(arms => ({ ...arms[0], share: arms.reduce((sum, { share }) => sum + share, 0) }))
    .filter(({ share }) => share > 0);

/**
 * Pairs each version with itself, and a new version with the versions whose callers it gets, preferably of the same
 * agent.
 */
function pairsOf(before: readonly Answer[], after: readonly Answer[]): readonly Pair[] {
  const formerByKey = new Map(before.map(answer => [answer.to, answer])),
    answersAfter = new Map(after.map(answer => [answer.to, answer])),
    lostAnswers = before.filter(({ to }) => !answersAfter.has(to));
  const sameAgents = (answer: Answer, answers: readonly Answer[]): readonly Answer[] =>
    answers.filter(({ agentId }) => agentId === answer.agentId);
  const firstOf = (...choices: (readonly Answer[])[]): readonly Answer[] =>
    choices.find(({ length }) => length > 0) ?? [];
  const remainingAnswers = new Set(lostAnswers);
  const pairs = after.map((answer): Omit<Pair, 'key'> => {
    const sameAnswer = formerByKey.get(answer.to);
    const formerAnswers = sameAnswer
      ? [sameAnswer]
      : firstOf(sameAgents(answer, lostAnswers), sameAgents(answer, before), lostAnswers, before);
    if (!sameAnswer) for (const answer of formerAnswers) remainingAnswers.delete(answer);
    return { answer, from: formerAnswers, to: [answer] };
  });
  const allPairs = [
    ...pairs,
    ...[...remainingAnswers].map(answer => ({
      answer,
      from: [answer],
      to: firstOf(sameAgents(answer, after), after),
    })),
  ];
  // an arm that selects no version is reported as a change of its reference
  const withVersions = (answers: readonly Answer[]): readonly Answer[] =>
    answers.filter(({ version }) => version !== null);
  return allPairs
    .map(({ answer, from, to }) => ({ answer, from: withVersions(from), to: withVersions(to) }))
    .filter(({ from, to }) => from.length > 0 && to.length > 0)
    .map(pair => ({
      ...pair,
      key: JSON.stringify([pair.from.map(answer => answer.to), pair.to.map(answer => answer.to)]),
    }));
}

/** Compares the reach of versions; each pair once, even if the versions answer many entries. */
class Comparison {
  readonly #before: Workspace;
  readonly #after: Workspace;
  readonly #affectedKeys: ReadonlySet<string>;
  readonly #units: UnitChanges;
  readonly #differences = new Map<string, readonly Difference[]>();
  constructor(before: Workspace, after: Workspace) {
    this.#before = before;
    this.#after = after;
    this.#units = new UnitChanges(before, after);
    this.#affectedKeys = affectedAgents(before, after);
  }

  differencesOf({ from, to, key }: Pair): readonly Difference[] {
    let differences = this.#differences.get(key);
    if (!differences) this.#differences.set(key, (differences = this.#isSame(from, to) ? [] : this.#compare(from, to)));
    return differences;
  }
  forget({ key }: Pair): void {
    this.#differences.delete(key);
  }

  #isSame(formerAnswers: readonly Answer[], currentAnswers: readonly Answer[]): boolean {
    if (formerAnswers.length !== 1 || currentAnswers.length !== 1 || formerAnswers[0]!.to !== currentAnswers[0]!.to)
      return false;
    const [formerCursor, currentCursor] = [
      recordIn(formerAnswers[0]!, this.#before),
      recordIn(currentAnswers[0]!, this.#after),
    ];
    if (!formerCursor || !currentCursor) return formerCursor === currentCursor;
    const place = keyOf(formerCursor);
    return place === keyOf(currentCursor) && !this.#affectedKeys.has(place);
  }

  #compare(formerAnswers: readonly Answer[], current: readonly Answer[]): readonly Difference[] {
    const formerReach = mergeReaches(formerAnswers.map(answer => reachedBy(answer, this.#before, reachedFrom))),
      currentPart = mergeReaches(current.map(answer => reachedBy(answer, this.#after, reachedFrom))),
      lostThings = [...formerReach.things].filter(([key]) => !currentPart.things.has(key)),
      newThings = [...currentPart.things].filter(([key]) => !formerReach.things.has(key)),
      openedUnknowns = unknownOutside(currentPart.unknownParts, formerReach.unknownParts),
      closedParts = unknownOutside(formerReach.unknownParts, currentPart.unknownParts);
    let reaches: Reach | undefined;
    // most things are still defined at their former place, so no walk is needed
    const definition = (key: string, reachedThing: ReachedThing): Definition | undefined => {
      const unit = openedUnknowns.length > 0 ? undefined : currentPart.enteredUnits.get(reachedThing.unit.role),
        thing = unit && definedWithin(this.#after.at(unit.unit)).get(key);
      if (thing) return { thing, unit };
      reaches ??= mergeReaches(current.map(answer => reachedBy(answer, this.#after, definedFrom)));
      return reaches.things.get(key);
    };
    const causes = new Causes(currentPart, this.#units);
    return [
      ...lostThings.map(([key, reachedThing]) =>
        this.#lossOf([key, reachedThing], causes, definition(key, reachedThing), openedUnknowns),
      ),
      ...newThings
        .filter(
          ([, { thing }]) =>
            !closedParts.some(unknownPart => mayHide(unknownPart, thing)) && !isMissingRecord(thing, this.#after),
        )
        .map(([key, { thing }]) => {
          const text = (): string => thingInWords(thing, this.#after);
          return new ComputedDifference('added', key, undefined, () => ({
            thing,
            text: text(),
            formerWay: [],
            cause: undefined,
          }));
        }),
    ];
  }

  #lossOf(
    [key, reachedThing]: readonly [string, ReachedThing],
    causes: Causes,
    definition: Definition | undefined,
    openedUnknowns: readonly UnknownPart[],
  ): Difference {
    const { thing } = reachedThing,
      hiddenBy = openedUnknowns.find(
        unknownPart => mayHide(unknownPart, thing) && (definition === undefined || isWithin(definition, unknownPart)),
      );
    const effect = definition ? 'cut-off' : 'removed',
      acceptance = acceptanceOf([key], this.#after.facts);
    return new ComputedDifference(hiddenBy ? 'becomes-unknown' : effect, key, acceptance, () => ({
      thing: definition?.thing ?? thing,
      text: thingInWords(thing, this.#before),
      formerWay: pathTo(reachedThing, this.#before),
      cause: hiddenBy
        ? { text: hiddenBy.reason, file: hiddenBy.file, pointer: hiddenBy.pointer }
        : causes.causeOf(reachedThing),
    }));
  }
}

class ComputedDifference implements Difference {
  readonly effect: Difference['effect'];
  readonly key: string;
  readonly acceptance: Difference['acceptance'];
  readonly #computeDetails: () => Details;
  #details: Details | undefined;
  constructor(
    effect: Difference['effect'],
    key: string,
    acceptance: Difference['acceptance'],
    computeDetails: () => Details,
  ) {
    this.effect = effect;
    this.key = key;
    this.acceptance = acceptance;
    this.#computeDetails = computeDetails;
  }
  details(): Details {
    return (this.#details ??= this.#computeDetails());
  }
}

/** The place where a thing is defined. */
type Definition = Pick<ReachedThing, 'thing' | 'unit'>;
/** The records of the versions that answer; a version without a record is left out. */
export const answeringRecords = (entries: readonly Entry[], workspace: Workspace): readonly Cursor[] =>
  entries.flatMap(answersOf).flatMap(answer => recordIn(answer, workspace) ?? []);

const recordIn = ({ agentId, version }: Answer, workspace: Workspace) =>
  agentId === null ? undefined : recordOf({ agentId, version }, workspace);
/** Whether a thing is in an unknown part, or behind an unknown part. */
function isWithin(definition: Definition, { unitRole }: UnknownPart): boolean {
  if (unitRole === undefined) return false;
  for (let ancestor: Definition | undefined = definition; ancestor; ancestor = ancestor.unit.enteredBy)
    if (ancestor.unit.role === unitRole) return true;
  return false;
}
const mayHide = ({ hiddenThingKind }: UnknownPart, { kind }: Thing): boolean =>
  hiddenThingKind === undefined || hiddenThingKind === kind;
const unknownOutside = (unknowns: Reach['unknownParts'], excludedParts: Reach['unknownParts']): UnknownPart[] =>
  [...unknowns.values()].filter(({ key }) => !excludedParts.has(key));

function reachedBy(
  answer: Answer,
  workspace: Workspace,
  reach: (agent: Cursor, workspace: Workspace) => Reach,
): Pick<Reach, 'things' | 'enteredUnits' | 'unknownParts'> {
  const record = recordIn(answer, workspace);
  if (record) return reach(record, workspace);
  const reason = `no file has version ${answer.version} of ${agentName(answer.agentId!, workspace)}`;
  const unknownPart: UnknownPart = {
    key: `answer ${answer.to}`,
    reason: reason,
    hiddenThingKind: undefined,
    file: '',
    pointer: '',
  };
  return { things: new Map(), enteredUnits: new Map(), unknownParts: new Map([[unknownPart.key, unknownPart]]) };
}

/** The things that callers reach when one of several agents answers. */
function mergeReaches(reaches: readonly Reach[]): Reach {
  const [first] = reaches;
  if (first && reaches.length === 1) return first;
  const mergeMaps = <K extends keyof Reach>(part: K): Reach[K] =>
    new Map(reaches.toReversed().flatMap(reach => [...reach[part]] as [string, never][])) as Reach[K];
  return {
    things: mergeMaps('things'),
    enteredUnits: mergeMaps('enteredUnits'),
    unknownParts: mergeMaps('unknownParts'),
  };
}

/**
 * The agents whose callers a change may concern, by the places of their records. An agent is affected if its record is
 * in a changed file, if a reference of its engine or components resolves differently, or if it swaps to an affected
 * agent or to another version. No other agent needs to be compared.
 */
export function affectedAgents(before: Workspace, after: Workspace): ReadonlySet<string> {
  const affectedIds = new Set<string>(),
    states = [before, after],
    files = changedFiles(before, after);
  if (files.length === 0) return affectedIds;
  for (const file of files) {
    const isInBoth = states.every(state => state.document(file)?.readable === true);
    const isAlike = ({ at }: { readonly at: Place }): boolean =>
      isInBoth && leadToSameThings(before.at(at), after.at(at));
    for (const state of states) {
      const runs = runsIn(file, state).filter(run => !isAlike(run));
      for (const record of [
        ...(state.records(file)?.runners ?? []),
        ...runs.flatMap(({ runningAgents }) => runningAgents),
      ])
        affectedIds.add(keyOf(record));
    }
  }
  const agentsByLeader = new Map<string, string[]>();
  for (const state of states)
    for (const [sourceId, swaps] of allHandOvers(state))
      for (const { agentId, reference, by } of swaps.map(({ at }) => at)) {
        // a transfer agent does not speak to the caller
        if (by !== 'swap') continue;
        const [formerResolution, currentResolution] = states.map(workspace => workspace.resolve(agentId, reference));
        if (
          formerResolution!.version !== currentResolution!.version ||
          formerResolution!.outcome !== currentResolution!.outcome
        )
          affectedIds.add(sourceId);
        const record = recordPlace(state.resolve(agentId, reference), state);
        if (record) addTo(agentsByLeader, keyOf(record), sourceId);
      }
  // the set grows while it is read
  for (const record of affectedIds) for (const source of agentsByLeader.get(record) ?? []) affectedIds.add(source);
  return affectedIds;
}

function changedFiles(before: Workspace, after: Workspace): string[] {
  const files = new Set([...before.documents, ...after.documents].map(({ file }) => file));
  return [...files].filter(file => {
    const [formerDocument, currentDocument] = [before.document(file), after.document(file)];
    return formerDocument !== currentDocument && formerDocument?.text !== currentDocument?.text;
  });
}

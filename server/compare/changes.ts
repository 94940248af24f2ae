import type { Cursor } from '../core/cursor.ts';
import { liveThrough } from '../core/domain/live-places.ts';
import { engineDefaults } from '../core/domain/variable-sources.ts';
import type { Plan as PlanOutput } from '../core/generated/outputs.js';
import { referenceKinds, type VersionReference } from '../core/index/agent-references.ts';
import { isEqual, isObject } from '../core/json/json.ts';
import { acceptanceOf, type Acceptance } from '../core/workspace/workspace-settings.ts';
import type { Assumption } from '../core/workspace/assumptions.ts';
import { placeOf } from '../core/workspace/records.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import { keyOf } from '../core/workspace/tables.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { compareTexts } from '../core/wording.ts';
import { callersBetween, isUnheard, restatedArms, type CallersChange } from './callers.ts';
import { contentsOf, type ContentGroup, type ContentsOption } from './contents.ts';
import { lostNamesBetween, type LostName } from './lost-names.ts';
import { matchReferences } from './match-references.ts';
import type { Pair } from './pairs.ts';
import { ownerFields, isLocal } from './name-references.ts';
import {
  isVersion,
  isVersionSide,
  namesOf,
  identification,
  outcomeOf,
  referencesIn,
  sideIn,
  type NameSide,
  type Reference,
  type VersionSide,
} from './references.ts';
import { resultsBetween, type LostResult } from './results.ts';
import { outcomeAtHolder, unreadableSide } from './unchanged-holders.ts';
import { reachBetween } from './reach.ts';
import type { ReachChanges } from './reach-changes.ts';
import { unreadableIn, type StateWithUnread, type UnreadableFile } from './unreadable-files.ts';

/** An effect of a change on one reference. */
export type Effect = PlanOutput['changes'][number]['effect'];

/** The change of one reference, to a version or by name. */
export type Change = VersionChange | NameChange;
interface ChangeCommon {
  readonly effect: Effect;
  /** Whether the reference serves callers in either state. */
  readonly isLive: boolean;
  /** The configuration entry that accepts the loss. */
  readonly acceptance: Acceptance | undefined;
}
/** A change of a reference to a version. `before`, `after` or both are present. */
export interface VersionChange extends ChangeCommon {
  readonly before: VersionSide | undefined;
  readonly after: VersionSide | undefined;
}
/**
 * A change of a reference by name. Both states have the name; if only one state has it, the record around the name is
 * reported.
 */
export interface NameChange extends ChangeCommon {
  readonly effect: 'breaks' | 'heals' | 'becomes-unknown' | 'becomes-known';
  readonly before: NameSide;
  readonly after: NameSide;
}
export const isVersionChange = (change: Change): change is VersionChange => isVersion(referenceOf(change));
export const isNameChange = (change: Change): change is NameChange => !isVersionChange(change);

/** Two compared states of the files. */
export interface Changes {
  /**
   * The changed references to agent versions (live references first, then by kind, file and place), and after them the
   * changed references to other things (live references first, then by file and place).
   */
  readonly changes: readonly Change[];
  /** The number of references to versions that do not change. */
  readonly unchangedCount: number;
  /** The number of references of all kinds that were compared. */
  readonly examinedCount: number;
  /** The number of compared references to versions, unchanged and changed. */
  readonly toVersions: number;
  readonly unreadableFiles: readonly UnreadableFile[];
  readonly assumptions: readonly Assumption[];
  /** The differences in what agents say or do under the same version number. */
  readonly contents: readonly ContentGroup[];
  /** The entries whose callers get different versions or variables. */
  readonly callers: readonly CallersChange[];
  /** Whether it is known that no caller can notice anything. */
  readonly isUnheard: boolean;
  /** The results that calls of live versions no longer produce for other systems. */
  readonly results: readonly LostResult[];
  /** Names that texts still contain although their definition is gone. */
  readonly lostNames: readonly LostName[];
  /** The things that callers can reach in one state only. */
  readonly reach: ReachChanges;
}

/** One of two states that are compared. */
export interface ComparedState extends StateWithUnread {
  /** Files created only by hypothetical edits: their contents are copies. */
  readonly createdFiles?: ReadonlySet<string>;
}

/**
 * Compares two states of a workspace: the targets of every reference in both states, and the other differences that
 * callers notice. Lint, plan, hooks and panels all show this result. Spec: Versioning 3 and 4.
 */
export function changesBetween(
  formerState: ComparedState,
  currentState: ComparedState,
  contents: ContentsOption = 'none',
): Changes {
  const { workspace: before } = formerState,
    { workspace: after, createdFiles = new Set() } = currentState;
  const unreadableFiles = unreadableIn(formerState, currentState),
    formerReferences = referencesIn(before),
    currentPart = referencesIn(after).filter(
      reference => isLiveTag(reference) || !createdFiles.has(reference.at.document.file),
    ),
    formerOutcomeAt = outcomeAtHolder(before, formerReferences, unreadableFiles),
    outcomeIn = outcomeAtHolder(after, currentPart, unreadableFiles);
  const sidesOf = ({ before: formerReference, after: currentReference }: Pair<VersionReference>) => {
    const current = versionSide(currentReference, formerReference, after, unreadableFiles);
    // a call whose agent is known now may have had an unknown agent before
    const isFound = currentReference?.kind === 'task' && current?.resolution.outcome !== 'unknowable',
      unfoundFormer =
        currentReference &&
        (isFound
          ? formerOutcomeAt(currentReference)
          : unreadableSide(before.document(currentReference.at.document.file), currentReference, unreadableFiles));
    return {
      before: versionSide(formerReference, currentReference, before, unreadableFiles) ?? unfoundFormer,
      after: current ?? (formerReference && outcomeIn(formerReference)),
    };
  };
  const callers = callersBetween(before, after, unreadableFiles),
    isRestated = restatedArms(before, after, callers, unreadableFiles);
  // the arms of a split arm count as one reference
  const matches = matchReferences(formerReferences, currentPart, identification).filter(
    match => isCertain(match) && !(match.before === undefined && isOfVersion(match) && isRestated(match)),
  );
  const changes = matches.flatMap((match): Change[] => {
    if (!isOfVersion(match)) return nameChange(match, before, after);
    if (isRestated(match)) return [];
    const sides = sidesOf(match),
      effect = effectOf(sides.before && withCallVariables(sides.before), sides.after && withCallVariables(sides.after));
    if (effect === undefined) return [];
    const isLive = (match.before?.isLive ?? false) || (match.after?.isLive ?? false);
    return [{ effect, isLive: isLive, ...sides, acceptance: undefined }];
  });
  const versions = changes.filter(isVersionChange),
    toVersions = matches.filter(isOfVersion).length,
    reach = reachBetween(before, after),
    groups = contentsOf(before, after, contents);
  const isSame = callers.length === 0 && !changes.some(({ isLive }) => isLive) && !groups.some(isHeard);
  return {
    changes: withoutConsequences(changes)
      .map(change => (isGone(change) ? withAcceptance(change, after, before) : change))
      .sort(compare),
    unchangedCount: toVersions - versions.length,
    examinedCount: matches.length,
    toVersions,
    unreadableFiles: unreadableFiles,
    assumptions: [
      ...new Set([
        ...versions.flatMap(change =>
          [change.before, change.after].flatMap(side => side?.resolution.assumptions ?? []),
        ),
        ...(callers.some(change => (change.before?.sum ?? change.after?.sum) !== undefined)
          ? (['weights-in-proportion'] as const)
          : []),
      ]),
    ].sort(),
    contents: groups,
    callers,
    results: resultsBetween(before, after),
    lostNames: lostNamesBetween(before, after),
    reach,
    isUnheard:
      isSame && contents !== 'none' && unreadableFiles.length === 0 && isUnheard(before, after, changes.length > 0),
  };
}

/** Whether callers may notice a change of contents. Callers notice every change except the change of an alert rule. */
const isHeard = ({ isLive, unclearReason, part }: ContentGroup): boolean =>
  unclearReason !== undefined || (isLive && part.kind !== 'alert-rule');

const isOfVersion = (match: Pair<Reference>): match is Pair<VersionReference> =>
  isVersion((match.before ?? match.after)!);
const isLiveTag = (reference: Reference): boolean => isVersion(reference) && reference.kind === 'tag';
/**
 * Whether a pair of references is certain. A reference that only one state has may be misread if its file is
 * unreadable.
 */
const isCertain = ({ before, after }: Pair<Reference>): boolean => {
  const reference = (before ?? after)!;
  return (before && after) !== undefined || !isVersion(reference) || reference.at.document.readable;
};

/**
 * The target of a reference in one state; undefined if there is no reference, or if its file is unreadable and the
 * reference differs from the other state.
 * @param otherReference the reference in the other state
 */
function versionSide(
  reference: VersionReference | undefined,
  otherReference: VersionReference | undefined,
  workspace: Workspace,
  unreadableFiles: readonly UnreadableFile[],
): VersionSide | undefined {
  if (!reference) return undefined;
  const { document } = reference.at;
  const isKnown =
    !otherReference ||
    document.readable ||
    identification.contentOf(reference) === identification.contentOf(otherReference);
  return isKnown ? sideIn(reference, workspace) : unreadableSide(document, otherReference, unreadableFiles);
}

function nameChange(
  { before: former, after: current }: Pair<Reference>,
  before: Workspace,
  after: Workspace,
): NameChange[] {
  // if one state lacks the name, the change of its holder is reported instead
  if (!former || !current || isVersion(former) || isVersion(current) || (former.at === current.at && isLocal(current)))
    return [];
  const [formerPart, next] = [sideIn(former, before), sideIn(current, after)];
  if (!formerPart || !next || outcomeOf(formerPart) === outcomeOf(next) || isNowhere(formerPart) || isNowhere(next))
    return [];
  const isLive = [liveThrough(placeOf(former.at), before), liveThrough(placeOf(current.at), after)].some(
    ({ length }) => length > 0,
  );
  return [
    {
      effect: effectBetween(outcomeOf(formerPart), outcomeOf(next)),
      isLive: isLive,
      before: formerPart,
      after: next,
      acceptance: undefined,
    },
  ];
}
const isNowhere = ({ lookup }: NameSide): boolean => lookup.outcome === 'unknowable' && lookup.reason === 'nowhere';

/** Leaves out changes of references to versions that follow from the change of a reference by name. */
function withoutConsequences(changes: readonly Change[]): Change[] {
  const lostPlaces = new Set(changes.filter(isNameChange).map(({ after }) => keyOf(after.reference.at)));
  return changes.filter(
    change =>
      isVersionChange(change) || !ownerFields(change.after.reference.at).some(cursor => lostPlaces.has(keyOf(cursor))),
  );
}

type Outcome = Resolution['outcome'];
function effectBetween(before: Outcome, after: Outcome): NameChange['effect'] {
  if (after === 'unknowable') return 'becomes-unknown';
  if (before === 'unknowable') return 'becomes-known';
  return after === 'missing' ? 'breaks' : 'heals';
}

/** The effect on a reference; undefined if it selects the same version in the same state with the same variables. */
export function effectOf(before: Resolution | undefined, after: Resolution | undefined): Effect | undefined {
  if (before === after) return undefined;
  if (!before) return 'added';
  if (!after) return 'removed';
  if (before.outcome !== after.outcome) return effectBetween(before.outcome, after.outcome);
  if (before.outcome === 'missing') return undefined;
  // a published draft keeps its number, but the reference now selects a published version
  const state = before.isPublished !== null && after.isPublished !== null && before.isPublished !== after.isPublished;
  const version =
    before.outcome === 'resolved' && (before.agentId !== after.agentId || before.version !== after.version || state);
  const isKnown = before.variablesOutcome !== 'unknowable',
    isKnownNow = after.variablesOutcome !== 'unknowable';
  if (!version && isKnown !== isKnownNow) return isKnownNow ? 'becomes-known' : 'becomes-unknown';
  const variables = isKnown !== isKnownNow || !isEqual(before.variables ?? {}, after.variables ?? {});
  if (!version) return variables ? 'variables' : undefined;
  return variables ? 'version+variables' : 'version';
}

/** Whether a change breaks a reference, and no configuration entry accepts the loss. */
export const isBreak = (change: Change): boolean => change.acceptance === undefined && isLost(change);

/**
 * Whether a change certainly breaks a reference. A break is uncertain if the text of a reference was edited, the
 * reference is not live, and its new target is unknown; lint warns about these references.
 */
export const isCertainBreak = (change: Change): boolean =>
  isBreak(change) && (change.isLive || change.effect !== 'becomes-unknown' || !hasOtherText(change));
const hasOtherText = (change: Change): boolean =>
  isVersionChange(change)
    ? change.before?.reference.agentId !== change.after?.reference.agentId ||
      change.before?.reference.reference !== change.after?.reference.reference
    : change.before.reference.name !== change.after.reference.name;

/**
 * Whether a reference lost its target. There are three cases: the target existed before and is missing now; a new
 * reference to a version has a missing target; or the target was known before and is no longer known.
 */
function isLost({ effect, isLive, before, after }: Change): boolean {
  const formerOutcome = before && outcomeOf(before),
    current = after && outcomeOf(after);
  if (!after || current === 'resolved') return isLive && effect === 'becomes-unknown';
  if (!isVersionSide(after)) return formerOutcome === 'resolved';
  if (after.isDrawn) return false;
  return current === 'missing' ? formerOutcome !== 'missing' : formerOutcome === 'resolved';
}

/** Whether a configuration can accept the change. */
const isGone = (change: Change): boolean =>
  isNameChange(change) ? outcomeOf(change.after) !== 'resolved' : change.effect === 'removed' || isLost(change);
const withAcceptance = (change: Change, after: Workspace, before: Workspace): Change => ({
  ...change,
  acceptance: acceptanceOf(namesOf(referenceOf(change), after, before), after.facts),
});

/** The current reference, or the former one. */
export function referenceOf(change: VersionChange): VersionReference;
export function referenceOf(change: Change): Reference;
export function referenceOf({ before, after }: Change): Reference {
  return (after ?? before)!.reference;
}

/** A variable that a change affects, with the value that callers hear; undefined if it is not set. */
export interface VariableChange {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The state in which no tag or call sets the variable, so that callers hear the engine's default. */
  readonly isDefault: 'before' | 'after' | undefined;
}

/** The variables that a change affects; empty if they are unknown. */
export function variableChanges(
  {
    before,
    after,
  }: {
    readonly [side in 'before' | 'after']: (Pick<VersionSide, 'resolution'> & Partial<VersionSide>) | undefined;
  },
  workspaces: { readonly before: Workspace; readonly after: Workspace },
): VariableChange[] {
  if (!before || !after) return [];
  const [formerAnswer, currentAnswer] = [withCallVariables(before), withCallVariables(after)];
  if (formerAnswer.variablesOutcome === 'unknowable' || currentAnswer.variablesOutcome === 'unknowable') return [];
  const [formerPart, currentPart] = [formerAnswer.variables ?? {}, currentAnswer.variables ?? {}];
  const valueIn = (values: Readonly<Record<string, string>>, name: string): string | undefined =>
    Object.hasOwn(values, name) ? values[name] : undefined;
  const isCall = before.reference?.kind !== 'filter' && after.reference?.kind !== 'filter';
  const defaultsOf = (side: Resolution, workspace: Workspace) => (isCall ? engineDefaults(side, workspace) : {});
  return [...new Set([...Object.keys(formerPart), ...Object.keys(currentPart)])]
    .sort()
    .flatMap((name): VariableChange[] => {
      const [ownValue, next] = [valueIn(formerPart, name), valueIn(currentPart, name)];
      if (ownValue === next) return [];
      const formerAndCurrent = [
        ownValue ?? valueIn(defaultsOf(before.resolution, workspaces.before), name),
        next ?? valueIn(defaultsOf(after.resolution, workspaces.after), name),
      ];
      const isDefault =
        (ownValue === undefined && formerAndCurrent[0] !== undefined && 'before') ||
        (next === undefined && formerAndCurrent[1] !== undefined && 'after');
      return [{ name, before: formerAndCurrent[0], after: formerAndCurrent[1], isDefault: isDefault || undefined }];
    });
}

function compare(a: Change, b: Change): number {
  const [formerReference, currentReference] = [referenceOf(a), referenceOf(b)];
  return (
    Number(isVersion(currentReference)) - Number(isVersion(formerReference)) ||
    Number(b.isLive) - Number(a.isLive) ||
    rankOf(formerReference) - rankOf(currentReference) ||
    comparePlaces(formerReference.at, currentReference.at) ||
    compareTexts(wordsOfReference(formerReference), wordsOfReference(currentReference))
  );
}
const wordsOfReference = (reference: Reference): string =>
  isVersion(reference) ? `${reference.agentId} ${reference.reference}` : '';
const rankOf = (reference: Reference): number => (isVersion(reference) ? referenceKinds.indexOf(reference.kind) : 0);
const comparePlaces = (a: Cursor, b: Cursor): number =>
  compareTexts(a.document.file, b.document.file) || compareTexts(sortable(a.pointer), sortable(b.pointer));
/** A form of the pointer in which item 10 sorts after item 9. */
const sortable = (pointer: string): string =>
  pointer.replace(/\/(\d+)(?=\/|$)/g, (_, index: string) => `/${index.padStart(9, '0')}`);

/**
 * A resolution with the variables of a call. A filter makes no call, so it has no variables. The variables of a batch
 * task override the variables of its tag.
 */
function withCallVariables(side: Pick<VersionSide, 'resolution'> & Partial<VersionSide>): Resolution {
  const { resolution, reference } = side;
  if (reference?.kind === 'filter') return { ...resolution, variables: {}, variablesOutcome: 'none' };
  if (reference?.kind !== 'task' || resolution.variablesOutcome === 'unknowable') return resolution;
  const { value: values } = (reference.at.within('batch-call-task') ?? reference.at).get(
    'service_llm_dynamic_variables',
  );
  if (!isObject(values)) return resolution;
  const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return texts.length === 0
    ? resolution
    : { ...resolution, variables: { ...resolution.variables, ...Object.fromEntries(texts) } };
}

import { agentName, referenceName } from '../core/workspace/names.ts';
import { clipped, listed } from '../core/wording.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import { placeOf } from '../core/workspace/records.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import {
  isBreak,
  isVersionChange,
  referenceOf,
  variableChanges,
  type Change,
  type NameChange,
  type VariableChange,
  type VersionChange,
} from '../compare/changes.ts';
import { absenceInWords, nameInWords } from '../compare/name-references.ts';
import type { Reference, VersionSide } from '../compare/references.ts';
import { tagSuggestion, placeName, spellingFor } from '../core/index/agent-references.ts';
import { quotedValue, selectsShort } from '../simulator/resolution.ts';
import { recordOf } from '../core/domain/tasks.ts';
import { groupsOf } from '../core/json/multimap.ts';
import { versionDiff, versionOf } from '../compare/version-diff.ts';
import { diffReport } from './diff-report.ts';
import { headlineOf } from './diff-words.ts';

export interface PlanSides {
  readonly before: Workspace;
  readonly after: Workspace;
  /** Converts a path in the workspace to the path that is shown. */
  pathOf(file: string): string;
}

type NonEmpty<T> = readonly [T, ...T[]];
/**
 * References that change in the same way for the same reasons, grouped by subject. A subject is one reference, or
 * several equal references.
 */
export type Cause = NonEmpty<NonEmpty<Change>>;

/** The changes grouped by cause, in the order of the first change of each cause. */
export const causesOf = (changes: readonly Change[]): readonly Cause[] => [
  ...groupsOf(groupsOf(changes, subjectKey).values(), ([change]) => causeKey(change)).values(),
];

/**
 * The key of the subject of a change. Equal calls of a batch are one subject, and so are equal effects on a name in
 * several places.
 */
function subjectKey(change: Change): unknown {
  if (!isVersionChange(change)) {
    const { effect, isLive: live, before, after } = change;
    return JSON.stringify([effect, after.reference.kind, before.reference.name, after.reference.name, live]);
  }
  const side = (side: VersionSide | undefined): unknown =>
    side && [
      side.reference.agentId,
      side.reference.reference,
      side.reference.fromNumber,
      side.resolution.version,
      side.resolution.outcome,
    ];
  const { kind, at } = referenceOf(change);
  if (kind !== 'task') return change;
  return JSON.stringify([at.document.file, change.effect, side(change.before), side(change.after)]);
}

/**
 * The key of the cause of a change: references that select the same versions, before and after, for the same reasons.
 */
function causeKey(change: Change): unknown {
  if (!isVersionChange(change)) return subjectKey(change);
  const { effect, isLive: live, before, after, acceptance: accepted } = change;
  const side = (side: VersionSide | undefined): unknown => side && [side.resolution.steps, side.resolution.variables];
  return JSON.stringify([effect, live, side(before), side(after), accepted?.reason, referenceOf(change).agentId]);
}

/** Whether the reference now selects a different version, which is a draft. */
export const isToDraft = (change: Change): boolean =>
  isVersionChange(change) && isMove(change) && change.after!.resolution.isPublished === false;

/** The effect of a change: `v2 (published) → v3 (published); greeting gets a new value`. */
export const effectInWords = (change: Change, sides: PlanSides): string =>
  isVersionChange(change) ? versionEffectInWords(change, sides) : nameEffectInWords(change, sides.pathOf);

/** Whether the reference selects another version of an agent than before. */
const isMove = ({ effect, before, after }: VersionChange): boolean =>
  (effect === 'version' || effect === 'version+variables') &&
  (before!.resolution.agentId !== after!.resolution.agentId ||
    before!.resolution.version !== after!.resolution.version);

/**
 * The maximum number of compared pairs of versions, because comparing large flows takes long; `preflight diff` compares
 * any pair.
 */
const MAX_COMPARED_RECORDS = 50;
export interface Differing {
  /** The summary of the differences: `4 settings differ`. */
  readonly summary: string;
  /** The command that shows the difference; empty unless both versions are in the current files. */
  readonly diff: string;
  /** Both versions and their place, if they are versions of one agent. */
  readonly pair?: {
    readonly agentId: string;
    readonly before: number | null;
    readonly after: number | null;
    readonly at: { readonly file: string; readonly pointer: string };
  };
}

export type VersionsCompared = Map<string, Differing | undefined>;

/**
 * The differences in what another version says or does; undefined if unknown.
 * @param cache versions that were compared already
 */
export function compareVersions(change: Change, sides: PlanSides, cache: VersionsCompared): Differing | undefined {
  if (!isVersionChange(change) || !isMove(change)) return undefined;
  const [oldResolution, newResolution] = [change.before!.resolution, change.after!.resolution],
    key = JSON.stringify([oldResolution.agentId, oldResolution.version, newResolution.agentId, newResolution.version]);
  if (!cache.has(key) && cache.size < MAX_COMPARED_RECORDS)
    cache.set(key, differingIn(oldResolution, newResolution, sides));
  return cache.get(key);
}

function differingIn(
  oldResolution: Resolution,
  newResolution: Resolution,
  { before, after, pathOf }: PlanSides,
): Differing | undefined {
  const [formerVersion, version] = [versionOf(oldResolution, before), versionOf(newResolution, after)];
  if (!formerVersion || !version) return undefined;
  const record = recordOf(oldResolution, after),
    second =
      oldResolution.agentId === newResolution.agentId
        ? `@${newResolution.version}`
        : referenceText(newResolution, after);
  return {
    summary: headlineOf(diffReport(versionDiff(formerVersion, version), (_, file) => pathOf(file))),
    diff: record ? `preflight diff ${referenceText(oldResolution, after)} ${second}` : '',
    ...(record &&
      oldResolution.agentId === newResolution.agentId && {
        pair: {
          agentId: oldResolution.agentId,
          before: oldResolution.version,
          after: newResolution.version,
          at: placeOf(record),
        },
      }),
  };
}

/**
 * The reference to a version, as typed in a shell. An agent whose name has characters that a shell interprets is named
 * by its id.
 */
function referenceText({ agentId, version }: Resolution, workspace: Workspace): string {
  const name = referenceName(agentId, version, workspace);
  if (!/^[\w .()@-]+$/.test(name)) return spellingFor(agentId, version);
  return /^[\w.@-]+$/.test(name) ? name : `"${name}"`;
}

/** The subject of a change: `tag prod of Front desk`, `llm_id engine of Front desk in 7 places`. */
export const subjectInWords = ([first, ...otherChanges]: NonEmpty<Change>, sides: PlanSides): string =>
  isVersionChange(first)
    ? subjectOf(first, otherChanges.length + 1, sides)
    : nameSubjectOf(first, otherChanges.length + 1, sides);

/**
 * The place of a subject, with its former place if that was different; for a name, all places.
 * @param isLinked whether the subject is a link, so that file names suffice
 */
export function placesInWords(group: NonEmpty<Change>, { pathOf }: PlanSides, isLinked: boolean): readonly string[] {
  const placeText = ({ at }: Reference): string =>
    `${pathOf(at.document.file)} ${isLinked ? '' : at.pointer}`.trimEnd();
  // equal calls are in one list, so the place of the first call suffices
  return isVersionChange(group[0])
    ? [placeInWords(group[0], placeText)]
    : [...new Set(group.map(change => placeText(referenceOf(change))))];
}

/**
 * The subject of a change: `tag prod of Front desk`, `inbound_agents of +14155550100 → Front desk@prod`.
 */
function subjectOf(change: VersionChange, count: number, { before, after }: PlanSides): string {
  const reference = referenceOf(change);
  if (reference.kind === 'tag') return `tag ${reference.reference} of ${agentName(reference.agentId, after, before)}`;
  const moreText = count > 1 ? ` and ${count - 1} more` : '';
  return `${placeName(reference, after, before)}${moreText} → ${describeVersion(change, [after, before])}`;
}

function nameSubjectOf(
  { after: { reference: placed } }: NameChange,
  count: number,
  { before, after }: PlanSides,
): string {
  const name = nameInWords(placed, after, before);
  return count > 1 ? `${name} in ${count} places` : name;
}

/** The reference of a change, with the former reference if it was different. */
function describeVersion({ before, after }: VersionChange, states: readonly Workspace[]): string {
  const [oldText, newText] = [before, after].map(
    side => side && referenceName(side.reference.agentId, side.reference.reference, ...states),
  );
  if (newText === undefined) return oldText!;
  return oldText === undefined || oldText === newText ? newText : `${newText} (was ${oldText})`;
}

/** The effect of a change on a version, on one line. */
function versionEffectInWords(change: VersionChange, sides: PlanSides): string {
  const { effect, before, after } = change;
  const oldSelection = before && selectsShort(before.resolution),
    newSelection = after && selectsShort(after.resolution);
  const reason = after?.resolution.because ? `${after.resolution.because}${tagSuggestion(after.resolution)}` : '';
  const variables = variablesInWords(variableChanges(change, sides)),
    suffix = effect === 'version' ? '' : '; other variables';
  switch (effect) {
    case 'version':
    case 'version+variables':
      return `${agentChangeInWords(change, sides)}${oldSelection} → ${newSelection}${variables === '' ? suffix : `; ${variables}`}`;
    case 'variables':
      return `still ${newSelection}; ${variables === '' ? 'other variables' : variables}`;
    case 'breaks':
      return `breaks: ${oldSelection} → nothing, because ${reason}`;
    case 'heals':
      return `heals: selected nothing, now ${newSelection}`;
    case 'becomes-unknown':
      return `becomes unknowable: was ${oldSelection}${reason === '' ? ', and its variables are no longer known' : `, now ${reason}`}`;
    case 'becomes-known':
      return `becomes known: ${after?.resolution.outcome === 'missing' ? `selects nothing, because ${reason}` : newSelection}`;
    case 'added':
      return `added: ${isBreak(change) ? `selects nothing, because ${reason}` : newSelection}`;
    case 'removed':
      return `removed: was ${oldSelection}`;
  }
}

function agentChangeInWords({ before, after }: VersionChange, sides: PlanSides): string {
  const [former, current] = [before, after].map(side => side?.resolution.agentId);
  if (former === undefined || current === undefined || former === current) return '';
  return `${agentName(former, sides.after, sides.before)} → ${agentName(current, sides.after, sides.before)}, `;
}

function variablesInWords(changes: readonly VariableChange[]): string {
  const names = (isIncluded: (change: VariableChange) => boolean): string[] =>
    changes.filter(isIncluded).map(({ name }) => name);
  const listNames = (names: string[]): string => listed(names, 'and', names.length > 4 ? 3 : 4);
  const part = (names: string[], singular: string, plural: string): string[] =>
    names.length === 0 ? [] : [`${listNames(names)} ${names.length === 1 ? singular : plural}`];
  return [
    ...part(
      names(({ before, after }) => before !== undefined && after !== undefined && before !== after),
      'gets a new value',
      'get new values',
    ),
    ...part(
      names(({ before, after, isDefault }) => before === after && isDefault === 'after'),
      "keeps its value, as the engine's default",
      "keep their values, as the engine's defaults",
    ),
    ...part(
      names(({ before, after, isDefault }) => before === after && isDefault === 'before'),
      "keeps its value, which was the engine's default",
      "keep their values, which were the engine's defaults",
    ),
    ...part(
      names(({ before }) => before === undefined),
      'is added',
      'are added',
    ),
    ...part(
      names(({ after }) => after === undefined),
      'is no longer set',
      'are no longer set',
    ),
  ].join(', ');
}

/** A variable's old and new value. */
export function variableInWords({ name, before, after, isDefault }: VariableChange): string {
  const [former, now] = (['before', 'after'] as const).map(
    side =>
      quotedValue(name, side === 'before' ? before : after) + (isDefault === side ? " (the engine's default)" : ''),
  ) as [string, string];
  if (before === undefined) return `added: ${now}`;
  if (after === undefined) return `removed: was ${former}`;
  // different values can look equal when clipped or hidden
  return `${former} → ${now}${former === now ? ' (another value)' : ''}`;
}

function placeInWords({ before, after }: VersionChange, placeText: (reference: Reference) => string): string {
  const [oldPlace, newPlace] = [before && placeText(before.reference), after && placeText(after.reference)];
  if (newPlace === undefined) return `${oldPlace!} (as it was)`;
  return oldPlace === undefined || oldPlace === newPlace ? newPlace : `${newPlace} (was ${oldPlace})`;
}

/** The reason why a break is accepted; empty if the break is not accepted. */
export const acceptedInWords = ({ acceptance: accepted }: Pick<Change, 'acceptance'>): string =>
  accepted ? `accepted${accepted.until === undefined ? '' : ` until ${accepted.until}`}: ${accepted.reason}` : '';

/** The effect on a name, on one line. */
function nameEffectInWords({ effect, before, after }: NameChange, pathOf: PlanSides['pathOf']): string {
  const [record] = before.lookup.outcome === 'found' ? before.lookup.records : [];
  const formerText = record ? `was in ${pathOf(record.document.file)}` : 'was found';
  const reason = absenceInWords(after.lookup, after.reference),
    name = before.reference.name;
  const isUnread = after.lookup.outcome === 'unknowable' && after.lookup.reason === 'unread';
  // if the reference has another name now, its former target is not gone
  if (name !== after.reference.name && after.lookup.outcome !== 'found' && before.lookup.outcome === 'found')
    return `${effect === 'breaks' ? 'breaks' : 'becomes unknowable'}: was ${clipped(name)}, now ${reason}`;
  switch (effect) {
    case 'breaks':
      return `breaks: ${formerText}, now ${reason}`;
    case 'becomes-unknown':
      if (before.lookup.outcome !== 'found') return `becomes unknowable: ${reason}`;
      return `${isUnread ? 'becomes unknowable' : 'gone'}: ${formerText}, now ${reason}`;
    default:
      return after.lookup.outcome === 'found' ? 'found now' : `becomes known: ${reason}`;
  }
}

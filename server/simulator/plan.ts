import { stablePointer } from '../core/configuration/stable-pointer.ts';
import type { Plan as PlanOutput } from '../core/generated/outputs.js';
import type { Cursor } from '../core/cursor.ts';
import { liveThrough } from '../core/domain/live-places.ts';
import type { Lookup } from '../core/index/lookup.ts';
import { equal } from '../core/json/json.ts';
import { acceptanceOf, type Acceptance } from '../core/workspace/facts.ts';
import type { Assumption } from '../core/workspace/assumptions.ts';
import { placeOf } from '../core/workspace/records.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { compareTexts } from '../core/wording.ts';
import { asCalled } from './call-variables.ts';
import { contentsOf, type ContentGroup, type ContentsOption } from './contents.ts';
import { matched, type Naming } from './matching.ts';
import { besideOf, isLocal, keyOf, lookupOf, namesIn, type PlacedName } from './names.ts';
import {
  identityOf,
  referenceKinds,
  referencesOf,
  resolutionOf,
  written,
  type VersionReference,
  type Side,
} from './references.ts';
import { standingIn, unreadIn } from './still-standing.ts';
import { unreadableIn, type Unreadable } from './unreadable.ts';

/** The effect of a change on one reference. */
export type Effect = PlanOutput['changes'][number]['effect'];

export interface Change {
  readonly effect: Effect;
  /** Whether it serves callers, before or after. */
  readonly live: boolean;
  /** At least one of the two is present. */
  readonly before: Side | undefined;
  readonly after: Side | undefined;
  /** The configuration entry that accepts that it is broken or removed. */
  readonly accepted: Acceptance | undefined;
}
/** The effect on a reference to another record, such as an engine or a node, that exists in both states. */
export interface NameChange {
  readonly effect: 'breaks' | 'heals' | 'becomes-unknown' | 'becomes-known';
  readonly live: boolean;
  readonly before: NameSide;
  readonly after: NameSide;
  readonly accepted: Acceptance | undefined;
}
interface NameSide {
  readonly placed: PlacedName;
  readonly lookup: Lookup;
}
/** Two compared states of the files. */
export interface Plan {
  /** References to agent versions; live ones first, then by kind, then in order of files and places. */
  readonly changes: readonly Change[];
  /**
   * References to anything else that lead somewhere in only one state; live ones first, then in order of files and
   * places.
   */
  readonly names: readonly NameChange[];
  /** The number of references that select what they selected before. */
  readonly unchanged: number;
  /** The number of references of all kinds that were compared. */
  readonly examined: number;
  readonly unreadable: readonly Unreadable[];
  readonly assumptions: readonly Assumption[];
  /** What is said or done differently under the same version number. */
  readonly contents: readonly ContentGroup[];
}

/**
 * Compares two states of a workspace: every reference of every kind, what it leads to in both, and the differences. The
 * single answer to what a change does, which lint, plan, hooks and panels show. Spec: Versioning 3 and 4.
 * @param made files created only by hypothetical edits: their contents are copies
 * @param unread files that could not be read or obtained in one of the states
 */
export function planOf(
  before: Workspace,
  after: Workspace,
  made: ReadonlySet<string> = new Set(),
  unread: readonly Unreadable[] = [],
  contents: ContentsOption = 'none',
): Plan {
  const unreadable = unreadableIn(before, after, unread);
  const [was, now] = [
    referencesOf(before),
    referencesOf(after).filter(({ kind, at }) => kind === 'tag' || !made.has(at.document.file)),
  ];
  // a reference that only an unreadable file seems to have may be another one
  const matches = matched(was, now, naming).filter(
    ({ before: old, after: next }) => (old && next) || (old ?? next)!.at.document.readable,
  );
  const stands = standingIn(after, now, unreadable);
  const changes = matches.flatMap((match): Change[] => {
    const old =
        sideOf(match.before, match.after, before, unreadable) ??
        (match.after && unreadIn(before.document(match.after.at.document.file), match.after, unreadable)),
      next = sideOf(match.after, match.before, after, unreadable) ?? (match.before && stands(match.before));
    const effect = effectOf(old && asCalled(old), next && asCalled(next));
    if (effect === undefined) return [];
    const change = {
      effect,
      live: (match.before?.live ?? false) || (match.after?.live ?? false),
      before: old,
      after: next,
      accepted: undefined,
    };
    const isGone = effect === 'removed' || isLost(change);
    return [{ ...change, accepted: isGone ? acceptanceOf(namesOf(placedOf(change)), after.facts) : undefined }];
  });
  const names = compareNames(before, after, made);
  const assumptions = new Set(
    changes.flatMap(change => [change.before, change.after].flatMap(side => side?.resolution.assumptions ?? [])),
  );
  return {
    changes: changes.sort(compare),
    names: names.changes,
    unchanged: matches.length - changes.length,
    examined: matches.length + names.examined,
    unreadable,
    assumptions: [...assumptions].sort(),
    contents: contentsOf(before, after, contents),
  };
}

const naming: Naming<VersionReference> = {
  identity: identityOf,
  saying: ({ agentId, reference }) => `${JSON.stringify(reference)} ${agentId}`,
  about: ({ agentId }) => agentId,
  isElsewhere: ({ kind }) => kind === 'tag',
};
/** @param other the same reference in the other state; an unreadable file proves only what is said there as well */
function sideOf(
  placed: VersionReference | undefined,
  other: VersionReference | undefined,
  workspace: Workspace,
  unreadable: readonly Unreadable[],
): Side | undefined {
  if (!placed) return undefined;
  const isCertain = placed.at.document.readable || (other && naming.saying(placed) === naming.saying(other));
  return isCertain || !other
    ? { placed, resolution: resolutionOf(placed, workspace) }
    : unreadIn(placed.at.document, other, unreadable);
}
const namesOf = ({ agentId, reference }: VersionReference): string[] => [written(agentId, reference), agentId];

function compareNames(
  before: Workspace,
  after: Workspace,
  made: ReadonlySet<string>,
): { readonly changes: readonly NameChange[]; readonly examined: number } {
  const naming: Naming<PlacedName> = {
    identity: ({ at }) => `${at.document.file}#${stablePointer(at.document, at.pointer)}`,
    saying: ({ name }) => name,
    about: ({ name }) => name,
  };
  const matches = matched(
    namesIn(before),
    namesIn(after).filter(({ at }) => !made.has(at.document.file)),
    naming,
  );
  const changes = matches.flatMap(({ before: was, after: now }): NameChange[] => {
    if (!was || !now || (was.at === now.at && isLocal(now))) return [];
    const [old, next] = [lookupOf(was, before), lookupOf(now, after)];
    // if its holder is gone, that is what is reported
    if (!old || !next || old.outcome === next.outcome || isNowhere(old) || isNowhere(next)) return [];
    const effect = between(old.outcome, next.outcome);
    const accepted = next.outcome === 'found' ? undefined : acceptanceOf([now.name], after.facts);
    const live = liveThrough(placeOf(was.at), before).length > 0 || liveThrough(placeOf(now.at), after).length > 0;
    return [{ effect, live, before: { placed: was, lookup: old }, after: { placed: now, lookup: next }, accepted }];
  });
  // a version of something that is gone is gone with it
  const changed = new Set(changes.map(({ after: { placed } }) => keyOf(placed.at)));
  const causes = changes.filter(({ after: { placed } }) => !besideOf(placed.at).some(at => changed.has(keyOf(at))));
  return {
    changes: causes.sort(
      (a, b) => Number(b.live) - Number(a.live) || comparePlaces(a.after.placed.at, b.after.placed.at),
    ),
    examined: matches.length,
  };
}

const isNowhere = (lookup: Lookup): boolean => lookup.outcome === 'unknowable' && lookup.because === 'nowhere';

type Outcome = Resolution['outcome'] | 'found';
function between(before: Outcome, after: Outcome): NameChange['effect'] {
  if (after === 'unknowable') return 'becomes-unknown';
  if (before === 'unknowable') return 'becomes-known';
  return after === 'missing' ? 'breaks' : 'heals';
}

/** The effect on a reference; undefined if it selects the same version in the same state with the same variables. */
export function effectOf(before: Resolution | undefined, after: Resolution | undefined): Effect | undefined {
  if (before === after) return undefined;
  if (!before) return 'added';
  if (!after) return 'removed';
  if (before.outcome !== after.outcome) return between(before.outcome, after.outcome);
  if (before.outcome === 'missing') return undefined;
  // a draft that is published keeps its number, but selecting it means something else
  const state = before.isPublished !== null && after.isPublished !== null && before.isPublished !== after.isPublished;
  const version =
    before.outcome === 'resolved' && (before.agentId !== after.agentId || before.version !== after.version || state);
  const known = before.variablesOutcome !== 'unknowable',
    knows = after.variablesOutcome !== 'unknowable';
  if (!version && known !== knows) return knows ? 'becomes-known' : 'becomes-unknown';
  const variables = known !== knows || !equal(before.variables ?? {}, after.variables ?? {});
  if (!version) return variables ? 'variables' : undefined;
  return variables ? 'version+variables' : 'version';
}

/**
 * Whether an existing reference leads nowhere now and is new or led somewhere before; or is live and no longer known.
 */
function isLost({ effect, live, before, after }: Omit<Change, 'accepted'>): boolean {
  if (!after || after.resolution.outcome === 'resolved') return live && effect === 'becomes-unknown';
  if (after.drawn) return false;
  const was = before?.resolution.outcome;
  return after.resolution.outcome === 'missing' ? was !== 'missing' : was === 'resolved';
}
/** Whether a change breaks a reference, and no entry accepts that. */
export const isBreak = (change: Change): boolean => change.accepted === undefined && isLost(change);
export const isNameBreak = ({ accepted, before, after }: NameChange): boolean =>
  accepted === undefined && before.lookup.outcome === 'found' && after.lookup.outcome !== 'found';

/** Where a change is shown: the reference's current place, or its former one. */
export const placedOf = ({ before, after }: Change): VersionReference => (after ?? before)!.placed;

/**
 * The variables that a change affects. A value is undefined if the variable is not set; the result is empty if the
 * variables are unknown.
 */
export interface VariableChange {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}
export function variableChanges({
  before,
  after,
}: {
  readonly [side in 'before' | 'after']: (Pick<Side, 'resolution'> & Partial<Side>) | undefined;
}): VariableChange[] {
  if (!before || !after) return [];
  const [was, is] = [asCalled(before), asCalled(after)];
  if (was.variablesOutcome === 'unknowable' || is.variablesOutcome === 'unknowable') return [];
  const [old, now] = [was.variables ?? {}, is.variables ?? {}];
  const valueIn = (values: Readonly<Record<string, string>>, name: string): string | undefined =>
    Object.hasOwn(values, name) ? values[name] : undefined;
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .sort()
    .map(name => ({ name, before: valueIn(old, name), after: valueIn(now, name) }))
    .filter(one => one.before !== one.after);
}

function compare(a: Change, b: Change): number {
  const [one, other] = [placedOf(a), placedOf(b)];
  return (
    Number(b.live) - Number(a.live) ||
    referenceKinds.indexOf(one.kind) - referenceKinds.indexOf(other.kind) ||
    comparePlaces(one.at, other.at) ||
    compareTexts(`${one.agentId} ${one.reference}`, `${other.agentId} ${other.reference}`)
  );
}
const comparePlaces = (a: Cursor, b: Cursor): number =>
  compareTexts(a.document.file, b.document.file) || compareTexts(numbered(a.pointer), numbered(b.pointer));
/** So that item 10 comes after item 9. */
const numbered = (pointer: string): string =>
  pointer.replace(/\/(\d+)(?=\/|$)/g, (_, index: string) => `/${index.padStart(9, '0')}`);

import { listed } from '../core/wording.ts';
import type { Step } from '../core/workspace/resolve.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { absenceInWords, nameInWords } from '../simulator/names.ts';
import {
  isBreak,
  placedOf,
  variableChanges,
  type Change,
  type NameChange,
  type VariableChange,
} from '../simulator/plan.ts';
import { placeName, written, type VersionReference, type Side } from '../simulator/references.ts';
import type { PrintedPlan } from './plan-report.ts';
import { meantReference, quotedValue, selectsShort } from '../simulator/resolution-words.ts';

/** Changes that say the same of calls of one batch, shown once. */
export interface ChangeGroup {
  readonly first: Change;
  readonly count: number;
}

export function groupedChanges(changes: readonly Change[]): ChangeGroup[] {
  const groups = new Map<unknown, { first: Change; count: number }>();
  for (const change of changes) {
    const { before, after } = change,
      { kind, at } = placedOf(change);
    const side = (one: Change['before']): unknown =>
      one && [
        one.placed.agentId,
        one.placed.reference,
        one.placed.fromNumber,
        one.resolution.version,
        one.resolution.outcome,
      ];
    const key = kind === 'task' ? JSON.stringify([at.document.file, change.effect, side(before), side(after)]) : change;
    const known = groups.get(key);
    if (known) known.count++;
    else groups.set(key, { first: change, count: 1 });
  }
  return [...groups.values()];
}

/** Groups of one cause. */
export type Cause = readonly [ChangeGroup, ...ChangeGroup[]];

/** Groups whose references are the same before and after, for the same reasons: the reasons are said once. */
export function causesOf(groups: readonly ChangeGroup[]): Cause[] {
  const causes = new Map<string, [ChangeGroup, ...ChangeGroup[]]>();
  for (const group of groups) {
    const { effect, live, before, after, accepted } = group.first;
    const side = (one: Side | undefined): unknown => one && [one.resolution.steps, one.resolution.variables];
    const key = JSON.stringify([effect, live, side(before), side(after), accepted?.reason, agentOf(group.first)]);
    const others = causes.get(key);
    if (others) others.push(group);
    else causes.set(key, [group]);
  }
  return [...causes.values()];
}
const agentOf = (change: Change): string => placedOf(change).agentId;

/** `Front desk (agent_frontdesk01)`. */
export function agentLabel(id: string, ...workspaces: readonly Workspace[]): string {
  const name = workspaces
    .map(workspace => workspace.agent(id)?.name)
    .find(one => one !== undefined && one !== '' && one !== id);
  return name === undefined ? id : `${name} (${id})`;
}

/** What the change is about: `tag prod of Front desk (agent_frontdesk01)`, `inbound_agents of +14155550100 → agent_frontdesk01@prod`. */
export function subject(
  { first, count }: ChangeGroup,
  { before, after }: Pick<PrintedPlan, 'before' | 'after'>,
): string {
  const placed = placedOf(first);
  if (placed.kind === 'tag') return `tag ${placed.reference} of ${agentLabel(placed.agentId, after, before)}`;
  return `${placeName(placed)}${count > 1 ? ` and ${count - 1} more` : ''} → ${said(first)}`;
}

/** What the reference says, and what it said if that was something else. */
function said({ before, after }: Change): string {
  const [old, now] = [before, after].map(side => side && written(side.placed.agentId, side.placed.reference));
  if (now === undefined) return old!;
  return old === undefined || old === now ? now : `${now} (was ${old})`;
}

/** What happens to it, in one line. */
export function effectInWords(change: Change): string {
  const { effect, before, after } = change;
  const was = before && selectsShort(before.resolution),
    now = after && selectsShort(after.resolution);
  const why = after?.resolution.because ? `${after.resolution.because}${meantReference(after.resolution)}` : '';
  const variables = variablesInWords(variableChanges(change)),
    unnamed = effect === 'version' ? '' : '; other variables';
  switch (effect) {
    case 'version':
    case 'version+variables':
      return `${agentMoves(change)}${was} → ${now}${variables === '' ? unnamed : `; ${variables}`}`;
    case 'variables':
      return `still ${now}; ${variables === '' ? 'other variables' : variables}`;
    case 'breaks':
      return `breaks: ${was} → nothing, because ${why}`;
    case 'heals':
      return `heals: selected nothing, now ${now}`;
    case 'becomes-unknown':
      return `becomes unknowable: was ${was}${why === '' ? ', and its variables are not known any more' : `, now ${why}`}`;
    case 'becomes-known':
      return `becomes known: ${after?.resolution.outcome === 'missing' ? `selects nothing, because ${why}` : now}`;
    case 'added':
      return `added: ${isBreak(change) ? `selects nothing, because ${why}` : now}`;
    case 'removed':
      return `removed: was ${was}`;
  }
}

const agentMoves = ({ before, after }: Change): string =>
  before && after && before.resolution.agentId !== after.resolution.agentId
    ? `${before.resolution.agentId} → ${after.resolution.agentId}, `
    : '';

function variablesInWords(changes: readonly VariableChange[]): string {
  const names = (which: (one: VariableChange) => boolean): string[] => changes.filter(which).map(({ name }) => name);
  const named = (found: string[]): string => listed(found, 'and', found.length > 4 ? 3 : 4);
  const part = (found: string[], one: string, many: string): string[] =>
    found.length === 0 ? [] : [`${named(found)} ${found.length === 1 ? one : many}`];
  return [
    ...part(
      names(({ before, after }) => before !== undefined && after !== undefined),
      'gets a new value',
      'get new values',
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
export function variableInWords({ name, before, after }: VariableChange): string {
  const [was, now] = [quotedValue(name, before), quotedValue(name, after)];
  if (before === undefined) return `added: ${now}`;
  if (after === undefined) return `removed: was ${was}`;
  // what is cut, or not shown, can look the same
  return `${was} → ${now}${was === now ? ' (another value)' : ''}`;
}

/** Where it is, and where it was if that was another file or place. */
export function placesInWords({ before, after }: Change, shown: (file: string) => string): string {
  const place = ({ at }: VersionReference): string => `${shown(at.document.file)} ${at.pointer}`.trimEnd();
  const [old, now] = [before && place(before.placed), after && place(after.placed)];
  if (now === undefined) return `${old!} (as it was)`;
  return old === undefined || old === now ? now : `${now} (was ${old})`;
}

/** How one side was found, less the reason that was said of the reference already. */
export const wayOf = ({ resolution }: Side): readonly Step[] =>
  resolution.steps.filter(({ text }) => text !== resolution.because);

/** Whether both sides are found in the same way, so that only values differ. */
export const sameWay = ({ before, after }: Change): boolean =>
  before !== undefined &&
  after !== undefined &&
  JSON.stringify(before.resolution.steps) === JSON.stringify(after.resolution.steps);

/** What was done for the plan, in one line: the base, and the edits. */
export function comparisonInWords({ base, unreadable, edits }: PrintedPlan): string {
  const done = edits.filter(({ outcome }) => outcome !== 'missing').map(({ edit }) => edit.text);
  const unknown = unreadable.filter(one => one.in === 'base').map(({ file }) => file);
  const except = unknown.length === 0 ? '' : `, except ${listed(unknown, 'and')}, whose earlier state is unknown`;
  const from = base === undefined ? '' : `current files against ${base.named ?? base.revision}${except}`;
  return [from, done.length === 0 ? '' : `with ${done.join(' ')}`].filter(part => part !== '').join(', ');
}

/** One line a file that is not understood. */
export const unreadableInWords = ({ unreadable, shown }: Pick<PrintedPlan, 'unreadable' | 'shown'>): string[] =>
  unreadable.map(one => {
    const when = { base: 'before', now: 'after', both: 'before and after' }[one.in];
    return `${shown(one.file)} cannot be read ${when} the change, so its references may be missing here: ${one.reason}`;
  });

/** Why a break is meant, in words. */
export const acceptedInWords = ({ accepted }: Pick<Change, 'accepted'>): string =>
  accepted ? `accepted${accepted.until === undefined ? '' : ` until ${accepted.until}`}: ${accepted.reason}` : '';

/** Names that are said in several places and go the same way, shown once. */
export interface NameGroup {
  readonly first: NameChange;
  readonly all: readonly NameChange[];
}
export function groupedNames(changes: readonly NameChange[]): NameGroup[] {
  const groups = new Map<string, NameChange[]>();
  for (const change of changes) {
    const { effect, before, after, live } = change;
    const key = JSON.stringify([effect, after.placed.kind, before.placed.name, after.placed.name, live]);
    const others = groups.get(key);
    if (others) others.push(change);
    else groups.set(key, [change]);
  }
  return [...groups.values()].map(all => ({ first: all[0]!, all }));
}
/** `llm_id llm_desk in 7 places` */
export const nameSubject = ({ first, all }: NameGroup): string =>
  `${nameInWords(first.after.placed)}${all.length > 1 ? ` in ${all.length} places` : ''}`;

/** What happens to a name, in one line. */
export function nameEffectInWords({ first: { effect, before, after } }: NameGroup): string {
  const [record] = before.lookup.outcome === 'found' ? before.lookup.records : [];
  const was = record ? `was in ${record.document.file}` : 'was found';
  const why = absenceInWords(after.lookup, after.placed);
  switch (effect) {
    case 'breaks':
      return `breaks: ${was}, now ${why}`;
    case 'becomes-unknown':
      return before.lookup.outcome === 'found' ? `gone: ${was}, now ${why}` : `becomes unknowable: ${why}`;
    default:
      return after.lookup.outcome === 'found' ? 'found now' : `becomes known: ${why}`;
  }
}
export const namePlaces = ({ all }: NameGroup, shown: (file: string) => string): string => {
  const places = all.map(({ after: { placed } }) => `${shown(placed.at.document.file)} ${placed.at.pointer}`);
  return listed(places, 'and', 4);
};

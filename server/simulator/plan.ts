import { equal } from '../core/json.ts';
import type { Assumption } from '../core/workspace/assumptions.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { compareTexts } from '../core/words.ts';
import { matchReferences } from './matching.ts';
import { referenceKinds, referencesOf, resolutionOf, type PlacedReference } from './references.ts';

/** What a change does to one reference. */
export type Effect =
  | 'version'
  | 'variables'
  | 'version+variables'
  | 'breaks'
  | 'heals'
  | 'becomes-unknown'
  | 'becomes-known'
  | 'added'
  | 'removed';

/** One reference in one state of the files. */
export interface Side {
  readonly placed: PlacedReference;
  readonly resolution: Resolution;
}
export interface Change {
  readonly effect: Effect;
  /** Whether callers are served through it, before or after. */
  readonly live: boolean;
  /** At least one of both is there. */
  readonly before: Side | undefined;
  readonly after: Side | undefined;
}
export interface Plan {
  /** Live ones first, then by kind, then in the order of files and places. */
  readonly changes: readonly Change[];
  /** How many references select what they selected. */
  readonly unchanged: number;
  readonly assumptions: readonly Assumption[];
}

/**
 * What every reference selects in two states of a workspace, and where that differs. Spec: Versioning 3 and 4.
 * @param made files that only hypothetical edits have made: what they hold is a copy
 */
export function planOf(before: Workspace, after: Workspace, made: ReadonlySet<string> = new Set()): Plan {
  const changes: Change[] = [];
  let unchanged = 0;
  const now = referencesOf(after).filter(({ kind, at }) => kind === 'tag' || !made.has(at.document.file));
  for (const match of matchReferences(referencesOf(before), now)) {
    const old = match.before && resolutionOf(match.before, before),
      now = match.after && resolutionOf(match.after, after);
    const effect = effectOf(old, now);
    if (effect === undefined) {
      unchanged++;
      continue;
    }
    const side = (placed: PlacedReference | undefined, resolution: Resolution | undefined): Side | undefined =>
      placed && resolution && { placed, resolution };
    changes.push({
      effect,
      live: (match.before?.live ?? false) || (match.after?.live ?? false),
      before: side(match.before, old),
      after: side(match.after, now),
    });
  }
  const assumptions = new Set(
    changes.flatMap(change => [change.before, change.after].flatMap(side => side?.resolution.assumptions ?? [])),
  );
  return { changes: changes.sort(compare), unchanged, assumptions: [...assumptions].sort() };
}

/** What became of a reference; undefined if it selects the same version in the same state, with the same variables. */
export function effectOf(before: Resolution | undefined, after: Resolution | undefined): Effect | undefined {
  if (before === after) return undefined;
  if (!before) return 'added';
  if (!after) return 'removed';
  if (before.outcome !== after.outcome) {
    if (after.outcome === 'unknowable') return 'becomes-unknown';
    if (before.outcome === 'unknowable') return 'becomes-known';
    return after.outcome === 'missing' ? 'breaks' : 'heals';
  }
  if (before.outcome === 'missing') return undefined;
  // a draft that is published keeps its number, and is another thing to select
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

/** Whether a reference selects nothing now that did not select nothing before; a new one that never did included. */
export const isBreak = ({ before, after }: Change): boolean =>
  after?.resolution.outcome === 'missing' && before?.resolution.outcome !== 'missing';

/** Where a change is shown: where the reference is now, or where it was. */
export const placedOf = ({ before, after }: Change): PlacedReference => (after ?? before)!.placed;

/**
 * The variables of a change that are not as they were. Values are undefined where a variable is not set; none where the
 * files do not tell.
 */
export interface VariableChange {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}
export function variableChanges({
  before,
  after,
}: { readonly [side in 'before' | 'after']: Pick<Side, 'resolution'> | undefined }): VariableChange[] {
  if (
    !before ||
    !after ||
    before.resolution.variablesOutcome === 'unknowable' ||
    after.resolution.variablesOutcome === 'unknowable'
  )
    return [];
  const [old, now] = [before.resolution.variables ?? {}, after.resolution.variables ?? {}];
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
    compareTexts(one.at.document.file, other.at.document.file) ||
    compareTexts(numbered(one.at.pointer), numbered(other.at.pointer)) ||
    compareTexts(`${one.agentId} ${one.reference}`, `${other.agentId} ${other.reference}`)
  );
}
/** So that item 10 comes after item 9. */
const numbered = (pointer: string): string =>
  pointer.replace(/\/(\d+)(?=\/|$)/g, (_, index: string) => `/${index.padStart(9, '0')}`);

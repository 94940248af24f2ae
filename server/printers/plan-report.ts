import type { Plan as PlanOutput, PlanName } from '../core/generated/outputs.js';
import type { Assumption } from '../core/workspace/assumptions.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import type { Assertion, Verdict } from '../simulator/assertions.ts';
import type { EditOutcome } from '../simulator/edits.ts';
import { isBreak, isNameBreak, placedOf, type Change, type NameChange, type Plan } from '../simulator/plan.ts';
import { shownResolution } from '../simulator/resolution.ts';
import { count } from '../core/wording.ts';
import { contentsInShort } from './contents-words.ts';
import { safeResolution } from '../simulator/resolution-words.ts';

/** The state that the files as they are now are compared with. */
export interface PlanBase {
  /** As it was asked for; what it is called, where it is no revision. */
  readonly revision: string;
  /** The commit whose files were read; null where that is not told. */
  readonly commit: string | null;
  /** Whether that is where the branch left the revision, and not the revision itself; null where that is not told. */
  readonly merge_base: boolean | null;
  /** How people are told of it; its name where that is all there is to say. */
  readonly named?: string;
}
/** A plan with all that is said beside it; every printer shows this and nothing else. */
export interface PrintedPlan extends Plan {
  /** What the files are compared with. */
  readonly base: PlanBase | undefined;
  readonly edits: readonly EditOutcome[];
  readonly assertions: readonly { readonly text: string; readonly assertion: Assertion; readonly verdict: Verdict }[];
  readonly assumptions: readonly Assumption[];
  readonly before: Workspace;
  readonly after: Workspace;
  /** A path of the workspace as it is shown. */
  shown(file: string): string;
}

/** Edits that could not be done: they name what does not exist, or what no file knows. */
export const refused = ({ edits }: PrintedPlan): readonly EditOutcome[] => edits.filter(({ impossible }) => impossible);

/** `3 live references change and 2 others, 1 breaks, 1 break is accepted; 12 stay as they are`. */
export function headline({
  changes,
  names,
  unchanged,
  contents,
}: Pick<PrintedPlan, 'changes' | 'names' | 'unchanged' | 'contents'>): string {
  const all = [...changes, ...names];
  const live = all.filter(change => change.live).length,
    others = all.length - live,
    broken = changes.filter(isBreak).length + names.filter(isNameBreak).length,
    meant = all.filter(change => change.accepted).length;
  const notLive = `${count(others, 'reference')} ${others === 1 ? 'changes, not live' : 'change, none of them live'}`;
  const besides = others === 0 ? '' : ` and ${count(others, 'other')}`;
  const some = live === 0 ? notLive : `${count(live, 'live reference')} ${live === 1 ? 'changes' : 'change'}${besides}`;
  const what = all.length === 0 ? 'No reference changes' : some;
  const breaks = broken > 0 ? `, ${broken} ${broken === 1 ? 'breaks' : 'break'}` : '';
  const accepted = meant > 0 ? `, ${meant} ${meant === 1 ? 'is' : 'are'} accepted` : '';
  return `${what}${breaks}${accepted}; ${unchanged} unchanged${contentsInShort({ contents })}`;
}

const outcomeOf = ({ outcome }: NameChange['before']['lookup']): PlanName['outcome'] =>
  outcome === 'found' ? 'resolved' : outcome;

const shownBase = ({ revision, commit, merge_base }: PlanBase): PlanBase => ({ revision, commit, merge_base });

/** What `schemas/outputs/plan.json` describes. */
export function planOutput(report: PrintedPlan): PlanOutput {
  const side = (one: Change['before']) =>
    one
      ? safeResolution(shownResolution(one.resolution, one.placed.at), report.shown(one.placed.at.document.file))
      : null;
  const changes = report.changes.map(change => {
    const { at, agentId, reference, kind } = placedOf(change);
    return {
      file: report.shown(at.document.file),
      pointer: at.pointer,
      agent_id: agentId,
      reference,
      kind,
      live: change.live,
      effect: change.effect,
      before: side(change.before),
      after: side(change.after),
      ...(change.accepted && { accepted: change.accepted.reason }),
    };
  });
  const nameSide = ({ placed: { name, at }, lookup }: NameChange['before']) => {
    const [record] = lookup.outcome === 'found' ? lookup.records : [];
    return {
      name,
      outcome: outcomeOf(lookup),
      file: report.shown(at.document.file),
      pointer: at.pointer,
      leads_to: record ? { file: report.shown(record.document.file), pointer: record.pointer } : null,
    };
  };
  const names = report.names.map(({ effect, live, before, after, accepted }) => ({
    file: report.shown(after.placed.at.document.file),
    pointer: after.placed.at.pointer,
    kind: after.placed.kind,
    name: after.placed.name,
    live,
    effect,
    before: nameSide(before),
    after: nameSide(after),
    ...(accepted && { accepted: accepted.reason }),
  }));
  return {
    version: 1,
    base: report.base ? shownBase(report.base) : null,
    unreadable: report.unreadable.map(one => ({ file: report.shown(one.file), in: one.in, reason: one.reason })),
    changes,
    names,
    unchanged: report.unchanged,
    edits: report.edits.map(({ edit, outcome, because }) => ({ edit: edit.text, outcome, because })),
    assertions: assertionsOutput(report.assertions),
    assumptions: report.assumptions,
    contents: contentsOutput(report),
  };
}

export const assertionsOutput = (assertions: PrintedPlan['assertions']): PlanOutput['assertions'] =>
  assertions.map(({ text, verdict: { holds, because, evidence } }) => ({ assertion: text, holds, because, evidence }));

/** One entry a value, in the order of the report. */
const contentsOutput = ({ contents, shown }: PrintedPlan) =>
  contents.flatMap(({ live, changes }) =>
    changes.map(({ file, pointer, before, after }) => ({
      file: shown(file),
      pointer,
      before: before ?? null,
      after: after ?? null,
      live: live.map(one => ({
        ...one,
        through: one.through.map(step => ({ ...step, file: shown(step.file) })),
      })),
    })),
  );

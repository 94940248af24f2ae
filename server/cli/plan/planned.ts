import type { State } from '../../state/open.ts';
import { shownBase } from '../../state/base.ts';
import { withBroken, type Before } from '../../state/before.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { judge, type Assertion, type ComparedStates, type Verdict } from '../../compare/assertions.ts';
import type { ContentsOption } from '../../compare/contents.ts';
import { applyEdits } from '../../simulator/edits.ts';
import { changesBetween } from '../../compare/changes.ts';
import { agentCalled } from '../../core/domain/typed-reference.ts';
import { withUnread } from '../../compare/unreadable-files.ts';
import { refused, type JudgedAssertion, type MadePlan } from '../../view/plan-report.ts';
import type { Plans } from '../../view/results/plans.ts';
import { pathFrom } from '../terminal/here.ts';
import { UsageError, type Io } from '../terminal/io.ts';
import { folderOf } from '../terminal/workspaces.ts';
import { stateIn, type ComparedBase } from './base.ts';
import { editOf, type TypedEdit } from './edits-typed.ts';

export interface AskedPlan {
  readonly base: ComparedBase | undefined;
  /** In the order of execution. */
  readonly edits: readonly TypedEdit[];
  readonly assertions: readonly { readonly text: string; readonly assertion: Assertion }[];
  readonly contents: ContentsOption;
  /** States before that are known already, and what people should know about them said. */
  readonly before?: ReadonlyMap<State, Before>;
}

/** The effect of a change on each of several workspaces. */
export interface Planned extends Plans {
  /** The earlier state of each workspace. */
  readonly before: ReadonlyMap<State, Workspace>;
  /** The results of assertions about some of the workspaces. @throws UsageError */
  judged(assertions: AskedPlan['assertions'], isAbout: (opened: State) => boolean): readonly JudgedAssertion[];
}

/** One workspace before and after, before any assertion is checked. */
interface Part {
  readonly opened: State;
  /** The current state, plus files that can no longer be recognized as the platform's. */
  readonly workspace: Workspace;
  readonly before: Pick<Before, 'workspace' | 'unknown'>;
}

/** @throws UsageError */
export function plannedFor(asked: AskedPlan, opened: readonly State[], io: Io): Planned {
  const parts = opened.map(one => partOf(one, asked, io));
  const own = parts.filter(
    ({ workspace, before }) => workspace.documents.length + before.workspace.documents.length > 0,
  );
  const some = own.length > 0 ? own : parts.slice(0, 1);
  const plans = some.map((part, i) => planFor(part, editsFor(part, i === 0, some, asked), asked, io));
  // a plan without one of its steps would be a different plan
  const isRefused = plans.some(made => refused(made).length > 0);
  const compared = plans.map((made, i) => ({
    opened: some[i]!.opened,
    states: { plan: made, before: made.before, after: made.after } satisfies ComparedStates,
  }));
  const judged: Planned['judged'] = (assertions, isAbout) => {
    const states = compared.filter(({ opened: one }) => isAbout(one)).map(one => one.states);
    return assertions.map(one => ({ ...one, verdict: verdictOn(one.assertion, states) }));
  };
  return {
    before: new Map(parts.map(({ opened: one, before }) => [one, before.workspace])),
    parts: plans
      .map((made, i) => ({ folder: folderOf(some[i]!.opened, io), made }))
      .filter(({ made }) => !isRefused || refused(made).length > 0),
    assertions: isRefused ? [] : judged(asked.assertions, () => true),
    judged,
  };
}

function partOf(opened: State, { base, before: known }: AskedPlan, io: Io): Part {
  const { workspace } = opened;
  if (!base) return { opened, workspace, before: { workspace, unknown: new Map() } };
  const before = known?.get(opened) ?? stateIn(base, opened, io);
  return { opened, workspace: withBroken(opened, before.workspace), before };
}

/** The edits of agents that a workspace knows; edits of unknown agents are reported by the first one. */
const editsFor = ({ workspace }: Part, isFirst: boolean, all: readonly Part[], { edits }: AskedPlan): TypedEdit[] =>
  edits.filter(edit => {
    const isKnown = (one: Workspace): boolean => !('unknown' in agentCalled(edit.agent, one));
    return isKnown(workspace) || (isFirst && !all.some(other => isKnown(other.workspace)));
  });

function planFor(part: Part, edits: readonly TypedEdit[], { base, contents }: AskedPlan, io: Io): MadePlan {
  const { opened, workspace, before } = part,
    states = withUnread(before, opened),
    shown = (file: string): string => pathFrom(io, opened.root, file);
  const hints = edits.map(edit => editOf(edit, workspace));
  const edited = applyEdits(
    workspace,
    hints.map(({ edit }) => edit),
  );
  const outcomes = edited.outcomes.map((outcome, i) => ({
    ...outcome,
    because: outcome.because === null ? null : `${outcome.because}${hints[i]!.hint}`,
  }));
  const impossible = outcomes.some(one => one.impossible);
  const made = impossible
    ? changesBetween({ workspace }, { workspace })
    : changesBetween(states.before, { ...states.now, ...edited }, contents);
  return {
    ...made,
    assumptions: [...new Set([...made.assumptions, ...(impossible ? [] : edited.assumptions)])].sort(),
    base: base && { ...shownBase(base.revision), named: base.words },
    edits: outcomes,
    before: before.workspace,
    after: impossible ? before.workspace : edited.workspace,
    shown,
  };
}

function verdictOn(assertion: Assertion, compared: readonly ComparedStates[]): Verdict {
  const verdict = judge(assertion, compared);
  if ('ambiguous' in verdict) throw new UsageError(`--assert: ${verdict.ambiguous}`);
  return verdict;
}

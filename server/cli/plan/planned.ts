import { join } from 'node:path';
import { acceptingEntries } from '../../core/configuration/judging.ts';
import { gitRootOf } from '../../state/checkout.ts';
import { ConfigurationError } from '../../state/configuration.ts';
import { FormerCheckout } from '../../state/former.ts';
import type { State } from '../../state/open.ts';
import { shownBase } from '../../state/base.ts';
import { withBroken, type Before } from '../../state/before.ts';
import { GitError } from '../../state/git-program.ts';
import { isWithin } from '../../state/paths.ts';
import type { Source } from '../../state/source.ts';
import { sourceOf } from '../../state/tree.ts';
import { configurationNames, isConfigurationFile } from '../../core/settings-files.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { judge, type Assertion, type ComparedStates, type Verdict } from '../../compare/assertions.ts';
import type { ContentsOption } from '../../compare/contents.ts';
import { applyEdits } from '../../simulator/edits.ts';
import { changesBetween } from '../../compare/changes.ts';
import { agentCalled } from '../../core/domain/typed-reference.ts';
import { withUnread } from '../../compare/unreadable-files.ts';
import { refused, type JudgedAssertion, type MadePlan } from '../../view/plan-report.ts';
import type { Plans } from '../../view/results/plans.ts';
import { pathFrom } from '../terminal/paths.ts';
import { UsageError, type Io } from '../terminal/io.ts';
import { askGit } from '../terminal/comparing.ts';
import { folderOf, settingsOf } from '../terminal/workspaces.ts';
import { stateIn, type ComparedBase } from './base.ts';
import { editOf, type TypedEdit } from './edits-typed.ts';

export interface AskedPlan {
  readonly base: ComparedBase | undefined;
  /** In the order of execution. */
  readonly edits: readonly TypedEdit[];
  readonly assertions: readonly { readonly text: string; readonly assertion: Assertion }[];
  readonly contents: ContentsOption;
  /** Former states that are already open, and whose remarks are already printed. */
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
export function plannedFor(request: AskedPlan, opened: readonly State[], io: Io): Planned {
  const parts = opened.map(one => partOf(one, request, io));
  const own = parts.filter(
    ({ workspace, before }) => workspace.documents.length + before.workspace.documents.length > 0,
  );
  const some = own.length > 0 ? own : parts.slice(0, 1);
  const plans = some.map((part, i) => planFor(part, editsFor(part, i === 0, some, request), request, io));
  // a plan without one of its steps would be a different plan
  const isRefused = plans.some(made => refused(made).length > 0);
  const compared = plans.map((made, i) => ({
    opened: some[i]!.opened,
    states: {
      plan: made,
      before: made.before,
      after: made.after,
      newSuppressions: () => newSuppressions(some[i]!.opened, request.base, io),
    } satisfies ComparedStates,
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
    assertions: isRefused ? [] : judged(request.assertions, () => true),
    judged,
  };
}

function partOf(opened: State, { base, before: formerStates }: AskedPlan, io: Io): Part {
  const { workspace } = opened;
  if (!base) return { opened, workspace, before: { workspace, unknown: new Map() } };
  const before = formerStates?.get(opened) ?? stateIn(base, opened, io);
  return { opened, workspace: withBroken(opened, before.workspace), before };
}

/** Whether a configuration in a workspace differs from that of the base. */
function altersSettings({ root, nested, source }: State, base: ComparedBase | undefined): boolean {
  const top = gitRootOf(root);
  if (!base || top === undefined) return false;
  const then = sourceOf(base.at(root).before(root));
  const former = [...then.tree.files.keys()].filter(isConfigurationFile).map(file => join(top, file));
  const now = [root, ...nested].flatMap(folder => configurationNames.map(name => join(folder, name)));
  // what cannot be read may be anything
  const bytesIn = (from: Source, path: string): string | undefined => {
    try {
      return from.isFile(path) ? from.bytes(path).toString('latin1') : '';
    } catch (error) {
      if (error instanceof GitError) throw error;
      return undefined;
    }
  };
  const isOther = (path: string): boolean => {
    const is = bytesIn(source, path);
    return is === undefined || is !== bytesIn(then, path);
  };
  return askGit(() => [...former, ...now].some(path => isWithin(root, path) && isOther(path)));
}

/** The breaks that a workspace accepts now and did not in the base; unusable settings of the base accepted nothing. */
function newSuppressions(opened: State, base: ComparedBase | undefined, io: Io): string[] {
  const { root, configuration, source } = opened,
    top = gitRootOf(root);
  if (!base || top === undefined) return [];
  const checkout = base.at(root);
  const then = new FormerCheckout(checkout.before(top), checkout.name, source, (at, from) =>
    settingsOf(io, at, { baseline: false, source: from }),
  );
  const pathsIn =
    (folder: string) =>
    (file: string): string =>
      join(folder, file);
  const keys = new Set<string>();
  try {
    const former = askGit(() => then.belongingTo(root, io.cwd));
    for (const { same } of acceptingEntries(former.settings.configuration, pathsIn(former.root))) keys.add(same);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
  }
  return acceptingEntries(configuration, pathsIn(root))
    .filter(({ same }) => !keys.has(same))
    .map(({ words, place: { file, line } }) => `${words} (${pathFrom(io, root, file)}:${line})`);
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
    pathOf = (file: string): string => pathFrom(io, opened.root, file);
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
    // both states are read with the current settings, which may ignore files that serve callers
    isUnheard: made.isUnheard && !altersSettings(opened, base),
    assumptions: [...new Set([...made.assumptions, ...(impossible ? [] : edited.assumptions)])].sort(),
    base: base && { ...shownBase(base.revision), ...(base.now !== undefined && { now: base.now }) },
    edits: outcomes,
    before: before.workspace,
    after: impossible ? before.workspace : edited.workspace,
    pathOf,
  };
}

function verdictOn(assertion: Assertion, compared: readonly ComparedStates[]): Verdict {
  const verdict = judge(assertion, compared);
  if ('ambiguous' in verdict) throw new UsageError(`--assert: ${verdict.ambiguous}`);
  return verdict;
}

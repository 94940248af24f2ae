import { join } from 'node:path';
import { acceptingEntries } from '../../core/configuration/judging.ts';
import { ConfigurationError } from '../../state/configuration.ts';
import { FormerCheckout } from '../../state/former.ts';
import type { State } from '../../state/open.ts';
import { shownBase } from '../../state/base.ts';
import { withBroken, type Before } from '../../state/before.ts';
import { GitError } from '../../state/git-program.ts';
import { isWithin, gitRootOf } from '../../state/paths.ts';
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
import { refusedEdits, type JudgedAssertion, type MadePlan } from '../../view/plan-report.ts';
import type { Plans } from '../../view/results/plans.ts';
import { UsageError, type Io, pathFrom } from '../terminal/io.ts';
import { askGit } from '../terminal/comparing.ts';
import { folderOf, settingsOf } from '../terminal/workspaces.ts';
import { stateIn, type ComparedBase } from './base.ts';
import { editOf, type TypedEdit } from './edits-typed.ts';

export interface AskedPlan {
  readonly base: ComparedBase | undefined;
  /** The edits, in the order in which they are applied. */
  readonly edits: readonly TypedEdit[];
  readonly assertions: readonly { readonly text: string; readonly assertion: Assertion }[];
  readonly contents: ContentsOption;
  /** Former states that are already open, whose messages are printed. */
  readonly before?: ReadonlyMap<State, Before>;
}

/** The effect of a change on several workspaces. */
export interface Planned extends Plans {
  /** The former state of each workspace. */
  readonly before: ReadonlyMap<State, Workspace>;
  /**
   * Judges assertions about the workspaces for which `isAbout` holds.
   * @throws UsageError
   */
  judge(assertions: AskedPlan['assertions'], isAbout: (state: State) => boolean): readonly JudgedAssertion[];
}

/** The plan of one workspace, whose assertions are not checked yet. */
interface Part {
  readonly state: State;
  /** The current state, with the files of the platform that are no longer recognized. */
  readonly workspace: Workspace;
  readonly before: Pick<Before, 'workspace' | 'unknown'>;
}

/**
 * Plans a change in all workspaces.
 * @throws UsageError
 */
export function plannedFor(request: AskedPlan, openedStates: readonly State[], io: Io): Planned {
  const parts = openedStates.map(state => partOf(state, request, io));
  const ownParts = parts.filter(
    ({ workspace, before }) => workspace.documents.length + before.workspace.documents.length > 0,
  );
  const chosenParts = ownParts.length > 0 ? ownParts : parts.slice(0, 1);
  const plans = chosenParts.map((part, i) => planFor(part, editsFor(part, i === 0, chosenParts, request), request, io));
  // a plan without one of its edits would be another plan
  const isRefused = plans.some(plan => refusedEdits(plan).length > 0);
  const comparisons = plans.map((plan, i) => ({
    state: chosenParts[i]!.state,
    states: {
      plan,
      before: plan.before,
      after: plan.after,
      newSuppressions: () => newSuppressions(chosenParts[i]!.state, request.base, io),
    } satisfies ComparedStates,
  }));
  const judge: Planned['judge'] = (assertions, isAbout) => {
    const states = comparisons.filter(({ state }) => isAbout(state)).map(comparison => comparison.states);
    return assertions.map(assertion => ({ ...assertion, verdict: verdictOn(assertion.assertion, states) }));
  };
  return {
    before: new Map(parts.map(({ state, before }) => [state, before.workspace])),
    parts: plans
      .map((plan, i) => ({ folder: folderOf(chosenParts[i]!.state, io), plan }))
      .filter(({ plan }) => !isRefused || refusedEdits(plan).length > 0),
    assertions: isRefused ? [] : judge(request.assertions, () => true),
    judge,
  };
}

function partOf(state: State, { base, before: formerStates }: AskedPlan, io: Io): Part {
  const { workspace } = state;
  if (!base) return { state, workspace, before: { workspace, unknown: new Map() } };
  const before = formerStates?.get(state) ?? stateIn(base, state, io);
  return { state, workspace: withBroken(state, before.workspace), before };
}

/** Whether a configuration in a workspace differs from the base. */
function altersSettings({ root, nestedFolders: nested, source }: State, base: ComparedBase | undefined): boolean {
  const checkoutRoot = gitRootOf(root);
  if (!base || checkoutRoot === undefined) return false;
  const formerSource = sourceOf(base.checkoutAt(root).before(root));
  const formerFiles = [...formerSource.tree.files.keys()]
    .filter(isConfigurationFile)
    .map(file => join(checkoutRoot, file));
  const currentPaths = [root, ...nested].flatMap(folder => configurationNames.map(name => join(folder, name)));
  // an unreadable file counts as a difference
  const bytesIn = (source: Source, path: string): string | undefined => {
    try {
      return source.isFile(path) ? source.bytes(path).toString('latin1') : '';
    } catch (error) {
      if (error instanceof GitError) throw error;
      return undefined;
    }
  };
  const isOther = (path: string): boolean => {
    const bytes = bytesIn(source, path);
    return bytes === undefined || bytes !== bytesIn(formerSource, path);
  };
  return askGit(() => [...formerFiles, ...currentPaths].some(path => isWithin(root, path) && isOther(path)));
}

/**
 * Descriptions of the breaks that a workspace accepts, but not in the base. If the settings of the base cannot be
 * used, they accept no breaks.
 */
function newSuppressions(state: State, base: ComparedBase | undefined, io: Io): string[] {
  const { root, configuration, source } = state,
    checkoutRoot = gitRootOf(root);
  if (!base || checkoutRoot === undefined) return [];
  const checkout = base.checkoutAt(root);
  const formerCheckout = new FormerCheckout(checkout.before(checkoutRoot), checkout.name, source, (path, source) =>
    settingsOf(io, path, { baseline: false, source }),
  );
  const pathsIn =
    (folder: string) =>
    (file: string): string =>
      join(folder, file);
  const keys = new Set<string>();
  try {
    const former = askGit(() => formerCheckout.belongingTo(root, io.cwd));
    for (const { identity } of acceptingEntries(former.settings.configuration, pathsIn(former.root)))
      keys.add(identity);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
  }
  return acceptingEntries(configuration, pathsIn(root))
    .filter(({ identity }) => !keys.has(identity))
    .map(({ words, place: { file, line } }) => `${words} (${pathFrom(io, root, file)}:${line})`);
}

/** The edits of agents in a workspace. The first workspace also has the edits of unknown agents, and reports them. */
const editsFor = ({ workspace }: Part, isFirst: boolean, parts: readonly Part[], { edits }: AskedPlan): TypedEdit[] =>
  edits.filter(edit => {
    const isKnown = (workspace: Workspace): boolean => !('unknown' in agentCalled(edit.agent, workspace));
    return isKnown(workspace) || (isFirst && !parts.some(otherPart => isKnown(otherPart.workspace)));
  });

function planFor(part: Part, edits: readonly TypedEdit[], { base, contents }: AskedPlan, io: Io): MadePlan {
  const { state, workspace, before } = part,
    states = withUnread(before, state),
    pathOf = (file: string): string => pathFrom(io, state.root, file);
  const hints = edits.map(edit => editOf(edit, workspace));
  const editResult = applyEdits(
    workspace,
    hints.map(({ edit }) => edit),
  );
  const outcomes = editResult.outcomes.map((outcome, i) => ({
    ...outcome,
    because: outcome.because === null ? null : `${outcome.because}${hints[i]!.hint}`,
  }));
  const isImpossible = outcomes.some(outcome => outcome.isImpossible);
  const changes = isImpossible
    ? changesBetween({ workspace }, { workspace })
    : changesBetween(states.before, { ...states.now, ...editResult }, contents);
  return {
    ...changes,
    // both states are read with the current settings, which may ignore files that serve callers
    isUnheard: changes.isUnheard && !altersSettings(state, base),
    assumptions: [...new Set([...changes.assumptions, ...(isImpossible ? [] : editResult.assumptions)])].sort(),
    base: base && { ...shownBase(base.revision), ...(base.secondCommit !== undefined && { now: base.secondCommit }) },
    edits: outcomes,
    before: before.workspace,
    after: isImpossible ? before.workspace : editResult.workspace,
    pathOf,
  };
}

function verdictOn(assertion: Assertion, comparisons: readonly ComparedStates[]): Verdict {
  const verdict = judge(assertion, comparisons);
  if ('ambiguous' in verdict) throw new UsageError(`--assert: ${verdict.ambiguous}`);
  return verdict;
}

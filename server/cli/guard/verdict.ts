import { rules } from '../../../rules/index.ts';
import { judge, readAssertion, type Assertion } from '../../compare/assertions.ts';
import { changesBetween } from '../../compare/changes.ts';
import { withUnread } from '../../compare/unreadable-files.ts';
import { RuleSet } from '../../core/engine/lint.ts';
import { causesOf, findingRange } from '../../core/engine/report.ts';
import { pointerOf, type Finding, type Related } from '../../core/finding.ts';
import { property, type Json } from '../../core/json/json.ts';
import { groupsOf } from '../../core/json/multimap.ts';
import { count } from '../../core/wording.ts';
import { maskSecrets } from '../../core/secrets.ts';
import { agentName, versionName } from '../../core/workspace/names.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { stateBefore } from '../../state/before.ts';
import { ConfigurationError } from '../../state/configuration.ts';
import { FormerCheckout } from '../../state/former.ts';
import { Git } from '../../state/git.ts';
import { openWorkspace, type Settings, type State } from '../../state/open.ts';
import { isJsonName, isWithin, gitRootOf } from '../../state/paths.ts';
import { statsOf } from '../../state/regular-file.ts';
import { workspaceRoot } from '../../state/root.ts';
import { disk } from '../../state/source.ts';
import { treeAt } from '../../state/tree.ts';
import { demandsOf } from '../ci/demands.ts';
import { lintState } from '../lint/lint-state.ts';
import { wantedRules } from '../lint/open-run.ts';
import { dayOf } from '../lint/options.ts';
import { type Io, pathFrom } from '../terminal/io.ts';
import { openAll, settingsOf } from '../terminal/workspaces.ts';
import { apply, type Subject } from './apply.ts';
import type { GuardedCall } from './calls.ts';

interface GuardVerdict {
  /** The reasons why the calls are blocked. */
  readonly reasons: readonly string[];
  /** The reasons why some of the calls could not be judged. */
  readonly doubts: readonly string[];
}

/**
 * Judges the state after the calls by the settings of the last commit.
 * @throws if a workspace cannot be opened
 */
export function verdictOn(calls: readonly GuardedCall[], io: Io, today: string | undefined): GuardVerdict {
  const reasons = new Set<string>(),
    doubts = new Set<string>();
  for (const cwd of new Set(calls.map(call => call.cwd))) {
    if (!statsOf(cwd)?.isDirectory()) {
      doubts.add(`there is no folder ${cwd}`);
      continue;
    }
    const quietIo = { ...io, cwd },
      head = headIn(quietIo),
      states = openJudged(head, dayOf(today), quietIo),
      subjects = states.map((state): Subject => ({
        state,
        workspace: state.workspace,
        publications: [],
        updates: new Set(),
      }));
    for (const call of calls.filter(call => call.cwd === cwd)) {
      const outcome = apply(call, subjects);
      if (outcome && 'reason' in outcome) reasons.add(maskSecrets(outcome.reason));
      else if (outcome) doubts.add(maskSecrets(outcome.doubt));
    }
    for (const reason of reasonsAgainst(subjects, states, head, quietIo)) reasons.add(maskSecrets(reason));
  }
  return { reasons: [...reasons], doubts: [...doubts] };
}

/**
 * The values of `guard` in the configurations of the last commit and the current files; configurations with mistakes
 * are skipped.
 */
export function guardSettings(cwd: string, io: Io): (Json | undefined)[] {
  const layersOf = (open: () => Settings | undefined) => openIfUsable(open)?.configuration.layers ?? [];
  const layers = [
    ...layersOf(() => headIn({ ...io, cwd })?.belongingTo(cwd, cwd).settings),
    ...layersOf(() => settingsOf(io, workspaceRoot(cwd, cwd))),
  ];
  return layers.map(({ value }) => property(value, 'guard'));
}
function openIfUsable<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof ConfigurationError) return undefined;
    throw error;
  }
}

/** The last commit of a checkout, with its settings; undefined without a commit. */
function headIn(io: Io): FormerCheckout | undefined {
  const checkoutRoot = gitRootOf(io.cwd),
    git = checkoutRoot === undefined ? undefined : new Git(checkoutRoot),
    commit = git?.head();
  if (!git || commit === undefined) return undefined;
  const tree = treeAt(git, commit, isJsonName);
  return new FormerCheckout(tree, 'HEAD', disk, (root, source) => settingsOf(io, root, { source }));
}

/**
 * All workspaces of a checkout, with the current files and the settings of the last commit; with the current settings
 * if those have mistakes.
 */
function openJudged(head: FormerCheckout | undefined, today: string, io: Io): readonly State[] {
  const cwd = gitRootOf(io.cwd) ?? io.cwd;
  const states = openIfUsable(() => {
    const pendingCheckouts = head ? [head.belongingTo(cwd, cwd)] : [],
      states: State[] = [];
    for (let next = pendingCheckouts.shift(); next; next = pendingCheckouts.shift()) {
      const state = openWorkspace(next.settings, { today, source: next.checkout.source });
      states.push(state);
      pendingCheckouts.push(...state.nestedFolders.map(root => next!.checkout.at(root)));
    }
    return states;
  });
  return states?.length ? states : openAll({ ...io, cwd }, { baseline: true, today });
}

function reasonsAgainst(
  subjects: readonly Subject[],
  openedStates: readonly State[],
  head: FormerCheckout | undefined,
  io: Io,
): string[] {
  const comparisons = subjects
    .filter(({ state, workspace }) => workspace !== state.workspace)
    .map(({ state, workspace: after, publications, updates }) => {
      // an agent often edits the files before it updates the platform, so the edited files are compared with the last
      // commit
      const isUpdated = (file: string): boolean => updates.has(file),
        before = head && updates.size > 0 ? stateBefore(state, head.base, isUpdated).workspace : state.workspace;
      const { now } = withUnread({ workspace: before, unknown: new Map() }, state);
      const plan = changesBetween({ ...now, workspace: before }, { ...now, workspace: after }, 'live');
      return { state, before, after, publications, plan };
    });
  type Comparison = (typeof comparisons)[number];
  const brokenReasons = (text: string, assertion: Assertion, states: readonly Comparison[]): string[] => {
    const verdict = states.length === 0 ? { holds: true } : judge(assertion, states);
    if ('ambiguous' in verdict) return [verdict.ambiguous];
    return 'because' in verdict && !verdict.holds ? [`"${text}" fails: ${verdict.because}`] : [];
  };
  const demands = demandsOf(openedStates).filter(({ assertions }) => assertions.length > 0),
    isBelow = (root: string) => (comparison: Comparison) => isWithin(root, comparison.state.root);
  // the deletion of a record without references breaks nothing in another workspace
  const otherComparisons = comparisons.filter(
    comparison => comparison.plan.examinedCount > 0 && !demands.some(({ root }) => isBelow(root)(comparison)),
  );
  return [
    ...demands.flatMap(({ root, assertions }) =>
      assertions.flatMap(({ text, assertion }) => brokenReasons(text, assertion, comparisons.filter(isBelow(root)))),
    ),
    ...brokenReasons('no breaks', readAssertion('no breaks') as Assertion, otherComparisons),
    ...comparisons.flatMap(({ before, after, ...comparison }) => findingsAgainst(before, after, comparison, io)),
  ];
}

/** Errors in the published records, and the new errors, unset variables and drafts that callers would get. */
function findingsAgainst(
  before: Workspace,
  after: Workspace,
  { state, publications }: Pick<Subject, 'state' | 'publications'>,
  io: Io,
): string[] {
  const selection = { root: state.root, folders: [state.root], globs: [], files: new Set<string>() },
    run = wantedRules(RuleSet.of(rules), state.configuration, undefined),
    input = { state, selection, rules: run, onlyRules: undefined, base: undefined, checksElsewhere: false },
    blockingRules = new Set(rules.filter(({ group, id }) => group === 'variables' || id in todos).map(({ id }) => id));
  const keyOf = ({ rule, file, target, message }: Finding): string => JSON.stringify([rule, file, target, message]),
    isPublished = ({ file, target }: Finding): boolean =>
      publications.some(place => place.file === file && `${pointerOf(target)}/`.startsWith(`${place.pointer}/`));
  const formerKeys = new Set(
    lintState(input, before)
      .findings.filter(({ live }) => live)
      .map(keyOf),
  );
  const findings = causesOf(lintState(input, after).findings).filter(finding => {
    const { severity, rule, live } = finding;
    if (severity === 'error' && isPublished(finding)) return true;
    const isAsked = severity === 'error' || (severity === 'warning' && blockingRules.has(rule));
    return isAsked && live !== undefined && !formerKeys.has(keyOf(finding));
  });
  // a deleted agent has the same finding in each arm of a number
  return [...groupsOf(findings, ({ rule, message }) => JSON.stringify([rule, message])).values()].map(group =>
    inWords(group, before, after, state, io),
  );
}

/** The remedy for each warning that blocks, by rule. */
const todos: Readonly<Record<string, (origin: string) => string>> = {
  'unset-variable': origin => `set it in the tag's variables or remove it${origin}`,
  'draft-is-live': () => 'publish that version first, or choose a published one',
};

/**
 * Describes findings in a line: `Desk v4, inbound_agents of +1415…: no value for {{order_id}} … (where): what to do`
 */
function inWords(
  [finding, ...otherFindings]: readonly [Finding, ...Finding[]],
  before: Workspace,
  workspace: Workspace,
  { root }: State,
  io: Io,
): string {
  const { rule, message, live: [first] = [], help, related } = finding,
    goneId = [...before.agents.keys()].find(id => !workspace.agents.has(id) && message.includes(`"${id}"`));
  const placeOf = (item: Finding | Related): string => {
    const { line } = findingRange(workspace.document(item.file)!, { ...finding, ...item }).start;
    return `${pathFrom(io, root, item.file)}:${line} ${pointerOf(item.target)}`.trimEnd();
  };
  const callersText = first
      ? `${versionName(first.agent_id, first.agent_version, workspace, before)}, ${first.through[0]!.text}: `
      : '',
    use = related.find(relatedFinding => relatedFinding.message.startsWith('uses ')) ?? finding,
    todo =
      goneId === undefined
        ? (todos[rule]?.(use === finding ? '' : ` from ${placeOf(use)}`) ?? help?.split('\n')[0])
        : 'first change the references to it',
    words = goneId === undefined ? message : message.replace(`"${goneId}"`, agentName(goneId, before)),
    moreText = otherFindings.length === 0 ? '' : ` and ${count(otherFindings.length, 'more place')}`;
  return `${callersText}${words} (${rule}, ${placeOf(finding)}${moreText})${todo === undefined ? '' : `: ${todo}`}`;
}

import { rules } from '../../../rules/index.ts';
import { judge, readAssertion, type Assertion } from '../../compare/assertions.ts';
import { changesBetween } from '../../compare/changes.ts';
import { withUnread } from '../../compare/unreadable-files.ts';
import { RuleSet } from '../../core/engine/lint.ts';
import { causesOf, findingRange } from '../../core/engine/report.ts';
import { pointerOf, type Finding } from '../../core/finding.ts';
import { property, type Json } from '../../core/json/json.ts';
import { masked } from '../../core/secrets.ts';
import { versionName } from '../../core/workspace/names.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { stateBefore } from '../../state/before.ts';
import { gitRootOf } from '../../state/checkout.ts';
import { ConfigurationError } from '../../state/configuration.ts';
import { FormerCheckout } from '../../state/former.ts';
import { Git } from '../../state/git.ts';
import { openWorkspace, type State } from '../../state/open.ts';
import { isJsonName, isWithin } from '../../state/paths.ts';
import { statsOf } from '../../state/regular-file.ts';
import { disk } from '../../state/source.ts';
import { treeAt } from '../../state/tree.ts';
import { demandsOf } from '../ci/demands.ts';
import { lintState } from '../lint/lint-state.ts';
import { wantedRules } from '../lint/open-run.ts';
import { dayOf } from '../lint/options.ts';
import type { Io } from '../terminal/io.ts';
import { pathFrom } from '../terminal/paths.ts';
import { openAll, settingsOf } from '../terminal/workspaces.ts';
import { apply, type Subject } from './applied.ts';
import type { GuardedCall } from './calls.ts';

interface GuardVerdict {
  /** Why the calls are blocked. */
  readonly reasons: readonly string[];
  /** Why some of them could not be judged. */
  readonly doubts: readonly string[];
}

/** Judges the state that calls make, by the settings of the last commit. @throws for what cannot be opened */
export function verdictOn(calls: readonly GuardedCall[], io: Io, today: string | undefined): GuardVerdict {
  const reasons: string[] = [],
    doubts: string[] = [];
  for (const cwd of new Set(calls.map(call => call.cwd))) {
    if (!statsOf(cwd)?.isDirectory()) {
      doubts.push(`there is no folder ${cwd}`);
      continue;
    }
    const here = { ...io, cwd },
      checkout = openJudged(here, dayOf(today));
    const subjects = checkout.opened.map((one): Subject => ({
      one,
      workspace: one.workspace,
      made: new Set(),
      published: [],
      updated: new Set(),
    }));
    for (const call of calls.filter(one => one.cwd === cwd)) {
      const outcome = apply(call, subjects);
      if (outcome && 'reason' in outcome) reasons.push(outcome.reason);
      else if (outcome) doubts.push(outcome.doubt);
    }
    reasons.push(...reasonsAgainst(subjects, checkout, here));
  }
  return { reasons: [...new Set(reasons)].map(masked), doubts: doubts.map(masked) };
}

/** `guard` of the last commit's configurations, and of those of now. */
export function guardSettings(cwd: string, io: Io): (Json | undefined)[] {
  const here = { ...io, cwd };
  return [...openJudged(here, dayOf(undefined)).opened, ...openAll(here)].flatMap(({ configuration }) =>
    configuration.layers.map(({ value }) => property(value, 'guard')),
  );
}

interface Checkout {
  readonly opened: readonly State[];
  /** Its last commit; undefined without one. */
  readonly head: FormerCheckout | undefined;
}

/** All workspaces of a checkout, with the files of now and the settings of its last commit, as far as they can be used. */
function openJudged(io: Io, today: string): Checkout {
  const top = gitRootOf(io.cwd),
    git = top === undefined ? undefined : new Git(top),
    commit = git?.head();
  const own = (): Checkout => ({
    opened: openAll(top === undefined ? io : { ...io, cwd: top }, { baseline: true, today }),
    head: undefined,
  });
  if (top === undefined || !git || commit === undefined) return own();
  const head = new FormerCheckout(treeAt(git, commit, isJsonName), 'HEAD', disk, (root, source) =>
    settingsOf(io, root, { source }),
  );
  const opened: State[] = [];
  try {
    for (const pending = [head.around(top, top)]; pending.length > 0;) {
      const state = openWorkspace(pending.shift()!.settings, { today, source: head.source });
      opened.push(state);
      pending.push(...state.nested.map(root => head.at(root)));
    }
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return own();
  }
  return { opened, head };
}

function reasonsAgainst(subjects: readonly Subject[], { opened, head }: Checkout, io: Io): string[] {
  const changed = subjects.filter(({ one, workspace }) => workspace !== one.workspace);
  const compared = changed.map(subject => {
    const { one, workspace: after, made } = subject,
      before = workspaceBefore(subject, head);
    const { now } = withUnread({ workspace: one.workspace, unknown: new Map() }, one);
    const states = { was: { ...now, workspace: before }, is: { ...now, workspace: after, made } };
    return { one, before, after, subject, plan: changesBetween(states.was, states.is, 'live') };
  });
  const demands = demandsOf(opened).filter(({ assertions }) => assertions.length > 0);
  const fails = (text: string, assertion: Assertion, states: typeof compared): string[] => {
    if (states.length === 0) return [];
    const verdict = judge(assertion, states);
    if ('ambiguous' in verdict) return [verdict.ambiguous];
    return verdict.holds ? [] : [`"${text}" fails: ${verdict.because}`];
  };
  // what nothing refers to breaks nothing
  const others = compared.filter(
    ({ one, plan }) => plan.examined > 0 && !demands.some(({ root }) => isWithin(root, one.root)),
  );
  return [
    ...demands.flatMap(({ root, assertions }) =>
      assertions.flatMap(({ text, assertion }) =>
        fails(
          text,
          assertion,
          compared.filter(({ one }) => isWithin(root, one.root)),
        ),
      ),
    ),
    ...fails('no breaks', readAssertion('no breaks') as Assertion, others),
    ...compared.flatMap(({ before, subject }) => findingsAgainst(before, subject, io)),
  ];
}

/** What an agent updates it has often edited here first: those files are compared as they were committed. */
function workspaceBefore({ one, updated }: Subject, head: FormerCheckout | undefined): Workspace {
  if (!head || updated.size === 0) return one.workspace;
  const past = stateBefore(one, head.base, file => updated.has(file)).workspace;
  return past;
}

/** Errors in what is published, and what callers newly get: errors, and variables that are not set. */
function findingsAgainst(before: Workspace, { one, workspace: after, published }: Subject, io: Io): string[] {
  const all = RuleSet.of(rules),
    variables = new Set(rules.filter(({ group }) => group === 'variables').map(({ id }) => id));
  const run = wantedRules(all, one.configuration, undefined);
  const findingsIn = (workspace: Workspace): readonly Finding[] =>
    lintState(
      {
        opened: one,
        asked: { root: one.root, folders: [one.root], globs: [], files: new Set() },
        rules: run,
        only: undefined,
        base: undefined,
        elsewhere: false,
      },
      workspace,
    ).findings;
  const keyOf = ({ rule, file, target, message }: Finding): string => JSON.stringify([rule, file, target, message]),
    isPublished = ({ file, target }: Finding): boolean =>
      published.some(place => place.file === file && `${pointerOf(target)}/`.startsWith(`${place.pointer}/`));
  const known = new Set(findingsIn(before).flatMap(finding => (finding.live ? [keyOf(finding)] : [])));
  return causesOf(findingsIn(after))
    .filter(finding => {
      const { severity, rule, live } = finding;
      if (severity === 'error' && isPublished(finding)) return true;
      const isAsked = severity === 'error' || (severity === 'warning' && variables.has(rule));
      return isAsked && live !== undefined && !known.has(keyOf(finding));
    })
    .map(finding => inWords(finding, after, one, io));
}

/** `Desk v4, inbound_agents of +1415…: no value for {{order_id}} … (where): what to do` */
function inWords(finding: Finding, workspace: Workspace, { root }: State, io: Io): string {
  const { file, target, message, live, help, related, rule } = finding,
    [first] = live ?? [];
  const at = (one: Pick<Finding, 'file' | 'target'>): string => {
    const place = { ...one, related: [] } as unknown as Finding,
      { line } = findingRange(workspace.document(one.file)!, place).start;
    return `${pathFrom(io, root, one.file)}:${line} ${pointerOf(one.target)}`.trimEnd();
  };
  const who = first
      ? `${versionName(first.agent_id, first.agent_version, workspace)}, ${first.through[0]!.text}: `
      : '',
    use = related.find(one => one.message.startsWith('uses ')) ?? { file, target };
  const todo = rule === 'unset-variable' ? `set it in the tag's variables or remove it from ${at(use)}` : help;
  return `${who}${message} (${rule}, ${at({ file, target })})${todo === undefined ? '' : `: ${todo}`}`;
}

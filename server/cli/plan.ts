import { assertionGrammar, readAssertion, type Assertion } from '../compare/assertions.ts';
import { contentsOptions } from '../compare/contents.ts';
import { isMalformed } from '../core/domain/typed-reference.ts';
import { baseOptions, isExact, settingsOfNow } from './terminal/comparing.ts';
import { command, formatOption, type GivenOptions, type Options } from './terminal/command.ts';
import { UsageError, type Io, show } from './terminal/io.ts';
import { lastCommit, planBase, type ComparedBase } from './plan/base.ts';
import { dayOf } from './lint/options.ts';
import { editOptions, readEdit, type TypedEdit } from './plan/edits-typed.ts';
import { plannedFor } from './plan/planned.ts';
import { refusedEdits } from '../view/plan-report.ts';
import type { Changes } from '../compare/changes.ts';
import { plansHtml, plansMarkdown, plansOutput, plansText } from '../view/results/plans.ts';
import type { TextOptions } from '../view/text.ts';
import { caret } from './terminal/selector.ts';
import { openAll } from './terminal/workspaces.ts';

const breaksInHelp =
  'callers move if they get another version than before; "no live changes" counts those of phone numbers and live tags, ' +
  '"at most" the entry where most move, batches included;\n' +
  'a reference breaks if it resolved before and does not resolve now, or if it is new and selects nothing; so ' +
  'does a path of callers to something that is still defined, if it is cut off or no longer known; an assertion also ' +
  'fails if the answer is unknown, if a file cannot be read or is not in this clone, and if there is nothing to check';

/** Shows the effect of a change on every reference: `preflight plan`. */
export const plan = command(
  {
    name: 'plan',
    readsConfiguration: true,
    about: `Show what a change does to callers: which share of the callers of each phone number, live tag and batch gets another
version, what they can no longer reach (tools, transfers, agents they are handed over to), and what other systems no
longer get from live calls (analysis fields, events, the webhook). Then show the references (live tags, phone numbers,
swaps, transfers, weight lists, batch calls, alert filters) that select another version, live ones first, and the
references to engines, components, nodes, tools and so on that break or resolve again.

Also show records whose content changes under the same version number or name: live versions with their engines and
components, phone numbers, alert rules that watch live agents, and records that may be live (those without an id; all,
if there is no live tag and no number).

The change is the difference between the files and a git revision, the edits that you plan to make on the platform,
or both. Without either, the files are compared with HEAD. No file is changed, and nothing on the platform.`,
    options: {
      ...baseOptions(settingsOfNow),
      publish: { value: 'AGENT@N', multiple: true, completes: 'agent-version', about: 'publish version N' },
      draft: {
        value: 'AGENT@BASE',
        multiple: true,
        completes: 'agent-version',
        about: 'create a draft from version BASE',
      },
      tag: { value: 'AGENT:TAG=N', multiple: true, completes: 'agent-tag', about: 'assign the tag to version N' },
      untag: {
        value: 'AGENT:TAG',
        multiple: true,
        completes: 'agent-tag',
        about:
          'unassign the tag, which continues to exist\n' +
          'edits apply in the order given; AGENT is an id, or a name that only one agent has',
      },
      contents: {
        value: 'WHICH',
        choices: contentsOptions,
        about: 'which records to compare by content: live (default; including those that may be live), all or none',
      },
      assert: {
        value: 'EXPR',
        multiple: true,
        about: `exit with 4 if this does not hold; EXPR is one of
${assertionGrammar
  .split('\n')
  .map(line => `  ${line}`)
  .join('\n')}
${breaksInHelp}`,
      },
      today: {
        value: 'YYYY-MM-DD',
        about: 'date for batches that are over and what is accepted until then (default: today in UTC)',
      },
      'exit-code': { about: 'exit with 4 if anything changes, or if the earlier state of a file is unknown' },
      format: formatOption(['table', 'json', 'markdown', 'html'], {
        markdown: 'for a comment on a pull request',
        html: 'one self-contained file',
      }),
    },
    helpEnding: `Examples
  preflight plan
  preflight plan --base origin/main --format markdown
  preflight plan --tag agent_frontdesk01:prod=3 --assert "no breaks"
  preflight plan --publish "Front desk@4" --assert "prod unchanged"

Exit codes
  0  planned
  1  an edit names an agent, version or tag that does not exist, and nothing is planned; or it creates a tag that nothing
     refers to and that is like another one
  2  wrong usage, or nothing to compare: no edit, no --base and no commit
  4  an assertion fails; with --exit-code, also if anything changes`,
  },
  ({ values, positionals, typedSequence }, io) => {
    if (positionals.length > 0)
      throw new UsageError(
        `plan covers the whole workspace and takes no "${positionals[0]}"; "preflight plan --help" lists the options`,
      );
    const isExactBase = isExact(values);
    const contents = values.contents ?? 'live';
    const edits = typedEdits(typedSequence);
    const assertions = (values.assert ?? []).map(text => ({ text, assertion: readTypedAssertion(text) }));
    const base = baseFor(values.base, isExactBase, edits.length > 0, io);
    const plannedStates = plannedFor(
      { base, edits, assertions, contents },
      openAll(io, { source: base?.source, today: dayOf(values.today) }),
      io,
    );
    const answer = {
      get result() {
        return plansOutput(plannedStates);
      },
      text: (options: TextOptions) => plansText(plannedStates, options),
      markdown: () => plansMarkdown(plannedStates),
      html: () => plansHtml(plannedStates),
    };
    show(answer, values.format ?? 'table', io);
    const plans = plannedStates.parts.map(({ plan }) => plan);
    if (plans.some(plan => refusedEdits(plan).length > 0 || plan.edits.some(({ isDoubtful }) => isDoubtful)))
      return Promise.resolve(1);
    const hasChanges = plans.some(plan => changesIn(plan) > 0);
    const hasFailed = plannedStates.assertions.some(({ verdict }) => !verdict.holds);
    return Promise.resolve(hasFailed || (values['exit-code'] === true && hasChanges) ? 4 : 0);
  },
);

/**
 * The base of the comparison: the one in --base, otherwise the last commit.
 * @throws UsageError
 */
function baseFor(
  baseText: string | undefined,
  isExactBase: boolean,
  isEdited: boolean,
  io: Io,
): ComparedBase | undefined {
  if (baseText !== undefined) return planBase(baseText, { isExact: isExactBase }, io);
  return isEdited
    ? undefined
    : lastCommit(`; give --publish, --draft, --tag or --untag; "preflight plan --help" shows examples`, io);
}

const changesIn = ({ changes, contents, callers, reach, results, unreadableFiles: unreadable }: Changes): number =>
  changes.length + contents.length + callers.length + reach.count + results.length + unreadable.length;

/** The edits in the order of the command line, in which they are applied. */
const typedEdits = (orderedOptions: GivenOptions<Options>['typedSequence']): TypedEdit[] =>
  orderedOptions.flatMap(({ name, value = '' }) => {
    const option = editOptions.find(edit => edit === name);
    return option ? [readEdit(option, value)] : [];
  });

function readTypedAssertion(text: string): Assertion {
  const assertion = readAssertion(text);
  if (isMalformed(assertion))
    throw new UsageError(
      `--assert: ${assertion.message}`,
      `${caret(text, assertion.at)}\nan assertion is one of\n${assertionGrammar
        .split('\n')
        .map(line => `  ${line}`)
        .join('\n')}`,
    );
  return assertion;
}

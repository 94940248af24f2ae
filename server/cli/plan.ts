import { assertionGrammar, readAssertion, type Assertion } from '../simulator/assertions.ts';
import { contentsOptions } from '../simulator/contents.ts';
import { isMalformed } from '../simulator/typed-reference.ts';
import { command, formatOption, type GivenOptions, noColour, type Options } from './terminal/command.ts';
import { coloursFor, UsageError } from './terminal/io.ts';
import { planBase } from './plan/base.ts';
import { editOptions, readEdit, type TypedEdit } from './plan/edits-typed.ts';
import { plannedFor } from './plan/planned.ts';
import { refused, type PlanReport } from '../printers/plan-report.ts';
import { paint } from '../printers/paint.ts';
import { plansHtml, plansJson, plansMarkdown, plansText } from '../printers/plans.ts';
import { caret } from './terminal/typed.ts';
import { openAll } from './terminal/workspaces.ts';

const breaksInHelp =
  'a reference breaks if it was found and is not any more, or if it is added and selects nothing; an assertion fails where the files do ' +
  'not say, where a file cannot be read or is not in this clone, and where there was nothing to look at';

/** Tells what a change would do to every reference: `preflight plan`. */
export const plan = command(
  {
    name: 'plan',
    configured: true,
    about: `Shows which references (live tags, phone numbers, swaps, weight lists, batch calls, versions in alert filters) select something
else after a change, live ones first, and which references to engines, components, nodes, tools and the like break or are found again. The
change is the difference between the files and a git revision, or what you plan to do on the platform, or both. Nothing is changed
anywhere. What a live version says or does differently under the same number (its settings, its engine, its components) is shown too.`,
    options: {
      base: {
        value: 'REV',

        about:
          'before is where HEAD left this git revision (the merge base), after the files as they are now; A...B ' +
          "is where commit B left A, A..B compares B with A itself; the configuration is today's on both sides",
      },
      'base-exact': { about: 'before is REV itself' },
      publish: { value: 'AGENT@N', multiple: true, completes: 'agent-version', about: 'version N is published' },
      draft: {
        value: 'AGENT@BASE',
        multiple: true,
        completes: 'agent-version',
        about: 'a new draft is made from version BASE',
      },
      tag: { value: 'AGENT:TAG=N', multiple: true, completes: 'agent-tag', about: 'the tag is assigned to version N' },
      untag: {
        value: 'AGENT:TAG',
        multiple: true,
        completes: 'agent-tag',
        about:
          'the tag is removed from its version, and continues to exist\n' +
          'edits are applied one after the other, in the order given; AGENT is an id, or a name that only one agent has',
      },
      contents: {
        value: 'WHICH',
        choices: contentsOptions,
        about:
          'whose contents are compared: live (default: versions that callers are served by, and what is behind them), all or none',
      },
      assert: {
        value: 'EXPR',
        multiple: true,
        about: `exit 4 if this does not hold; EXPR is one of
${assertionGrammar
  .split('\n')
  .map(line => `  ${line}`)
  .join('\n')}
${breaksInHelp}`,
      },
      'exit-code': { about: 'exit 4 if anything changes, or if the earlier state of a file is unknown' },
      format: formatOption(['table', 'json', 'markdown', 'html'], {
        markdown: "for a pull request's comment",
        html: 'one file that needs nothing else',
      }),
      ...noColour,
    },
    more: `Examples
  preflight plan --base origin/main --format markdown
  preflight plan --tag agent_frontdesk01:prod=3 --assert "no breaks"
  preflight plan --publish "Front desk@4" --assert "prod unchanged"

Exit code: 0; 1 if an edit names an agent, a version or a tag that is not there (then nothing is planned); 2 for wrong usage; 4 if an
assertion fails, or with --exit-code if anything changes.`,
  },
  ({ values, positionals, ordered }, io) => {
    if (positionals.length > 0)
      throw new UsageError(
        `plan is about the whole workspace and takes no "${positionals[0]}"; "preflight plan --help" lists the options`,
      );
    if (values['base-exact'] && values.base === undefined)
      throw new UsageError('--base-exact says how --base compares, so it needs that');
    const format = values.format ?? 'table';
    const contents = values.contents ?? 'live';
    const typed = typedEdits(ordered);
    const assertions = (values.assert ?? []).map(text => ({ text, assertion: readTypedAssertion(text) }));
    if (values.base === undefined && typed.length === 0)
      io.stderr.write(
        'nothing to compare: give --base REV, --publish, --draft, --tag or --untag; "preflight plan --help" shows examples\n',
      );
    const base = values.base === undefined ? undefined : planBase(values.base, values['base-exact'] === true, io);
    const planned = plannedFor(
      { base, edits: typed, assertions, contents },
      openAll(io, { source: base?.from?.source }),
      io,
    );
    const printers = {
      json: plansJson,
      markdown: plansMarkdown,
      html: plansHtml,
      table: () =>
        plansText(planned, { paint: paint(coloursFor(io.stdout, io, values['no-color'])), columns: io.stdout.columns }),
    };
    io.stdout.write(printers[format](planned));
    const reports = planned.parts.map(({ report }) => report);
    if (reports.some(report => refused(report).length > 0)) return Promise.resolve(1);
    const differs = reports.some(report => changesIn(report) > 0);
    const failed = planned.assertions.some(({ verdict }) => !verdict.holds);
    return Promise.resolve(failed || (values['exit-code'] === true && differs) ? 4 : 0);
  },
);

const changesIn = ({ changes, names, contents, unreadable }: PlanReport): number =>
  changes.length + names.length + contents.length + unreadable.length;

/** In the order of the command line, which is the order in which they are done. */
const typedEdits = (ordered: GivenOptions<Options>['ordered']): TypedEdit[] =>
  ordered.flatMap(({ name, value = '' }) => {
    const option = editOptions.find(edit => edit === name);
    return option ? [readEdit(option, value)] : [];
  });

function readTypedAssertion(text: string): Assertion {
  const read = readAssertion(text);
  if (isMalformed(read))
    throw new UsageError(
      `--assert: ${read.message}`,
      `${caret(text, read.at)}\nan assertion is one of\n${assertionGrammar
        .split('\n')
        .map(line => `  ${line}`)
        .join('\n')}`,
    );
  return read;
}

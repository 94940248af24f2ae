import { parseArgs } from 'node:util';
import { assertionGrammar, readAssertion, type Assertion } from '../simulator/assertions.ts';
import { didYouMean, listed } from '../core/words.ts';
import { contentsOptions, type ContentsOption } from '../simulator/contents.ts';
import { isMalformed } from '../simulator/typed-reference.ts';
import { readFormat } from './terminal/format-option.ts';
import { coloursFor, readOptions, UsageError, type Command } from './terminal/io.ts';
import { planBase } from './plan/base.ts';
import { editOptions, readEdit, type TypedEdit } from './plan/edits-typed.ts';
import { plannedFor } from './plan/planned.ts';
import { refused, type PlanReport } from '../printers/plan-report.ts';
import { paint } from '../printers/paint.ts';
import { plansHtml, plansJson, plansMarkdown, plansText } from '../printers/plans.ts';
import { caret } from './terminal/typed.ts';
import { openAll } from './terminal/workspaces.ts';

const options = {
  base: { type: 'string' },
  'base-exact': { type: 'boolean' },
  publish: { type: 'string', multiple: true },
  draft: { type: 'string', multiple: true },
  tag: { type: 'string', multiple: true },
  untag: { type: 'string', multiple: true },
  contents: { type: 'string' },
  assert: { type: 'string', multiple: true },
  'exit-code': { type: 'boolean' },
  format: { type: 'string' },
  'no-color': { type: 'boolean' },
} as const;

/** Tells what a change would do to every reference: `preflight plan`. */
export const plan: Command = {
  help: `preflight plan [--base REV [--base-exact]] [--publish AGENT@N]… [--draft AGENT@BASE]… [--tag AGENT:TAG=N]… [--untag AGENT:TAG]…
               [--contents live|all|none] [--assert EXPR]… [--exit-code] [--format table|json|markdown|html]

Tells what every reference in the workspace (live tags, phone numbers, swaps, weight lists, batch calls, versions in alert filters) selects
before and after a change, and shows those for which that differs: live ones first. So it does of references to engines, components, nodes,
tools and the like that lead somewhere on one side only. The change is what the files are against a git
revision, or what you think of doing on the platform, or both. Nothing is changed anywhere. What a live version says or does differently
under the same number (its settings, its engine, components of that) is shown as well.

Options
  --base REV           before is where HEAD left this git revision (the merge base), after the files as they are now; A...B is where
                       commit B left A, A..B compares B with A itself; the configuration is today's on both sides
  --base-exact         before is REV itself
  --publish AGENT@N    version N is published
  --draft AGENT@BASE   a new draft is made from version BASE
  --tag AGENT:TAG=N    the tag is assigned to version N
  --untag AGENT:TAG    the tag is taken from its version and goes on to exist
                       edits are done one after the other, in the order given; AGENT is an id, or a name that only one agent has
  --contents WHICH     whose contents are compared: live (default: versions that callers are served by, and what is behind them),
                       all or none
  --assert EXPR        exit 4 if this does not hold; EXPR is one of
${assertionGrammar
  .split('\n')
  .map(line => `                         ${line}`)
  .join('\n')}
                       a reference that led somewhere and does not any more breaks, whatever the files say of the rest, and so
                       does one that is added and selects nothing; what the files leave open does not hold, nor does what rests on
                       a file that is not understood, or that this clone does not hold, nor what nothing was looked at for
  --exit-code          exit 4 if anything changes, or if it is not known what a file was
  --format FORMAT      table (default), json, markdown (for a pull request's comment) or html (one file that needs nothing else)
  --no-color           no colours

Examples
  preflight plan --base origin/main --format markdown
  preflight plan --tag agent_frontdesk01:prod=3 --assert "no breaks"
  preflight plan --publish "Front desk@4" --assert "prod unchanged"

Exit code: 0; 1 if an edit names an agent, a version or a tag that is not there (then nothing is planned); 2 for wrong usage; 4 if an
assertion fails, or with --exit-code if anything changes.
`,
  run(args, io) {
    const { values, positionals } = readOptions('plan', args, options);
    if (positionals.length > 0)
      throw new UsageError(
        `plan is about the whole workspace and takes no "${positionals[0]}"; "preflight plan --help" lists the options`,
      );
    if (values['base-exact'] && values.base === undefined)
      throw new UsageError('--base-exact says how --base compares, so it needs that');
    const format = readFormat(values.format, ['table', 'json', 'markdown', 'html']);
    const contents = readContents(values.contents);
    const typed = typedEdits(args);
    const assertions = (values.assert ?? []).map(text => ({ text, assertion: readTypedAssertion(text) }));
    if (values.base === undefined && typed.length === 0)
      io.stderr.write(
        'nothing is to be changed: --base REV, --publish, --draft, --tag and --untag say what is; "preflight plan --help" shows examples\n',
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
};

const changesIn = ({ changes, names, contents, unreadable }: PlanReport): number =>
  changes.length + names.length + contents.length + unreadable.length;

function readContents(text: string | undefined): ContentsOption {
  const found = contentsOptions.find(name => name === (text ?? 'live'));
  if (found) return found;
  throw new UsageError(
    `--contents must be one of ${listed(contentsOptions)}, is "${text}"${didYouMean(text!, contentsOptions)}`,
  );
}

/** In the order of the command line, which is the order in which they are done. */
function typedEdits(args: string[]): TypedEdit[] {
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: true, tokens: true });
  return tokens.flatMap(token => {
    const option = token.kind === 'option' ? editOptions.find(name => name === token.name) : undefined;
    return option && token.kind === 'option' ? [readEdit(option, token.value ?? '')] : [];
  });
}

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

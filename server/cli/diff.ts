import { diffBlocks } from '../view/results/diff.ts';
import { diffReport } from '../view/diff-report.ts';
import { viewMarkdown } from '../view/markdown.ts';
import { page } from '../view/page.ts';
import { viewText } from '../view/text.ts';
import { paint } from '../view/paint.ts';
import { versionDiff } from '../compare/version-diff.ts';
import { baseOptions, isExact, settingsOfNow } from './terminal/comparing.ts';
import { command, formatOption } from './terminal/command.ts';
import { coloursFor, remark, UsageError, pathFrom } from './terminal/io.ts';
import { sidesOf } from './diff/sides.ts';
import { planBase } from './plan/base.ts';
import { openAll, reportUnreadable } from './terminal/workspaces.ts';
import { publishedJson } from '../view/printable.ts';

/** Compares two versions side by side: `preflight diff`. */
export const diff = command(
  {
    name: 'diff',
    readsConfiguration: true,
    operands: 'AGENT[@REF]|FILE [AGENT[@REF]|FILE]',
    completes: 'reference',
    about: `Compare two versions of an agent, or versions of two agents, including their engines and shared components: texts word
by word, settings, nodes and edges of the flow, tools, and the variables at the start of a call. Differences that
callers notice come first.

The second version defaults to latest of the same agent; @REF alone means the same agent. FILE is the file of an agent,
for its version, or of an engine alone (LLM or conversation flow). With --base, a version or file is compared with its
state in a git revision.

List items are matched by id or name, not by position. Titles, tags, timestamps and canvas positions are ignored.
Credentials are not shown.`,
    options: {
      ...baseOptions(settingsOfNow),
      match: {
        value: 'HOW',
        choices: ['id', 'name'],
        about:
          'id (default), or name: ids of records with the same name are no difference, as between two environments',
      },
      format: formatOption(['text', 'json', 'markdown', 'html'], { html: 'one self-contained file' }),
      'exit-code': {
        value: 'N',
        bareValue: '4',
        choices: ['4', '1'],
        about: 'exit with 4 if they differ; N is 4 or, deprecated until the next release refuses it, 1',
      },
    },
    helpEnding: `Examples
  preflight diff agent_frontdesk01@prod                                      prod and latest
  preflight diff agent_frontdesk01@prod @canary                              two tags of one agent
  preflight diff retell/inbound.json --base main                             a file, and what it was
  preflight diff a.agent.json b.agent.json                                   two files
  preflight diff staging/desk.json prod/desk.json --match name               two environments
  preflight diff flow-v1.json flow-v2.json                                   two exports of a flow
  preflight diff agent_frontdesk01@2 agent_billing01@prod --format html > diff.html

Exit codes
  0  compared
  2  not a reference or file, or one that selects no version, or a version that is not in this workspace
  4  they differ, with --exit-code`,
  },
  ({ values, positionals }, io) => {
    if (values['exit-code'] === '1')
      remark(io, '--exit-code=1 is deprecated and will be an error in the next release; differences exit with 4');
    const [first, second, ...extraNames] = positionals;
    if (first === undefined || extraNames.length > 0)
      throw new UsageError('diff takes AGENT@REF or FILE, one or two; "preflight diff --help" shows examples');
    const isExactBase = isExact(values);
    if (values.base !== undefined && second !== undefined)
      throw new UsageError(`--base compares ${first} with itself in a revision, so it takes no "${second}"`);
    const base = values.base === undefined ? undefined : planBase(values.base, { isExact: isExactBase }, io);
    const states = openAll(io, { source: base?.source });
    for (const state of states) reportUnreadable(state, io);
    const [before, after] = sidesOf([first, second], base, states, io),
      sides = new Map([before, after].map(side => [side.version, side]));
    const report = diffReport(
      versionDiff(before.version, after.version, values.match === 'name'),
      (side, file) => pathFrom(io, sides.get(side)!.root, file),
      side => sides.get(side)!,
    );
    const printers = {
      json: () => publishedJson(report.result),
      markdown: () => viewMarkdown(diffBlocks(report)),
      html: () => page('diff', diffBlocks(report)),
      text: () =>
        viewText(diffBlocks(report), {
          paint: paint(coloursFor(io.stdout, io)),
          columns: io.stdout.columns,
        }),
    };
    io.stdout.write(printers[values.format ?? 'text']());
    return report.result.differs ? Number(values['exit-code'] ?? 0) : 0;
  },
);

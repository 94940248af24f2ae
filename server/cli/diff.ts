import { meantReference } from '../core/index/agent-references.ts';
import { jsonText } from '../core/json/json.ts';
import type { State } from '../state/open.ts';
import { diffBlocks } from '../view/results/diff.ts';
import { diffReport } from '../view/diff-report.ts';
import { viewMarkdown } from '../view/markdown.ts';
import { page } from '../view/page.ts';
import { viewText } from '../view/text.ts';
import { paint } from '../view/paint.ts';
import { agentCalled, ambiguity, type TypedReference } from '../core/domain/typed-reference.ts';
import { versionDiff, versionOf, type ComparedVersion } from '../compare/version-diff.ts';
import { command, formatOption, noColour } from './terminal/command.ts';
import { pathFrom } from './terminal/here.ts';
import { coloursFor, remark, UsageError } from './terminal/io.ts';
import { readTyped } from './terminal/typed.ts';
import { tellUnread } from './terminal/workspaces.ts';
import { openAll } from './terminal/workspaces.ts';

/** Two versions side by side: `preflight diff`. */
export const diff = command(
  {
    name: 'diff',
    configured: true,
    takes: 'AGENT@REF [AGENT@REF]',
    completes: 'reference',
    about: `Compare two versions of an agent, or versions of two agents, including their engines and shared components: prompts
line by line, settings, nodes and edges of the flow, tools, and the variables that a call starts with. What callers
notice comes first.

The second version defaults to latest of the same agent; @REF alone means the same agent. List items are matched by
id or name, not by position. Titles, tags, timestamps and canvas positions are ignored. Credentials are not shown.`,
    options: {
      format: formatOption(['text', 'json', 'markdown', 'html'], { html: 'one self-contained file' }),
      'exit-code': {
        value: 'N',
        bare: '4',
        choices: ['4', '1'],
        about: 'exit with 4 if they differ; N is 4 or, deprecated until the next release refuses it, 1',
      },
      ...noColour,
    },
    more: `Examples
  preflight diff agent_frontdesk01@prod                                      prod and latest
  preflight diff agent_frontdesk01@prod @canary                              two tags of one agent
  preflight diff agent_frontdesk01@2 agent_billing01@prod --format html > diff.html

Exit codes
  0  compared
  2  not a reference, or one that selects no version, or a version that is not in this workspace
  4  they differ, with --exit-code`,
  },
  ({ values, positionals }, io) => {
    if (values['exit-code'] === '1')
      remark(io, '--exit-code=1 is deprecated: differences have the exit code 4, and the next release will refuse it');
    const typed = readPair(positionals);
    const opened = openAll(io);
    for (const one of opened) tellUnread(one, io);
    const [before, after] = typed.map(one => sideOf(one, opened)) as [Side, Side];
    const roots = new Map([before, after].map(({ version, root }) => [version, root]));
    const report = diffReport(versionDiff(before.version, after.version), (side, file) =>
      pathFrom(io, roots.get(side)!, file),
    );
    const printers = {
      json: () => jsonText(report.result),
      markdown: () => viewMarkdown(diffBlocks(report)),
      html: () => page('diff', diffBlocks(report)),
      text: () =>
        viewText(diffBlocks(report), {
          paint: paint(coloursFor(io.stdout, io, values['no-color'])),
          columns: io.stdout.columns,
        }),
    };
    io.stdout.write(printers[values.format ?? 'text']());
    return report.result.differs ? Number(values['exit-code'] ?? 0) : 0;
  },
);

function readPair([first, second, ...more]: readonly string[]): readonly [TypedReference, TypedReference] {
  if (first === undefined || more.length > 0)
    throw new UsageError('diff takes AGENT@REF, one or two; "preflight diff --help" shows examples');
  const before = readTyped(first);
  if (second !== undefined) return [before, readTyped(second.startsWith('@') ? `${before.agent}${second}` : second)];
  if (before.reference === null || before.reference === 'latest')
    throw new UsageError(
      `${first} is compared with latest, which it is already; give another version: ${before.agent}@REF`,
    );
  return [before, { agent: before.agent, reference: 'latest' }];
}

interface Side {
  readonly version: ComparedVersion;
  readonly root: string;
}

/** @throws UsageError if no version in this workspace is selected */
function sideOf({ agent, reference }: TypedReference, opened: readonly State[]): Side {
  const calls = opened.map(one => ({ ...one, called: agentCalled(agent, one.workspace) }));
  const found = calls.find(({ called }) => !('unknown' in called)) ?? calls[0]!;
  const { called, workspace, root } = found;
  if ('ambiguous' in called) throw new UsageError(ambiguity(agent, called.ambiguous));
  if ('unknown' in called) {
    const meant = calls.map(one => ('unknown' in one.called ? one.called.unknown : '')).find(text => text !== '');
    throw new UsageError(`no agent ${agent} in this workspace${meant ?? ''}`);
  }
  const resolution = workspace.resolve(called.id, reference);
  const asked = `${called.id}@${reference ?? 'latest'}`;
  if (resolution.outcome !== 'resolved')
    throw new UsageError(`${asked} is ${resolution.outcome}: ${resolution.because}${meantReference(resolution)}`);
  const version = versionOf(resolution, workspace);
  if (!version) {
    const held = [...workspace.agent(called.id)!.versions.values()]
      .filter(({ version: number }) => versionOf({ ...resolution, version: number }, workspace))
      .map(({ version: number }) => number);
    const which =
      held.length === 0 ? 'it has no record of any version' : `records in this workspace: ${held.join(', ')}`;
    throw new UsageError(
      `${asked} selects version ${resolution.version}, whose record is not in this workspace; ${which}`,
    );
  }
  return { version, root };
}

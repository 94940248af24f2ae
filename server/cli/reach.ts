import { entriesOf, type Entry } from '../compare/entries.ts';
import type { Reach } from '../core/generated/outputs.js';
import type { State } from '../state/open.ts';
import { answerOf } from '../view/answer.ts';
import type { Block } from '../view/blocks.ts';
import { ReachReport, type ReachedEntry } from '../view/reach-report.ts';
import { reachedBlocks } from '../view/results/reach.ts';
import { command, formatOption } from './terminal/command.ts';
import { noSuchNumber, readSelector, recordsOfNumber, type TypedFile } from './terminal/selector.ts';
import { versionsInFile, versionsTyped, type TypedVersion, openedFile } from './terminal/typed-agent.ts';
import { dayOf } from './lint/options.ts';
import { remark, type Io, pathFrom, show } from './terminal/io.ts';
import { openAll, reportUnreadable, withFiles } from './terminal/workspaces.ts';

/** Shows what callers can reach: `preflight reach`. */
export const reach = command(
  {
    name: 'reach',
    readsConfiguration: true,
    operands: '[NUMBER|AGENT[@REF]|FILE…]',
    completes: 'reference',
    about: `Show what callers can reach (tools, transfers, agents they are handed over to, components, states, the end of
the call), by the shortest path, and what is defined for them but never reached. NUMBER is a phone number, AGENT an
id, or a name that only one agent has, REF a number, latest, latest_published or a tag; the default is latest. FILE is
the file of a phone number, a batch or an agent, or of an engine or component alone. Without arguments, show every
direction of a phone number, live tag, and batch that is not over.`,
    options: {
      today: { value: 'YYYY-MM-DD', about: 'date for batches that are over (default: today in UTC)' },
      format: formatOption(['table', 'json', 'markdown']),
    },
    helpEnding: `Examples
  preflight reach
  preflight reach +14155550100
  preflight reach agent_frontdesk01@prod --format json
  preflight reach flows/billing.conversation-flow.json

Exit codes
  0  shown
  1  no file has such a number, agent or version
  2  not a reference, or a file that cannot be used`,
  },
  ({ values, positionals }, io) => {
    const selectors = positionals.map(text => readSelector(text, io));
    const allStates = openAll(io, { today: dayOf(values.today) }),
      states = selectors.length === 0 ? withFiles(allStates) : allStates;
    for (const state of states) reportUnreadable(state, io);
    const report = new ReachReport();
    const answers =
      selectors.length === 0
        ? [states.flatMap(state => entriesIn(state, report, io))]
        : selectors.map((selector, i) => {
            if ('number' in selector) return entriesOfNumber(selector.number, states, report, io);
            if ('path' in selector) return entriesOfFile(selector, states, report, io);
            return versionsTyped(selector, states, io, selectors[i - 1])?.map(version =>
              entriesOfVersion(version, report, io),
            );
          });
    const entries = answers.flatMap(entries => entries ?? []);
    const output: Reach = { version: 1, entries: entries.map(({ result }) => result), omitted: report.omittedCounts };
    const blocks = (): readonly Block[] => (entries.length > 0 || selectors.length === 0 ? reachedBlocks(entries) : []);
    show(answerOf(output, blocks), values.format ?? 'table', io);
    return Promise.resolve(answers.includes(undefined) ? 1 : 0);
  },
);

const shownIn =
  ({ root }: State, io: Io) =>
  (file: string): string =>
    pathFrom(io, root, file);

const entriesIn = (
  state: State,
  report: ReachReport,
  io: Io,
  isAsked: (entry: Entry) => boolean = () => true,
): ReachedEntry[] =>
  entriesOf(state.workspace)
    .filter(isAsked)
    .map(entry => report.entry(entry, state.workspace, shownIn(state, io)));

/** All directions of a phone number. Returns undefined, after a message, if no file has the number. */
function entriesOfNumber(
  number: string,
  states: readonly State[],
  report: ReachReport,
  io: Io,
): ReachedEntry[] | undefined {
  const entries = states.flatMap(state =>
    entriesIn(state, report, io, ({ kind, key }) => kind === 'number' && key.split(' ')[1] === number),
  );
  if (entries.length > 0) return entries;
  const isKnown = recordsOfNumber(number, states).length > 0;
  remark(io, isKnown ? `${number}: no agent answers it or calls from it` : noSuchNumber(number, states));
  return undefined;
}

function entriesOfVersion(
  { state, text, resolution: { agentId, because }, version, record }: TypedVersion,
  report: ReachReport,
  io: Io,
): ReachedEntry {
  const answer = { agentId, version, because: record ? null : because };
  return report.agent(text, answer, record, state.workspace, shownIn(state, io));
}

/**
 * What a file names: its agents, its engine or component, or the entries in a file of another kind.
 * @throws UsageError
 */
function entriesOfFile(
  typedFile: TypedFile,
  states: readonly State[],
  report: ReachReport,
  io: Io,
): ReachedEntry[] | undefined {
  const { state, document } = openedFile(typedFile, states, io),
    pathOf = shownIn(state, io),
    { file, roots, kind } = document;
  if (kind === 'agent')
    return versionsInFile(typedFile, states, io).map(version => entriesOfVersion(version, report, io));
  if (kind === 'conversation-flow' || kind === 'llm' || kind === 'flow-component')
    return roots.map(root => report.engine(root, state.workspace, pathOf));
  const entries = entriesIn(state, report, io, entry => entry.file === file);
  if (entries.length === 0) remark(io, `${typedFile.text} has no entry for callers`);
  return entries;
}

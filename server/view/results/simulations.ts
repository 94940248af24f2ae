import type { Subject } from '../../core/generated/outputs.js';
import type { SubjectAnswers } from '../../simulator/subjects/index.ts';
import {
  type Block,
  badge,
  code,
  link,
  section,
  table,
  words,
  type Badge,
  assumed,
  blocksOf,
  title,
  list,
} from '../blocks.ts';
import { batchBlocks, batchJson } from './batch.ts';
import { callBlocks } from './call.ts';
import { type PanelGuide, sentence } from './asked.ts';
import { weightsBlocks } from './weights.ts';
import { count } from '../../core/numbers.ts';
import { percent } from '../bars.ts';
import type { Answer } from '../../simulator/simulation.ts';
import { viewText, type TextOptions } from '../text.ts';
import { alertSvg, replayBlock } from './alert.ts';
import { publishedJson } from '../printable.ts';
import { listed } from '../../core/wording.ts';

type Outage = SubjectAnswers['outage']['result'];
type Agent = Outage['agents'][number];
const states = {
  up: badge('good', '✓', 'not out'),
  down: badge('bad', '✕', 'out'),
  unknowable: badge('open', '?', 'unknown provider'),
} as const satisfies Record<Agent['voices'][number]['state'], Badge>;

/** The section with the voice that speaks in each outage. */
function outageBlocks(results: readonly SubjectAnswers['outage'][], { nameOf }: PanelGuide): readonly Block[] {
  const areMany = new Set(results.flatMap(({ result }) => result.agents.map(({ file }) => file))).size > 1;
  const rows = results.flatMap(({ result }) =>
    result.agents.map(agent => ({ agent, out: listed(result.outage, 'and') })),
  );
  const silentCount = rows.filter(({ agent }) => agent.outcome === 'none').length;
  return [
    section(
      'outages',
      'When a voice provider is out',
      [
        rows.length === 0 && words('There are no agents in this file.'),
        list(
          'Outages',
          rows.map(({ agent, out }) => ({
            badge: spokenBy(agent),
            head:
              results.length > 1 ? `${out} is out` : versionOf(agent, nameOf) || (areMany ? agent.file : `${out} out`),
            words: `${speaker(agent)}; ${agent.because}`,
            details: { title: 'voices', blocks: [chain(agent)] },
          })),
        ),
      ],
      { count: silentCount > 0 ? `${silentCount} of ${rows.length} without a voice` : 'a voice in every case' },
    ),
  ];
}

const versionOf = ({ agent_id: id, agent_version: version }: Agent, nameOf: PanelGuide['nameOf']): string =>
  id ? `${nameOf(id)}${version === null ? '' : ` v${version}`}` : '';

function spokenBy({ outcome }: Agent): Badge {
  if (outcome === 'speaks') return badge('good', '✓', 'a voice');
  return outcome === 'none' ? badge('bad', '✕', 'no voice') : badge('open', '?', 'unknown');
}

/** The voice that speaks, or the voices that may speak. If the last provider is unknown, maybe no voice speaks. */
function speaker({ outcome, voice_id: voice, candidates, voices }: Agent): string {
  if (outcome === 'speaks') return `${voice} speaks`;
  if (outcome === 'none') return 'no voice is left';
  const last = voices.findLast(({ state }) => state !== 'down'),
    isOne = candidates.length === 1;
  const ending = isOne ? ' or none' : ', or none';
  return `unknowable: ${listed(candidates)}${isOne || last?.state === 'unknowable' ? ending : ''} speaks`;
}

function chain({ outcome, voices }: Agent): Block {
  const voiceIndex = outcome === 'speaks' ? voices.findIndex(({ state }) => state !== 'down') : -1;
  return table(
    'Voices',
    ['', '', '', ''],
    voices.map(({ voice_id: id, provider, state }, i) => ({
      cells: [
        i === 0 ? 'main voice' : `fallback ${i}`,
        id,
        provider ?? '?',
        [{ badge: states[state] }, i === voiceIndex ? ' ← speaks' : ''],
      ],
    })),
  );
}

const asrRoutingBlocks = (results: readonly SubjectAnswers['asr-routing'][], { guide }: PanelGuide): readonly Block[] =>
  results.flatMap(({ result, names }): readonly Block[] => {
    if ('split' in result)
      return [
        section(
          'routes',
          'Who transcribes',
          [
            words(`${count(result.calls, 'call')} drawn with seed ${JSON.stringify(result.seed)}`, 'quiet'),
            {
              is: 'bars',
              noun: 'calls',
              total: result.calls,
              bars: result.split.map(
                ({ provider, pointer, calls, share, interval95: [lower, upper], expected_share: expectedShare }) => ({
                  name: link(provider, guide?.value(pointer)),
                  count: calls,
                  share,
                  interval: [lower!, upper!],
                  expected: expectedShare,
                }),
              ),
            },
          ],
          { count: count(result.split.length, 'provider') },
        ),
      ];
    const { provider, endpointing_ms: ms, pointer, call_id: call, seed } = result;
    const silence = ms === null ? '' : `, ${ms} ms of silence end an utterance`;
    const origin =
      pointer === '' ? '' : `, by the share at ${pointer} (${percent(Number(names?.[pointer]))} of the calls)`;
    return [
      words(`call ${JSON.stringify(call)} drawn with seed ${JSON.stringify(seed)}`, 'quiet'),
      words(`${provider}${silence}${origin}`),
    ];
  });

const order = [true, null, false];
const selectionBadges: readonly Badge[] = [
  badge('good', '✓', 'selected'),
  badge('open', '?', 'unknown', { spokenWords: 'unknowable' }),
  badge('plain', '–', 'not selected'),
];

const agentListFilterBlocks = (
  results: readonly SubjectAnswers['agent-list-filter'][],
  { guide, nameOf }: PanelGuide,
): readonly Block[] =>
  results.map(({ result: { agents, summary } }) => {
    const unknownText = summary.unknowable > 0 ? `, ${summary.unknowable} unknown` : '';
    return section(
      'agents',
      'Agents under the filter',
      [
        agents.length === 0
          ? words('There are no agents in this workspace.')
          : table(
              'Agents under the filter',
              ['Agent', 'Selected', 'Channel', 'Because'],
              [...agents]
                .sort((a, b) => order.indexOf(a.selected) - order.indexOf(b.selected))
                .map(({ agent_id: id, agent_name: name, selected, channel, because }) => ({
                  cells: [
                    link(name === null ? code(id) : nameOf(id), guide?.agent(id)),
                    { badge: selectionBadges[order.indexOf(selected)]! },
                    channel ?? '?',
                    because,
                  ],
                })),
            ),
      ],
      { count: `${summary.selected} of ${summary.agents}${unknownText}` },
    );
  });

/**
 * The builders of the blocks of each subject, in the order of a page. Alert rules are shown by `replayBlock` instead.
 */
const simulationBuilders: {
  readonly [S in Exclude<Subject, 'alert'>]: (
    answers: readonly SubjectAnswers[S][],
    guide: PanelGuide,
  ) => readonly Block[];
} = {
  weights: weightsBlocks,
  'asr-routing': asrRoutingBlocks,
  call: callBlocks,
  outage: outageBlocks,
  batch: batchBlocks,
  'agent-list-filter': agentListFilterBlocks,
};

export const simulationBlocks = (answers: readonly SubjectAnswers[Subject][], guide: PanelGuide): readonly Block[] =>
  (Object.keys(simulationBuilders) as (keyof typeof simulationBuilders)[]).flatMap(subject => {
    const subjectAnswers = answers.filter(answer => answer.subject === subject);
    // the answers have this subject, which the type checker cannot infer
    return subjectAnswers.length === 0 ? [] : simulationBuilders[subject](subjectAnswers as never, guide);
  });

/** Prints an answer as one text, or in pieces if it is too long for one string. */
export type Print<A> = (answer: A, options: PrintOptions) => string | Iterable<string>;
interface PrintOptions extends TextOptions, Pick<PanelGuide, 'nameOf'> {}

const json: Print<{ readonly result: object }> = ({ result }) => publishedJson(result);

function printAnswer(answer: Answer<Subject>, blocks: readonly Block[], options: TextOptions): string {
  // a batch has its notes in its own section
  const notes = answer.subject === 'batch' ? [] : answer.notes,
    { result } = answer;
  return viewText(
    blocksOf(
      title(answer.title),
      notes.map((note, i) => words(sentence(note), i === 0 ? 'quiet' : 'plain')),
      blocks,
      assumed('assumptions' in result ? result.assumptions : []),
    ),
    options,
  );
}

const tableText = (answer: SubjectAnswers[Subject], options: PrintOptions): string =>
  printAnswer(answer, simulationBlocks([answer], { pointer: null, isFull: true, nameOf: options.nameOf }), options);

const alertText = (answer: SubjectAnswers['alert'], options: TextOptions): string =>
  printAnswer(answer, [replayBlock(answer)], options);

/** The printers of each subject, by the values of `--format`; the first one is the default. */
export const simulationPrinters: {
  readonly [S in Subject]: Readonly<
    Record<'table' | 'json', Print<SubjectAnswers[S]>> & Partial<Record<'svg', Print<SubjectAnswers[S]>>>
  >;
} = {
  weights: { table: tableText, json },
  batch: { table: tableText, json: batchJson },
  alert: { table: alertText, json, svg: alertSvg },
  call: { table: tableText, json },
  outage: { table: tableText, json },
  'asr-routing': { table: tableText, json },
  'agent-list-filter': { table: tableText, json },
};

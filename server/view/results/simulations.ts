import type { Subject } from '../../core/generated/outputs.js';
import type { SubjectAnswers } from '../../simulator/subjects/index.ts';
import { type Block, badge, code, link, section, table, words, type Badge } from '../blocks.ts';
import { batchBlocks } from './batch.ts';
import { callBlocks } from './call.ts';
import { outageBlocks } from './outage.ts';
import type { PanelGuide } from './asked.ts';
import { weightsBlocks } from './weights.ts';
import { count } from '../../core/numbers.ts';
import { percent } from '../bars.ts';

export const asrRoutingBlocks = (
  results: readonly SubjectAnswers['asr-routing'][],
  { guide }: PanelGuide,
): readonly Block[] =>
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
const states: readonly Badge[] = [
  badge('good', '✓', 'selected'),
  badge('open', '?', 'unknown', { spokenWords: 'unknowable' }),
  badge('plain', '–', 'not selected'),
];

export const agentListFilterBlocks = (
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
                    { badge: states[order.indexOf(selected)]! },
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

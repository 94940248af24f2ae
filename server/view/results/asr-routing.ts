import { count } from '../../core/numbers.ts';
import { percent } from '../bars.ts';
import { link, section, words, type Block } from '../blocks.ts';
import type { SubjectAnswers } from '../../simulator/subjects/index.ts';
import type { PanelGuide } from './asked.ts';

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

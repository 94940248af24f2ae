import type { SubjectAnswers } from '../../simulator/subjects/index.ts';
import { grouped, percent } from '../../core/numbers.ts';
import { printable } from '../printable.ts';
import { assumedLines, bar, sentence, type Shown } from './simulation.ts';

export function asrRoutingText({ result, notes, names }: SubjectAnswers['asr-routing'], shown: Shown): string {
  const { bold, cyan } = shown.paint,
    seed = `with seed ${JSON.stringify(result.seed)}`;
  const head =
    'call_id' in result ? `call ${JSON.stringify(result.call_id)} ${seed}` : `${grouped(result.calls)} calls ${seed}`;
  const lines = [`${bold(printable(shown.file))}: ${head}`, ...notes.map(sentence), ''];
  if ('call_id' in result) {
    const { provider, endpointing_ms: ms, pointer } = result;
    const silence = ms === null ? '' : `, ${ms} ms of silence end an utterance`;
    const by = pointer === '' ? '' : `, by the share at ${pointer} (${percent(Number(names![pointer]))} of the calls)`;
    lines.push(`  ${printable(provider)}${silence}${by}`);
  } else {
    const { split } = result;
    const widest = Math.max(...split.map(({ provider }) => printable(provider).length)),
      digits = Math.max(...split.map(({ calls }) => grouped(calls).length));
    for (const { provider, calls, share, expected_share: expected, interval95 } of split) {
      const [low, high] = interval95.map(percent);
      lines.push(
        `  ${printable(provider).padEnd(widest)}  ${cyan(bar(share, 24).padEnd(24))}  ${grouped(calls).padStart(digits)} calls` +
          `  ${percent(share).padStart(8)} (${low} to ${high}), expected ${percent(expected)}`,
      );
    }
  }
  return `${[...lines, ...assumedLines(result.assumptions, shown.columns)].join('\n')}\n`;
}

import type { Subject } from '../../core/generated/outputs.js';
import type { Answer } from '../../simulator/simulation.ts';
import type { SubjectAnswers } from '../../simulator/subjects/index.ts';
import { assumed, blocksOf, title, words, type Block } from '../blocks.ts';
import { viewText, type TextOptions } from '../text.ts';
import { alertSvg, replayBlock } from './alert.ts';
import { batchJson } from './batch.ts';
import { simulationBlocks } from './simulations.ts';
import { sentence, type PanelGuide } from './asked.ts';
import { publishedJson } from '../printable.ts';

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

const table = (answer: SubjectAnswers[Subject], options: PrintOptions): string =>
  printAnswer(answer, simulationBlocks([answer], { pointer: null, isFull: true, nameOf: options.nameOf }), options);

const alertText = (answer: SubjectAnswers['alert'], options: TextOptions): string =>
  printAnswer(answer, [replayBlock(answer)], options);

/** The printers of each subject, by the values of `--format`; the first one is the default. */
export const simulationPrinters: {
  readonly [S in Subject]: Readonly<
    Record<'table' | 'json', Print<SubjectAnswers[S]>> & Partial<Record<'svg', Print<SubjectAnswers[S]>>>
  >;
} = {
  weights: { table, json },
  batch: { table, json: batchJson },
  alert: { table: alertText, json, svg: alertSvg },
  call: { table, json },
  outage: { table, json },
  'asr-routing': { table, json },
  'agent-list-filter': { table, json },
};

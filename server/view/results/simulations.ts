import type { Subject } from '../../core/generated/outputs.js';
import type { SubjectAnswers } from '../../simulator/subjects/index.ts';
import { type Block, assumed, blocksOf, title, words } from '../blocks.ts';
import { agentListFilterBlocks } from './agent-list-filter.ts';
import { asrRoutingBlocks } from './asr-routing.ts';
import { batchBlocks, batchJson } from './batch.ts';
import { callBlocks } from './call.ts';
import { outageBlocks } from './outage.ts';
import { type PanelGuide, sentence } from './asked.ts';
import { weightsBlocks } from './weights.ts';
import type { Answer } from '../../simulator/simulation.ts';
import { viewText, type TextOptions } from '../text.ts';
import { alertSvg, replayBlock } from './alert.ts';
import { publishedJson } from '../printable.ts';

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

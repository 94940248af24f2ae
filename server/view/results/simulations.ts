import type { Subject } from '../../core/generated/outputs.js';
import type { SubjectAnswers } from '../../simulator/subjects/index.ts';
import type { Block } from '../blocks.ts';
import { agentListFilterBlocks } from './agent-list-filter.ts';
import { asrRoutingBlocks } from './asr-routing.ts';
import { batchBlocks } from './batch.ts';
import { callBlocks } from './call.ts';
import { outageBlocks } from './outage.ts';
import type { PanelGuide } from './asked.ts';
import { weightsBlocks } from './weights.ts';

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

import { count } from '../../core/numbers.ts';
import {
  assumed,
  blocksOf,
  code,
  joined,
  link,
  liveBadge,
  quiet,
  section,
  slot,
  steps,
  title,
  words,
  type Block,
  type Text,
} from '../blocks.ts';
import { comparisonBlock } from './comparison.ts';
import type { Preview, ViewReference } from '../panels/index.ts';
import { entryOf, selectedText, stateBadge } from './resolution.ts';
import { simulationBlocks } from './simulations.ts';

/** What something in a file is and leads to. A draw has the slot `draw`. */
export function previewBlocks(preview: Preview): readonly Block[] {
  const { detail, explanation, notes, resolution, variables, matrix, unsaved, hypothetical, simulations, alert } =
    preview;
  return blocksOf(
    title(link(preview.title, preview.place)),
    detail !== '' && words(detail, 'quiet'),
    notes.map(note => words(note, 'note')),
    explanation !== null && words(explanation, 'box'),
    resolution && answerCard(resolution, preview.title),
    unsaved && comparisonBlock('unsaved', unsaved),
    hypothetical && comparisonBlock('hypothetical', hypothetical),
    simulations.done.some(({ subject }) => subject === 'weights') && slot('draw'),
    simulationBlocks(simulations, false),
    alert,
    resolution && resolution.result.steps.length > 0 && section('trace', 'Why', [steps(resolution.result.steps)]),
    variables,
    matrix?.block,
    assumed(preview.assumptions),
  );
}

/** The same in one sentence, to be read aloud when it changes. */
export function previewWords({ title, explanation, resolution, unsaved, matrix }: Preview): string {
  if (explanation !== null) return explanation;
  const state = resolution ? `${resolution.selects}${resolution.live === null ? '' : ', live'}` : '';
  const holes = matrix && matrix.holes > 0 ? count(matrix.holes, 'hole') : '';
  return [title, state, unsaved?.headline ?? '', holes].filter(part => part !== '').join('. ');
}

/** @param shown what is already shown above */
function answerCard({ result, written, why, live, names, places }: ViewReference, shown: string): Block {
  const { agent_id: agentId, outcome, is_published: isPublished } = result;
  const name = entryOf(names, agentId) ?? agentId;
  const about: readonly Text[] = [...(written === shown ? [] : [code(written)]), ...(name === shown ? [] : [name])];
  return {
    is: 'card',
    label: 'Resolves to',
    tone: stateBadge(outcome, isPublished).tone,
    blocks: blocksOf(
      about.length > 0 && words(joined(about, ' → '), 'quiet'),
      words([selectedText(result, places), live === null ? '' : [' ', { badge: liveBadge(live) }]], 'large'),
      why !== '' && words(why),
      live !== null && words(`Live through ${live}.`, 'quiet'),
      words(quiet(variablesWords(result))),
    ),
  };
}

function variablesWords({ variables_from: from, variables_outcome: outcome }: ViewReference['result']): string {
  if (outcome === 'unknowable') return 'Which variables apply is not known.';
  return from === null || outcome === 'none'
    ? 'No tag gives it variables.'
    : `Its variables come from the tag ${from}.`;
}

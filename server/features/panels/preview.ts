import { liveVersionsOf, describePath } from '../../core/domain/live-versions.ts';
import { count } from '../../core/numbers.ts';
import {
  assumed,
  blocksOf,
  code,
  link,
  liveBadge,
  quietText,
  section,
  slot,
  steps,
  title,
  words,
  type Block,
} from '../../view/blocks.ts';
import type { PanelAnswer } from '../../view/panel-answer.ts';
import { selectedInWords, type SelectedWords } from '../../view/resolve-report.ts';
import { selectedText, stateBadge } from '../../view/results/resolve.ts';
import type { Resolution } from '../../core/workspace/resolve.ts';
import { maskSecrets } from '../../core/secrets.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { resolutionOf } from '../../core/index/agent-references.ts';
import type { PositionContext } from '../context.ts';
import { alertBlock } from './alert.ts';
import { hypotheticalComparison, unsavedComparison } from './comparisons.ts';
import { variableMatrix } from './matrix.ts';
import { placeOfValue } from '../../core/locate.ts';
import { guideTo } from './places.ts';
import { subjectAt, type PreviewSubject } from './subject.ts';
import { unreferenced, variablesBlock } from './variables.ts';
import { assumptionsOf, simulationsAt, type SimulationOptions } from './simulation.ts';

/** Options for the sample that is drawn from weights, and for the start of a batch. */
type PreviewOptions = Pick<SimulationOptions, 'calls' | 'seed' | 'now'>;

function variablesOf(
  { record, reference }: PreviewSubject,
  resolution: Resolution | undefined,
  workspace: Workspace,
): ReturnType<typeof variablesBlock> | undefined {
  if (record) return variablesBlock(unreferenced, workspace, undefined, record);
  if (!resolution || resolution.outcome === 'missing') return undefined;
  return variablesBlock(resolution, workspace, reference?.call);
}

/**
 * The preview of the agent, reference, tag, list of weights, batch or alert at an offset. Never throws, on any text.
 */
export function previewAt(context: PositionContext, options: PreviewOptions = {}): PanelAnswer {
  const { workspace, savedWorkspace, document } = context,
    subject = subjectAt(context),
    { reference, agentId, at, explanation } = subject,
    name = maskSecrets(subject.title),
    detail = maskSecrets(subject.detail);
  const resolution =
    reference &&
    (reference.listedReference
      ? resolutionOf(reference.listedReference, workspace)
      : workspace.resolve(reference.agentId, reference.reference));
  const selection = resolution && {
      ...selectedInWords(resolution, workspace),
      livePath: livePathOf(resolution, workspace),
    },
    variables = variablesOf(subject, resolution, workspace),
    agent = agentId === undefined ? undefined : workspace.agent(agentId),
    matrix = agent && variableMatrix(agent, workspace, resolution),
    comparison = unsavedComparison(savedWorkspace, workspace, reference),
    { edit } = subject,
    simulations = simulationsAt(context, options, at?.within('batch-call') ? ['batch'] : ['weights']),
    answers = simulations?.answers ?? [],
    alert = at?.within('alert-rule', 'alert-rule-response');
  const state = selection && `${selection.selectedText}${selection.livePath === null ? '' : ', live'}`,
    holes = matrix && matrix.holes > 0 && count(matrix.holes, 'hole');
  return {
    words: explanation ?? [name, state, comparison?.headline, holes].filter(Boolean).join('. '),
    blocks: blocksOf(
      title(link(name, at && placeOfValue(at))),
      detail !== '' && words(detail, 'quiet'),
      !document.readable &&
        subject.subject !== 'nothing' &&
        words('the text cannot be parsed; only its readable parts are shown', 'note'),
      subject.notes.map(note => words(note, 'note')),
      explanation !== null && words(explanation, 'box'),
      selection && answerCard(selection, name, workspace),
      comparison?.block,
      edit && hypotheticalComparison(edit.edit, edit.title, workspace, reference).block,
      answers.some(answer => answer.subject === 'weights') && slot('draw'),
      simulations?.blocks,
      alert && alertBlock(alert),
      selection && selection.result.steps.length > 0 && section('trace', 'Why', [steps(selection.result.steps)]),
      variables?.block,
      matrix?.block,
      assumed([...(resolution?.assumptions ?? []), ...(variables?.assumptions ?? []), ...assumptionsOf(answers)]),
    ),
    canSimulate: subject.subject !== 'request' && subject.subject !== 'nothing',
  };
}

/** The path by which callers reach the version, in words; null if no callers reach it. */
function livePathOf({ agentId, version }: Resolution, workspace: Workspace): string | null {
  const livePath = version === null ? undefined : liveVersionsOf(agentId, workspace).get(version);
  return livePath ? describePath(livePath, workspace) : null;
}

/**
 * The card with the resolution.
 * @param text the title that is already shown above the card
 */
function answerCard(
  { result, referenceText, reason, livePath }: SelectedWords & { readonly livePath: string | null },
  text: string,
  workspace: Workspace,
): Block {
  const { outcome, is_published: isPublished } = result;
  return {
    is: 'card',
    label: 'Resolves to',
    tone: stateBadge(outcome, isPublished).tone,
    blocks: blocksOf(
      referenceText !== text && words(code(referenceText), 'quiet'),
      words(
        [selectedText(result, guideTo(workspace)), livePath === null ? '' : [' ', { badge: liveBadge(livePath) }]],
        'large',
      ),
      reason !== '' && words(reason),
      livePath !== null && words(`Live through ${livePath}.`, 'quiet'),
      words(quietText(variablesWords(result))),
    ),
  };
}

function variablesWords({ variables_from: from, variables_outcome: outcome }: SelectedWords['result']): string {
  if (outcome === 'unknowable') return 'Which variables apply is not known.';
  return from === null || outcome === 'none'
    ? 'No tag sets variables for it.'
    : `Its variables come from the tag ${from}.`;
}

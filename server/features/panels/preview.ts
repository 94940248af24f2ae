import { assumedBy } from '../../simulator/resolution-words.ts';
import type { Resolution } from '../../core/workspace/resolve.ts';
import { masked } from '../../core/secrets.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { Preview } from '../../view/panels/index.ts';
import { resolutionOf } from '../../core/index/agent-references.ts';
import type { PositionContext } from '../context.ts';
import { alertBlock } from './alert.ts';
import { hypotheticalComparison, unsavedComparison } from './comparisons.ts';
import { variableMatrix } from './matrix.ts';
import { placeOfValue, type FilePlace } from '../file-place.ts';
import { viewReference } from './results.ts';
import { subjectAt, type PreviewSubject } from './subject.ts';
import { unreferenced, variablesBlock } from './variables.ts';
import { simulationsAt, type SimulationOptions } from './simulation.ts';

/** Of the sample drawn from weights, and the start of a batch. */
type PreviewOptions = Pick<SimulationOptions, 'calls' | 'seed' | 'now'>;

const nothing = { done: [], not: [], pointer: null };

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
 * The result of the agent, reference, tag, list of weights, batch or alert at an offset. Never throws, whatever the
 * text.
 */
export function previewAt(context: PositionContext, options: PreviewOptions = {}): Preview<FilePlace> {
  const { workspace, saved, document } = context,
    subject = subjectAt(context),
    { reference, agentId, at } = subject;
  const resolution =
    reference &&
    (reference.placed
      ? resolutionOf(reference.placed, workspace)
      : workspace.resolve(reference.agentId, reference.reference));
  const variables = variablesOf(subject, resolution, workspace);
  const agent = agentId === undefined ? undefined : workspace.agent(agentId);
  const hypothetical = subject.edit
    ? hypotheticalComparison(subject.edit.edit, subject.edit.title, workspace, reference)
    : null;
  const simulations = simulationsAt(context, options, at?.within('batch-call') ? ['batch'] : ['weights']) ?? nothing;
  const alert = at?.within('alert-rule', 'alert-rule-response');
  return {
    subject: subject.subject,
    title: masked(subject.title),
    detail: masked(subject.detail),
    place: at ? placeOfValue(at) : null,
    explanation: subject.explanation,
    notes: [
      ...(document.readable || subject.subject === 'nothing'
        ? []
        : ['the text does not parse; this is what can be understood of it']),
      ...subject.notes,
    ],
    resolution: resolution ? viewReference(resolution, workspace) : null,
    variables: variables?.block ?? null,
    matrix: (agent && variableMatrix(agent, workspace, resolution)) ?? null,
    unsaved: unsavedComparison(saved, workspace, reference),
    hypothetical,
    simulations,
    alert: alert ? alertBlock(alert) : null,
    assumptions: assumedBy([
      ...(resolution?.assumptions ?? []),
      ...(variables?.assumptions ?? []),
      ...simulations.done.flatMap(({ result }) => ('assumptions' in result ? result.assumptions : [])),
    ]),
  };
}

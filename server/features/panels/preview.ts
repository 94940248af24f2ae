import type { Resolution } from '../../core/workspace/resolve.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { Preview } from '../../protocol/index.ts';
import { resolutionOf } from '../../simulator/references.ts';
import type { Asked } from '../asked.ts';
import { placeAt } from '../place.ts';
import { alertView } from './alert.ts';
import { batchView } from './batch.ts';
import { hypotheticalComparison, unsavedComparison } from './changes.ts';
import { variableMatrix } from './matrix.ts';
import { placeOfValue, type FilePlace } from '../file-place.ts';
import { assumptionNotes } from './places.ts';
import { resolutionView } from './resolutions.ts';
import { subjectAt, type Subject } from './subject.ts';
import { unreferenced, variablesView } from './variables.ts';
import { weightLists, type Sampling } from './weights.ts';

export interface PreviewOptions extends Partial<Sampling> {
  /** Milliseconds since the epoch, for a batch that begins at once. */
  readonly now?: number;
}
/** More calls than this would make an editor wait. */
const MOST_CALLS = 100_000,
  CALLS = 100_000;

function variablesOf(
  { record, reference }: Subject,
  resolution: Resolution | undefined,
  workspace: Workspace,
): ReturnType<typeof variablesView> | undefined {
  if (record) return variablesView(unreferenced, workspace, undefined, record);
  if (!resolution || resolution.outcome === 'missing') return undefined;
  return variablesView(resolution, workspace, reference?.call);
}

/** What the agent, reference, tag, list of weights, batch or alert at an offset comes to. Never throws, whatever the text is. */
export function previewAt(asked: Asked, { calls = CALLS, seed = '0', now }: PreviewOptions = {}): Preview<FilePlace> {
  const { workspace, saved, document } = asked,
    subject = subjectAt(asked),
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
  const isList = document.kind === 'agent-weights' || document.kind === 'phone-number';
  const lists = isList
    ? weightLists(document, workspace, saved, placeAt(document, asked.offset)?.at.pointer, {
        calls: sampleSize(calls),
        seed,
      })
    : undefined;
  const batch = at?.within('batch-call', 'batch-call-response'),
    batched = batch && batchView(batch, workspace, now);
  const alert = at?.within('alert-rule', 'alert-rule-response');
  return {
    subject: subject.subject,
    title: subject.title,
    detail: subject.detail,
    place: at ? placeOfValue(at) : null,
    explanation: subject.explanation,
    notes: [
      ...(document.readable || subject.subject === 'nothing'
        ? []
        : ['the text does not parse; this is what can be understood of it']),
      ...subject.notes,
    ],
    resolution: resolution ? resolutionView(resolution, workspace) : null,
    variables: variables?.view ?? null,
    matrix: agent ? variableMatrix(agent, workspace, resolution) : null,
    unsaved: unsavedComparison(saved, workspace, reference),
    hypothetical,
    lists: lists?.lists ?? [],
    batch: batched?.view ?? null,
    alert: alert ? alertView(alert) : null,
    assumptions: assumptionNotes([
      ...(resolution?.assumptions ?? []),
      ...(variables?.assumptions ?? []),
      ...(lists?.assumptions ?? []),
      ...(batched?.assumptions ?? []),
    ]),
  };
}

/** A whole number of calls within bounds, whatever was asked for. */
const sampleSize = (calls: number): number =>
  Number.isFinite(calls) ? Math.max(1, Math.min(MOST_CALLS, Math.floor(calls))) : CALLS;

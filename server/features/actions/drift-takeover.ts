import { changesBetween } from '../../compare/changes.ts';
import type { Drift, DriftedRecord } from '../../compare/drift.ts';
import { takeOver, type Takeover } from '../../compare/drift-edits.ts';
import { driftSides } from '../../compare/drift-values.ts';
import { Document } from '../../core/document.ts';
import { enginesInside } from '../../core/workspace/records.ts';
import { Workspace } from '../../core/workspace/workspace.ts';
import type { Configuration } from '../../core/configuration/configuration.ts';
import type { DriftPart } from '../../view/results/drift.ts';
import { accountFiles } from './account-files.ts';

/** The workspace without the files that are exports. */
export const withoutExports = (workspace: Workspace, isExport: (file: string) => boolean): Workspace =>
  workspace.documents.some(({ file }) => isExport(file))
    ? new Workspace(
        workspace.documents.filter(({ file }) => !isExport(file)),
        workspace.facts,
      )
    : workspace;

/**
 * The changes from these files to the state of the platform: the versions that answer, and the reach of callers.
 * Returns undefined if no value differs.
 */
export function madeOf(part: Drift & Pick<DriftPart, 'filesWorkspace' | 'pathOf'>): DriftPart['plan'] {
  const { filesWorkspace: ownWorkspace, accountWorkspace: source, records, pathOf } = part;
  if (!records.some(({ values }) => values.length > 0)) return undefined;
  const after = takeOver({
    filesWorkspace: ownWorkspace,
    accountWorkspace: source,
    records,
    sides: driftSides,
  }).workspace;
  return {
    ...changesBetween({ workspace: ownWorkspace }, { workspace: after }),
    base: undefined,
    edits: [],
    before: ownWorkspace,
    after,
    pathOf,
  };
}

/**
 * The takeover, with a new file for each record that only the platform has and that was not removed from these files,
 * and with remarks for people.
 */
export function withNewFiles(
  takeover: Takeover,
  records: readonly DriftedRecord[],
  theirWorkspace: Workspace,
  ownWorkspace: Workspace,
  configuration: Configuration,
): Takeover & { readonly notes: readonly string[] } {
  const freshRecords = records.flatMap(({ accountRecord: record, side, status }) =>
    record && !record.isEvidence && status === 'there-only' && side === 'there' ? [record] : [],
  );
  const hasEngines = ownWorkspace.roots('agent').some(root => enginesInside(root).length > 0),
    { files, notes } = accountFiles(
      freshRecords,
      theirWorkspace,
      {
        documents: ownWorkspace.documents,
        kindOf: file => configuration.kindOf(file),
        isIgnored: file => configuration.isIgnored(file),
      },
      hasEngines || ownWorkspace.roots('agent').length === 0 ? 'as-is' : 'split',
    );
  let { workspace } = takeover;
  for (const { file, create } of files)
    workspace = workspace.withDocument(new Document(file, create, 0, configuration.kindOf(file)));
  return { ...takeover, workspace, notes };
}

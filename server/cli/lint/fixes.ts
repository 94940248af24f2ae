import type { Document } from '../../core/document.ts';
import { lint } from '../../core/engine/lint.ts';
import type { Finding } from '../../core/finding.ts';
import { isFixable, draftFixesNote } from '../../core/fixing/choose.ts';
import { repairUntilStable, type RepairResult } from '../../core/fixing/repair.ts';
import { addTo } from '../../core/json/multimap.ts';
import { dirname, join } from 'node:path';
import { Workspace } from '../../core/workspace/workspace.ts';
import { reasonOf } from '../../state/text.ts';
import { removeLeftovers, type ReplaceOutcome, replaceFile } from '../../state/write.ts';
import { type Io, OutputError, pathFrom } from '../terminal/io.ts';
import { lintState, type LintedWorkspace, type LintInput, type LintResult } from './lint-state.ts';
import type { LintRequest } from './options.ts';

/**
 * Applies fixes in memory as long as a fix is possible.
 * @param excludedPaths files that are not changed
 */
export function repair(
  input: LintInput,
  isUnsafe: boolean,
  excludedPaths: ReadonlySet<string> = new Set(),
): RepairResult<LintResult> {
  const { configuration, workspace: start } = input.state;
  const repair = repairUntilStable(start, {
    check: workspace => lintState(input, workspace),
    fixableFindingsOf: lintResult => fixable(lintResult, input, isUnsafe, excludedPaths),
    lint: (document, workspace) => lint(document, workspace, input.rules, configuration),
    kindOf: file => configuration.kindOf(file),
    safeOnly: !isUnsafe,
  });
  const { findings, files } = repair.checked,
    documents = new Map(files.map(document => [document.file, document])),
    remainingLeftOut = draftFixesNote(findings, file => documents.get(file));
  return remainingLeftOut === undefined ? repair : { ...repair, notes: [...repair.notes, remainingLeftOut] };
}

function fixable(
  lintResult: LintResult,
  { state }: LintInput,
  allowsUnsafe: boolean,
  excludedPaths: ReadonlySet<string>,
): Map<Document, Finding[]> {
  const documents = new Map(lintResult.files.map(document => [document.file, document]));
  for (const file of excludedPaths) documents.delete(file);
  for (const { file } of state.unreadableFindings) documents.delete(file);
  const byDocument = new Map<Document, Finding[]>();
  for (const finding of lintResult.findings) {
    const document = documents.get(finding.file);
    if (!document || !isFixable(document, finding, { unsafe: allowsUnsafe })) continue;
    addTo(byDocument, document, finding);
  }
  return byDocument;
}

interface ChangedDocument {
  readonly before: Document;
  readonly after: Document;
  readonly path: string;
}

export const changedDocuments = ({
  state,
  workspace,
}: Pick<LintedWorkspace, 'state' | 'workspace'>): ChangedDocument[] =>
  workspace.documents.flatMap((after, i) => {
    const before = state.workspace.documents[i]!;
    return after.text === before.text ? [] : [{ before, after, path: join(state.root, after.file) }];
  });

/**
 * Writes the fixed files. A file that changed since it was read, or must not be written, keeps its text and findings.
 * @returns the results for the files as they are on disk, and a line for each file that was not written
 * @throws OutputError for example if the disk is full
 */
export function writeFixed(
  checks: readonly LintInput[],
  plannedWorkspaces: readonly LintedWorkspace[],
  options: LintRequest,
  io: Io,
): { readonly outcomes: readonly LintedWorkspace[]; readonly leftovers: readonly string[] } {
  const lines: string[] = [];
  const outcomes = plannedWorkspaces.map((outcome, i) => {
    const { root } = outcome.state;
    const unwrittenPaths = new Set<string>();
    removeLeftovers(new Set(outcome.workspace.documents.map(({ file }) => dirname(join(root, file)))));
    for (const { before, after, path } of changedDocuments(outcome)) {
      const name = pathFrom(io, root, before.file),
        outcome = writeRepaired({ path, name }, before, after, root);
      if (outcome === 'written') continue;
      unwrittenPaths.add(before.file);
      lines.push(`${name} ${outcome.refusal}`);
    }
    return unwrittenPaths.size === 0 ? outcome : withoutFiles(unwrittenPaths, outcome, checks[i]!, options.unsafe);
  });
  return { outcomes, leftovers: lines };
}

function writeRepaired(
  { path, name }: { readonly path: string; readonly name: string },
  before: Document,
  { text }: Document,
  root: string,
): ReplaceOutcome {
  try {
    // a file with bytes that are not UTF-8 has no fixes, so the text equals the bytes that were read
    return replaceFile(path, { text, read: Buffer.from(before.text), linkBoundary: root });
  } catch (error) {
    throw new OutputError(`${name} cannot be written: ${reasonOf(error)}`);
  }
}

/** The result with the former text of some files. */
function withoutFiles(
  unwrittenPaths: ReadonlySet<string>,
  { state, workspace }: LintedWorkspace,
  input: LintInput,
  allowsUnsafe: boolean,
): LintedWorkspace {
  const current = new Workspace(
    workspace.documents.map((after, i) => (unwrittenPaths.has(after.file) ? state.workspace.documents[i]! : after)),
    workspace.facts,
  );
  return {
    state,
    workspace: current,
    lintResult: lintState(input, current),
    fixedCount: repair(input, allowsUnsafe, unwrittenPaths).appliedCount,
  };
}

import { join } from 'node:path';
import { layerIn } from '../../core/configuration/configuration.ts';
import { count, listed } from '../../core/wording.ts';
import type { SkippedBecause } from '../../state/find.ts';
import { filesIn } from '../../view/totals.ts';
import type { LintReport } from '../../view/report.ts';
import { isSelected } from './selected-paths.ts';
import { outsideRecords } from '../../core/domain/open-questions.ts';
import { formats } from '../../view/formats/index.ts';
import type { LintRequest } from './options.ts';
import type { LintedWorkspace, LintInput } from './lint-state.ts';

const skippedAs: Readonly<Record<SkippedBecause, (n: number) => string>> = {
  'git ignores it': n => `${count(n, 'path')} that git ignores`,
  'the configuration ignores it': n => `${count(n, 'path')} that the configuration ignores`,
  'it is a symbolic link; give its target': n => count(n, 'symbolic link'),
  'it is not a regular file': n =>
    `${count(n, 'path')} that ${n === 1 ? 'is no regular file' : 'are no regular files'}`,
};
const skippingReasons = Object.keys(skippedAs) as SkippedBecause[];

export const noneChecked = '0 files checked';

/**
 * If no file was checked, returns a message with the numbers and reasons of skipped files, because a check of nothing
 * would pass. Undefined if the change only removes files, whose broken references are reported.
 */
export function nothingChecked(
  checks: readonly LintInput[],
  { summary, findings }: Pick<LintReport, 'summary' | 'findings'>,
): string | undefined {
  if (summary.files > 0 || filesIn(findings) > 0) return undefined;
  const isEmpty = checks.every(({ state }) => state.workspace.documents.length === 0);
  let foreignCount = 0;
  const skippedCounts = new Map<SkippedBecause, number>();
  for (const { state: openedState, selection, typedSelection: paths = selection } of checks) {
    const { root, configuration } = openedState;
    foreignCount += openedState.unknownFiles.filter(
      file => isSelected(selection, join(root, file)) && !layerIn(configuration, file),
    ).length;
    // each typed file has a note of its own
    if (isEmpty && paths.files.size === 0)
      for (const [why, n] of openedState.skippedCounts) skippedCounts.set(why, (skippedCounts.get(why) ?? 0) + n);
  }
  const parts = [
    ...(foreignCount > 0 ? [`${count(foreignCount, 'JSON file')} of an unknown kind`] : []),
    ...skippingReasons.flatMap(reason =>
      skippedCounts.has(reason) ? [skippedAs[reason](skippedCounts.get(reason)!)] : [],
    ),
  ];
  return `${noneChecked}${parts.length > 0 ? `; skipped: ${listed(parts, 'and')}; "preflight lint --verbose" names them` : ''}`;
}

/** The remark of a complete run about references to records outside of the workspace, which no rule reports. */
export function scopeNotes(outcomes: readonly LintedWorkspace[], options: LintRequest): string | undefined {
  const { paths, outputs, ruleChoice, comparison, stdin, live, watch, quiet } = options;
  const isPart =
      paths.length > 0 || ruleChoice !== undefined || comparison !== undefined || stdin !== undefined || live,
    isForPeople = outputs.some(({ format, file }) => file === undefined && formats[format].forPeople);
  if (isPart || !isForPeople || watch || quiet) return undefined;
  const leading = outcomes.reduce(
    (sum, { workspace }) =>
      outsideRecords(workspace).reduce((total, { places, isMissing }) => total + (isMissing ? 0 : places.length), sum),
    0,
  );
  const workspacesText = outcomes.length > 1 ? 'their workspace' : 'this workspace';
  return leading === 0
    ? undefined
    : `${count(leading, 'reference')} ${leading === 1 ? 'leads' : 'lead'} out of ${workspacesText}: preflight doctor says which`;
}

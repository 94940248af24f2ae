import { join } from 'node:path';
import { baselineOf, baselineText, keyOf, type Baseline } from '../../core/configuration/baseline.ts';
import { baselineName } from '../../core/settings-files.ts';
import { count } from '../../core/wording.ts';
import { settingsOf } from '../terminal/workspaces.ts';
import { type Io, remark, pathFrom } from '../terminal/io.ts';
import { bytesBefore, save } from '../terminal/save.ts';
import { isSelected } from './selected-paths.ts';
import { lintState, identities, type LintedWorkspace, type LintInput } from './lint-state.ts';
import type { LintRun } from './open-run.ts';

/**
 * Writes all current findings to the baseline, and keeps the entries of files outside of the selection.
 * @returns the exit code
 */
export function writeBaselines({ checks }: LintRun, io: Io): number {
  let hasFailed = false,
    hasWritten = false;
  for (const lintInput of checks) {
    const { root } = lintInput.state,
      path = join(root, baselineName),
      bytes = bytesBefore(path);
    const lintResult = lintState(withEverything(lintInput));
    const keptBaseline = isSelected(lintInput.selection, root) ? [] : unselectedEntries(lintInput, io);
    const entries = baselineOf(
      lintResult.findings.filter(
        finding => finding.rule !== 'internal-error' && (lintResult.history || !finding.superseded),
      ),
      identities(lintInput.state, lintInput.state.workspace),
    );
    hasFailed ||= lintResult.hasFailed;
    if (bytes === null && keptBaseline.length + entries.length === 0) continue;
    hasWritten = true;
    save(io, path, { text: baselineText([...keptBaseline, ...entries]), read: bytes, linkBoundary: root });
    const total = entries.reduce((sum, entry) => sum + entry.count, 0),
      files = new Set(entries.map(({ file }) => file)).size;
    remark(
      io,
      `findings at ${count(total, 'place')} in ${count(files, 'file')} written to ${pathFrom(io, root, baselineName)}`,
    );
  }
  if (!hasWritten) remark(io, `nothing found, so no ${baselineName} is written`);
  return hasFailed ? 3 : 0;
}

/**
 * Removes the baseline entries of selected files that match no finding.
 * @returns the exit code
 */
export function pruneBaselines({ checks }: LintRun, io: Io): number {
  let hasFailed = false;
  for (const lintInput of checks) {
    const { root, baseline } = lintInput.state,
      path = join(root, baselineName),
      bytes = bytesBefore(path);
    if (!baseline) continue;
    const chosenEntries = baseline.filter(({ file }) => isSelected(lintInput.selection, join(root, file)));
    const { entries, goneCount, movedCount, hasFailed: hasBroken } = matchingEntries(lintInput, chosenEntries);
    hasFailed ||= hasBroken;
    // a failed rule might still report the findings of entries that match nothing now
    if (hasBroken) continue;
    const keptBaseline = isSelected(lintInput.selection, root) ? [] : unselectedEntries(lintInput, io);
    if (goneCount + movedCount > 0)
      save(io, path, { text: baselineText([...keptBaseline, ...entries]), read: bytes, linkBoundary: root });
    remark(
      io,
      `${count(goneCount, 'entry', 'entries')} removed from ${pathFrom(io, root, baselineName)}` +
        (movedCount > 0 ? `, ${movedCount} renamed with ${movedCount === 1 ? 'its file' : 'their files'}` : ''),
    );
  }
  if (checks.every(({ state }) => state.baseline === undefined)) remark(io, `there is no ${baselineName} here`);
  return hasFailed ? 3 : 0;
}

/** Describes the baseline entries that match no finding, in one line each. */
export const staleInWords = ({ state: { root }, lintResult: { staleEntries } }: LintedWorkspace, io: Io): string[] =>
  staleEntries.map(
    ({ rule, file, at, count: n }) =>
      `${pathFrom(io, root, baselineName)}: ${rule} is no longer found at ${at === '' ? 'the top' : at} of ${file}` +
      (n > 1 ? `, ${n} times` : ''),
  );

/** The remark about all baseline entries that match no finding, with the remedy. */
export const staleAltogether = (staleCount: number): string =>
  staleCount === 1
    ? '1 entry of the baseline no longer occurs; "preflight lint --prune-baseline" removes it, --verbose lists it'
    : `${staleCount} entries of the baseline no longer occur; "preflight lint --prune-baseline" removes them, --verbose lists them`;

/**
 * The baseline entries of files outside of the selection. An entry of version 1 gets the hash of the current text at
 * its place, or is removed if there is no text.
 */
function unselectedEntries(lintInput: LintInput, io: Io): Baseline {
  const { root } = lintInput.state,
    { baseline = [] } = settingsOf(io, root);
  const keptEntries = baseline.filter(({ file }) => !isSelected(lintInput.selection, join(root, file)));
  return keptEntries.every(({ text }) => text !== undefined)
    ? keptEntries
    : matchingEntries(lintInput, keptEntries).entries;
}

/** The baseline entries that match a finding, and those of files that could not be checked. */
function matchingEntries(
  lintInput: LintInput,
  baseline: Baseline,
): {
  readonly entries: Baseline;
  readonly goneCount: number;
  readonly movedCount: number;
  readonly hasFailed: boolean;
} {
  const state = { ...lintInput.state, baseline },
    fullSelection = { ...lintInput.selection, folders: [state.root] };
  const {
      baselinedFindings: baselined,
      unusedEntries,
      staleEntries: unmatchedEntries,
      hasFailed,
    } = lintState({
      ...withEverything(lintInput),
      state,
      selection: fullSelection,
    }),
    staleEntries = new Set(unmatchedEntries),
    keys = new Set(baseline.map(keyOf)),
    currentBaseline = baselineOf(baselined, identities(state, state.workspace));
  return {
    entries: [...currentBaseline, ...unusedEntries.filter(entry => !staleEntries.has(entry))],
    goneCount: unmatchedEntries.reduce((sum, entry) => sum + entry.count, 0),
    movedCount: currentBaseline.filter(entry => !keys.has(keyOf(entry))).length,
    hasFailed,
  };
}

const withEverything = (lintInput: LintInput): LintInput => ({
  ...lintInput,
  checksElsewhere: false,
  // after the next commit, these findings are gone
  findsLostNames: false,
  base: undefined,
});

import { resolve } from 'node:path';
import { exportTrouble } from '../../compare/drift-records.ts';
import { count } from '../../core/wording.ts';
import { openExports, type Exports } from '../../state/exports.ts';
import { pathWithin } from '../../state/paths.ts';
import { linkStatsOf } from '../../state/regular-file.ts';
import { WorkspaceTooLarge } from '../../state/refusals.ts';
import type { State } from '../../state/open.ts';
import { Progress, remark, UsageError, type Io, today } from '../terminal/io.ts';

/**
 * Reads all exports into one state.
 * @throws UsageError for a file that cannot be read completely or is no export
 */
export function readExports(typedPaths: readonly string[], io: Io): Exports {
  const missingPath = typedPaths.find(path => path !== '-' && !linkStatsOf(resolve(io.cwd, path)));
  if (missingPath !== undefined) throw new UsageError(`there is no file ${missingPath}`);
  const exports = open(typedPaths, io),
    trouble = exportTrouble(exports, typedPaths);
  if (trouble !== undefined) throw new UsageError(trouble);
  return exports;
}

/**
 * Requires the last page of each list.
 * @throws UsageError if it is missing
 */
export function refuseUnfinished({ workspace }: Exports): void {
  const pages = workspace.recordsOf('pages'),
    unfinishedPage = pages.find(
      record => record.hasMore && !pages.some(last => last.kind === record.kind && !last.hasMore),
    );
  if (unfinishedPage)
    throw new UsageError(
      `--complete: ${unfinishedPage.file} says that more pages follow (has_more), but the last page is missing`,
    );
}

/** The size of exports, in bytes, from which the progress is shown. */
const LARGE = 20_000_000;

function open(paths: readonly string[], io: Io): Exports {
  const progress = new Progress(io),
    bytes = paths.reduce((sum, path) => sum + (path === '-' ? 0 : (linkStatsOf(resolve(io.cwd, path))?.size ?? 0)), 0);
  if (bytes > LARGE) progress.begin(`reading ${Math.round(bytes / 1_000_000)} MB`);
  try {
    return openExports(paths, {
      cwd: io.cwd,
      today: today(),
      stdin: () => io.readStdin(),
      progress: progress.step('reading'),
    });
  } catch (error) {
    if (error instanceof WorkspaceTooLarge) throw new UsageError(error.message);
    throw error;
  } finally {
    progress.clear();
  }
}

/** Suggests that exports inside the workspace are ignored, because lint would check them. */
export function suggestIgnore(
  paths: ReadonlySet<string>,
  states: readonly Pick<State, 'root' | 'configuration'>[],
  io: Io,
): void {
  for (const { root, configuration } of states) {
    const innerPaths = [...paths]
      .flatMap(path => pathWithin(root, path) ?? [])
      .filter(file => !configuration.isIgnored(file));
    if (innerPaths.length === 0) continue;
    const folders = [
      ...new Set(innerPaths.map(file => (file.includes('/') ? `${file.slice(0, file.lastIndexOf('/'))}/**` : file))),
    ];
    const ignore = `"ignore": ${JSON.stringify(folders.slice(0, 3))}`;
    remark(
      io,
      `${count(innerPaths.length, 'export')} inside the workspace, which lint checks unless the configuration has ${ignore}`,
    );
  }
}

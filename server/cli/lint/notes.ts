import { join } from 'node:path';
import { compareTexts, count } from '../../core/wording.ts';
import type { State } from '../../state/open.ts';
import { pathWithin } from '../../state/paths.ts';
import { printable } from '../../view/printable.ts';
import { type Io, pathFrom } from '../terminal/io.ts';
import { isSelected, type SelectedPaths } from './selected-paths.ts';

interface NotesAsked {
  readonly verbose?: boolean;
  readonly quiet?: boolean;
  readonly stdin?: unknown;
  readonly comparison?: unknown;
}
const reasons = { configuration: 'a glob of the configuration', name: 'its name', content: 'its content' } as const;

/**
 * The notes about checked and skipped files. With --verbose about all files, otherwise only about skipped files that
 * were typed, because the user expects an answer about them.
 */
export function notesOf(
  state: State,
  selectedPaths: SelectedPaths,
  { verbose = false, quiet, stdin, comparison }: NotesAsked,
  io: Io,
): string[] {
  const {
    root,
    workspace,
    unknownFiles,
    containedRecords: holding,
    files,
    configuration,
    passedOver,
    unreadableFindings,
    leftOut,
  } = state;
  const pathOf = (file: string): string => pathFrom(io, root, file);
  // the files of a comparison were not typed
  const isCompared = comparison !== undefined;
  const isNamed = (file: string): boolean =>
    (verbose && isSelected(selectedPaths, join(root, file))) ||
    (!quiet && stdin === undefined && !isCompared && selectedPaths.files.has(join(root, file)));
  const lines: [string, string][] = workspace.documents
    .filter(({ file }) => verbose && isSelected(selectedPaths, join(root, file)))
    .map(({ file, match }) => [file, `checked ${pathOf(file)}: ${match!.kind}, by ${reasons[match!.by]}`]);
  const selectedForeign = unknownFiles.filter(file => selectedPaths.files.has(join(root, file)));
  // if no selected file belongs to the platform, one note with their number follows
  const isOnce = !verbose && selectedForeign.length > 1 && selectedForeign.length === selectedPaths.files.size;
  for (const file of isOnce ? [] : unknownFiles)
    if (!holding.has(file) && (isNamed(file) || (!isCompared && selectedPaths.files.has(join(root, file)))))
      lines.push([file, `skipped ${pathOf(file)}: neither its name nor its content is of a known kind`]);
  for (const path of selectedPaths.files) {
    const file = pathWithin(root, path);
    if (file !== undefined && !files.includes(file) && configuration.isIgnored(file))
      lines.push([file, `skipped ${pathOf(file)}: the configuration ignores it`]);
  }
  if (verbose)
    for (const { path, reason: why } of passedOver)
      if (isSelected(selectedPaths, join(root, path))) lines.push([path, `skipped ${pathOf(path)}: ${why}`]);
  if (verbose) for (const { file } of unreadableFindings) lines.push([file, `could not read ${pathOf(file)}`]);
  const sortedLines = lines.sort(([a], [b]) => compareTexts(a, b)).map(([, line]) => line);
  if (!quiet)
    sortedLines.push(...unknownLayoutNotes(state, selectedPaths, verbose ? Infinity : MAX_NAMED_FILES, pathOf));
  if (leftOut > 0 && !quiet) sortedLines.unshift(leftOutOf(leftOut));
  return sortedLines;
}

const leftOutOf = (n: number): string =>
  `the sparse checkout omits ${count(n, 'JSON file')}, so records that are not here are not reported as missing`;

/** The maximum number of files with records in an unknown layout that are named. */
const MAX_NAMED_FILES = 3;
function unknownLayoutNotes(
  { root, containedRecords: holding }: State,
  selectedPaths: SelectedPaths,
  maxCount: number,
  pathOf: (file: string) => string,
): string[] {
  const heldRecords = [...holding].filter(([file]) => isSelected(selectedPaths, join(root, file)));
  const lines = heldRecords
    .slice(0, maxCount)
    .map(
      ([file, { noun, pointer }]) =>
        `${pathOf(file)} seems to have ${noun} (at ${printable(pointer)}), but its shape is not known`,
    );
  return heldRecords.length > maxCount
    ? [...lines, `${count(heldRecords.length - maxCount, 'more file')} of this kind; --verbose names them`]
    : lines;
}

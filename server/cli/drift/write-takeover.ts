import { join } from 'node:path';
import type { Document } from '../../core/document.ts';
import type { Takeover } from '../../compare/drift-edits.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { reasonOf } from '../../state/text.ts';
import { removeFile, replaceFile, type ReplaceOutcome } from '../../state/write.ts';
import { OutputError, remark, type Io } from '../terminal/io.ts';
import { printPatch } from '../terminal/patch.ts';

/** The new texts of the files of one workspace. */
interface NewTexts {
  readonly root: string;
  readonly here: Workspace;
  readonly takeover: Takeover;
  pathOf(file: string): string;
}
interface Changed {
  readonly file: string;
  readonly before: Document | undefined;
  readonly after: Document | undefined;
}

function changedIn({ here, takeover: { workspace } }: NewTexts): Changed[] {
  const files = new Set([...here.documents, ...workspace.documents].map(({ file }) => file));
  return [...files].sort().flatMap(file => {
    const [before, after] = [here.document(file), workspace.document(file)];
    return before?.text === after?.text ? [] : [{ file, before, after }];
  });
}

/** Shows what `--write` would write. */
export function printPatches(parts: readonly NewTexts[], io: Io): void {
  for (const part of parts)
    for (const { file, ...sides } of changedIn(part))
      printPatch(part.pathOf(file), { ...sides, reason: '--write' }, io);
}

/**
 * Writes the files, each whole or not at all. A file that changed since it was read is left alone.
 * @returns whether a file was left alone
 * @throws OutputError for example if the disk is full
 */
export function writeTakeover(parts: readonly NewTexts[], io: Io): boolean {
  let writtenCount = 0,
    remainingCount = 0;
  for (const part of parts) {
    for (const file of part.takeover.leftovers) {
      remainingCount++;
      remark(io, `${part.pathOf(file)} cannot be edited to match the platform, so it was not changed`);
    }
    for (const { file, before, after } of changedIn(part)) {
      const outcome = become(part, file, before, after);
      if (outcome === 'written') writtenCount++;
      else {
        remainingCount++;
        remark(io, `${part.pathOf(file)} ${outcome.refusal}`);
      }
    }
  }
  remark(io, `${writtenCount} ${writtenCount === 1 ? 'file' : 'files'} written`);
  return remainingCount > 0;
}

function become(
  { root, pathOf }: NewTexts,
  file: string,
  before: Document | undefined,
  after: Document | undefined,
): ReplaceOutcome {
  const path = join(root, file),
    bytes = before ? Buffer.from(before.text) : null;
  try {
    return after
      ? replaceFile(path, { text: after.text, read: bytes, linkBoundary: root })
      : removeFile(path, { read: bytes!, linkBoundary: root });
  } catch (error) {
    throw new OutputError(`${pathOf(file)} cannot be written: ${reasonOf(error)}`);
  }
}

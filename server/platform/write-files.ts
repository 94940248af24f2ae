import { join } from 'node:path';
import type { Document } from '../core/document.ts';
import { removeFile, replaceFile, type ReplaceOutcome } from '../state/write.ts';
import type { Keep } from './account.ts';
import { ApiError } from './errors.ts';

/**
 * Saves changes in the files of a folder: each file whole or not at all, and on disk before a request is answered. If
 * somebody else has changed one of the files, none of the request is written.
 */
export const keptIn =
  (root: string): Keep =>
  (before, { workspace, files }) => {
    const done: (readonly [string, Document | undefined, Document | undefined])[] = [];
    for (const file of new Set(files)) {
      const former = before.document(file),
        is = workspace.document(file);
      if (former?.text === is?.text) continue;
      let replaced: ReplaceOutcome;
      try {
        replaced = become(root, file, former, is);
      } catch (error) {
        undo(root, done);
        throw error;
      }
      if (replaced !== 'written') {
        undo(root, done);
        throw new ApiError(409, `${file} ${replaced.left}; preflight serve has to be started again to read it`);
      }
      done.push([file, former, is]);
    }
  };

const bytesOf = (document: Document | undefined): Buffer | null => (document ? Buffer.from(document.text) : null);

function become(root: string, file: string, former: Document | undefined, is: Document | undefined): ReplaceOutcome {
  const path = join(root, file);
  if (is) return replaceFile(path, { text: is.text, read: bytesOf(former), within: root });
  return former ? removeFile(path, { read: bytesOf(former)!, within: root }) : 'written';
}

function undo(root: string, done: readonly (readonly [string, Document | undefined, Document | undefined])[]): void {
  for (const [file, former, is] of done.toReversed())
    try {
      become(root, file, is, former);
    } catch {
      /* report the original error */
    }
}

import { join } from 'node:path';
import type { Document } from '../core/document.ts';
import { removeFile, replaceFile, type ReplaceOutcome } from '../state/write.ts';
import type { Keep } from './account.ts';
import { ApiError } from './errors.ts';

/**
 * Saves changes in the files of a folder: each file completely or not at all, and on disk before a request is
 * answered. If another program has changed one of the files, no file is written.
 */
export const fileSaver =
  (root: string): Keep =>
  (before, { workspace, files }) => {
    const writtenFiles: (readonly [string, Document | undefined, Document | undefined])[] = [];
    for (const file of new Set(files)) {
      const former = before.document(file),
        document = workspace.document(file);
      if (former?.text === document?.text) continue;
      let outcome: ReplaceOutcome;
      try {
        outcome = replaceDocument(root, file, former, document);
      } catch (error) {
        undo(root, writtenFiles);
        throw error;
      }
      if (outcome !== 'written') {
        undo(root, writtenFiles);
        throw new ApiError(409, `${file} ${outcome.refusal}; restart preflight serve to read the file`);
      }
      writtenFiles.push([file, former, document]);
    }
  };

const bytesOf = (document: Document | undefined): Buffer | null => (document ? Buffer.from(document.text) : null);

function replaceDocument(
  root: string,
  file: string,
  former: Document | undefined,
  document: Document | undefined,
): ReplaceOutcome {
  const path = join(root, file);
  if (document) return replaceFile(path, { text: document.text, read: bytesOf(former), linkBoundary: root });
  return former ? removeFile(path, { read: bytesOf(former)!, linkBoundary: root }) : 'written';
}

function undo(
  root: string,
  writtenFiles: readonly (readonly [string, Document | undefined, Document | undefined])[],
): void {
  for (const [file, former, document] of writtenFiles.toReversed())
    try {
      replaceDocument(root, file, document, former);
    } catch {
      /* the original error is reported */
    }
}

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
      const formerDocument = before.document(file),
        document = workspace.document(file);
      if (formerDocument?.text === document?.text) continue;
      let outcome: ReplaceOutcome;
      try {
        outcome = replaceDocument(root, file, formerDocument, document);
      } catch (error) {
        undo(root, writtenFiles);
        throw error;
      }
      if (outcome !== 'written') {
        undo(root, writtenFiles);
        throw new ApiError(409, `${file} ${outcome.refusal}; restart preflight serve to read the file`);
      }
      writtenFiles.push([file, formerDocument, document]);
    }
  };

const bytesOf = (document: Document | undefined): Buffer | null => (document ? Buffer.from(document.text) : null);

function replaceDocument(
  root: string,
  file: string,
  formerDocument: Document | undefined,
  document: Document | undefined,
): ReplaceOutcome {
  const path = join(root, file);
  if (document) return replaceFile(path, { text: document.text, read: bytesOf(formerDocument), linkBoundary: root });
  return formerDocument ? removeFile(path, { read: bytesOf(formerDocument)!, linkBoundary: root }) : 'written';
}

function undo(
  root: string,
  writtenFiles: readonly (readonly [string, Document | undefined, Document | undefined])[],
): void {
  for (const [file, formerDocument, document] of writtenFiles.toReversed())
    try {
      replaceDocument(root, file, document, formerDocument);
    } catch {
      /* the original error is reported */
    }
}

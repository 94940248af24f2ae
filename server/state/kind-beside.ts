import { posix } from 'node:path';
import { Document } from '../core/document.ts';
import { isErrorBody } from '../core/layout.ts';
import { configuredKind, kindByName, configuredNamesOf, type Kind } from '../core/kinds.ts';
import { groupBy } from '../core/json/multimap.ts';
import { compareTexts } from '../core/wording.ts';

/** A file of unknown kind. */
interface UnknownFile {
  readonly file: string;
  readonly document: Document | undefined;
}

/**
 * Finds a kind for files without any JSON (empty, a web page, the wrong encoding) and for saved errors of the API: the
 * kind of most files in the folder, if all other files there are recognized. For example, an emptied `v4.json` beside
 * the agent `v3.json` is then reported, not skipped.
 * @returns the documents with the kind, by file
 */
export function kindsBeside(
  unknownFiles: readonly UnknownFile[],
  recognizedDocuments: readonly Document[],
): ReadonlyMap<string, Document> {
  const blankFiles = unknownFiles.filter(
    ({ document }) => document && (isWithoutJson(document) || isSavedError(document)),
  );
  if (blankFiles.length === 0) return new Map();
  const folderOf = ({ file }: { readonly file: string }): string => posix.dirname(file),
    mixedFolders = new Set(unknownFiles.filter(file => !blankFiles.includes(file)).map(folderOf)),
    siblings = groupBy(recognizedDocuments, document => (kindByName(document.file) ? undefined : folderOf(document)));
  return new Map(
    blankFiles.flatMap((blankFile): [string, Document][] => {
      const folder = folderOf(blankFile),
        kind = mixedFolders.has(folder) ? undefined : mostFrequentKind(siblings.get(folder) ?? []),
        { file, text, version, assignedKind } = blankFile.document!;
      return kind
        ? [[file, new Document(file, text, version, configuredKind(kind, configuredNamesOf(assignedKind)))]]
        : [];
    }),
  );
}

export const compareByFile = (a: Document, b: Document): number => compareTexts(a.file, b.file);

/** Whether a text begins neither like JSON nor like a comment above JSON. */
const isWithoutJson = ({ text, valid }: Document): boolean => !valid && !/^\uFEFF?\s*[[{/"]/.test(text);

/**
 * Whether a file contains only an error of the API. A file whose name mentions an error is an example, not a saved
 * error.
 */
const isSavedError = ({ file, spelled }: Document): boolean =>
  isErrorBody(spelled) && !/error|fail|invalid|not.?found|\b[45]\d\d\b/i.test(posix.basename(file));

function mostFrequentKind(documents: readonly Document[]): Kind | undefined {
  const counts = new Map<Kind, number>();
  for (const { kind } of documents) if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

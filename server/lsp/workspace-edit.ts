import { join } from 'node:path';
import {
  CreateFile,
  RenameFile,
  TextDocumentEdit,
  type AnnotatedTextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { Document } from '../core/document.ts';
import { applyTextEdits } from '../core/fixing/apply.ts';
import type { EditedFile, FileEdits, FileRename } from '../features/file-change.ts';
import type { FilePlace } from '../core/locate.ts';
import { disk } from '../state/source.ts';
import type { Client } from './client.ts';
import { documentIn, editsIn, rangeIn } from './convert.ts';
import type { ProtocolPlace } from './protocol.ts';
import type { Root } from './root.ts';
import type { EditorConnection } from './editor-connection.ts';
import { isFolder } from './uris.ts';

type FileChange = FileEdits | FileRename;

/**
 * Whether an editor can apply all changes. An editor that cannot create or rename files must not be offered only a
 * part of them.
 */
export function canTake({ capabilities }: Client, changes: readonly FileChange[]): boolean {
  const { resourceOperations = [] } = capabilities.workspace?.workspaceEdit ?? {};
  return changes.every(
    change => 'edits' in change || resourceOperations.includes('from' in change ? 'rename' : 'create'),
  );
}

/** Whether an editor lets a person confirm edits one by one (`EditedFile.uncertainEdits`). */
export const canConfirm = ({ capabilities }: Client): boolean =>
  capabilities.workspace?.workspaceEdit?.documentChanges === true &&
  capabilities.workspace.workspaceEdit.changeAnnotationSupport !== undefined;
const UNCERTAIN = 'uncertain';
const changeAnnotations: NonNullable<WorkspaceEdit['changeAnnotations']> = {
  [UNCERTAIN]: { label: 'Mentions without braces', description: 'may mean something else', needsConfirmation: true },
};

/** Whether a file exists at a path of a root: in the editor, in the files found by the walk, or on disk. */
export const isTaken = (root: Root, file: string): boolean =>
  root.openDocuments.has(file) ||
  root.files.includes(file) ||
  root.workspace.document(file) !== undefined ||
  (isFolder(root.key) && disk.isFile(join(root.key, file)));

/** The changes in a form of the protocol that the editor supports. */
export function workspaceEdit(
  { client, session }: EditorConnection,
  root: Root,
  changes: readonly FileChange[],
): WorkspaceEdit {
  // an editor that creates and renames files accepts a list of changes, even if it does not announce support for
  // versions
  const supportsDocumentChanges =
    client.capabilities.workspace?.workspaceEdit?.documentChanges === true ||
    changes.some(change => !('edits' in change));
  const documentOf = (file: string): Document | undefined =>
    documentIn(root, file) ?? session.settingsDocument(root.key, file);
  const uri = (file: string): string => session.uriOf(root.key, file);
  if (!supportsDocumentChanges)
    return {
      changes: Object.fromEntries(
        changes.flatMap(change => {
          const document = 'edits' in change ? documentOf(change.file) : undefined;
          return document && 'edits' in change ? [[uri(change.file), editsIn(document, change.edits)]] : [];
        }),
      ),
    };
  const uncertainEditsIn = (document: Document, change: EditedFile): AnnotatedTextEdit[] =>
    canConfirm(client)
      ? editsIn(document, change.uncertainEdits ?? []).map(edit => ({ ...edit, annotationId: UNCERTAIN }))
      : [];
  const hasUncertainEdits = changes.some(change => 'uncertainEdits' in change) && canConfirm(client);
  return {
    ...(hasUncertainEdits && { changeAnnotations }),
    documentChanges: changes.flatMap((change): NonNullable<WorkspaceEdit['documentChanges']> => {
      if ('from' in change) return [RenameFile.create(uri(change.from), uri(change.to))];
      if ('create' in change) {
        const start = { line: 0, character: 0 };
        return [
          // if the file already exists, the editor rejects the whole edit, so the file is not overwritten
          CreateFile.create(uri(change.file)),
          TextDocumentEdit.create({ uri: uri(change.file), version: null }, [
            { range: { start, end: start }, newText: change.create },
          ]),
        ];
      }
      const document = documentOf(change.file),
        version = session.state.openDocuments.get(uri(change.file))?.version ?? null;
      return document
        ? [
            TextDocumentEdit.create({ uri: uri(change.file), version }, [
              ...editsIn(document, change.edits),
              ...uncertainEditsIn(document, change),
            ]),
          ]
        : [];
    }),
  };
}

function textAfter(change: FileChange, before: string): string {
  if ('from' in change) return before;
  return 'create' in change ? change.create : (applyTextEdits(before, change.edits) ?? before);
}

/** A place in a text, converted to its position after changes. */
export function placeAfter(
  { session }: EditorConnection,
  root: Root,
  changes: readonly FileChange[],
  { file, span }: FilePlace,
): ProtocolPlace {
  const change = changes.find(change => !('from' in change) && change.file === file);
  const before = (documentIn(root, file) ?? session.settingsDocument(root.key, file))?.text ?? '';
  const text = change === undefined ? before : textAfter(change, before);
  return { uri: session.uriOf(root.key, file), range: rangeIn(new Document(file, text), span) };
}

import type { FileRename, WorkspaceEdit } from 'vscode-languageserver/node';
import { settingsOfMoved } from '../../features/navigation/moved-files.ts';
import { workspaceEdit } from '../workspace-edit.ts';
import type { EditorConnection } from '../editor-connection.ts';
import type { Handler } from './handler.ts';

/** The edits of suppressions, baseline and overrides when a file or folder is renamed. */
export const movedFiles: Handler = {
  capabilities: ({ capabilities }) =>
    capabilities.workspace?.fileOperations?.willRename === true
      ? { workspace: { fileOperations: { willRename: { filters: [{ pattern: { glob: '**/*' } }] } } } }
      : {},
  register(connection, editor) {
    connection.workspace.onWillRenameFiles(async ({ files }) => {
      const connection = editor();
      await connection.session.allReady();
      return editFor(connection, files);
    });
  },
};

function editFor(editor: EditorConnection, files: readonly FileRename[]): WorkspaceEdit | null {
  const { session, lastMove } = editor;
  const isOurs = (root: string, oldPath: string, newPath: string): boolean =>
    lastMove?.root === root && lastMove.files.some(move => move.from === oldPath && move.to === newPath);
  const fileMoves = files.flatMap(({ oldUri, newUri }) => {
    const oldFile = session.fileOf(oldUri),
      newFile = session.fileOf(newUri);
    // the settings are kept only if the file stays in its workspace
    return oldFile.root === newFile.root && !isOurs(oldFile.root, oldFile.file, newFile.file)
      ? [{ root: oldFile.root, from: oldFile.file, to: newFile.file }]
      : [];
  });
  const edits = [...new Set(fileMoves.map(({ root }) => root))].flatMap(key => {
    const root = session.state.roots.get(key);
    const edits = settingsOfMoved(
      fileMoves.filter(move => move.root === key),
      session.settingsDocuments(key),
    );
    return root && edits.length > 0 ? [workspaceEdit(editor, root, edits)] : [];
  });
  if (edits.length === 0) return null;
  const isVersioned = edits.some(({ documentChanges }) => documentChanges);
  return isVersioned
    ? { documentChanges: edits.flatMap(({ documentChanges = [] }) => documentChanges) }
    : { changes: Object.assign({}, ...edits.map(({ changes }) => changes)) as WorkspaceEdit['changes'] & object };
}

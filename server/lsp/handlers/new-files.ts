import { posix } from 'node:path';
import { LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import { newRecord } from '../../features/actions/new-records.ts';
import { filesOf, splitExport } from '../../features/actions/split.ts';
import type { FileEdits } from '../../features/file-change.ts';
import { answerAbout } from '../request-context.ts';
import { requests, type FilesEdit, type NewRecordParams, type PasteParams, type SplitParams } from '../protocol.ts';
import type { Root } from '../root.ts';
import type { EditorConnection } from '../editor-connection.ts';
import { isTaken, canTake, workspaceEdit } from '../workspace-edit.ts';
import type { Handler } from './handler.ts';

/**
 * Splits exports and texts of records into files of their kinds. The editor applies the edit; the server does not
 * write files.
 */
export const newFiles: Handler = {
  capabilities: () => ({}),
  register(connection, editor) {
    connection.onRequest(requests.split, async ({ uri }: SplitParams): Promise<object | null> => {
      const connection = editor();
      await connection.session.waitUntilRead(uri);
      const answer = answerAbout(connection, uri, (context): FilesEdit => {
        const { document, root } = context;
        const [action] = splitExport({ ...context, span: { start: 0, end: 0 } }, file => isTaken(root, file));
        if (!action) return { reason: `${document.file} has no agent with a nested engine` };
        return action.disabledReason === undefined
          ? filesEdit(connection, root, action.edits)
          : { reason: action.disabledReason };
      });
      return answer ?? null;
    });
    connection.onRequest(requests.paste, async ({ uri, text }: PasteParams): Promise<object> => {
      const connection = editor(),
        { root, folder } = await placeOf(connection, uri);
      const files = filesOf(text, folder, path => isTaken(root, path));
      return 'reason' in files ? files : filesEdit(connection, root, files);
    });
    connection.onRequest(requests.newRecord, async ({ uri, isBeside, record }: NewRecordParams): Promise<object> => {
      const connection = editor(),
        { root, folder } = await placeOf(connection, uri);
      const files = newRecord(record, {
        workspace: root.workspace,
        folder: isBeside ? folder : undefined,
        isTaken: path => isTaken(root, path),
        now: Date.now(),
      });
      return 'reason' in files ? files : filesEdit(connection, root, files);
    });
  },
};

/**
 * The workspace and folder of a file, which need not exist.
 * @throws ResponseError
 */
async function placeOf(
  { session }: EditorConnection,
  uri: string,
): Promise<{ readonly root: Root; readonly folder: string }> {
  await session.waitUntilRead(uri);
  const { root: key, file } = session.fileOf(uri),
    root = session.state.roots.get(key);
  if (!root) throw new ResponseError(LSPErrorCodes.RequestFailed, `${uri} is not in a workspace that Preflight reads`);
  const folder = posix.dirname(file);
  return { root, folder: folder === '.' ? '' : folder };
}

/** The edit that creates and changes several files. */
export function filesEdit(editor: EditorConnection, root: Root, edits: readonly FileEdits[]): FilesEdit {
  if (!editor.client.isTrusted) return { reason: 'the workspace is not trusted, so its files are only read' };
  if (!canTake(editor.client, edits)) return { reason: 'the editor cannot create files' };
  const urisOf = (fileEdits: readonly FileEdits[]): string[] =>
    fileEdits.map(({ file }) => editor.session.uriOf(root.key, file));
  return {
    edit: workspaceEdit(editor, root, edits),
    files: urisOf(edits.filter(change => 'create' in change)),
    editedFiles: urisOf(edits.filter(change => !('create' in change))),
  };
}

import { commands, env, Uri, window, workspace, type Disposable } from 'vscode';
import { requests, type FilesEdit, type PasteParams } from '../server/lsp/protocol.ts';
import type { Session } from './session/session.ts';

/** "Paste as Files": each record of the clipboard, an export of an agent included, as a file of its kind. */
export const newFiles = (session: Session): Disposable =>
  commands.registerCommand('preflight.pasteAsFiles', async () => {
    const beside = window.activeTextEditor?.document.uri ?? inFolder(workspace.workspaceFolders?.[0]?.uri);
    if (!beside) return;
    const parameters: PasteParams = { uri: beside.toString(), text: await env.clipboard.readText() };
    const answer = await session.ask<FilesEdit>(requests.paste, parameters);
    if (!answer) return;
    if ('why' in answer) {
      void window.showWarningMessage(`The clipboard cannot be pasted as files: ${answer.why}.`);
      return;
    }
    const edit = await session.editOf(answer.edit);
    if (!edit || !(await workspace.applyEdit(edit))) return;
    const [first] = answer.files;
    if (first !== undefined) await window.showTextDocument(Uri.parse(first));
  });

const inFolder = (folder: Uri | undefined): Uri | undefined => folder && Uri.joinPath(folder, 'pasted.json');

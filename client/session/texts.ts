import { Uri, window, workspace, type TextDocument, FilePermission } from 'vscode';
import { promptScheme, requests, type FileStatus, type FileStatusParams } from '../../server/lsp/protocol.ts';
import type { ClientSession } from './session.ts';

/** The message of a command that needs a text and finds none at the cursor. */
export const noText =
  'There is no text of an agent here: open a JSON file of an agent, and put the cursor into a text.';

/** The JSON document of a prompt document. */
export function jsonOf(prompt: Uri): Uri {
  return Uri.parse((JSON.parse(prompt.query) as { readonly uri: string }).uri);
}

/** The file of the visible editor; for a prompt document, the JSON file. */
export function fileInSight(): Uri | undefined {
  const uri = window.activeTextEditor?.document.uri;
  return uri?.scheme === promptScheme ? jsonOf(uri) : uri;
}

/**
 * The document of a file, or undefined if the file does not exist. A missing file is not opened, because another
 * caller that opens it at the same time would get the same error.
 */
export async function presentDocument(uri: Uri): Promise<TextDocument | undefined> {
  const document = workspace.textDocuments.find(document => document.uri.toString() === uri.toString()),
    openedDocument = document ?? workspace.fs.stat(uri).then(() => workspace.openTextDocument(uri));
  return Promise.resolve(openedDocument).catch(() => undefined);
}

const jsonIsReadOnly = 'its JSON file is read-only';
/** The kind, findings and configuration of a document, as the server reports them. */
export async function statusOf(session: ClientSession, { uri }: TextDocument): Promise<FileStatus | undefined> {
  const parameters: FileStatusParams = { uri: uri.toString() },
    file = await session.ask<FileStatus>(requests.fileStatus, parameters);
  if (!file?.text || 'reason' in file.text || file.text.readOnlyReason !== undefined) return file;
  const isReadOnly = await workspace.fs.stat(jsonOf(uri)).then(
    ({ permissions }) => permissions === FilePermission.Readonly,
    () => false,
  );
  return isReadOnly ? { ...file, text: { ...file.text, readOnlyReason: jsonIsReadOnly, brief: jsonIsReadOnly } } : file;
}

import { FilePermission, workspace, type TextDocument } from 'vscode';
import { requests, type FileStatus, type FileStatusParams } from '../../server/lsp/protocol.ts';
import type { ClientSession } from './session.ts';
import { jsonOf } from './texts.ts';

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

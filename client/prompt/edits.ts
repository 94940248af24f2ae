import { Uri, WorkspaceEdit, workspace } from 'vscode';
import type { TextEdit } from '../../server/lsp/protocol.ts';
import { rangeOf } from '../session/places.ts';

/** Makes an edit as one step to undo. @returns whether it was made: not if the document has changed meanwhile */
export async function makeEdit(uri: Uri, { range, newText }: TextEdit): Promise<boolean> {
  const edit = new WorkspaceEdit();
  edit.replace(uri, rangeOf(range), newText);
  return workspace.applyEdit(edit);
}

/** A text with the line ends that the server uses. */
export const sameLines = (text: string): string => text.replace(/\r\n?/g, '\n');

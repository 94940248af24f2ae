import { Selection, Uri, window, WorkspaceEdit, workspace, type Position, type TextDocument } from 'vscode';
import type { TextEdit } from '../../server/lsp/protocol.ts';
import { positionAfter } from '../session/positions.ts';
import { positionOf, rangeOf } from '../session/places.ts';

/**
 * Makes an edit as one step of undo.
 * @returns whether it was made; false if the document has changed in the meantime
 */
export async function makeEdit(uri: Uri, { range, newText }: TextEdit): Promise<boolean> {
  const edit = new WorkspaceEdit();
  edit.replace(uri, rangeOf(range), newText);
  return workspace.applyEdit(edit);
}

/** The text with the line ends that the server uses. */
export const sameLines = (text: string): string => text.replace(/\r\n?/g, '\n');

/**
 * Moves the cursors after an edit. Cursors in the replaced text keep their line and column, because the edit may be a
 * rename around them.
 * @returns a function that moves them
 */
export function cursorsAfter(document: TextDocument, { range, newText }: TextEdit): () => void {
  const editors = window.visibleTextEditors.filter(editor => editor.document === document),
    replacedRange = rangeOf(range);
  const after = (position: Position): Position =>
    replacedRange.contains(position) ? position : positionOf(positionAfter(position, { range, text: newText }));
  const cursors = editors.map(
    editor =>
      [editor, editor.selections.map(({ anchor, active }) => new Selection(after(anchor), after(active)))] as const,
  );
  return () => {
    for (const [editor, selections] of cursors) editor.selections = selections;
  };
}

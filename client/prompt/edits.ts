import { Selection, Uri, window, WorkspaceEdit, workspace, type Position, type TextDocument } from 'vscode';
import type { TextEdit } from '../../server/lsp/protocol.ts';
import { positionAfter } from '../session/moved.ts';
import { positionOf, rangeOf } from '../session/places.ts';

/** Makes an edit as one step to undo. @returns whether it was made: not if the document has changed meanwhile */
export async function makeEdit(uri: Uri, { range, newText }: TextEdit): Promise<boolean> {
  const edit = new WorkspaceEdit();
  edit.replace(uri, rangeOf(range), newText);
  return workspace.applyEdit(edit);
}

/** A text with the line ends that the server uses. */
export const sameLines = (text: string): string => text.replace(/\r\n?/g, '\n');

/** Moves the cursors after an edit; in the replaced text they keep line and column, as a rename may surround them. */
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

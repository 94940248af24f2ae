import { Selection, window, workspace, type Position, type TextDocument, type TextEdit } from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';
import { promptScheme } from '../../server/lsp/protocol.ts';
import { positionAfter } from './positions.ts';
import { positionOf } from './places.ts';

/** Keeps the cursor at the renamed name of a prompt document; VS Code would move it to the end of the edit. */
export const renameCursors: Pick<Middleware, 'provideRenameEdits'> = {
  provideRenameEdits: async (document, position, newName, token, next) => {
    const edit = await next(document, position, newName, token);
    if (edit && document.uri.scheme === promptScheme) keepCursors(document, edit.get(document.uri));
    return edit;
  },
};

function keepCursors(document: TextDocument, edits: readonly TextEdit[]): void {
  const lastFirst = edits.toSorted((a, b) => b.range.start.compareTo(a.range.start));
  const after = (position: Position): Position =>
    lastFirst.reduce(
      (place, { range, newText }) =>
        range.contains(place) ? place : positionOf(positionAfter(place, { range, text: newText })),
      position,
    );
  const cursors = window.visibleTextEditors
    .filter(editor => editor.document === document)
    .map(editor => ({
      editor,
      selections: editor.selections.map(({ anchor, active }) => new Selection(after(anchor), after(active))),
    }));
  const text = lastFirst.reduce(
    (text, { range, newText }) =>
      text.slice(0, document.offsetAt(range.start)) + newText + text.slice(document.offsetAt(range.end)),
    document.getText(),
  );
  const changes = workspace.onDidChangeTextDocument(({ document: { uri }, contentChanges }) => {
    if (uri.toString() !== document.uri.toString() || contentChanges.length === 0) return;
    changes.dispose();
    // if a person cancels a rename in its preview, the next edit is not the rename
    if (document.getText() === text) for (const { editor, selections } of cursors) editor.selections = selections;
  });
}

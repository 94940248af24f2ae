import { Disposable, Range, ThemeColor, window, type TextEditor } from 'vscode';
import { promptScheme } from '../../server/lsp/protocol.ts';
import { statusOf } from '../session/file-status.ts';
import type { ClientSession } from '../session/session.ts';

/**
 * Why a prompt document cannot be changed, beside the cursor: where a key is pressed in vain, VS Code says only that the
 * editor is read-only, and its API has no reason for a single file.
 */
export function readOnlyReasons(session: ClientSession): Disposable {
  const decoration = window.createTextEditorDecorationType({
    after: { margin: '0 0 0 2em', color: new ThemeColor('editorCodeLens.foreground'), fontStyle: 'italic' },
  });
  const reasons = new WeakMap<TextEditor['document'], string>();
  const show = (editor: TextEditor): void => {
    const reason = reasons.get(editor.document),
      { line } = editor.selection.active,
      range = new Range(line, Number.MAX_SAFE_INTEGER, line, Number.MAX_SAFE_INTEGER);
    const contentText = `read-only: ${reason}`;
    editor.setDecorations(
      decoration,
      reason === undefined ? [] : [{ range, renderOptions: { after: { contentText } } }],
    );
  };
  const update = async (): Promise<void> => {
    for (const editor of window.visibleTextEditors) {
      const { document } = editor;
      if (document.uri.scheme !== promptScheme || session.state !== 'running') continue;
      const text = (await statusOf(session, document))?.text,
        reason = text && 'brief' in text ? text.brief : undefined,
        isPublished = text && 'brief' in text && text.brief !== text.published;
      if (reason === undefined) reasons.delete(document);
      else reasons.set(document, isPublished ? `${reason}; make a draft to change it` : reason);
      show(editor);
    }
  };
  void update();
  return Disposable.from(
    decoration,
    session.onDidChange(() => void update()),
    window.onDidChangeVisibleTextEditors(() => void update()),
    window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (reasons.has(textEditor.document)) show(textEditor);
    }),
  );
}

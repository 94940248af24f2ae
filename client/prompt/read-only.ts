import { Disposable, Position, Range, ThemeColor, window, type TextEditor } from 'vscode';
import { promptScheme } from '../../server/lsp/protocol.ts';
import { statusOf } from '../session/file-status.ts';
import type { ClientSession } from '../session/session.ts';

/**
 * Shows near the cursor why a prompt document cannot be changed. When a key is pressed, VS Code says only that the
 * editor is read-only, and its API accepts no reason for a single file.
 */
export function readOnlyReasons(session: ClientSession): Disposable {
  const decoration = window.createTextEditorDecorationType({
    after: { margin: '0 0 0 2em', color: new ThemeColor('editorCodeLens.foreground'), fontStyle: 'italic' },
  });
  const reasons = new WeakMap<TextEditor['document'], string>();
  const show = (editor: TextEditor): void => {
    const reason = reasons.get(editor.document),
      contentText = `read-only: ${reason}`,
      line = reason === undefined ? undefined : roomFor(contentText, editor);
    const end = new Position(line ?? 0, Number.MAX_SAFE_INTEGER),
      options = { range: new Range(end, end), renderOptions: { after: { contentText } } };
    editor.setDecorations(decoration, line === undefined ? [] : [options]);
  };
  const update = async (): Promise<void> => {
    for (const editor of window.visibleTextEditors) {
      const { document } = editor;
      if (document.uri.scheme !== promptScheme || session.state !== 'running') continue;
      const text = (await statusOf(session, document))?.text,
        reason = text && 'brief' in text ? text.brief : undefined;
      if (reason === undefined) reasons.delete(document);
      else reasons.set(document, reason);
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

/** The maximum number of columns of a line together with the words beside it. */
const MAX_COLUMNS = 80;
/** The maximum number of lines between the words and the cursor. */
const MAX_LINES = 3;

/**
 * The line nearest to the cursor that is short enough for the words. VS Code wraps long lines, but not the words
 * beside them.
 */
function roomFor(words: string, { document, selection: { active } }: TextEditor): number | undefined {
  const isShort = (line: number): boolean =>
    line >= 0 && line < document.lineCount && document.lineAt(line).text.length + 2 + words.length <= MAX_COLUMNS;
  for (let distance = 0; distance <= MAX_LINES; distance++)
    for (const line of [active.line + distance, active.line - distance]) if (isShort(line)) return line;
  return undefined;
}

import {
  commands,
  Disposable,
  Location,
  Position,
  Range,
  Selection,
  TextEditorRevealType,
  ThemeColor,
  Uri,
  ViewColumn,
  window,
  workspace,
  type TextDocumentShowOptions,
  type TextEditor,
} from 'vscode';
import {
  clientCommands,
  type ProtocolPlace,
  type ProtocolPosition,
  type ProtocolRange,
} from '../../server/lsp/protocol.ts';
import { endOf } from './positions.ts';

export const positionOf = ({ line, character }: ProtocolPosition): Position => new Position(line, character);
export const rangeOf = ({ start, end }: ProtocolRange): Range => new Range(positionOf(start), positionOf(end));

/**
 * Commands that the lenses and actions of the server run: show the references that a lens counts, and go to a place.
 * The highlight of `revealPlace` is removed when the user moves the cursor.
 */
export const places = (): Disposable =>
  Disposable.from(
    commands.registerCommand(
      clientCommands.showReferences,
      (uri: string, position: ProtocolPosition, list: readonly ProtocolPlace[]) => {
        const locations = list.map(place => new Location(Uri.parse(place.uri), rangeOf(place.range)));
        return commands.executeCommand('editor.action.showReferences', Uri.parse(uri), positionOf(position), locations);
      },
    ),
    commands.registerCommand(clientCommands.select, async (uri: string, range: ProtocolRange) => {
      const { start, end } = rangeOf(range);
      const editor = await window.showTextDocument(Uri.parse(uri), { selection: new Range(start, end) });
      editor.selection = new Selection(start, end);
    }),
    window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
      if (textEditor !== highlighted?.editor) return;
      if (selections.length !== 1 || !selections[0]!.isEqual(highlighted.cursor)) highlight(undefined);
    }),
    decoration,
  );

const decoration = window.createTextEditorDecorationType({
  backgroundColor: new ThemeColor('editor.rangeHighlightBackground'),
  isWholeLine: true,
  // a border around every line would look like a ladder
  borderStyle: 'solid',
  borderWidth: '0 0 0 3px',
  borderColor: new ThemeColor('editor.rangeHighlightBorder'),
});
let highlighted: { readonly editor: TextEditor; readonly cursor: Selection } | undefined;

function highlight(newlyHighlighted: typeof highlighted, range?: Range): void {
  highlighted = newlyHighlighted;
  for (const editor of window.visibleTextEditors)
    editor.setDecorations(decoration, range && editor === newlyHighlighted?.editor ? [range] : []);
}

/** The range of the whole object or list that begins at a place. */
function wholeRange({ document }: TextEditor, place: ProtocolRange): Range {
  const range = rangeOf(place),
    text = document.getText(),
    start = document.offsetAt(range.start);
  return /[{[]/.test(text[start] ?? '')
    ? range.with({ end: document.positionAt(endOf(text, start, text.length)) })
    : range;
}

const editorOf = (uri: Uri): TextEditor | undefined =>
  window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());

/** Shows a document at a position and scrolls the position into view. */
async function showIn(uri: Uri, position: ProtocolPosition, options: TextDocumentShowOptions): Promise<TextEditor> {
  const cursor = new Selection(positionOf(position), positionOf(position)),
    editor = await window.showTextDocument(await workspace.openTextDocument(uri), { ...options, selection: cursor });
  keepInView(editor, cursor);
  return editor;
}

/** The numbers of milliseconds after which a new editor may have its final size. */
const settleDelays = [100, 400, 1000];

/**
 * Scrolls to a cursor again after its editor has its final size. In an editor that opens beside a maximized panel,
 * each line at first wraps at every character, so the scroll position is wrong after that.
 */
function keepInView(editor: TextEditor, cursor: Selection): void {
  for (const pause of settleDelays)
    setTimeout(() => {
      if (window.visibleTextEditors.includes(editor) && editor.selection.isEqual(cursor))
        editor.revealRange(cursor, TextEditorRevealType.InCenterIfOutsideViewport);
    }, pause);
}

/**
 * Shows a document in the column of the active editor. If a panel is active, it is the column in which the document is
 * visible, or else the column of its JSON file.
 */
export const showOutside = (
  uri: Uri,
  position: ProtocolPosition,
  options: TextDocumentShowOptions,
  file: Uri,
): Promise<TextEditor> =>
  showIn(uri, position, {
    ...options,
    ...(!window.activeTextEditor && {
      viewColumn: (editorOf(uri) ?? editorOf(file))?.viewColumn ?? ViewColumn.One,
    }),
  });

/** Highlights a place in a visible editor, without opening an editor or moving the cursor. */
export function pointTo({ uri, range }: ProtocolPlace): void {
  const editor = editorOf(Uri.parse(uri));
  if (!editor) return;
  const fullRange = wholeRange(editor, range);
  editor.revealRange(fullRange, TextEditorRevealType.InCenterIfOutsideViewport);
  highlight({ editor, cursor: editor.selection }, fullRange);
}

/**
 * Shows a place in an editor outside of the panel: in a column where the file is visible, or else in the first column.
 * The place is highlighted rather than selected, because the next key would replace a selection.
 * @param isEntered whether the focus moves from the panel into the text
 */
export async function revealPlace({ uri, range }: ProtocolPlace, isEntered: boolean): Promise<void> {
  const target = Uri.parse(uri),
    start = positionOf(range.start);
  try {
    const editor = await showIn(target, range.start, {
      viewColumn: editorOf(target)?.viewColumn ?? ViewColumn.One,
      preserveFocus: !isEntered,
    });
    highlight({ editor, cursor: new Selection(start, start) }, wholeRange(editor, range));
  } catch {
    void window.showWarningMessage(`${target.path.split('/').at(-1)} can no longer be opened.`);
  }
}

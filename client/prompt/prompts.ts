import {
  commands,
  Disposable,
  Selection,
  Uri,
  window,
  workspace,
  type QuickPickItem,
  type DataTransfer,
  type DocumentSelector,
  Range,
  type TextDocument,
  Position,
  ThemeColor,
  type TextEditor,
} from 'vscode';
import {
  clientCommands,
  promptScheme,
  requests,
  type PromptAtParams,
  type PromptPlace,
  type PromptText,
  type PromptTextParams,
  type ProtocolPosition,
  type TextItem,
  type TextsParams,
} from '../../server/lsp/protocol.ts';
import { positionOf, showOutside } from '../session/places.ts';
import type { ClientSession } from '../session/session.ts';
import { noText, statusOf } from '../session/texts.ts';
import { PromptFiles } from './files.ts';
import { followMoves } from './moves.ts';
import * as vscode from 'vscode';

/**
 * Shows near the cursor why a prompt document cannot be changed. When a key is pressed, VS Code says only that the
 * editor is read-only, and its API accepts no reason for a single file.
 */
function readOnlyReasons(session: ClientSession): Disposable {
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

/** The paste API of VS Code 1.97. The oldest supported version of VS Code does not have it. */
interface PasteApi {
  readonly DocumentPasteEdit?: new (insertText: string, title: string, kind: unknown) => object;
  readonly DocumentDropOrPasteEditKind?: { readonly Text: { append(part: string): unknown } };
  readonly languages: {
    registerDocumentPasteEditProvider?(
      selector: DocumentSelector,
      provider: {
        provideDocumentPasteEdits(
          document: TextDocument,
          ranges: readonly Range[],
          data: DataTransfer,
        ): Promise<object[] | undefined>;
      },
      metadata: { readonly providedPasteEditKinds: readonly unknown[]; readonly pasteMimeTypes: readonly string[] },
    ): Disposable;
  };
}

/** Characters that a JSON string must escape. */
const unwritablePattern = /[\n\r\t]|(?<!\\)"/;

/** Escapes lines that are pasted into a string of a JSON file. */
function escapePastes(session: ClientSession): Disposable {
  const { DocumentPasteEdit, DocumentDropOrPasteEditKind, languages } = vscode as unknown as PasteApi;
  if (!DocumentPasteEdit || !DocumentDropOrPasteEditKind || !languages.registerDocumentPasteEditProvider)
    return new Disposable(() => {});
  const kind = DocumentDropOrPasteEditKind.Text.append('preflight');
  const isWithinString = async (document: TextDocument, { start }: Range): Promise<boolean> => {
    const parameters: PromptAtParams = { uri: document.uri.toString(), position: start };
    return (await session.ask<PromptPlace | null>(requests.promptAt, parameters))?.isWithin === true;
  };
  return languages.registerDocumentPasteEditProvider(
    [{ language: 'json' }, { language: 'jsonc' }],
    {
      async provideDocumentPasteEdits(document, [range, otherRange], data) {
        const text = await data.get('text/plain')?.asString();
        if (!range || otherRange || text === undefined || !unwritablePattern.test(text)) return undefined;
        if (!(await isWithinString(document, range))) return undefined;
        const escapedText = JSON.stringify(text.replace(/\r\n?/g, '\n')).slice(1, -1);
        return [new DocumentPasteEdit(escapedText, 'Paste as a JSON String', kind)];
      },
    },
    { providedPasteEditKinds: [kind], pasteMimeTypes: ['text/plain'] },
  );
}

/**
 * The support for prompts as documents: their contents, and the commands that open them and return to the JSON file.
 */
export function prompts(session: ClientSession): Disposable {
  const files = new PromptFiles(session);
  session.whenDone = files.whenDone;
  const textOf = (uri: Uri, position?: ProtocolPosition): Promise<PromptText | undefined> => {
    const parameters: PromptTextParams = { uri: uri.toString(), ...(position && { position }) };
    return session.ask<PromptText>(requests.promptText, parameters);
  };
  const openPrompt = async (
    uri: string,
    position: ProtocolPosition,
    textPosition?: ProtocolPosition,
  ): Promise<boolean> => {
    const parameters: PromptAtParams = { uri, position };
    const place = await session.ask<PromptPlace | null>(requests.promptAt, parameters);
    if (!place) return false;
    const text = await textOf(Uri.parse(place.uri));
    if (text && 'reason' in text) {
      void window.showWarningMessage(`The text cannot be opened: ${text.reason}.`);
      return true;
    }
    await showOutside(Uri.parse(place.uri), textPosition ?? place.position, { preview: false }, Uri.parse(uri));
    return true;
  };
  /** Lets the user choose among all texts of the agent at a place. */
  const choose = async (uri: string, position: ProtocolPosition): Promise<void> => {
    const parameters: TextsParams = { uri, position };
    const texts = (await session.ask<TextItem[] | null>(requests.texts, parameters)) ?? [];
    if (texts.length === 0) return void window.showInformationMessage(noText);
    const items = texts.map((item): QuickPickItem & { readonly item: TextItem } => ({
      label: item.name,
      description: item.size,
      detail: item.beginning,
      item,
    }));
    const choice = await window.showQuickPick(items, {
      title: 'Texts of the Agent',
      placeHolder: 'Choose a text by its name or first words',
      matchOnDetail: true,
    });
    if (choice) await openPrompt(choice.item.uri, choice.item.range.start);
  };
  const cursorPlace = (): [string, ProtocolPosition] | undefined => {
    const editor = window.activeTextEditor;
    return editor && [editor.document.uri.toString(), editor.selection.active];
  };
  return Disposable.from(
    files,
    followMoves(files),
    escapePastes(session),
    readOnlyReasons(session),
    workspace.registerFileSystemProvider(promptScheme, files, { isCaseSensitive: true }),
    commands.registerCommand(
      clientCommands.editText,
      async (uri?: unknown, position?: ProtocolPosition, textPosition?: ProtocolPosition) => {
        const place = typeof uri === 'string' && position ? ([uri, position] as const) : cursorPlace();
        if (!place) return void window.showInformationMessage(noText);
        // if the cursor is outside of a string, the user chooses a text
        if (!(await openPrompt(...place, textPosition))) await choose(...place);
      },
    ),
    commands.registerCommand('preflight.texts', async (uri?: unknown, position?: ProtocolPosition) => {
      const place = typeof uri === 'string' && position ? ([uri, position] as const) : cursorPlace();
      if (!place) return void window.showInformationMessage(noText);
      await choose(...place);
    }),
    commands.registerCommand('preflight.showTextInJson', async () => {
      const editor = window.activeTextEditor;
      if (editor?.document.uri.scheme !== promptScheme)
        return void window.showInformationMessage('This text was not opened as a document.');
      const text = await textOf(editor.document.uri, editor.selection.active);
      if (!text || 'reason' in text)
        return void window.showWarningMessage(`The text does not exist: ${text?.reason ?? 'Preflight does not run'}.`);
      const position = positionOf(text.at ?? text.place.range.start);
      await window.showTextDocument(Uri.parse(text.place.uri), { selection: new Selection(position, position) });
    }),
  );
}

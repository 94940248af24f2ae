import { commands, Disposable, Selection, Uri, window, workspace, type QuickPickItem } from 'vscode';
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
import { noText } from '../session/texts.ts';
import { PromptFiles } from './files.ts';
import { followMoves } from './moves.ts';
import { escapePastes } from './pastes.ts';
import { readOnlyReasons } from './read-only.ts';

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

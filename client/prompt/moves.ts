import {
  Disposable,
  TabInputText,
  TextEditorRevealType,
  Uri,
  window,
  workspace,
  type FileRenameEvent,
  type Tab,
} from 'vscode';
import { promptScheme } from '../../server/lsp/protocol.ts';
import { jsonOf } from '../session/texts.ts';
import type { PromptFiles } from './files.ts';

type Rename = FileRenameEvent['files'][number];

/**
 * Opens prompt documents again when their JSON file is renamed or moved in VS Code. Unsaved text moves with the file.
 */
export const followMoves = (files: PromptFiles): Disposable =>
  Disposable.from(
    workspace.onWillRenameFiles(event => {
      event.waitUntil(Promise.all(movedTabs(event.files).map(([, uri]) => files.expectMove(uri))));
    }),
    workspace.onDidRenameFiles(async ({ files: renames }) => {
      for (const [tab, uri, json] of movedTabs(renames))
        await reopen(tab, uri, json, files).catch((error: unknown) => {
          void window.showWarningMessage(
            `The text is not opened in ${workspace.asRelativePath(json)}: ${String(error)}`,
          );
        });
    }),
  );

/**
 * The tabs of prompt documents whose JSON file is moved, with the old uri of the document and the new uri of the file.
 */
const movedTabs = (renames: readonly Rename[]): readonly (readonly [Tab, Uri, Uri])[] =>
  window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(tab => {
      const uri = tab.input instanceof TabInputText ? tab.input.uri : undefined,
        json = uri?.scheme === promptScheme ? newUriOf(jsonOf(uri), renames) : undefined;
      return uri && json ? [[tab, uri, json] as const] : [];
    });

/** The new uri of a file that is renamed, or that is in a renamed folder. */
function newUriOf(file: Uri, renames: readonly Rename[]): Uri | undefined {
  for (const { oldUri, newUri } of renames)
    if (`${file.toString()}/`.startsWith(`${oldUri.toString()}/`))
      return newUri.with({ path: newUri.path + file.path.slice(oldUri.path.length) });
  return undefined;
}

/**
 * The uri of the prompt document for the same string in a moved file. Its path begins with the path of the file in the
 * workspace.
 */
function promptIn(json: Uri, prompt: Uri): Uri {
  const end = prompt.path.lastIndexOf('/'),
    folder = jsonOf(prompt).path.slice(0, 1 - end),
    file = json.path.startsWith(folder)
      ? json.path.slice(folder.length)
      : json.path.slice(json.path.lastIndexOf('/') + 1);
  const query = { ...(JSON.parse(prompt.query) as object), uri: json.toString() };
  return prompt.with({ path: `/${file}${prompt.path.slice(end)}`, query: JSON.stringify(query) });
}

async function reopen(tab: Tab, oldUri: Uri, json: Uri, files: PromptFiles): Promise<void> {
  const editor = window.visibleTextEditors.find(({ document }) => document.uri.toString() === oldUri.toString()),
    document = workspace.textDocuments.find(({ uri }) => uri.toString() === oldUri.toString());
  // opening the document makes the server read the file immediately
  await workspace.openTextDocument(json);
  const newUri = promptIn(json, oldUri);
  if (document?.isDirty) files.expectUnsaved(oldUri, newUri);
  const newEditor = await window.showTextDocument(newUri, {
    viewColumn: tab.group.viewColumn,
    preview: tab.isPreview,
    preserveFocus: !tab.isActive,
  });
  await files.agree(newUri);
  if (editor) {
    newEditor.selection = editor.selection;
    newEditor.revealRange(editor.selection, TextEditorRevealType.InCenterIfOutsideViewport);
  }
  files.endMove(oldUri);
  if (document?.isDirty) await document.save();
  await window.tabGroups.close(tab, true);
}

import { Disposable, env, FileType, Uri, window, workspace, type QuickPickItem } from 'vscode';
import { requests, type FilesEdit, type NewRecordParams, type PasteParams } from '../server/lsp/protocol.ts';
import { fileInSight } from './session/texts.ts';
import type { ClientSession } from './session/session.ts';
import { trustedCommand } from './session/settings.ts';

/**
 * Commands that create files: "Paste as Files", "New Agent…", "New Flow Component…". The server provides the contents.
 */
export function newFiles(session: ClientSession): Disposable {
  const write = async (request: string, parameters: PasteParams | NewRecordParams, fault: string): Promise<void> => {
    const answer = await session.ask<FilesEdit>(request, parameters);
    if (!answer) return void window.showWarningMessage(`${fault}: Preflight does not run.`);
    if ('reason' in answer) return void window.showWarningMessage(`${fault}: ${answer.reason}.`);
    await applyAndSave(session, answer.edit);
    const [firstFile] = answer.files;
    if (firstFile !== undefined) await window.showTextDocument(Uri.parse(firstFile));
    const listFiles = (uris: readonly string[]): string =>
      uris.map(uri => workspace.asRelativePath(Uri.parse(uri))).join(', ');
    const editedFiles = answer.editedFiles.length > 0 ? `; edited ${listFiles(answer.editedFiles)}` : '';
    if (answer.files.length > 1 || editedFiles !== '')
      void window.showInformationMessage(`Created ${listFiles(answer.files)}${editedFiles}.`);
  };
  const create = async (
    clickedUri: Uri | undefined,
    ask: () => Promise<NewRecordParams['record'] | undefined>,
  ): Promise<void> => {
    const folder = clickedUri ? await folderAt(clickedUri) : await chooseFolder();
    if (!folder) return;
    const record = await ask();
    if (!record) return;
    // the server is not started yet if the folder has no platform file
    await session.start();
    const uri = Uri.joinPath(folder, 'new.json').toString();
    await write(
      requests.newRecord,
      { uri, isBeside: clickedUri !== undefined, record },
      `${record.name} cannot be created`,
    );
  };
  return Disposable.from(
    trustedCommand('preflight.pasteAsFiles', 'Paste as Files', async () => {
      const visibleFile = fileInSight(),
        folder = inFolder(workspace.workspaceFolders?.[0]?.uri),
        uri = visibleFile && workspace.getWorkspaceFolder(visibleFile) ? visibleFile : (folder ?? visibleFile);
      if (!uri) return void window.showInformationMessage(noFolder);
      await session.start();
      const parameters = { uri: uri.toString(), text: await env.clipboard.readText() };
      await write(requests.paste, parameters, 'The clipboard cannot be pasted as files');
    }),
    trustedCommand('preflight.newAgent', 'New Agent', clickedItem => create(uriIn(clickedItem), newAgent)),
    trustedCommand('preflight.newFlowComponent', 'New Flow Component', clickedItem =>
      create(uriIn(clickedItem), newComponent),
    ),
  );
}

/** Applies an edit of several files, and saves the files that had no unsaved changes before. */
async function applyAndSave(session: ClientSession, request: object): Promise<void> {
  const edit = await session.editOf(request);
  const drafts = new Set(workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.toString()));
  if (!edit || !(await workspace.applyEdit(edit))) return;
  for (const [uri] of edit.entries())
    if (!drafts.has(uri.toString())) await (await workspace.openTextDocument(uri)).save();
}

async function newAgent(): Promise<NewRecordParams['record'] | undefined> {
  const name = await askForName('New Agent', 'Front desk');
  if (name === undefined) return undefined;
  const channel = await picked('New Agent: Channel', [
    { label: '$(call-incoming) Voice', description: 'answers and makes phone calls and web calls', is: 'voice' },
    { label: '$(comment-discussion) Chat', description: 'writes messages: on a website, by SMS', is: 'chat' },
  ] as const);
  if (!channel) return undefined;
  const engine = await picked('New Agent: Engine', [
    { label: '$(sparkle) LLM', description: 'one prompt with tools', is: 'llm' },
    { label: '$(type-hierarchy) Conversation flow', description: 'nodes and edges', is: 'conversation-flow' },
  ] as const);
  return engine && { kind: 'agent', name, channel, engine };
}

async function newComponent(): Promise<NewRecordParams['record'] | undefined> {
  const name = await askForName('New Flow Component', 'Take a message');
  return name === undefined ? undefined : { kind: 'flow-component', name };
}

const askForName = async (title: string, placeHolder: string): Promise<string | undefined> =>
  (
    await window.showInputBox({
      title,
      prompt: 'Name',
      placeHolder,
      ignoreFocusOut: true,
      validateInput: text => (text.trim() === '' ? 'A name is required' : undefined),
    })
  )?.trim();

const picked = async <Is extends string>(
  title: string,
  items: readonly (QuickPickItem & { readonly is: Is })[],
): Promise<Is | undefined> => (await window.showQuickPick(items, { title, ignoreFocusOut: true }))?.is;

const noFolder = 'Open a folder first: the new files need a place.';
const inFolder = (folder: Uri | undefined): Uri | undefined => folder && Uri.joinPath(folder, 'pasted.json');

/** The uri that the explorer passes to a command; `undefined` for what a view passes. */
const uriIn = (clickedItem: unknown): Uri | undefined => (clickedItem instanceof Uri ? clickedItem : undefined);

async function folderAt(clickedUri: Uri): Promise<Uri> {
  const { type } = await workspace.fs.stat(clickedUri);
  return type & FileType.Directory ? clickedUri : Uri.joinPath(clickedUri, '..');
}

/** The workspace folder for new files. If there are several folders, the user is asked. */
async function chooseFolder(): Promise<Uri | undefined> {
  const folders = workspace.workspaceFolders ?? [],
    openUri = fileInSight();
  const ownFolder = openUri && workspace.getWorkspaceFolder(openUri);
  if (folders.length === 0) void window.showInformationMessage(noFolder);
  return (ownFolder ?? (folders.length > 1 ? await window.showWorkspaceFolderPick() : folders[0]))?.uri;
}

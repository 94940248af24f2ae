// The suite in a workspace of two folders with separate configurations: the samples without and with mistakes.
import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { cpSync, renameSync, rmSync } from 'node:fs';
import { commands, type SymbolInformation, Uri, window, workspace } from 'vscode';
import { issues, settle, factsOf, state, wait } from './editing.ts';
import { runAll, test } from './registry.ts';

const inFolder = (name: string, file: string): Uri =>
  Uri.joinPath(workspace.workspaceFolders!.find(folder => folder.name === name)!.uri, file);

test('both folders are open, with one server', async () => {
  strictEqual(workspace.workspaceFolders?.length, 2);
  await wait('the server', () => state() === 'running');
});

test('a folder has only findings in its own files', async () => {
  const brokenEditor = await window.showTextDocument(inFolder('broken', 'agents/front-desk/v3.agent.json'));
  await wait('findings', () => issues(brokenEditor.document.uri).length > 0);
  ok(
    (await settle(brokenEditor.document.uri)).some(
      finding => factsOf(brokenEditor.document, finding).rule === 'retired-value',
    ),
  );
  const clinic = await window.showTextDocument(inFolder('clinic', 'agents/front-desk/v4.agent.json'));
  deepStrictEqual(await settle(clinic.document.uri), []);
});

test('findings of a deleted folder disappear, references to it break, and both changes are undone when it returns', async () => {
  const uri = inFolder('clinic', 'agents/web-chat/v0.agent.json'),
    top = inFolder('clinic', '').fsPath,
    [engines, chat] = ['engines', 'agents/web-chat'].map(name => inFolder('clinic', name).fsPath) as [string, string];
  const rules = (): string =>
    issues(uri)
      .map(({ code }) => String(typeof code === 'object' ? code.value : code))
      .join();
  const hasAgent = async (): Promise<boolean> =>
    (await commands.executeCommand<SymbolInformation[]>('vscode.executeWorkspaceSymbolProvider', 'web')).some(
      ({ location }) => location.uri.path === uri.path,
    );
  await wait('the agent', hasAgent);
  const [copy, movedRoot] = [`${top}-copy`, `${top}-away`];
  cpSync(engines, copy, { recursive: true });
  rmSync(engines, { recursive: true });
  await wait('the dangling reference', () => rules() === 'unknown-engine');
  renameSync(chat, movedRoot);
  await wait('the agent and its findings to go', async () => rules() === '' && !(await hasAgent()));
  renameSync(movedRoot, chat);
  await wait('the agent to come back, and its findings', async () => rules() !== '' && (await hasAgent()));
  cpSync(copy, engines, { recursive: true });
  await wait('the dangling reference to go', () => rules() === '');
});

test('the findings of a folder disappear when it is removed', async () => {
  const uri = inFolder('broken', 'numbers/main.phone-number.json');
  await wait('findings of a file that is not open', () => issues(uri).length > 0);
  const index = workspace.workspaceFolders!.find(folder => folder.name === 'broken')!.index;
  ok(workspace.updateWorkspaceFolders(index, 1));
  await wait('the findings to go', () => issues(uri).length === 0);
});

export const run = runAll;

import { deepStrictEqual, ok } from 'node:assert';
import { commands, languages, window, workspace, type Hover, type TextDocument } from 'vscode';
import { open, issues, pause, replace, settle, factsOf, state, wait } from './editing.ts';
import { runAll, test, measure } from './registry.ts';
import { cpuTime, servers } from './servers.ts';
// The suite beside a file of 20 MB (workspaces/oversized.mjs). Times are printed, and only results are asserted.

const largeFile = 'archive.agent.json',
  usual = 'desk.agent.json';
const tooFast = (document: TextDocument): boolean =>
  issues(document.uri).some(finding => factsOf(document, finding).rule === 'out-of-range');

async function hover(document: TextDocument): Promise<string> {
  const position = document.positionAt(document.getText().indexOf('"voice_speed"') + 3);
  const hovers = await commands.executeCommand<Hover[]>('vscode.executeHoverProvider', document.uri, position);
  return hovers
    .flatMap(({ contents }) => contents.map(part => (typeof part === 'object' ? part.value : part)))
    .join('\n');
}

test('a 20 MB file gets its findings', async () => {
  await wait('the server', () => state() === 'running');
  const { document } = await measure('until it is open', () => open(largeFile));
  ok(document.getText().length >= 20_000_000);
  await measure('until its findings are there', () => wait('findings', () => tooFast(document)));
});

test('hover works in the 20 MB file', async () => {
  const { document } = await open(largeFile);
  ok((await measure('a hover', () => hover(document))).includes('0.5'));
});

test('typing in the 20 MB file works', async () => {
  const editor = await open(largeFile),
    { document } = editor;
  await measure('from a keystroke until the finding is gone', async () => {
    await replace(editor, '9', '1');
    await wait('the finding to go', () => !tooFast(document));
  });
  await measure('a hover after the keystroke', () => hover(document));
  for (const text of ['2', '3', '4', '5', '6']) await commands.executeCommand('type', { text });
  ok((await measure('a hover after five keystrokes', () => hover(document))).includes('0.5'));
});

test('a file of normal size beside it is as fast as usual', async () => {
  const { document } = await open(usual);
  await measure('until its findings are there', () => wait('findings', () => tooFast(document)));
  ok((await measure('a hover', () => hover(document))).includes('0.5'));
});

test('the server is idle when nobody does anything', async () => {
  await open(largeFile);
  for (let before = -1, now = cpuTime(); now - before > 50; before = now, now = cpuTime()) await pause(1000);
  const timeBefore = cpuTime();
  await pause(3000);
  const spent = cpuTime() - timeBefore;
  console.log(`        in 3 s without an event the server computed ${spent} ms`);
  ok(spent < 2000, `${spent} ms`);
});

test('after the 20 MB file is closed, the same single server still runs', async () => {
  const { uri } = (await open(largeFile)).document;
  await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await wait(
    'the file to be closed',
    () =>
      !workspace.textDocuments.some(document => document.uri.path === uri.path) ||
      window.activeTextEditor?.document.uri.path !== uri.path,
  );
  deepStrictEqual([servers().length, state()], [1, 'running']);
  ok(languages.getDiagnostics().length > 0);
  await settle(uri, 500);
});

export const run = runAll;

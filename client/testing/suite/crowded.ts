import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { Position, commands, window, type CompletionList, type Hover, type SymbolInformation } from 'vscode';
import { open, issues, pause, replace, settle, factsOf, state, wait } from './editing.ts';
import { runAll, test, measure } from './registry.ts';
import { cpuTime } from './servers.ts';
// The suite in a workspace of 10,000 files (workspaces/crowd.mjs). Times are printed, and only results are asserted.

/** The only file with a mistake. */
const mistakeFile = 'team-00/agent-0000/v7.agent.json';
const isRunning = (): boolean => state() === 'running';

test('the server starts', async () => {
  await measure('until the server runs', () => wait('the server', isRunning));
});

test('the open file gets its findings soon after the server has started', async () => {
  const { document } = await open(mistakeFile);
  await wait('findings', () => issues(document.uri).length > 0);
  void commands.executeCommand('preflight.restart');
  await wait('the end', () => !isRunning());
  await wait('the old findings to go', () => issues(document.uri).length === 0 || isRunning());
  await wait('the server', isRunning);
  await measure('from the server to the first findings of the open file', () =>
    wait('findings', () => issues(document.uri).length > 0),
  );
  deepStrictEqual(
    (await settle(document.uri)).map(finding => factsOf(document, finding).rule),
    ['out-of-range'],
  );
});

test('typing, hover and completion work', async () => {
  const editor = await open(mistakeFile),
    { document } = editor;
  const position = document.positionAt(document.getText().indexOf('"voice_speed"') + 3);
  const hovers = await measure('a hover', () =>
    commands.executeCommand<Hover[]>('vscode.executeHoverProvider', document.uri, position),
  );
  ok(hovers.some(({ contents }) => contents.some(part => typeof part === 'object' && part.value.includes('0.5'))));
  const offeredCompletionList = await measure('a completion', () =>
    commands.executeCommand<CompletionList>('vscode.executeCompletionItemProvider', document.uri, new Position(1, 2)),
  );
  ok(offeredCompletionList.items.length > 0);
  await measure('from a keystroke until the finding is gone', async () => {
    await replace(editor, '9', '1');
    await wait('the finding to go', () => issues(document.uri).length === 0);
  });
  await commands.executeCommand('undo');
  await wait('the finding to come back', () => issues(document.uri).length > 0);
});

test('an agent is found among 1,000 agents', async () => {
  const symbols = await measure('a search for a symbol of the workspace', () =>
    commands.executeCommand<SymbolInformation[]>('vscode.executeWorkspaceSymbolProvider', 'Desk 999'),
  );
  ok(symbols.some(({ name }) => name.includes('Desk 999')));
});

test('the Agents view opens', async () => {
  await measure('until the Agents view is there', () => commands.executeCommand('preflight.agents.focus'));
  await commands.executeCommand('preflight.refreshAgents');
  await window.showTextDocument(window.activeTextEditor!.document);
  strictEqual(isRunning(), true);
});

test('the server is idle when nobody does anything', async () => {
  await settle(window.activeTextEditor!.document.uri, 3000);
  const timeBefore = cpuTime();
  await pause(3000);
  const spent = cpuTime() - timeBefore;
  console.log(`        in 3 s without an event the server computed ${spent} ms`);
  ok(spent < 1000, `${spent} ms`);
});

export const run = runAll;

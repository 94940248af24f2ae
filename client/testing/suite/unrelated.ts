// The suite in an unrelated workspace: nothing runs until a platform file is opened.
import { deepStrictEqual, strictEqual } from 'node:assert';
import { commands, window } from 'vscode';
import { extension, open, openText, issues, pause, settle, factsOf, state, wait } from './editing.ts';
import { runAll, test } from './registry.ts';

const desk =
  '{ "agent_name": "Desk", "response_engine": { "type": "custom-llm", "llm_websocket_url": "wss://desk.example.com/llm" }, ' +
  '"voice_id": "11labs-Myra", "voice_speed": 9 }\n';

test('unrelated JSON does not start the server, and gets no findings', async () => {
  const first = await open('package.json');
  await wait('the activation', () => extension().isActive);
  await pause(1500);
  strictEqual(state(), 'waiting');
  deepStrictEqual(issues(first.document.uri), []);
});

test('commands that need the server only show a message without it', async () => {
  strictEqual((await commands.getCommands(true)).includes('preflight.restart'), true);
  await commands.executeCommand('preflight.preview');
  strictEqual(state(), 'waiting');
});

test('a text that is recognized only by its contents starts the server', async () => {
  const { document } = await openText(desk);
  await wait('the server', () => state() === 'running');
  await wait('findings', () => issues(document.uri).length > 0);
  deepStrictEqual(
    (await settle(document.uri)).map(finding => factsOf(document, finding)),
    [{ markedText: '9', rule: 'out-of-range', message: 'voice_speed: expected between 0.5 and 2, got 9' }],
  );
});

test('while the server runs, unrelated JSON still gets no findings', async () => {
  for (const file of ['package.json', 'workflow.json']) {
    const { document } = await open(file);
    deepStrictEqual(await settle(document.uri), []);
  }
  strictEqual(window.activeTextEditor?.document.uri.path.endsWith('/workflow.json'), true);
});

export const run = runAll;

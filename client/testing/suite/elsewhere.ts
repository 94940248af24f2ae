// The suite in a workspace of two folders, of which one is not on disk. It opens files from both, with any name.
import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { commands, languages, Range, Uri, window, workspace, type TextEditor } from 'vscode';
import { closeAll, open, openText, issues, replace, settle, factsOf, state, wait } from './editing.ts';
import { cellar } from './memory-files.ts';
import { runAll, test } from './registry.ts';

const tooFast = { markedText: '9', rule: 'out-of-range', message: 'voice_speed: expected between 0.5 and 2, got 9' };
const desk =
  '{ "agent_name": "Desk", "response_engine": { "type": "custom-llm", "llm_websocket_url": "wss://desk.example.com/llm" }, ' +
  '"voice_id": "11labs-Myra", "voice_speed": 9 }\n';
const agent = 'memfs:/cellar/desk.agent.json';
const files = cellar('memfs', {
  '/cellar/desk.agent.json': desk,
  '/cellar/package.json': '{ "name": "site", "type": "module", "language": "en" }\n',
});

async function expectFindings({ document }: TextEditor): Promise<void> {
  await wait('findings', () => issues(document.uri).length > 0);
  deepStrictEqual(
    (await settle(document.uri)).map(finding => factsOf(document, finding)),
    [tooFast],
  );
}

test('both folders are open', () => {
  deepStrictEqual(
    workspace.workspaceFolders?.map(({ uri: { scheme } }) => scheme === 'memfs'),
    [false, true],
  );
});

test('a file with comments has findings', async () => {
  const editor = await open('desk.agent.jsonc');
  await wait('the server', () => state() === 'running');
  await expectFindings(editor);
  strictEqual(editor.document.languageId, 'jsonc');
});

test('a file in a folder that is not on disk has findings', async () => {
  const editor = await window.showTextDocument(Uri.parse(agent));
  await expectFindings(editor);
  await replace(editor, '9', '1');
  await wait('the finding to go', () => issues(editor.document.uri).length === 0);
  await wait('the text to be saved', async () => {
    await editor.document.save();
    return files.textOf('/cellar/desk.agent.json') === desk.replace('9', '1');
  });
  await closeAll();
});

test('a file without an extension has findings after its language is set to JSON', async () => {
  const editor = await open('dashboard-export');
  await languages.setTextDocumentLanguage(editor.document, 'json');
  await expectFindings(editor);
  await closeAll();
});

test('an untitled text has findings', async () => {
  for (const language of ['json', 'jsonc']) {
    await expectFindings(await openText(desk, language));
    await closeAll();
  }
});

test('a text has findings when it becomes a platform file while it is being written', async () => {
  const editor = await openText('{ "name": "site" }\n');
  deepStrictEqual(await settle(editor.document.uri), []);
  await editor.edit(edit => edit.replace(new Range(0, 0, 1, 0), desk));
  await expectFindings(editor);
  await closeAll();
});

test('JSON that only resembles a platform file has no findings', async () => {
  for (const file of ['package.json', 'site.json']) deepStrictEqual(await settle((await open(file)).document.uri), []);
  deepStrictEqual(
    await settle((await window.showTextDocument(Uri.parse('memfs:/cellar/package.json'))).document.uri),
    [],
  );
  const unrelatedTexts = [
    '{ "name": "site", "type": "module" }',
    '{ "language": "en", "version": 1 }',
    '{ "type": "string", "name": "x", "description": "y" }',
    '[]',
    '{}',
    'null',
    '',
    '{ "nodes": [{ "id": "1", "type": "a" }], "edges": [] }',
    '{ "version": 3, "sources": [], "mappings": "" }',
    '{ "tags": ["a"], "channel": "stable" }',
    '{ "compilerOptions": { "strict": true }, "include": ["src"] }',
    '{ "model": "m", "messages": [{ "role": "user", "content": "{{name}}" }] }',
  ];
  for (const text of unrelatedTexts) {
    const { document } = await openText(text);
    deepStrictEqual(await settle(document.uri, 800), [], text);
    deepStrictEqual((await commands.executeCommand('vscode.executeCodeLensProvider', document.uri)) ?? [], [], text);
    await closeAll();
  }
});

test('results that the settings switch off disappear, and return when they are switched on', async () => {
  const settings = workspace.getConfiguration('preflight'),
    editor = await open('desk.agent.jsonc');
  await expectFindings(editor);
  const lenses = async (): Promise<number> => {
    const list = await commands.executeCommand<unknown[] | undefined>(
      'vscode.executeCodeLensProvider',
      editor.document.uri,
    );
    return list?.length ?? 0;
  };
  ok(await wait('lenses', async () => (await lenses()) > 0));
  await settings.update('codeLens', false, true);
  await wait('the lenses to go', async () => (await lenses()) === 0);
  await wait('the server', () => state() === 'running');
  await settings.update('codeLens', undefined, true);
  await wait('the lenses to come back', async () => (await lenses()) > 0);
  await expectFindings(editor);
});

export const run = (): Promise<void> => files.during(runAll);

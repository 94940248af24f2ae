// The suite in the sample with mistakes.
import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import {
  commands,
  DiagnosticSeverity,
  languages,
  Position,
  Range,
  TabInputText,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
  type Diagnostic,
  type Tab,
} from 'vscode';
import { closeAll, folder, open, openText, issues, replace, settle, factsOf, state, wait } from './editing.ts';
import { runAll, test } from './registry.ts';
import { servers } from './servers.ts';

const line = 'agents/night-line/v0.agent.json';
const waitForServer = (): Promise<boolean> => wait('the server', () => state() === 'running');

test('a workspace with platform files starts the server', async () => {
  await waitForServer();
});

test('findings underline the exact characters', async () => {
  const { document } = await open('agents/front-desk/v3.agent.json');
  await wait('findings', () => issues(document.uri).length > 0);
  const diagnostics = await settle(document.uri);
  const retiredFinding = diagnostics.find(finding => factsOf(document, finding).rule === 'retired-value');
  ok(retiredFinding, diagnostics.map(finding => JSON.stringify(factsOf(document, finding))).join('\n'));
  deepStrictEqual(factsOf(document, retiredFinding), {
    markedText: '"eleven_turbo_v2"',
    rule: 'retired-value',
    message: retiredFinding.message,
  });
  deepStrictEqual(
    [retiredFinding.range.start.line, retiredFinding.range.start.character, retiredFinding.severity],
    [12, 17, DiagnosticSeverity.Error],
  );
  ok(
    retiredFinding.message.startsWith(
      'voice_model: "eleven_turbo_v2" is retired (since 2026-07-04); use "eleven_flash_v2"',
    ),
    retiredFinding.message,
  );
  ok(
    typeof retiredFinding.code === 'object' &&
      retiredFinding.code.target.toString().startsWith('command:preflight.explainRule'),
    JSON.stringify(retiredFinding.code),
  );
});

test('files that are not open have findings too', async () => {
  const uri = Uri.joinPath(folder(), 'numbers/main.phone-number.json');
  strictEqual(
    workspace.textDocuments.some(({ uri: { path } }) => path === uri.path),
    false,
  );
  await wait('findings of a file that is not open', () => issues(uri).length > 0);
});

test('typing changes the findings, and undo restores them', async () => {
  const editor = await open('agents/front-desk/v3.agent.json');
  const hasRetiredValue = (): boolean =>
    issues(editor.document.uri).some(finding => factsOf(editor.document, finding).rule === 'retired-value');
  await wait('the finding', hasRetiredValue);
  await replace(editor, 'eleven_turbo_v2', 'eleven_flash_v2');
  await wait('the finding to go', () => !hasRetiredValue());
  await commands.executeCommand('undo');
  await wait('the finding to come back', hasRetiredValue);
  await closeAll();
});

test('a file that is closed without saving has the findings that it has on disk', async () => {
  const agentUri = Uri.joinPath(folder(), 'agents/front-desk/v3.agent.json'),
    engineUri = Uri.joinPath(folder(), 'engines/closed.llm.json');
  await workspace.fs.writeFile(engineUri, Buffer.from('{ "llm_id": "llm_closed", "model_temperature": 0.5 }'));
  const list = (uri: Uri): string =>
    issues(uri)
      .map(({ message, range }) => `${range.start.line} ${message}`)
      .sort()
      .join('\n');
  await wait('the findings', () => list(agentUri) !== '');
  for (const isHeld of [false, true]) {
    for (const [uri, from, to] of [
      [agentUri, 'eleven_turbo_v2', 'eleven_flash_v2'],
      [engineUri, '0.5', '9'],
    ] as const) {
      const editor = await window.showTextDocument(uri);
      await settle(uri);
      const findingsBefore = list(uri);
      // VS Code keeps a document open for some minutes if an extension has opened it
      if (isHeld) await workspace.openTextDocument(uri);
      await replace(editor, from, to);
      await wait('the change', () => list(uri) !== findingsBefore);
      await closeAll();
      await wait(`the findings of ${uri.path}, as before`, () => list(uri) === findingsBefore, 10_000);
      await settle(uri);
      strictEqual(list(uri), findingsBefore);
    }
  }
  await workspace.fs.delete(engineUri);
});

test('a line that is being typed hides no findings in other lines', async () => {
  const editor = await open('agents/front-desk/v3.agent.json'),
    { document } = editor;
  const hasRetiredValue = (): boolean =>
    issues(document.uri).some(finding => factsOf(document, finding).rule === 'retired-value');
  await wait('the finding', hasRetiredValue);
  await editor.edit(edit => edit.insert(new Position(1, 0), '  "lang\n'));
  await wait("VS Code's own report", () =>
    languages.getDiagnostics(document.uri).some(({ source }) => source === 'json'),
  );
  const findingsAfter = (await settle(document.uri)).map(finding => factsOf(document, finding));
  ok(
    findingsAfter.some(({ rule, markedText }) => rule === 'retired-value' && markedText === '"eleven_turbo_v2"'),
    JSON.stringify(findingsAfter),
  );
  await commands.executeCommand('undo');
  await closeAll();
});

test('a syntax error is reported once', async () => {
  const engine = '{ "type": "custom-llm", "llm_websocket_url": "wss://a.example.com" }';
  const { document } = await openText(
    `{\n  "agent_name": "Desk",\n  "response_engine": ${engine},\n  "voice_id": "11labs-Myra"\n  "voice_speed": 1\n}\n`,
  );
  await wait("VS Code's own report", () =>
    languages.getDiagnostics(document.uri).some(({ source }) => source === 'json' || source === 'jsonc'),
  );
  deepStrictEqual(
    (await settle(document.uri)).filter(finding => factsOf(document, finding).rule === 'invalid-json'),
    [],
  );
  await closeAll();
});

test('comments in the configuration are not errors', async () => {
  const { document } = await open('preflight.config.json');
  strictEqual(document.languageId, 'jsonc');
  await closeAll();
});

test('a file that is renamed keeps its suppressions', async () => {
  const [from, to] = ['every-agent', 'all-agents'].map(name =>
    Uri.joinPath(folder(), `alerts/${name}.alert-rule.json`),
  ) as [Uri, Uri];
  const settings = await workspace.openTextDocument(Uri.joinPath(folder(), 'preflight.config.json'));
  const move = async (oldUri: Uri, newUri: Uri): Promise<void> => {
    const edit = new WorkspaceEdit();
    edit.renameFile(oldUri, newUri);
    ok(await workspace.applyEdit(edit));
  };
  await move(from, to);
  await wait('the new name', () => settings.getText().includes('"alerts/all-agents.alert-rule.json"'));
  await settings.save();
  const document = await workspace.openTextDocument(to),
    rules = (await settle(to)).map(finding => factsOf(document, finding).rule);
  deepStrictEqual(
    rules.filter(rule => rule === 'covered-agent-filter'),
    [],
  );
  await move(to, from);
  await wait('the old name', () => settings.getText().includes('"alerts/every-agent.alert-rule.json"'));
  await settings.save();
});

test('renaming an agent renames the files named after it, and changes the settings once', async () => {
  const settings = await workspace.openTextDocument(Uri.joinPath(folder(), 'preflight.config.json')),
    text = settings.getText();
  const list = (id: string): string => `agents/front-desk/${id}.agent-versions.json`;
  const suppression = `{ "rule": "null-base-version", "file": "${list('agent_frontdesk01')}", "at": "", "reason": "a note" }`;
  const extended = text.replace(
    '"suppress": [',
    `"ignore": ["${list('agent_frontdesk01')}/old"],\n  "suppress": [\n    ${suppression},`,
  );
  const editor = await window.showTextDocument(settings),
    fullRange = (text: string): Range => new Range(0, 0, text.split('\n').length, 0);
  await editor.edit(edit => edit.replace(fullRange(text), extended));
  await settings.save();
  // published agents run the versions of these engines, whose references therefore cannot be renamed
  const engines = ['engines/front-desk.llm.json', 'flows/night-line.conversation-flow.json'],
    formerBytes = new Map<Uri, Uint8Array>();
  for (const uri of engines.map(file => Uri.joinPath(folder(), file))) {
    formerBytes.set(uri, await workspace.fs.readFile(uri));
    const draftText = Buffer.from(formerBytes.get(uri)!).toString().replace('"version": ', '"version": 9');
    await workspace.fs.writeFile(uri, Buffer.from(draftText));
    await settle(uri);
  }
  const { document } = await open('numbers/main.phone-number.json'),
    position = document.positionAt(document.getText().indexOf('agent_frontdesk01') + 3);
  const rename = await commands.executeCommand<WorkspaceEdit>(
    'vscode.executeDocumentRenameProvider',
    document.uri,
    position,
    'agent_reception01',
  );
  ok(await workspace.applyEdit(rename));
  await wait('the new name', () => settings.getText().includes(list('agent_reception01')));
  await settle(settings.uri);
  deepStrictEqual(
    settings.getText().split('\n').slice(10, 13),
    extended.replaceAll(list('agent_frontdesk01'), list('agent_reception01')).split('\n').slice(10, 13),
  );
  ok((await workspace.fs.stat(Uri.joinPath(folder(), list('agent_reception01')))).size > 0);
  await workspace.saveAll();
  for (const [uri, bytes] of formerBytes) await workspace.fs.writeFile(uri, bytes);
});

test('a rule is explained in a preview', async () => {
  await open(line);
  await commands.executeCommand('preflight.explainRule', 'retired-value');
  const tabs = (): readonly Tab[] => window.tabGroups.all.flatMap(group => group.tabs);
  await wait('the preview', () =>
    tabs().some(({ label, input }) => label.includes('retired-value') && !(input instanceof TabInputText)),
  );
  strictEqual(window.tabGroups.all.length, 2, 'the page is beside the file');
  const page = await workspace.openTextDocument(Uri.parse('preflight-rule:/retired-value.md'));
  ok(page.getText().startsWith('#') && page.getText().includes('The platform has retired a value'), page.getText());
  await closeAll();
});

test('every place of a finding is marked, and listed once', async () => {
  const edge = (id: string): string =>
    `{ "id": "${id}", "transition_condition": { "type": "prompt", "prompt": "Asks" }, "destination": "bye" }`;
  const nodes = [
    `{ "id": "greet", "name": "Greet", "type": "conversation", "edges": [\n${['a', 'b', 'c'].map(edge).join(',\n')}] }`,
    '{ "id": "bye", "type": "end" }',
  ];
  const { document } = await openText(
    `{ "conversation_flow_id": "f", "start_node_id": "greet", "nodes": [\n${nodes.join(',\n')}] }`,
  );
  const answerFor = (): Diagnostic[] =>
    issues(document.uri).filter(finding => factsOf(document, finding).rule === 'unconnected-condition');
  await wait('findings', () => answerFor().length > 0);
  deepStrictEqual(
    answerFor().map(({ severity, range }) => [severity, range.start.line]),
    [
      [DiagnosticSeverity.Warning, 2],
      [DiagnosticSeverity.Hint, 3],
      [DiagnosticSeverity.Hint, 4],
    ],
  );
  deepStrictEqual((answerFor()[1] as { data?: unknown }).data, { severity: 'warning' });
  await closeAll();
});

test('Fix All applies the fixes that need no review', async () => {
  const { document } = await openText('{ "agent_name": "Desk", "voice_id": "11labs-Adrian", "language": "multi" }');
  await wait('findings', () => issues(document.uri).length > 0);
  await commands.executeCommand('preflight.fixAll');
  await wait('the fix', () => document.getText().includes('"hi-IN"'));
  await closeAll();
});

test('a restart restores the findings', async () => {
  const { document } = await open('agents/front-desk/v3.agent.json');
  await wait('findings', () => issues(document.uri).length > 0);
  const serversBefore = servers();
  await commands.executeCommand('preflight.restart');
  await waitForServer();
  await wait('findings', () => issues(document.uri).length > 0);
  deepStrictEqual(
    [serversBefore.length, servers().length, servers().some(pid => serversBefore.includes(pid))],
    [1, 1, false],
  );
});

test('a server that crashes is restarted, and the findings return', async () => {
  const { document } = await open('agents/front-desk/v3.agent.json');
  await wait('findings', () => issues(document.uri).length > 0);
  strictEqual(killServer(), 1);
  await wait('the end', () => state() !== 'running');
  await waitForServer();
  await wait('findings', () => issues(document.uri).length > 0);
});

test('a server that keeps crashing is restarted only on request', async () => {
  for (let i = 0; i < 3; i++) {
    await waitForServer();
    killServer();
    await wait('the end', () => state() !== 'running');
  }
  await wait('giving up', () => state() === 'failed');
  await commands.executeCommand('preflight.restart');
  await waitForServer();
  const { document } = await open('agents/front-desk/v3.agent.json');
  await wait('findings', () => issues(document.uri).length > 0);
});

export const run = runAll;

/**
 * Kills the server.
 * @returns the number of killed processes
 */
function killServer(): number {
  const numbers = servers();
  for (const pid of numbers) process.kill(pid, 'SIGKILL');
  return numbers.length;
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CodeAction, WorkspaceEdit } from 'vscode-languageserver/node';
import { answered, bareOptions, editors } from '../../testing/clients.ts';
import { everything } from '../../testing/editor.ts';
import { requests, type FilesEdit } from '../protocol.ts';

const editorOver = editors();
const name = 'agents/desk.agent.json';
const exportText = `{
  "agent_id": "agent_desk",
  "response_engine": { "type": "service-llm", "llm_id": "llm_desk" },
  "voice_id": "11labs-Lily",
  "serviceLlmData": { "llm_id": "llm_desk", "general_prompt": "Hi" }
}
`;

test('an export is split by one edit of the open document version', async () => {
  const editor = await editorOver({ [name]: exportText }, everything).open(name, exportText);
  const answer = await editor.connection.sendRequest<FilesEdit>(requests.split, { uri: editor.uri(name) });
  expect(answered(answer, editor)).toMatchInlineSnapshot(`
    "
      edit: 
        documentChanges: 
          - {kind: create; uri: agents/desk.llm.json}
          - 
            textDocument: {uri: agents/desk.llm.json; version: null}
            edits: [{range: 1:1-1:1; newText: { "llm_id": "llm_desk", "general_prompt": "Hi" }\\n}]
          - {textDocument: {uri: agents/desk.agent.json; version: 1}; edits: [{range: 4:28-5:69; newText: }]}
      files: [agents/desk.llm.json]
      editedFiles: [agents/desk.agent.json]"
  `);
  expect(existsSync(join(editor.folder, 'agents/desk.llm.json'))).toBe(false);
});

test('splitting is also offered as a refactoring, with an edit that creates either all files or none', async () => {
  const editor = editorOver({ [name]: exportText, 'agents/desk.llm.json': 'not JSON' }, everything);
  await editor.open(name, exportText);
  const actions = await editor.ask<CodeAction[]>('textDocument/codeAction', name, {
    range: { start: { line: 1, character: 3 }, end: { line: 1, character: 3 } },
    context: { diagnostics: [], only: ['refactor'] },
  });
  expect(actions.map(({ title, kind }) => `${kind}: ${title}`)).toEqual([
    'refactor.move: Split into agent and llm files',
  ]);
  const changes = (actions[0]!.edit as WorkspaceEdit).documentChanges!;
  expect(changes.map(change => ('textDocument' in change ? change.textDocument : change))).toEqual([
    { kind: 'create', uri: editor.uri('agents/desk-2.llm.json') },
    { uri: editor.uri('agents/desk-2.llm.json'), version: null },
    { uri: editor.uri(name), version: 1 },
  ]);
});

test('pasted text becomes files beside the given file', async () => {
  const editor = await editorOver({ [name]: exportText }, everything).open(name, exportText);
  const paste = (text: string): Promise<FilesEdit> =>
    editor.connection.sendRequest<FilesEdit>(requests.paste, { uri: editor.uri(name), text });
  const edit = await paste('{ "llm_id": "llm_a", "general_prompt": "Hi", "model": "gpt-4.1" }');
  expect('files' in edit && edit.files).toEqual([editor.uri('agents/llm-a.llm.json')]);
  expect(await paste('{ "hello": 1 }')).toEqual({ reason: 'it is no record that Preflight knows' });
});

test('an editor that cannot create files gets the reason, and so does an untrusted workspace', async () => {
  const plainEditor = await editorOver({ [name]: exportText }, bareOptions).open(name, exportText);
  expect(await plainEditor.connection.sendRequest(requests.split, { uri: plainEditor.uri(name) })).toEqual({
    reason: 'the editor cannot create files',
  });
  for (const trusted of [false, 'no', 'true', 1, null, {}]) {
    const options = { trusted } as unknown as { trusted: boolean };
    const distrusted = editorOver({ [name]: exportText }, { ...everything, options });
    await distrusted.open(name, exportText);
    expect(await distrusted.connection.sendRequest(requests.split, { uri: distrusted.uri(name) })).toEqual({
      reason: 'the workspace is not trusted, so its files are only read',
    });
  }
});

test('a request to split is refused with the reason for a file without an engine, and answered with null for an unknown file', async () => {
  const agent = '{ "agent_id": "a", "voice_id": "v", "response_engine": { "type": "custom-llm" } }';
  const editor = editorOver({ 'a.agent.json': agent, 'x.json': '{}' }, everything);
  const splitFile = (file: string): Promise<unknown> =>
    editor.connection.sendRequest(requests.split, { uri: editor.uri(file) });
  await editor.open('a.agent.json', agent);
  expect(await splitFile('a.agent.json')).toEqual({ reason: 'a.agent.json has no agent with a nested engine' });
  expect(await splitFile('x.json')).toBe(null);
});

test('a new agent is created in an empty folder', async () => {
  const editor = editorOver({}, everything);
  await editor.greeting;
  const answer = await editor.connection.sendRequest<FilesEdit>(requests.newRecord, {
    uri: editor.uri('new.json'),
    isBeside: false,
    record: { kind: 'agent', name: 'Front desk', channel: 'voice', engine: 'llm' },
  });
  expect('files' in answer && answer.files).toEqual(
    ['agents/front-desk/v0.agent.json', 'engines/front-desk.llm.json', 'agents/agents.agent-list.json'].map(file =>
      editor.uri(file),
    ),
  );
});

test('a new agent beside a file is created there and added to the list', async () => {
  const list =
    '[{ "agent_id": "agent_a", "agent_name": "A", "channel": "voice", "user_modified_timestamp": 1, "tags": {} }]';
  const editor = editorOver({ 'all.agent-list.json': list }, everything);
  await editor.greeting;
  const answer = await editor.connection.sendRequest<FilesEdit>(requests.newRecord, {
    uri: editor.uri('desk/new.json'),
    isBeside: true,
    record: { kind: 'agent', name: 'Desk', channel: 'chat', engine: 'conversation-flow' },
  });
  expect('files' in answer && answer.files).toEqual(
    ['desk/desk.agent.json', 'desk/desk.conversation-flow.json'].map(file => editor.uri(file)),
  );
  const { edit } = answer as { edit: WorkspaceEdit };
  expect(
    edit.documentChanges!.map(change => ('textDocument' in change ? change.textDocument.uri : change.kind)),
  ).toEqual([
    'create',
    editor.uri('desk/desk.agent.json'),
    'create',
    editor.uri('desk/desk.conversation-flow.json'),
    editor.uri('all.agent-list.json'),
  ]);
});

import { expect, test } from 'vitest';
import type { WorkspaceEdit } from 'vscode-languageserver/node';
import { CARET } from '../../testing/caret.ts';
import { answered, at, bareOptions, editors } from '../../testing/clients.ts';
import { everything } from '../../testing/editor.ts';
import { agent } from '../../testing/preflight.ts';

const editorOver = editors();
const suppress = (file: string): string =>
  `{ "suppress": [{ "rule": "out-of-range", "file": "${file}", "at": "/voice_speed", "reason": "a slow voice" }] }\n`;
const files = {
  'preflight.config.json': suppress('agents/desk.agent.json'),
  'preflight.baseline.json':
    '{ "version": 1, "findings": [{ "rule": "out-of-range", "file": "agents/desk.agent.json", "at": "/volume" }] }\n',
  'agents/desk.agent.json': agent('"voice_speed": 9'),
  'other/preflight.config.json': suppress('night.agent.json'),
  'other/night.agent.json': agent('"voice_speed": 9'),
};
const moving = {
  ...everything,
  capabilities: {
    ...everything.capabilities,
    workspace: { ...everything.capabilities?.workspace, fileOperations: { willRename: true } },
  },
};

async function move(options: typeof bareOptions, ...names: readonly (readonly [string, string])[]): Promise<string> {
  const editor = editorOver(files, options);
  await editor.greeting;
  const request = { files: names.map(([from, to]) => ({ oldUri: editor.uri(from), newUri: editor.uri(to) })) };
  return answered(
    (await editor.connection.sendRequest('workspace/willRenameFiles', request)) as WorkspaceEdit | null,
    editor,
  );
}

test('edits are offered to an editor that asks for them before it renames files', async () => {
  const offer = async (options: typeof bareOptions): Promise<unknown> =>
    (await editorOver(files, options).greeting).capabilities.workspace;
  expect(await offer(moving)).toEqual({
    workspaceFolders: { supported: true, changeNotifications: true },
    fileOperations: { willRename: { filters: [{ pattern: { glob: '**/*' } }] } },
  });
  expect(await offer(bareOptions)).toEqual({ workspaceFolders: { supported: true, changeNotifications: true } });
});
test('a renamed file keeps its suppressions and its baseline', async () =>
  expect(await move(moving, ['agents/desk.agent.json', 'agents/front.agent.json'])).toMatchInlineSnapshot(`
    "
      documentChanges: 
        - 
          textDocument: {uri: preflight.config.json; version: null}
          edits: [{range: 1:51-1:73; newText: agents/front.agent.json}]
        - 
          textDocument: {uri: preflight.baseline.json; version: null}
          edits: [{range: 1:65-1:87; newText: agents/front.agent.json}]"
  `));
test('renamed folders of two workspaces keep their settings', async () =>
  expect(await move(moving, ['agents', 'people'], ['other/night.agent.json', 'other/late.agent.json']))
    .toMatchInlineSnapshot(`
      "
        documentChanges: 
          - {textDocument: {uri: preflight.config.json; version: null}; edits: [{range: 1:51-1:73; newText:
            ↪ people/desk.agent.json}]}
          - 
            textDocument: {uri: preflight.baseline.json; version: null}
            edits: [{range: 1:65-1:87; newText: people/desk.agent.json}]
          - {textDocument: {uri: other/preflight.config.json; version: null}; edits: [{range: 1:51-1:67; newText:
            ↪ late.agent.json}]}"
    `));
test('an editor without support for document versions gets the same edits', async () =>
  expect(await move(bareOptions, ['agents', 'people'])).toMatchInlineSnapshot(`
  "
    changes: 
      preflight.config.json: [{range: 1:51-1:73; newText: people/desk.agent.json}]
      preflight.baseline.json: [{range: 1:65-1:87; newText: people/desk.agent.json}]"
`));
test('a file that leaves its workspace, or is not named in the settings, causes no edit', async () => {
  expect(await move(moving, ['agents/desk.agent.json', 'other/desk.agent.json'], ['flows', 'graphs'])).toBe(
    answered(null, editorOver(files, bareOptions)),
  );
});
test('files that the rename of an agent moves cause no further edit, because the answer to the rename contains it', async () => {
  const list = (id: string): string => `agents/${id}.agent-versions.json`;
  const text = '{ "agent_id": "agent_desk", "version": 1 }\n';
  const editor = editorOver(
    {
      'preflight.config.json': suppress(list('agent_desk')),
      [list('agent_desk')]: '[{ "agent_id": "agent_desk", "version": 1 }]\n',
      'desk.agent.json': text,
    },
    moving,
  );
  await editor.greeting;
  const move = { files: [{ oldUri: editor.uri(list('agent_desk')), newUri: editor.uri(list('agent_front')) }] };
  const answerOf = async (): Promise<WorkspaceEdit | null> =>
    editor.connection.sendRequest('workspace/willRenameFiles', move);
  expect((await answerOf())?.documentChanges).toHaveLength(1);
  const { documentChanges = [] } = await editor.ask<WorkspaceEdit>('textDocument/rename', 'desk.agent.json', {
    ...at(text, `agent_${CARET}desk`),
    newName: 'agent_front',
  });
  expect(answered(documentChanges, editor)).toContain('preflight.config.json');
  expect(await answerOf()).toBeNull();
});

import { expect, test } from 'vitest';
import { lint, openWorkspace } from '../api/index.ts';
import { commitAll, committed, agent, scratchFolders } from '../testing/preflight.ts';
import { editors } from '../testing/clients.ts';
import { everything } from '../testing/editor.ts';

const editorOver = editors(),
  folderWith = scratchFolders();
const files = { 'desk.agent.json': agent('"volume": 1') };
const editedAgent = agent('"volume": 2');
const text = '5:13 published-version-edited';

test('an edit of a published version is reported while it is typed, until it is committed', async () => {
  const editor = editorOver(files);
  committed(editor.folder);
  await editor.open('desk.agent.json', files['desk.agent.json']);
  await editor.expectShown('desk.agent.json', []);
  await editor.type('desk.agent.json', editedAgent);
  await editor.expectShown('desk.agent.json', [text]);
  await editor.type('desk.agent.json', agent('"volume": 1, "version_title": "Summer"'));
  await editor.expectShown('desk.agent.json', []);
  await editor.type('desk.agent.json', editedAgent);
  await editor.expectShown('desk.agent.json', [text]);
  editor.write('desk.agent.json', editedAgent);
  commitAll(editor.folder);
  await editor.changedOnDisk('.git/logs/HEAD');
  await editor.expectShown('desk.agent.json', []);
});
test('git is not started in an untrusted workspace', async () => {
  const editor = editorOver(files, { ...everything, options: { trusted: false } });
  committed(editor.folder);
  await editor.open('desk.agent.json', editedAgent);
  expect((await editor.pull('desk.agent.json')).items).toEqual([]);
});
test('the library reports an edit of a published version', () => {
  const folder = committed(folderWith(files)),
    workspace = openWorkspace(folder);
  expect(lint(workspace).findings).toEqual([]);
  const { findings } = lint(workspace.with('desk.agent.json', editedAgent));
  expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual([['published-version-edited', 'error']]);
});

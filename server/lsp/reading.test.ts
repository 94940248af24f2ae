import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { editors } from '../testing/clients.ts';
import type { Editor } from '../testing/editor.ts';
import { agent, agentList } from '../testing/preflight.ts';
import { isIndexed } from './uris.ts';

const editorOver = editors();
const badAgent = (id = 'agent_desk'): string => agent('"voice_speed": 9', id);
const outOfRange = ['5:18 out-of-range'];

test.each([
  'file:///x.agent.json',
  'file:///a%00b.agent.json',
  'file:///a%00b/c.agent.json',
  'file:',
  'file:///',
  `file:///${'a'.repeat(5000)}/x.agent.json`,
])('%s is checked immediately, without other files, while a folder is open', async uri => {
  const editor = await editorOver({}).open(uri, badAgent());
  await editor.expectShown(uri, outOfRange);
  await editor.close(uri);
  await editor.expectShown(uri, []);
});
describe('a root is read', () => {
  const openFolders = [pathToFileURL('/x/me/team').href];
  test.each([
    ['/x/me/team', true],
    ['/x/me/team/deep', true],
    ['/x/me', false],
    ['/', false],
    ['/x/me/teams', false],
    ['untitled:', false],
  ])('only in an open folder: %s is %s', (root, expected) => expect(isIndexed(root, openFolders)).toBe(expected));
  test('in a checkout or with a configuration, wherever it is', () => {
    const { folder } = editorOver({ 'a/.git/HEAD': '', 'b/preflight.config.json': '{}', 'c/x.json': '' });
    expect(['a', 'b', 'c', ''].map(name => isIndexed(join(folder, name), openFolders))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
  test('only with its folder: references of a single file are not called missing', async () => {
    const editor = editorOver({ 'notes/desk.agent.json': agent() }, { folders: [] });
    const number = '{ "phone_number": "+14155550100", "inbound_agents": [{ "agent_id": "agent_x", "weight": 2 }] }';
    await editor.open('notes/n.phone-number.json', number);
    await editor.expectShown('notes/n.phone-number.json', ['1:89 out-of-range']);
  });
});

describe('a workspace that is too large', () => {
  const names = ['a', 'b', 'c', 'd'].map(name => `many/${name}.agent.json`);
  const files = Object.fromEntries(names.map((name, i) => [name, badAgent(`agent_${i}`)]));
  const editorOverMany = (configuration: string): Editor =>
    editorOver({ ...files, 'preflight.config.json': configuration }, { limits: { files: 4, bytes: 1e6 } });
  test('is reported once; open files are checked, without findings that depend on files that were not read', async () => {
    const editor = editorOverMany('{ "complete": ["agent", "agent-list", "llm", "conversation-flow"] }');
    await editor.open('list.agent-list.json', agentList('"prod": { "version": 7 }'));
    await editor.open('desk.agent.json', agent('"voice_speed": 9, "base_version": 0'));
    await editor.expectShown('desk.agent.json', outOfRange);
    await editor.expectShown('list.agent-list.json', []);
    await editor.changedOnDisk('preflight.config.json', ...names);
    await editor.type('desk.agent.json', agent());
    await editor.expectShown('desk.agent.json', []);
    expect(names.filter(name => editor.pushed.has(editor.uri(name)))).toEqual([]);
    expect(editor.messages).toEqual([
      expect.stringContaining(`Preflight checks only the files that are open: ${editor.folder} has more than 4 files`),
    ]);
  });
  test('is read when it has become small enough', async () => {
    const editor = editorOverMany('{}');
    await editor.waitUntil(() => editor.messages.length === 1);
    editor.write('preflight.config.json', '{ "ignore": ["b.agent.json", "many"] }');
    editor.write('own.agent.json', badAgent());
    await editor.changedOnDisk('preflight.config.json');
    await editor.expectShown('own.agent.json', outOfRange);
  });
});

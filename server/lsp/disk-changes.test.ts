import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { clinic, editors } from '../testing/clients.ts';
import { everything, type Editor } from '../testing/editor.ts';
import { agent, agentList } from '../testing/preflight.ts';
import { sessionOver } from '../testing/session.ts';
import { disk } from '../state/source.ts';
import { requests, type AgentNode } from './protocol.ts';

const editorOver = editors();
const wrong = (id = 'agent_desk'): string => agent('"voice_speed": 9', id);
const outOfRange = ['5:18 out-of-range'];

const agentsOf = async (editor: Editor): Promise<readonly string[]> =>
  (await editor.connection.sendRequest<AgentNode[]>(requests.agents)).map(({ agentId }) => agentId);
/**
 * Moves a file or folder away.
 * @returns a function that moves it back
 */
function moveAway(editor: Editor, name: string): () => void {
  const from = join(editor.folder, name),
    to = `${editor.folder}-away`;
  renameSync(from, to);
  return () => {
    renameSync(to, from);
  };
}

describe('an editor that can watch files', () => {
  const watchers = async (capabilities: object): Promise<unknown> => {
    const editor = editorOver({ 'a.agent.json': wrong() }, { capabilities }),
      registered: unknown[] = [];
    editor.connection.onRequest('client/registerCapability', (request: { registrations: object[] }) => {
      registered.push(...request.registrations);
      return null;
    });
    await editor.expectShown('a.agent.json', outOfRange);
    return registered;
  };
  test('is asked to watch all files, because it reports a deleted or new folder but not the files in the folder', async () =>
    expect(await watchers({ workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } })).toMatchObject([
      { method: 'workspace/didChangeWatchedFiles', registerOptions: { watchers: [{ globPattern: '**/*' }] } },
    ]));
  test('is asked only if it supports requests to watch', async () =>
    expect(await watchers({ workspace: { didChangeWatchedFiles: {} } })).toEqual([]));
});

describe('one event for a folder', () => {
  test('covers the files in the folder, and broken references to these files', async () => {
    const editor = editorOver(clinic, everything),
      file = 'agents/reminders/v1.agent.json';
    await editor.open(file, clinic[file]!);
    const rules = async (): Promise<readonly unknown[]> => (await editor.pull(file)).items.map(({ code }) => code);
    expect(await rules()).toEqual([]);
    const moveBack = moveAway(editor, 'engines');
    await editor.removedFromDisk('engines');
    expect(await rules()).toEqual(['unknown-engine']);
    await editor.waitUntil(() => editor.findingsOf('agents/web-chat/v0.agent.json').join() === '12:57 unknown-engine');
    moveBack();
    await editor.changedOnDisk('engines');
    expect(await rules()).toEqual([]);
    await editor.expectShown('agents/web-chat/v0.agent.json', []);
  });
  test('removes the agents in the folder and restores them, at any depth', async () => {
    const editor = editorOver(
      {
        'keep.agent.json': agent('', 'agent_keep'),
        'a/b/c/x.agent.json': wrong(),
        'a/b/y.agent.json': wrong('agent_y'),
      },
      everything,
    );
    await editor.expectShown('a/b/c/x.agent.json', outOfRange);
    const moveBack = moveAway(editor, 'a');
    await editor.removedFromDisk('a');
    await editor.expectShown('a/b/c/x.agent.json', []);
    await editor.expectShown('a/b/y.agent.json', []);
    expect(await agentsOf(editor)).toEqual(['agent_keep']);
    moveBack();
    await editor.changedOnDisk('a');
    await editor.expectShown('a/b/c/x.agent.json', outOfRange);
    await editor.expectShown('a/b/y.agent.json', outOfRange);
    expect(await agentsOf(editor)).toEqual(['agent_desk', 'agent_keep', 'agent_y']);
  });
  test('removes the files of a nested checkout, such as a submodule', async () => {
    const editor = editorOver({ '.git/HEAD': '', 'sub/.git': 'gitdir: ../.git', 'sub/x.agent.json': wrong() });
    await editor.expectShown('sub/x.agent.json', outOfRange);
    editor.remove('sub');
    await editor.removedFromDisk('sub');
    await editor.expectShown('sub/x.agent.json', []);
  });
  test('can end with a slash', async () => {
    const editor = editorOver({ 'a/x.agent.json': wrong(), 'keep.agent.json': agent() });
    await editor.expectShown('a/x.agent.json', outOfRange);
    editor.remove('a');
    await editor.removedFromDisk('a/');
    await editor.expectShown('a/x.agent.json', []);
  });
  test('replaces a file by a folder with the same name, and a folder by a file', async () => {
    const editor = editorOver({ 'x.agent.json': wrong(), 'sub/y.agent.json': wrong('agent_y') });
    await editor.expectShown('sub/y.agent.json', outOfRange);
    editor.remove('x.agent.json');
    editor.write('x.agent.json/inner.agent.json', wrong());
    editor.remove('sub');
    editor.write('sub', 'a file');
    await editor.changedOnDisk('x.agent.json', 'sub');
    await editor.expectShown('x.agent.json', []);
    await editor.expectShown('x.agent.json/inner.agent.json', outOfRange);
    await editor.expectShown('sub/y.agent.json', []);
    editor.remove('x.agent.json');
    editor.write('x.agent.json', wrong());
    await editor.changedOnDisk('x.agent.json');
    await editor.expectShown('x.agent.json/inner.agent.json', []);
    await editor.expectShown('x.agent.json', outOfRange);
  });
  test('reads the files that a walk would read: no file that is ignored, linked, or in a nested workspace', async () => {
    const editor = editorOver({
      '.git/HEAD': '',
      '.gitignore': 'out/\n*.tmp.agent.json\n',
      'preflight.config.json': '{ "ignore": ["in/ours"] }',
      'in.agent.json': wrong('agent_in'),
    });
    await editor.expectShown('in.agent.json', outOfRange);
    for (const name of ['a', 'out/b', 'c.tmp', 'ours/d', 'node_modules/e', 'inner/f', 'own/g', '.git/h'])
      editor.write(`in/${name}.agent.json`, wrong(`agent_${name}`));
    editor.write('in/preflight.baseline.json', '{}');
    editor.write('in/inner/preflight.config.json', '{ "rules": { "out-of-range": "info" } }');
    editor.write('in/own/.gitignore', 'g.*\n');
    symlinkSync('../in/inner', join(editor.folder, 'in/linked'));
    await editor.changedOnDisk('in', 'in/linked', 'in/node_modules', 'in/.git');
    await editor.expectShown('in/a.agent.json', outOfRange);
    await editor.waitUntil(() => editor.pushed.get(editor.uri('in/inner/f.agent.json'))?.items[0]?.severity === 3);
    const text = [...editor.pushed].filter(([, { items }]) => items.length > 0).map(([uri]) => uri);
    expect(text.sort()).toEqual(
      ['in.agent.json', 'in/a.agent.json', 'in/inner/f.agent.json'].map(name => editor.uri(name)),
    );
    editor.remove('in');
    await editor.removedFromDisk('in');
    await editor.expectShown('in/a.agent.json', []);
    await editor.expectShown('in/inner/f.agent.json', []);
  });
  test('keeps the open documents of the folder until they are closed', async () => {
    const editor = editorOver({ 'a/x.agent.json': wrong(), 'a/y.agent.json': wrong('agent_y') });
    await editor.open('a/x.agent.json', wrong());
    await editor.expectShown('a/y.agent.json', outOfRange);
    editor.remove('a');
    await editor.removedFromDisk('a');
    await editor.expectShown('a/y.agent.json', []);
    await editor.type('a/x.agent.json', `${wrong()}\n`);
    await editor.expectShown('a/x.agent.json', outOfRange);
    await editor.close('a/x.agent.json');
    await editor.expectShown('a/x.agent.json', []);
  });
  test('removes the open documents of the folder until they are edited or their files return', async () => {
    const editor = editorOver({ 'a/x.agent.json': wrong(), 'y.agent.json': wrong('agent_y') });
    await editor.open('a/x.agent.json', wrong());
    await editor.expectShown('a/x.agent.json', outOfRange);
    editor.remove('a');
    await editor.removedFromDisk('a');
    await editor.expectShown('a/x.agent.json', []);
    // this change makes the server read the whole workspace again
    editor.write('preflight.config.json', '{}');
    await editor.changedOnDisk('preflight.config.json');
    editor.write('y.agent.json', agent('', 'agent_y'));
    await editor.changedOnDisk('y.agent.json');
    await editor.expectShown('y.agent.json', []);
    await editor.expectShown('a/x.agent.json', []);
    editor.write('a/x.agent.json', wrong());
    await editor.changedOnDisk('a');
    await editor.expectShown('a/x.agent.json', outOfRange);
  });
  test('can come before or after the events of its files, or while the files are being read', async () => {
    const editor = editorOver({ 'a/x.agent.json': wrong(), 'preflight.config.json': '{}' });
    await editor.expectShown('a/x.agent.json', outOfRange);
    for (const order of [
      ['a', 'a/x.agent.json'],
      ['a/x.agent.json', 'a'],
      ['preflight.config.json', 'a'],
    ]) {
      const moveBack = moveAway(editor, 'a');
      for (const name of order) await editor.removedFromDisk(name);
      await editor.expectShown('a/x.agent.json', []);
      moveBack();
      for (const name of order) await editor.changedOnDisk(name);
      await editor.expectShown('a/x.agent.json', outOfRange);
    }
  });
});

describe('a folder disappears or returns', () => {
  test('with a nested workspace', async () => {
    const editor = editorOver({
      'preflight.config.json': '{}',
      'inner/preflight.config.json': '{ "rules": { "out-of-range": "off" } }',
      'inner/x.agent.json': wrong('agent_x'),
      'keep.agent.json': wrong(),
    });
    await editor.open('inner/x.agent.json', wrong('agent_x'));
    await editor.expectShown('keep.agent.json', outOfRange);
    await editor.expectShown('inner/x.agent.json', []);
    const moveBack = moveAway(editor, 'inner');
    await editor.removedFromDisk('inner');
    await editor.expectShown('inner/x.agent.json', outOfRange);
    moveBack();
    await editor.changedOnDisk('inner');
    await editor.expectShown('inner/x.agent.json', []);
  });
  test('with a part of the configuration', async () => {
    const editor = editorOver({
      'preflight.config.json': '{ "extends": ["./shared/base.json"] }',
      'shared/base.json': '{ "rules": { "out-of-range": "info" } }',
      'x.agent.json': wrong(),
    });
    const severity = (): number | undefined => editor.pushed.get(editor.uri('x.agent.json'))?.items[0]?.severity;
    await editor.becomes(severity, 3);
    const moveBack = moveAway(editor, 'shared');
    await editor.removedFromDisk('shared');
    await editor.expectShown('preflight.config.json', ['1:15 unresolved-extends']);
    moveBack();
    editor.write('shared/base.json', '{ "rules": { "out-of-range": "warning" } }');
    await editor.changedOnDisk('shared');
    await editor.expectShown('preflight.config.json', []);
    await editor.becomes(severity, 2);
  });
  test('with the .git folder of a checkout', async () => {
    const editor = editorOver({
      '.git/info/exclude': 'out/\n',
      'out/x.agent.json': wrong(),
      'y.agent.json': wrong('agent_y'),
    });
    await editor.expectShown('y.agent.json', outOfRange);
    expect(editor.pushed.has(editor.uri('out/x.agent.json'))).toBe(false);
    const moveBack = moveAway(editor, '.git');
    await editor.removedFromDisk('.git');
    await editor.expectShown('out/x.agent.json', outOfRange);
    moveBack();
    await editor.changedOnDisk('.git');
    await editor.expectShown('out/x.agent.json', []);
  });
  test('with an open document', async () => {
    const editor = editorOver({ 'w/preflight.config.json': '{}', 'w/x.agent.json': wrong() }, { folders: ['w'] });
    await editor.expectShown('w/x.agent.json', outOfRange);
    const moveBack = moveAway(editor, 'w');
    await editor.removedFromDisk('w');
    await editor.expectShown('w/x.agent.json', []);
    expect([...editor.pushed.values()].flatMap(({ items }) => items)).toEqual([]);
    moveBack();
    await editor.changedOnDisk('w');
    await editor.expectShown('w/x.agent.json', outOfRange);
  });
});

describe('a session', () => {
  const files = Object.fromEntries(
    Array.from({ length: 400 }, (_, i) => [`many/${i % 7}/a${i}.agent.json`, wrong(`agent_${i}`)]),
  );
  const openBoth = async () => {
    const editor = editorOver({ ...files, 'all.agent-list.json': agentList('"prod": { "version": 1 }') });
    const visits: string[] = [];
    let changes = 0;
    const session = await sessionOver(editor.uri(''), {
      disk: {
        ...disk,
        entries: (folder, isMet) => {
          visits.push(folder);
          return disk.entries(folder, isMet);
        },
      },
      onChange: () => {
        changes++;
      },
    });
    visits.length = 0;
    changes = 0;
    const documents = (): number => [...session.state.roots.values()][0]!.workspace.documents.length;
    return { editor, session, visits, documents, changes: () => changes };
  };
  test('neither reads nor publishes again if nothing has changed', async () => {
    const { editor, session, visits, changes } = await openBoth();
    editor.write('src/main.ts', '');
    editor.write('node_modules/x/package.json', '{}');
    session.diskChanged(
      ['src/main.ts', 'node_modules/x/package.json', 'node_modules', '.git/index', 'gone', 'all.agent-list.json'].map(
        name => editor.uri(name),
      ),
    );
    await session.allReady();
    expect([visits, changes()]).toEqual([[], 0]);
    session.diskChanged([editor.uri('src')]);
    expect([visits, changes()]).toEqual([[join(editor.folder, 'src')], 0]);
  });
  test('reads everything at most twice after many separate events, and once if they come together', async () => {
    const { editor, session, visits, documents } = await openBoth();
    rmSync(join(editor.folder, 'many'), { recursive: true });
    session.diskChanged(Object.keys(files).map(name => editor.uri(name)));
    await session.allReady();
    expect(documents()).toBe(1);
    for (const [name, text] of Object.entries(files)) editor.write(name, text);
    visits.length = 0;
    for (const name of Object.keys(files)) session.diskChanged([pathToFileURL(join(editor.folder, name, '..')).href]);
    await session.allReady();
    expect(documents()).toBe(401);
    expect(visits.filter(folder => folder === editor.folder).length).toBeLessThanOrEqual(2);
  });
});

import { describe, expect, test } from 'vitest';
import { editors } from '../testing/clients.ts';
import { pulling } from '../testing/editor.ts';
import { agent } from '../testing/preflight.ts';
import { sessionOver } from '../testing/session.ts';

const editorOver = editors();
const badAgent = (id = 'agent_desk'): string => agent('"voice_speed": 9', id);
const outOfRange = ['5:18 out-of-range'];

describe('settings', () => {
  test('apply as soon as they are typed; while they are broken, the last valid settings apply', async () => {
    const editor = editorOver({ 'preflight.config.json': '{}', 'bad.agent.json': badAgent() });
    await editor.expectShown('bad.agent.json', outOfRange);
    await editor.open('preflight.config.json', '{}');
    await editor.type('preflight.config.json', '{ "rules": { "out-of-range": "off" } }');
    await editor.expectShown('bad.agent.json', []);
    await editor.type('preflight.config.json', '{ "rules": { "out-of-range": "of" } }');
    await editor.expectShown('preflight.config.json', ['1:30 invalid-enum-value']);
    expect(editor.findingsOf('bad.agent.json')).toEqual([]);
    expect(editor.pushed.get(editor.uri('preflight.config.json'))!.items[0]!.message).toContain(
      'out-of-range: expected off, info, warning or error, got "of"; did you mean "off"?',
    );
    await editor.close('preflight.config.json');
    await editor.expectShown('preflight.config.json', []);
    await editor.expectShown('bad.agent.json', outOfRange);
  });
  test('with a refused glob are reported at the place of the glob', async () => {
    const editor = editorOver({
      'bad.agent.json': badAgent(),
      'preflight.config.json': '{ "ignore": ["x", "*a*a*a*a*b"] }',
    });
    await editor.expectShown('preflight.config.json', ['1:19 invalid-glob']);
    await editor.expectShown('bad.agent.json', outOfRange);
  });
  test('are read again when they change on disk, which also updates the kinds of files', async () => {
    const editor = editorOver({ 'odd/desk.json': '{ "a": 1, "b": 2, "voice_speed": 9 }' });
    await editor.open('odd/desk.json', '{ "a": 1, "b": 2, "voice_speed": 9 }');
    await editor.expectShown('odd/desk.json', []);
    editor.write('preflight.config.json', '{ "files": { "agent": ["odd/*.json"] } }');
    await editor.changedOnDisk('preflight.config.json');
    await editor.waitUntil(() => editor.findingsOf('odd/desk.json').includes('1:34 out-of-range'));
  });
  test('can suppress findings; a suppression without effect is reported; findings in the baseline become hints', async () => {
    const entry = (rule: string, file = 'bad.agent.json'): string =>
      `{ "suppress": [{ "rule": "${rule}", "file": "${file}", "at": "/voice_speed", "reason": "known" }] }`;
    const editor = editorOver({ 'preflight.config.json': entry('out-of-range'), 'bad.agent.json': badAgent() });
    await editor.open('bad.agent.json', badAgent());
    await editor.expectShown('bad.agent.json', []);
    editor.write('preflight.config.json', entry('out-of-range', '*.agent.json'));
    await editor.changedOnDisk('preflight.config.json');
    await editor.expectShown('bad.agent.json', []);
    editor.write('preflight.config.json', entry('wrong-type'));
    await editor.changedOnDisk('preflight.config.json');
    await editor.expectShown('preflight.config.json', ['1:16 unused-suppression']);
    await editor.expectShown('bad.agent.json', outOfRange);
    editor.write(
      'preflight.baseline.json',
      '{ "version": 1, "findings": [{ "rule": "out-of-range", "file": "bad.agent.json", "at": "/voice_speed" }] }',
    );
    await editor.changedOnDisk('preflight.baseline.json');
    await editor.waitUntil(() => editor.pushed.get(editor.uri('bad.agent.json'))?.items[0]?.severity === 4);
  });
  test('of two roots are independent', async () => {
    const editor = editorOver(
      {
        'a/preflight.config.json': '{ "rules": { "out-of-range": "off" } }',
        'a/bad.agent.json': badAgent('agent_a'),
        'b/preflight.config.json': '{ "rules": { "out-of-range": "info" } }',
        'b/bad.agent.json': badAgent('agent_b'),
      },
      { folders: ['a', 'b'] },
    );
    await editor.expectShown('b/bad.agent.json', outOfRange);
    expect(editor.pushed.get(editor.uri('b/bad.agent.json'))!.items[0]!.severity).toBe(3);
    expect(editor.pushed.has(editor.uri('a/bad.agent.json'))).toBe(false);
  });
  test('that appear in a folder, or disappear, move the open documents of the folder to another workspace', async () => {
    const editor = editorOver({ 'preflight.config.json': '{}', 'inner/bad.agent.json': badAgent('agent_b') });
    await editor.open('inner/bad.agent.json', badAgent('agent_b'));
    await editor.expectShown('inner/bad.agent.json', outOfRange);
    editor.write('inner/preflight.config.json', '{ "rules": { "out-of-range": "off" } }');
    await editor.changedOnDisk('inner/preflight.config.json');
    await editor.expectShown('inner/bad.agent.json', []);
    editor.remove('inner/preflight.config.json');
    await editor.removedFromDisk('inner/preflight.config.json');
    await editor.expectShown('inner/bad.agent.json', outOfRange);
  });
  test('in a folder within a workspace create a nested workspace', async () => {
    const editor = editorOver({
      'bad.agent.json': badAgent('agent_a'),
      'inner/preflight.config.json': '{ "rules": { "out-of-range": "warning" } }',
      'inner/bad.agent.json': badAgent('agent_b'),
    });
    await editor.expectShown('inner/bad.agent.json', outOfRange);
    expect(editor.pushed.get(editor.uri('inner/bad.agent.json'))!.items[0]!.severity).toBe(2);
  });
});

describe('files', () => {
  test('that other programs delete, rename or create are read again', async () => {
    const editor = editorOver({ 'bad.agent.json': badAgent() });
    await editor.expectShown('bad.agent.json', outOfRange);
    editor.remove('bad.agent.json');
    editor.write('sub/worse.agent.json', badAgent());
    await editor.removedFromDisk('bad.agent.json');
    await editor.changedOnDisk('sub/worse.agent.json');
    await editor.expectShown('bad.agent.json', []);
    await editor.expectShown('sub/worse.agent.json', outOfRange);
    editor.remove('sub');
    await editor.removedFromDisk('sub');
    await editor.expectShown('sub/worse.agent.json', []);
  });
  test('that are deleted while they are open are kept; their findings disappear when they are closed', async () => {
    const editor = await editorOver({ 'bad.agent.json': badAgent() }).open('bad.agent.json', badAgent());
    await editor.expectShown('bad.agent.json', outOfRange);
    editor.remove('bad.agent.json');
    await editor.removedFromDisk('bad.agent.json');
    await editor.type('bad.agent.json', `${badAgent()}\n`);
    await editor.expectShown('bad.agent.json', outOfRange);
    await editor.close('bad.agent.json');
    await editor.expectShown('bad.agent.json', []);
  });
  test('that are closed without saving have the text on disk again', async () => {
    const editor = await editorOver({ 'desk.agent.json': agent() }).open('desk.agent.json', agent());
    await editor.type('desk.agent.json', badAgent());
    await editor.expectShown('desk.agent.json', outOfRange);
    await editor.close('desk.agent.json');
    await editor.expectShown('desk.agent.json', []);
  });
  test('that change by the hundred are read again', async () => {
    const names = Array.from({ length: 120 }, (_, i) => `a${i}.agent.json`);
    const editor = editorOver(Object.fromEntries(names.map((name, i) => [name, agent('', `agent_${i}`)])));
    await editor.open('open.agent.json', badAgent());
    await editor.expectShown('open.agent.json', outOfRange);
    for (const [i, name] of names.entries())
      if (i < 100) editor.write(name, badAgent(`agent_${i}`));
      else editor.remove(name);
    await editor.changedOnDisk(...names.slice(0, 100));
    await editor.removedFromDisk(...names.slice(100));
    for (const name of names.slice(0, 100)) await editor.expectShown(name, outOfRange);
    expect(editor.findingsOf('open.agent.json')).toEqual(outOfRange);
  });
  test('that change while they are being read are read again', async () => {
    const editor = editorOver({ 'preflight.config.json': '{}', 'x.agent.json': agent() });
    await editor.open('y.agent.json', badAgent('agent_y'));
    await editor.expectShown('y.agent.json', outOfRange);
    editor.write('preflight.config.json', '{ "liveTags": [] }');
    await editor.changedOnDisk('preflight.config.json');
    editor.write('x.agent.json', badAgent());
    await editor.changedOnDisk('x.agent.json');
    await editor.expectShown('x.agent.json', outOfRange);
  });
  test('whose edits are undone have no unsaved changes', async () => {
    const editor = editorOver({ 'desk.agent.json': agent() }),
      uri = editor.uri('desk.agent.json'),
      session = await sessionOver(editor.uri(''));
    session.open(uri, 'json', 1, agent());
    const isSaved = (): boolean => {
      const { workspace, savedWorkspace } = session.findForRequest(uri)!.root;
      return workspace === savedWorkspace;
    };
    expect(isSaved()).toBe(true);
    session.edit(uri, 2, [{ text: badAgent() }]);
    expect(isSaved()).toBe(false);
    session.edit(uri, 3, [{ text: agent() }]);
    expect(isSaved()).toBe(true);
  });
  test('that git ignores are not part of the workspace until one is opened', async () => {
    const editor = editorOver({
      '.git/HEAD': '',
      '.gitignore': 'out/\n',
      'out/bad.agent.json': badAgent(),
      'ok.agent.json': agent('', 'agent_ok'),
      'worse.agent.json': badAgent('agent_worse'),
    });
    await editor.expectShown('worse.agent.json', outOfRange);
    await editor.changedOnDisk('out/bad.agent.json');
    expect(editor.pushed.has(editor.uri('out/bad.agent.json'))).toBe(false);
    await editor.open('out/bad.agent.json', badAgent());
    await editor.expectShown('out/bad.agent.json', outOfRange);
  });
  test('that are not text have a single finding that says so', async () => {
    const editor = editorOver({});
    editor.write('latin.agent.json', '');
    const { writeFileSync } = await import('node:fs');
    writeFileSync(
      `${editor.folder}/latin.agent.json`,
      Buffer.from(badAgent().replace('9', '9, "agent_name": "Empf\xe4ng"'), 'latin1'),
    );
    await editor.changedOnDisk('latin.agent.json');
    await editor.waitUntil(
      () =>
        editor.findingsOf('latin.agent.json').length === 1 &&
        editor.findingsOf('latin.agent.json')[0]!.endsWith('unreadable-file'),
    );
  });
  test.each([
    'untitled:Untitled-1',
    'vscode-remote://ssh-remote+box/home/me/desk.agent.json',
    'file:///no/such/folder/desk.agent.json',
  ])('and documents such as %s are linted like any other', async uri => {
    const editor = await editorOver({}, { folders: [] }).open(uri, badAgent());
    await editor.expectShown(uri, outOfRange);
    await editor.close(uri);
    await editor.expectShown(uri, []);
  });
});

describe('a folder', () => {
  test('can be added and removed', async () => {
    const editor = editorOver(
      { 'a/bad.agent.json': badAgent('agent_a'), 'b/bad.agent.json': badAgent('agent_b') },
      { folders: ['a'], capabilities: { workspace: { workspaceFolders: true } } },
    );
    await editor.expectShown('a/bad.agent.json', outOfRange);
    const folder = (name: string) => ({ uri: editor.uri(name), name });
    await editor.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
      event: { added: [folder('b')], removed: [folder('a')] },
    });
    await editor.expectShown('b/bad.agent.json', outOfRange);
    await editor.expectShown('a/bad.agent.json', []);
  });
});

describe('the removal of a folder with an open document', () => {
  test('clears the findings of the other files in the folder', async () => {
    const editor = editorOver(
      {
        'a/ok.agent.json': agent('', 'agent_ok'),
        'b/bad.agent.json': badAgent('agent_b'),
        'b/open.agent.json': badAgent('agent_open'),
      },
      { folders: ['a', 'b'], capabilities: { workspace: { workspaceFolders: true } } },
    );
    await editor.open('b/open.agent.json', badAgent('agent_open'));
    await editor.expectShown('b/bad.agent.json', outOfRange);
    await editor.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
      event: { added: [], removed: [{ uri: editor.uri('b'), name: 'b' }] },
    });
    await editor.expectShown('b/bad.agent.json', []);
    await editor.expectShown('b/open.agent.json', outOfRange);
  });
});

describe('the server', () => {
  test('survives unknown messages', async () => {
    const editor = editorOver({});
    await editor.greeting;
    await editor.connection.sendNotification('preflight/never-heard-of', { a: 1 });
    await editor.connection.sendNotification('$/unknown', {});
    await expect(editor.connection.sendRequest('textDocument/never', {})).rejects.toThrow(/Unhandled method/);
    await editor.change('never-opened.json', { text: '{}' });
    await editor.close('never-opened.json');
    await editor.open('bad.agent.json', badAgent());
    await editor.expectShown('bad.agent.json', outOfRange);
  });
  test('ignores edits older than the known version, and ranges beyond the end of the text', async () => {
    const editor = await editorOver({}).open('bad.agent.json', badAgent());
    const send = (version: number, change: object) =>
      editor.connection.sendNotification('textDocument/didChange', {
        textDocument: { uri: editor.uri('bad.agent.json'), version },
        contentChanges: [change],
      });
    await send(7, { text: agent() });
    await send(6, { text: badAgent() });
    await send(8, { range: { start: { line: 900, character: 3 }, end: { line: 901, character: 0 } }, text: '\n' });
    await editor.waitUntil(() => editor.pushed.get(editor.uri('bad.agent.json'))?.version === 8);
    expect(editor.findingsOf('bad.agent.json')).toEqual([]);
  });
  test('ends with the last of several simultaneous edits', async () => {
    const editor = await editorOver({}, { capabilities: pulling }).open('bad.agent.json', badAgent());
    const pulls = [];
    for (let i = 0; i < 20; i++) {
      await editor.type('bad.agent.json', i % 2 === 0 ? agent() : badAgent());
      pulls.push(editor.pull('bad.agent.json'));
    }
    expect((await Promise.all(pulls)).at(-1)!.items.map(({ code }) => code)).toEqual(['out-of-range']);
  });
  test('refuses requests after shutdown', async () => {
    const editor = await editorOver({}, { capabilities: pulling }).open('bad.agent.json', badAgent());
    await editor.connection.sendRequest('shutdown');
    await expect(editor.pull('bad.agent.json')).rejects.toThrow(/shut down/);
  });
});

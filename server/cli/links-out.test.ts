import { readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lint, openWorkspace } from '../api/index.ts';
import { requests } from '../lsp/protocol.ts';
import { bareOptions, editors } from '../testing/clients.ts';
import { everything } from '../testing/editor.ts';
import { agent, committed, git, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const editorOver = editors();
const secret = 'wJalrXUtnFEMI';
/**
 * Creates a checkout beside a private file.
 * @returns the folder of the checkout
 */
const checkout = (files: Readonly<Record<string, string>> = {}): string => {
  const parentFolder = folderWith({
    outside: `[default]\n${secret}\n`,
    'elsewhere/preflight.config.json': `{ "${secret}": 1 }`,
    'elsewhere/x.agent.json': `{ "agent_id": "agent_x", "voice_speed": "${secret}" }`,
    'ws/desk.agent.json': agent(),
  });
  git(join(parentFolder, 'ws'), 'init', '-q');
  write(join(parentFolder, 'ws'), files);
  return join(parentFolder, 'ws');
};
const leads = 'is a link to a place outside of the workspace';

describe('a link out of the checkout is refused, and nothing of its target is shown', () => {
  test.each(['preflight.config.json', 'preflight.config.jsonc', 'preflight.baseline.json'])('as %s', async name => {
    for (const [target, reason] of [
      ['../outside', leads],
      ['/proc/self/environ', leads],
      ['.git/config', "is a link to one of git's own files"],
    ] as const) {
      const folder = checkout();
      symlinkSync(target, join(folder, name));
      // other commands do not read the baseline
      const more =
        name === 'preflight.baseline.json'
          ? []
          : [
              ['resolve', '--all'],
              ['plan', '--publish', 'agent_desk@1'],
            ];
      for (const args of [['lint'], ['ci'], ['doctor'], ...more])
        expect(await preflight(args, folder), `${args[0]} ${target}`).toEqual({
          code: 2,
          stdout: '',
          stderr: `${name}:1:1 it cannot be read: it ${reason}\n`,
        });
    }
  });
  test('in a folder that is itself a link, or without a checkout', async () => {
    const folder = checkout({ 'teams/a/desk.agent.json': agent() });
    symlinkSync('../../../outside', join(folder, 'teams/a/preflight.config.json'));
    expect(await preflight(['lint'], folder)).toMatchObject({
      code: 2,
      stderr: `teams/a/preflight.config.json:1:1 it cannot be read: it ${leads}\n`,
    });
    const linked = checkout();
    symlinkSync('../elsewhere', join(linked, 'agents'));
    for (const path of ['agents', 'agents/', './agents'])
      expect(await preflight(['lint', path], linked)).toEqual({ code: 2, stdout: '', stderr: `${path} ${leads}\n` });
    const plainFolder = folderWith({ outside: secret, 'ws/x.agent.json': agent() });
    symlinkSync('../outside', join(plainFolder, 'ws/preflight.config.json'));
    for (const args of [['lint'], ['serve', '--config', 'preflight.config.json']])
      expect(await preflight(args, join(plainFolder, 'ws'))).toMatchObject({
        code: 2,
        stderr: `preflight.config.json:1:1 it cannot be read: it ${leads}\n`,
      });
  });
  test('in a nested folder, even if another configuration was requested', async () => {
    const folder = checkout({
      'preflight.config.json': '{}',
      'teams/a/desk.agent.json': agent(),
      'line.phone.json':
        '{ "phone_number": "+14155550100", "inbound_agents": [{ "agent_id": "agent_desk", "weight": 1 }] }',
    });
    committed(folder);
    symlinkSync('../../../outside', join(folder, 'teams/a/preflight.config.json'));
    const { code, stdout, stderr } = await preflight(
      ['ci', '--base', 'HEAD', '--config', 'preflight.config.json'],
      folder,
    );
    expect(code).not.toBe(70);
    expect(`${stdout}${stderr}`).not.toMatch(new RegExp(`internal error|${secret}`));
  });
  test('in an extended configuration that names a file of git', async () => {
    const folder = checkout({ 'preflight.config.json': '{ "extends": "./.git/config" }' });
    const { code, stderr } = await preflight(['lint'], folder);
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      'preflight.config.json:1:14 extends: "./.git/config" is one of git\'s own files ' +
        '(preflight.config.json → ./.git/config)  unresolved-extends',
    ]);
  });
  test('as a file that is typed as an argument', async () => {
    const folder = checkout({ 'slow.alert-rule.json': readFileSync(rule, 'utf8') });
    symlinkSync('../elsewhere/x.agent.json', join(folder, 'x.agent.json'));
    symlinkSync('../outside', join(folder, 'slow.csv'));
    symlinkSync('../elsewhere/preflight.config.json', join(folder, 'own.json'));
    const linesOf = async (...args: string[]): Promise<unknown> => {
      const { code, stdout, stderr } = await preflight(args, folder);
      expect(`${stdout}${stderr}`).not.toContain(secret);
      return [code, `${stdout}${stderr}`.split('\n').find(line => line.includes(leads))];
    };
    expect(await linesOf('lint', '--format', 'compact', 'x.agent.json')).toEqual([
      1,
      `x.agent.json:1:1: error the file cannot be read: it ${leads} [unreadable-file]`,
    ]);
    expect(await linesOf('graph', 'x.agent.json')).toEqual([2, `x.agent.json cannot be read: it ${leads}`]);
    expect(await linesOf('simulate', 'x.agent.json')).toEqual([2, `x.agent.json cannot be read: it ${leads}`]);
    expect(await linesOf('simulate', 'slow.alert-rule.json', '--series', 'slow.csv')).toEqual([
      2,
      `--series: slow.csv cannot be read: it ${leads}`,
    ]);
    expect(await linesOf('lint', '--config', 'own.json')).toEqual([2, `own.json:1:1 it cannot be read: it ${leads}`]);
  });
  test('to another checkout', async () => {
    const folder = checkout({ 'slow.alert-rule.json': readFileSync(rule, 'utf8') });
    for (const [name, text] of Object.entries({ 'slow.csv': secret, 'gl.json': secret, '.git/HEAD': 'ref: x\n' }))
      write(join(folder, '../elsewhere'), { [name]: text });
    symlinkSync('../elsewhere', join(folder, 'other'));
    for (const args of [
      ['lint', 'other/x.agent.json'],
      ['lint', '--config', 'other/preflight.config.json'],
      ['lint', '--stdin', '--stdin-filename', 'other/x.agent.json'],
      ['lint', '--format', 'gitlab=other/gl.json'],
      ['ci', '--summary', 'other/gl.json'],
      ['resolve', 'other/x.agent.json'],
      ['config', 'other/x.agent.json'],
      ['diff', 'desk.agent.json', 'other/x.agent.json'],
      ['suppress', 'other/x.agent.json', '--rule', 'wrong-type', '--at', '/voice_speed', '--reason', 'it is meant so'],
      ['simulate', 'slow.alert-rule.json', '--series', 'other/slow.csv'],
      ['lint', '--cwd', 'other'],
    ]) {
      const { code, stdout, stderr } = await preflight(args, folder);
      expect(`${stdout}${stderr}`, args.join(' ')).not.toContain(secret);
      expect([code, stderr], args.join(' ')).toEqual([
        stderr.includes('gl.json') ? 3 : 2,
        expect.stringMatching(/is a link to a place outside of the workspace/),
      ]);
    }
    expect(readFileSync(join(folder, 'other/gl.json'), 'utf8')).toBe(secret);
  });
  test('in an editor', async () => {
    const editor = editorOver({ 'ws/desk.agent.json': agent(), outside: secret }, { ...bareOptions, folders: ['ws'] });
    git(join(editor.folder, 'ws'), 'init', '-q');
    symlinkSync('../outside', join(editor.folder, 'ws/preflight.config.json'));
    await editor.open('ws/desk.agent.json', agent());
    await editor.expectShown('ws/preflight.config.json', ['1:1 unreadable-file']);
    const [diagnostic] = editor.pushed.get(editor.uri('ws/preflight.config.json'))!.items;
    expect(diagnostic!.message).toBe(`it cannot be read: it ${leads}`);
  });
  test('in an editor, in the folder of an open file, which is then checked alone', async () => {
    const files = {
      'ws/desk.agent.json': agent(),
      'elsewhere/x.agent.json': `{ "agent_id": "${secret}", "voice_speed": "${secret}" }`,
      'elsewhere/secret.csv': '',
      'elsewhere/slow.alert-rule.json': readFileSync(rule, 'utf8'),
    };
    for (const name of ['preflight.config.json', '.git/HEAD', 'x']) {
      const editor = editorOver({ ...files, [`elsewhere/${name}`]: '{}' }, { ...bareOptions, folders: ['ws'] }),
        list: unknown[] = [];
      git(join(editor.folder, 'ws'), 'init', '-q');
      symlinkSync('../elsewhere', join(editor.folder, 'ws/other'));
      await editor.open('ws/other/y.agent.json', agent('"voice_speed": 9', 'agent_other'));
      await editor.open('ws/other/slow.alert-rule.json', readFileSync(rule, 'utf8'));
      await editor.expectShown('ws/other/y.agent.json', ['5:18 out-of-range']);
      const ask = async (method: string, params: object): Promise<void> =>
        void list.push(await editor.connection.sendRequest(method, params));
      await ask('workspace/symbol', { query: '' });
      await ask(requests.agents, {});
      await ask(requests.simulate, {
        uri: editor.uri('ws/other/slow.alert-rule.json'),
        position: { line: 0, character: 0 },
      });
      expect(JSON.stringify([list, [...editor.pushed.values()]])).not.toMatch(new RegExp(`${secret}|secret\\.csv`));
      expect(JSON.stringify(list)).toContain('agent_desk');
      const openFilesOnly = `Preflight checks only the files that are open: ${join(editor.folder, 'ws/other')} ${leads}`;
      expect(editor.messages).toEqual(name === 'preflight.config.json' ? [openFilesOnly] : []);
    }
  });
  test('in a folder that is passed to the library', () => {
    const folder = checkout();
    symlinkSync('../elsewhere', join(folder, 'other'));
    rmSync(join(folder, '../elsewhere/preflight.config.json'));
    const { findings } = lint(openWorkspace(join(folder, 'other')));
    expect(findings.map(({ file, message }) => `${file} ${message}`)).toEqual([
      `. the folder cannot be read: it ${leads}; nothing in it was checked`,
    ]);
  });
  test('beside an alert rule, where it is not offered as a series', async () => {
    const editor = editorOver({ 'slow.alert-rule.json': readFileSync(rule, 'utf8'), outside: secret }, everything);
    git(editor.folder, 'init', '-q');
    symlinkSync('outside', join(editor.folder, 'slow.csv'));
    await editor.open('slow.alert-rule.json', readFileSync(rule, 'utf8'));
    const answer = await editor.connection.sendRequest(requests.simulate, {
      uri: editor.uri('slow.alert-rule.json'),
      position: { line: 0, character: 0 },
    });
    expect(JSON.stringify(answer)).not.toContain('slow.csv');
  });
});
const rule = join(import.meta.dirname, '../../samples/clinic/alerts/busy-night.alert-rule.json');

describe('nothing is written through a link out of the checkout', () => {
  test.each([
    ['gl.json', '../outside', `${leads}, so it was not changed`],
    ['gl.json', '.git/config', "is a link to one of git's own files, so it was not changed"],
    ['gl.json', '/dev/full', `${leads}, so it was not changed`],
    ['out/gl.json', '../elsewhere', `is not written, because its folder ${leads}`],
    ['out/gl.json', '.git/hooks', "is not written, because its folder is a link to one of git's own files"],
    ['out/x.agent.json', '../elsewhere', `${leads}, so it was not changed`],
  ])('to %s if the link leads to %s', async (file, target, reason) => {
    const folder = checkout({ 'desk.agent.json': agent('"voice_speed": "1"') });
    symlinkSync(target, join(folder, file.split('/')[0]!));
    const before = readdirSync(join(folder, '../elsewhere'));
    for (const [command, args] of [
      ['lint', 'gitlab'],
      ['lint', 'pretty'],
      ['ci', 'sarif'],
    ] as const)
      for (const path of [file, join(folder, file)])
        expect(await preflight([command, '--format', `${args}=${path}`], folder)).toMatchObject({
          code: 3,
          stderr: expect.stringMatching(new RegExp(`^(.* no plan is made\n)?${file} ${reason}\n$`)) as string,
        });
    expect(readFileSync(join(folder, '../outside'), 'utf8')).toBe(`[default]\n${secret}\n`);
    expect(readdirSync(join(folder, '../elsewhere'))).toEqual(before);
    expect(readFileSync(join(folder, '.git/config'), 'utf8')).toContain('[core]');
  });
  test.each(['gl.json', 'out/gl.json'])(
    'to %s outside of a checkout, if the link leads out of the working directory',
    async file => {
      const parentFolder = folderWith({ outside: secret, 'elsewhere/x': '', 'ws/desk.agent.json': agent() });
      symlinkSync(file === 'gl.json' ? '../outside' : '../elsewhere', join(parentFolder, 'ws', file.split('/')[0]!));
      for (const command of ['lint', 'ci'])
        expect((await preflight([command, '--format', `gitlab=${file}`], join(parentFolder, 'ws'))).code).toBe(3);
      expect([
        readFileSync(join(parentFolder, 'outside'), 'utf8'),
        readdirSync(join(parentFolder, 'elsewhere')),
      ]).toEqual([secret, ['x']]);
      // a link to the working directory itself does not lead out of it
      symlinkSync('ws', join(parentFolder, 'way'));
      expect(
        (await preflight(['lint', '--format', `gitlab=${join(parentFolder, 'way/r.json')}`], join(parentFolder, 'ws')))
          .code,
      ).toBe(0);
    },
  );
  test('but files are written through a link inside the checkout, and to a path outside that is typed', async () => {
    const folder = checkout({ 'reports/x': '' });
    symlinkSync('reports', join(folder, 'out'));
    for (const file of ['out/r.json', '../r.json', join(folder, '../s.json')])
      expect((await preflight(['lint', '--format', `json=${file}`], folder)).code).toBe(0);
    expect(readdirSync(join(folder, 'reports'))).toEqual(['r.json', 'x']);
  });
});

describe('links and files that are read', () => {
  test('a link to a target in the checkout is read, and so are files that the user names', async () => {
    const folder = checkout({ 'shared/base.json': '{ "rules": { "wrong-type": "off" } }' });
    symlinkSync('shared/base.json', join(folder, 'preflight.config.json'));
    expect((await preflight(['lint'], folder)).code).toBe(0);
    const { code, stderr } = await preflight(['lint', '--config', '../elsewhere/preflight.config.json'], folder);
    expect([code, stderr]).toEqual([2, expect.stringContaining(secret)]);
    expect((await preflight(['lint', '../elsewhere/x.agent.json'], folder)).stderr).toContain(secret);
  });
  test('a link outside of every checkout is read', async () => {
    const parentFolder = folderWith({ 'a/real.json': agent('"voice_speed": "1"'), 'b/x': '' });
    symlinkSync('../a/real.json', join(parentFolder, 'b/x.agent.json'));
    expect(
      (await preflight(['lint', '--format', 'compact', 'x.agent.json'], join(parentFolder, 'b'))).stdout,
    ).toContain('x.agent.json:5');
  });
  test('a file with a git filter is not read through a folder that became a link', async () => {
    const folder = checkout({ '.gitattributes': '*.json filter=x\n', 'sub/x.agent.json': agent() });
    committed(folder);
    git(folder, 'rm', '-rq', '--cached', 'sub');
    git(folder, 'commit', '-qm', 'gone');
    git(folder, 'clean', '-dfq');
    symlinkSync('../elsewhere', join(folder, 'sub'));
    const { stdout, stderr } = await preflight(['lint', '--changed-since', 'HEAD...HEAD~1'], folder);
    expect(`${stdout}${stderr}`).not.toContain(secret);
  });
});

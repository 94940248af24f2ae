import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { preflight, scratchFolders } from './preflight.ts';

const root = new URL('../../', import.meta.url);
const folder = new URL('samples/workflows/', root);
const scratch = scratchFolders();

/** The command lines of a workflow file that run Preflight. */
const commandsIn = (text: string): string[][] =>
  [...text.matchAll(/\bpreflight ((?:ci|lint)\b[^\n'>|"]*)/g)].map(match => match[1]!.trim().split(/\s+/));

const files = readdirSync(folder).map(name => [name, readFileSync(new URL(name, folder), 'utf8')] as const);

test('there is one for every service that is named', () => {
  expect(files.map(([name]) => name)).toEqual([
    'github.yml',
    'gitlab-ci.yml',
    'lint-staged.config.mjs',
    'pre-commit-config.yaml',
  ]);
});

test.each(files)('the commands of %s run in a repository as they stand', async (_, text) => {
  const commands = commandsIn(text);
  expect(commands.length).toBeGreaterThan(0);
  const cwd = scratch({});
  cpSync(new URL('samples/clinic', root), cwd, { recursive: true });
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd,
      stdio: 'ignore',
    });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'all');
  for (const command of commands) {
    const { code, stderr } = await preflight(command, cwd);
    expect([command.join(' '), code, stderr.includes('unknown option')]).toEqual([command.join(' '), 0, false]);
  }
});

test('none runs what a pull request brings, or asks for a clone that leaves contents away', () => {
  for (const [name, text] of [...files, ['action.yml', readFileSync(new URL('action.yml', root), 'utf8')] as const]) {
    expect([name, /npm (ci|install)(?![^\n]*--ignore-scripts)/.test(text)]).toEqual([name, false]);
    expect([name, /^ *filter:|blob:none|pull_request_target/m.test(text)]).toEqual([name, false]);
    // anything that strangers can write reaches a shell only as a variable
    const scripts = [...text.matchAll(/^( *)(?:- )?run: (?:\|\n((?:\1 +.*\n?|\n)*)|(.*)$)/gm)];
    for (const [, , block = '', line = ''] of scripts)
      expect([name, `${block}${line}`.includes('${{')]).toEqual([name, false]);
  }
});

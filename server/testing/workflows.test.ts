import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { preflight, scratchFolders } from './preflight.ts';

const root = new URL('../../', import.meta.url);
const folder = new URL('samples/workflows/', root);
const scratch = scratchFolders();

/** The command lines in a workflow that run Preflight. Paths in the temporary folder of the runner become relative. */
const commandsIn = (text: string): string[][] =>
  [...text.replace(/"\$RUNNER_TEMP\/([^"]+)"/g, '$1').matchAll(/\bpreflight ((?:ci|lint|drift)\b[^\n'>|"]*)/g)].map(
    match => match[1]!.trim().split(/\s+/),
  );

const files = readdirSync(folder).map(name => [name, readFileSync(new URL(name, folder), 'utf8')] as const);

test('there is a workflow for every supported service', () => {
  expect(files.map(([name]) => name)).toEqual([
    'drift.yml',
    'github.yml',
    'gitlab-ci.yml',
    'lint-staged.config.mjs',
    'pre-commit-config.yaml',
  ]);
});

test.each(files)('the commands of %s run unchanged in a repository', async (_, text) => {
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
  // another step of the workflow saves these files
  cpSync(new URL('samples/clinic', root), join(cwd, 'account'), { recursive: true });
  for (const command of commands) {
    const { code, stderr } = await preflight(command, cwd);
    expect([command.join(' '), code, stderr.includes('unknown option')]).toEqual([command.join(' '), 0, false]);
  }
});

test('every workflow names the current release', () => {
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string };
  for (const [name, text] of files)
    for (const [, suffix] of text.matchAll(/npm install .*agent-preflight(\S*?)\)?$/gm))
      expect([name, suffix]).toEqual([name, `@${version}`]);
  expect(readFileSync(new URL('README.md', root), 'utf8')).toContain(`Version ${version} `);
});

test('no workflow runs code of a pull request or requests a partial clone', () => {
  for (const [name, text] of [...files, ['action.yml', readFileSync(new URL('action.yml', root), 'utf8')] as const]) {
    expect([name, /npm (ci|install)(?![^\n]*--ignore-scripts)/.test(text)]).toEqual([name, false]);
    expect([name, /^ *filter:|blob:none|pull_request_target/m.test(text)]).toEqual([name, false]);
    // text that strangers can write must not be inserted into a shell script
    const scripts = [...text.matchAll(/^( *)(?:- )?run: (?:\|\n((?:\1 +.*\n?|\n)*)|(.*)$)/gm)];
    for (const [, , block = '', line = ''] of scripts)
      expect([name, `${block}${line}`.includes('${{')]).toEqual([name, false]);
  }
});

describe('the action installs', () => {
  const [, install = ''] = /run: \|\n((?: {8}.*\n|\n)+)/.exec(readFileSync(new URL('action.yml', root), 'utf8')) ?? [];
  /**
   * Runs the installation step with an `npm` that only prints its arguments.
   * @returns the exit code and the output
   */
  const runInstall = (version: string, ref: string): readonly [number | null, string] => {
    const cwd = scratch({ 'own/package.json': '{}', 'bin/npm': '#!/bin/sh\necho "npm $* in ${PWD##*/}"\n' });
    chmodSync(join(cwd, 'bin/npm'), 0o755);
    const { status, stdout } = spawnSync('bash', ['--norc', '-e', '-o', 'pipefail', '-c', install], {
      cwd,
      env: {
        PATH: `${cwd}/bin:${process.env['PATH']}`,
        WANTED: version,
        REF: ref,
        GITHUB_ACTION_PATH: join(cwd, 'own'),
      },
      encoding: 'utf8',
    });
    return [status, stdout.replaceAll(cwd.slice(cwd.lastIndexOf('/') + 1), 'temp')];
  };
  const release = (version: string): readonly [number, string] => [
    0,
    `npm install --prefix preflight --ignore-scripts --no-audit --no-fund agent-preflight@${version} in temp\n`,
  ];
  const own = [
    0,
    'npm ci --ignore-scripts --no-audit --no-fund --include=dev in agent-preflight\nnpm run build in agent-preflight\n',
  ];
  const commit = '853cf57e18d8d1c6b2c8f7d0a1b2c3d4e5f60718';
  test.each([
    ['0.1.0', 'v0.2.0', release('0.1.0')],
    ['v0.1.0', 'main', release('0.1.0')],
    ['0.1', commit, release('0.1')],
    ['1.0.0-rc.1', '', release('1.0.0-rc.1')],
    ['latest', commit, release('latest')],
    ['', 'v0.1.0', release('0.1.0')],
    ['', '0.1.0', release('0.1.0')],
    ['', 'v1', release('1')],
    ['', commit, own],
    ['', `a${commit.slice(1)}`, own],
    ['', '1'.repeat(40), own],
    ['', 'main', own],
    ['', '', own],
  ])('the requested release or its own commit for version "%s" and ref "%s"', (version, ref, expected) =>
    expect(runInstall(version, ref)).toEqual(expected),
  );
  test.each(['^0.1', 'next', '>=0.1', 'v', '0.1.0 --registry=x', 'file:..', commit])(
    'nothing for version "%s"',
    version => {
      const [status, text] = runInstall(version, 'v0.1.0');
      expect([status, text.startsWith('::error::version: expected a release such as 0.1.0, or latest, got ')]).toEqual([
        1,
        true,
      ]);
      expect(text.split('\n')).toHaveLength(2);
    },
  );
});

test.each([
  ['ci --summary x.md', 'false', 'ci --summary x.md'],
  ['ci', 'true', 'ci --trust-settings'],
])('the action runs %s where trust-settings is %s', (args, trustsSettings, expected) => {
  const [, script = ''] =
    /name: Run Preflight[^]*run: \|\n((?: {8}.*\n|\n)+)/.exec(readFileSync(new URL('action.yml', root), 'utf8')) ?? [];
  const cwd = scratch({ 'bin/node': '#!/bin/sh\nshift\necho "$*"\n' });
  chmodSync(join(cwd, 'bin/node'), 0o755);
  const env = { PATH: `${cwd}/bin:${process.env['PATH']}`, ARGS: args, TRUST: trustsSettings, RUNNER_TEMP: cwd };
  expect(spawnSync('bash', ['--norc', '-e', '-c', script], { cwd, env, encoding: 'utf8' }).stdout).toBe(
    `${expected}\n`,
  );
});

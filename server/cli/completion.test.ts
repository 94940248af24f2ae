import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agent, preflight, scratchFolders } from '../testing/preflight.ts';
import { commands } from './main.ts';

const folderWith = scratchFolders();
const list = JSON.stringify([{ agent_id: 'agent_desk', agent_name: 'Desk', tags: { prod: { version: 1 } } }]);
const files = { 'desk.agent.json': agent('"agent_name": "Desk"'), 'desk.agent-list.json': list };

const values = async (...words: string[]): Promise<string[]> => {
  const { stdout, stderr, code } = await preflight(['completion', '--complete', '--', ...words], folderWith(files));
  expect([code, stderr]).toEqual([0, '']);
  return stdout.split('\n').flatMap(line => line.split('\t')[0] || []);
};

describe('candidates for completion', () => {
  test('are commands, options, choices, rules, agents, versions and tags', async () => {
    expect(await values('pl')).toEqual(['plan']);
    expect(await values('')).toEqual(Object.keys(commands));
    expect(await values('lint', '--for')).toEqual(['--format']);
    expect(await values('lint', '--fix', '--fi')).toEqual([]);
    expect(await values('plan', '--contents', 'a')).toEqual(['all']);
    expect(await values('lint', '--format=sa')).toEqual(['--format=sarif']);
    expect(await values('lint', '-f', 'sa')).toEqual(['sarif']);
    expect(await values('explain', 'unset-v')).toEqual(['unset-variable']);
    expect(await values('resolve', 'De')).toEqual([
      ':path',
      'Desk',
      'Desk@prod',
      'Desk@latest',
      'Desk@latest_published',
      'Desk@1',
    ]);
    expect(await values('plan', '--tag', 'De')).toEqual(['Desk:prod']);
    // candidates also come from files
    expect(await values('resolve', 'agent_desk@p')).toEqual([':path', 'agent_desk@prod']);
    expect(await values('simulate', 'agent_desk@p')).toEqual([':path', 'agent_desk@prod']);
    expect(await values('plan', '--publish', 'agent')).toEqual(['agent_desk@1']);
    expect(await values('plan', '--untag', 'agent')).toEqual(['agent_desk:prod']);
  });
  test('paths are left to the shell', async () => {
    expect(await values('lint', 'x')).toEqual([':path']);
    expect(await values('lint', '--cwd', '')).toEqual([':folder']);
    expect(await values('graph', 'agent_desk@p')).toEqual([':path', 'agent_desk@prod']);
  });
  test('there are none after an unknown command or option, and after a command without arguments', async () => {
    expect(await values('no-such-command', '')).toEqual([]);
    expect(await values('lint', '--no-such-option=')).toEqual([]);
    expect(await values('doctor', '')).toEqual([]);
  });
  test.each(Object.keys(commands))('every option of %s is a candidate, and is in its help', async name => {
    const { options, help } = await commands[name]!.load();
    const text = await values(name, '--');
    for (const option of Object.keys(options)) {
      expect(text).toContain(`--${option}`);
      expect(help).toContain(`--${option}`);
    }
  });
  test.each(Object.keys(commands))('%s accepts --no-color, and -f if it has formats', async name => {
    expect(await preflight([name, '--no-color', '--nope'], folderWith(files))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('unknown option --nope') as string,
    });
    const { options, help } = await commands[name]!.load();
    expect(help).toContain('--no-color');
    expect([undefined, 'f']).toContain(options['format'] && (options['format'].short ?? 'no short form'));
  });
  test('are printed only for a known shell', async () =>
    expect(await preflight(['completion', 'tcsh'], '/')).toMatchObject({
      code: 2,
      stderr: 'completion takes the name of a shell: bash, zsh, fish\n',
    }));
});

/** Returns a folder with a `preflight` that answers every question with `lines`. */
function answering(lines: readonly string[], script: string): string {
  const quoted = lines.map(line => `'${line}'`).join(' ');
  const folder = folderWith({ preflight: `#!/bin/sh\nprintf '%s\\n' ${quoted}\n`, script });
  chmodSync(join(folder, 'preflight'), 0o755);
  return folder;
}
const has = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;
const runIn = (folder: string, shell: string, args: string[]): string =>
  execFileSync(shell, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}:${process.env['PATH']}` },
  });

describe('the completion scripts in real shells', () => {
  const answers = ['agent_desk@prod\tDesk v1', 'agent_desk@latest\tDesk', 'other\tx'];
  test('bash', async () => {
    const { stdout } = await preflight(['completion', 'bash'], '/');
    const folder = answering(answers, stdout);
    const line = 'preflight resolve agent_desk@';
    const ask = `. ./script; COMP_LINE='${line}'; COMP_POINT=${line.length}; _preflight; echo "\${COMPREPLY[@]}"`;
    expect(runIn(folder, 'bash', ['--norc', '-c', ask])).toBe('prod latest\n');
    // a name may contain spaces, also in the part that is already typed
    const folderWithNames = answering(['Lakeside Desk\tx', 'Lakeside Desk@prod\tx'], stdout);
    for (const [typedText, expected] of [
      ['Lake', 'Lakeside\\ Desk|Lakeside\\ Desk@prod|'],
      ['Lakeside\\ ', 'Lakeside\\ Desk|Lakeside\\ Desk@prod|'],
      ['Lakeside\\ Desk@', 'prod|'],
      ['Other\\ ', ''],
    ] as const) {
      const words = `preflight resolve ${typedText}`;
      const reply = `. ./script; COMP_LINE='${words}'; COMP_POINT=${words.length}; _preflight; printf '%s|' "\${COMPREPLY[@]}"`;
      expect(runIn(folderWithNames, 'bash', ['--norc', '-c', reply])).toBe(expected === '' ? '|' : expected);
    }
  });
  test.skipIf(!has('fish'))('fish', async () => {
    const { stdout } = await preflight(['completion', 'fish'], '/');
    const folder = answering(answers, stdout);
    const ask = 'source script; complete -C "preflight resolve agent_desk@"';
    expect(runIn(folder, 'fish', ['--no-config', '-c', ask]).split('\n').toSorted()).toEqual([
      '',
      'agent_desk@latest\tDesk',
      'agent_desk@prod\tDesk v1',
    ]);
  });
  test.skipIf(!has('zsh'))('zsh', async () => {
    const { stdout } = await preflight(['completion', 'zsh'], '/');
    const folder = answering(answers, stdout);
    const ask =
      'compdef() { : }; _describe() { print -l -- "${(@P)2}" }; source ./script; ' +
      'words=(preflight resolve agent_desk@); CURRENT=3; _preflight';
    expect(runIn(folder, 'zsh', ['-f', '-c', ask]).split('\n')).toEqual([
      'agent_desk@prod:Desk v1',
      'agent_desk@latest:Desk',
      'other:x',
      '',
    ]);
  });
});

test('the help of every command lists the common options, aligned with its own options', async () => {
  const folder = folderWith({});
  for (const name of Object.keys(commands)) {
    const { stdout } = await preflight([name, '--help'], folder);
    const columns = /\n.* --cwd DIR( +)run in this folder\n {2}-h, --help( +)print this help\n/.exec(stdout);
    expect([name, columns?.[2]?.length]).toEqual([name, columns && columns[1]!.length - 1]);
  }
});

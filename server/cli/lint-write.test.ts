import { chmodSync, existsSync, linkSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defineRule } from '../core/engine/rule.ts';
import { rules } from '../../rules/index.ts';
import { agent, committed, draft, git, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const wrongAgent = (id: string): string => draft('"voice_speed": "1.5"', id);
const fixedAgent = (id: string): string => draft('"voice_speed": 1.5', id);
const textOf = (...path: string[]): string => readFileSync(join(...path), 'utf8');

describe('lint --fix', () => {
  test('skips a file that was saved during the run, writes the others, and reports the files as they are on disk', async () => {
    const folder = folderWith({ 'a.agent.json': wrongAgent('agent_a'), 'b.agent.json': wrongAgent('agent_b') });
    let words = '';
    const savedText = `${wrongAgent('agent_a')}\n`;
    const { code, summary, lines } = await lintJson(['--fix', '--verbose', 'a.agent.json', 'b.agent.json'], folder, {
      stderr: {
        write: text => {
          // this line is printed after all files were read and before any file is written
          if (text.startsWith('checked a.agent.json')) write(folder, { 'a.agent.json': savedText });
          words += text;
        },
        isTTY: false,
        columns: 80,
      },
    });
    expect([textOf(folder, 'a.agent.json'), textOf(folder, 'b.agent.json')]).toEqual([
      savedText,
      fixedAgent('agent_b'),
    ]);
    expect([code, lines, summary['fixed']]).toEqual([2, ['a.agent.json wrong-type /voice_speed error'], 1]);
    expect(words.split('\n').at(-2)).toBe('a.agent.json was changed in the meantime, so it was not overwritten');
  });
  test('reports files that it must not write, such as targets outside of the workspace, and fixes the others', async () => {
    const folder = folderWith({
      'ws/a.agent.json': wrongAgent('agent_a'),
      'ws/b.agent.json': wrongAgent('agent_b'),
      'ws/c.agent.json': wrongAgent('agent_c'),
      'out.agent.json': wrongAgent('agent_out'),
    });
    const ws = join(folder, 'ws');
    chmodSync(join(ws, 'a.agent.json'), 0o444);
    linkSync(join(ws, 'b.agent.json'), join(folder, 'b.hard'));
    symlinkSync('../out.agent.json', join(ws, 'link.agent.json'));
    const names = ['a.agent.json', 'b.agent.json', 'c.agent.json', 'link.agent.json'];
    const { code, stderr, findings } = await lintJson(['--fix', '--quiet', ...names], ws);
    expect([code, stderr]).toEqual([
      2,
      'a.agent.json cannot be written: it is write-protected\n' +
        'link.agent.json is a link to a place outside of the workspace, so it was not changed\n',
    ]);
    expect(findings.map(({ file }) => file)).toEqual(['a.agent.json', 'link.agent.json']);
    expect(textOf(folder, 'out.agent.json')).toBe(wrongAgent('agent_out'));
    expect(names.slice(0, 3).map(name => textOf(ws, name))).toEqual([
      wrongAgent('agent_a'),
      fixedAgent('agent_b'),
      fixedAgent('agent_c'),
    ]);
    expect(textOf(folder, 'b.hard')).toBe(fixedAgent('agent_b'));
  });
  test('is not suggested for a file that it could not write', async () => {
    const folder = folderWith({ 'a.agent.json': wrongAgent('agent_a') });
    chmodSync(join(folder, 'a.agent.json'), 0o444);
    const linesOf = async (...args: string[]): Promise<string> => (await preflight(['lint', ...args], folder)).stdout;
    expect(await linesOf()).toContain('1 finding has a fix for --fix\n');
    expect(await linesOf('--fix')).not.toContain('a fix for');
  });
  test('is not suggested for a broken file in which the fix is impossible', async () => {
    const broken = '{"agent_id": "agent_a",\n"language": "multi",\n"voice_speed": 9,\n"version_title" "a"\n}',
      folder = folderWith({ 'a.agent.json': broken });
    const { stdout } = await preflight(['lint', '--verbose'], folder);
    expect(stdout).toContain('"multi" is deprecated');
    expect(stdout).not.toContain('fix: List the 10 locales');
    expect(stdout).toContain('\n1 finding has a fix for --fix --unsafe');
    expect((await preflight(['lint', '--fix', '--unsafe'], folder)).stdout).toContain('(1 fixed)');
  });
  test('does not suggest a fix that it has just refused', async () => {
    const folder = folderWith({
      'a.agent.json': '{"agent_id": "agent_a",\n"version_title" "a,\n"is_published": false\n}\n',
    });
    expect((await preflight(['lint'], folder)).stdout).toContain('1 finding has a fix for --fix --unsafe');
    const { stdout, stderr } = await preflight(['lint', '--fix', '--unsafe'], folder);
    expect(stderr).toContain('the fix "Close it here" of invalid-json was left out');
    expect(stdout).not.toContain('a fix for');
  });
  test('is not suggested alone for a published version, which it does not change', async () => {
    const publishedAgent = agent('"voice_speed": "1.5"');
    const folder = folderWith({ 'a.agent.json': publishedAgent });
    const { stdout } = await preflight(['lint'], folder);
    expect(stdout).not.toContain('[fixable]');
    expect(stdout).toContain('1 fix is in a published version');
    await preflight(['lint', '--fix'], folder);
    expect(textOf(folder, 'a.agent.json')).toBe(publishedAgent);
  });
  test('of standard input returns all other characters unchanged', async () => {
    const text = draft('"voice_speed": "1.5", "agent_name": "\u202e\u0085\u2028::"').replace('{', '\ufeff{');
    const { stdout } = await preflight(
      ['lint', '--stdin', '--fix', '--stdin-filename', 'x.agent.json'],
      folderWith({}),
      {
        readStdin: () => Buffer.from(text),
      },
    );
    expect(stdout).toBe(text.replace('"1.5"', '1.5'));
  });
});

describe('a failed write gives one line and exit code 3', () => {
  test.runIf(existsSync('/dev/full'))('for a report on a full disk', async () => {
    const folder = folderWith({ 'a.agent.json': wrongAgent('agent_a') });
    expect(await preflight(['lint', '--format', 'json=/dev/full'], folder)).toEqual({
      code: 3,
      stdout: '',
      stderr: '/dev/full cannot be written: no space is left on the disk\n',
    });
  });
  test('for a report at a forbidden place, whose old text is kept', async () => {
    const folder = folderWith({ 'a.agent.json': wrongAgent('agent_a'), 'r.json': 'old' });
    chmodSync(join(folder, 'r.json'), 0o444);
    expect(await preflight(['lint', '--format', 'json=r.json'], folder)).toEqual({
      code: 3,
      stdout: '',
      stderr: 'r.json cannot be written: it is write-protected\n',
    });
    expect(textOf(folder, 'r.json')).toBe('old');
  });
  test.each([
    ['lint', '--write-baseline', 'preflight.baseline.json'],
    ['init', '--hook', '.pre-commit-config.yaml'],
  ])('for %s %s through a link that leads out of the workspace', async (command, option, name) => {
    const folder = folderWith({
      'ws/a.agent.json': wrongAgent('agent_a'),
      'ws/preflight.config.json': '{}',
      theirs: '',
    });
    symlinkSync('../theirs', join(folder, 'ws', name));
    expect(await preflight([command, option], join(folder, 'ws'))).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(
        / is a link to a place outside of the workspace, so it was not changed\n$/,
      ) as string,
    });
    expect(textOf(folder, 'theirs')).toBe('');
  });
  test('if someone else saves the baseline during the run; that baseline is kept', async () => {
    const folder = folderWith({
      'a.agent.json': wrongAgent('agent_a'),
      'preflight.baseline.json': '{"version":1,"findings":[]}',
    });
    const baseline = join(folder, 'preflight.baseline.json');
    const saving = defineRule({
      id: 'saving-rule',
      group: 'values',
      severity: 'error',
      spec: 'x',
      at: { 'agent-settings': '/voice_id' },
      check: () => {
        writeFileSync(baseline, 'saved');
        return undefined;
      },
    });
    (rules as unknown[]).push(saving);
    try {
      expect(await preflight(['lint', '--write-baseline'], folder)).toEqual({
        code: 3,
        stdout: '',
        stderr: 'preflight.baseline.json was changed in the meantime, so it was not overwritten\n',
      });
    } finally {
      (rules as unknown[]).pop();
    }
    expect(readFileSync(baseline, 'utf8')).toBe('saved');
  });
});

test('a patch with too many changes replaces every line, and can still be applied', async () => {
  const agents = Array.from({ length: 1100 }, (_, i) => `${wrongAgent(`agent_${i}`).trim()},${'\n'.repeat(9)}{}`);
  const text = `[${agents.join(',\n')}]`,
    folder = committed(folderWith({ 'all.agent.json': text }));
  const { stdout } = await preflight(['lint', '--fix', '--diff'], folder);
  expect(stdout.match(/^@@/gm)).toHaveLength(1);
  writeFileSync(join(folder, 'fixes.patch'), stdout);
  git(folder, 'apply', 'fixes.patch');
  const appliedText = textOf(folder, 'all.agent.json');
  git(folder, 'checkout', '-q', 'all.agent.json');
  await preflight(['lint', '--fix'], folder);
  expect(appliedText).toBe(textOf(folder, 'all.agent.json'));
});

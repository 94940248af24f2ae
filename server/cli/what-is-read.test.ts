import { execFileSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agent, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const pipe = (path: string): void => {
  execFileSync('mkfifo', [path]);
};

describe('a file outside of a checkout, a configuration and the working directory', () => {
  const weights = '[{ "agent_id": "agent_desk", "agent_version": 9, "weight": 1 }]';
  const around = () =>
    folderWith({ 'loose/w.agent-weights.json': weights, 'loose/desk.agent.json': agent(), 'here/x.json': '{}' });
  test('is a workspace of its own', async () => {
    const folder = around();
    const aloneResult = await lintJson(['--verbose', '../loose/w.agent-weights.json'], join(folder, 'here'));
    expect([aloneResult.summary['files'], aloneResult.stderr]).toEqual([
      1,
      'checked ../loose/w.agent-weights.json: agent-weights, by its name\n',
    ]);
    expect(aloneResult.findings).toEqual([]);
    const bothFindings = await lintJson(
      ['../loose/w.agent-weights.json', '../loose/desk.agent.json'],
      join(folder, 'here'),
    );
    expect(bothFindings.lines).toContain(
      '../loose/w.agent-weights.json unresolved-agent-version /0/agent_version warning',
    );
  });
  test('is in one workspace with the files beside it if their folder is requested or is the working directory', async () => {
    const folder = around();
    for (const [args, cwd] of [
      [['../loose/w.agent-weights.json', '../loose'], 'here'],
      [['../loose'], 'here'],
      [['w.agent-weights.json'], 'loose'],
    ] as const)
      expect((await lintJson([...args], join(folder, cwd))).findings.map(({ rule }) => rule)).toContain(
        'unresolved-agent-version',
      );
  });
  test('is read in the same way by other commands', async () => {
    const folder = around(),
      cwd = join(folder, 'here');
    write(folder, { 'loose/w.agent-weights.json': weights.replace('9', '1') });
    const drawing = ['simulate', '../loose/w.agent-weights.json', '--call-id=x', '--format=json'];
    const resolutionIn = async (typedPath: string): Promise<unknown> =>
      (JSON.parse((await preflight(drawing, typedPath)).stdout) as { resolution: { outcome: string } }).resolution
        .outcome;
    expect([await resolutionIn(cwd), await resolutionIn(join(folder, 'loose'))]).toEqual(['unknowable', 'resolved']);
    expect((await preflight(['config', '../loose/w.agent-weights.json'], cwd)).stdout).toContain('skipped        no');
    const picture = (await preflight(['graph', '../loose/desk.agent.json'], cwd)).stdout;
    expect([picture.includes('agent_desk'), picture.includes('weights')]).toEqual([true, false]);
  });
});

const remedy =
  '"ignore" in its preflight.config.json leaves folders out, or a preflight.config.json in the folder of your agents ' +
  'makes that folder a workspace (--cwd names it)';
describe('too much for one workspace', () => {
  const large = (): string => {
    const folder = folderWith({ 'x.agent.json': agent() });
    for (let i = 0; i < 9; i++) {
      writeFileSync(join(folder, `${i}.json`), '');
      // a truncated file takes no disk space
      truncateSync(join(folder, `${i}.json`), 500e6);
    }
    return folder;
  };
  test.each([
    ['lint'],
    ['lint', '--watch'],
    ['plan', '--publish', 'agent_desk@1'],
    ['resolve', 'agent_desk'],
    ['doctor'],
    ['graph'],
    ['graph', 'x.agent.json'],
    ['simulate', 'x.agent.json', '--call=silent'],
    ['config', 'x.agent.json'],
  ])('ends %s %s with an error', async (...args) => {
    const folder = large();
    expect(await preflight(args, folder)).toEqual({
      code: 2,
      stdout: '',
      stderr: `${folder} has more than 4 GiB of JSON, too much for one workspace; ${remedy}\n`,
    });
  });
  test('does not prevent lint of a typed file, unless a configuration says which files belong to it', async () => {
    const folder = large(),
      text = `${folder} has more than 4 GiB of JSON`;
    expect(await preflight(['lint', 'x.agent.json'], folder)).toEqual({
      code: 0,
      stdout: expect.stringContaining('1 file checked, nothing found\n'),
      stderr: `${text}, so only the selected files are checked\n`,
    });
    write(folder, { 'preflight.config.json': '{}' });
    expect(await preflight(['lint', 'x.agent.json'], folder)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(text),
    });
  });
  test('does not prevent init from writing the configuration that can exclude files', async () => {
    const folder = large();
    expect(await preflight(['init', '--no-hook'], folder)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/4 GiB[^]*\nCreated preflight\.config\.json\.\n$/) as string,
    });
    writeFileSync(join(folder, 'preflight.config.json'), '{ "ignore": ["[0-9].json"] }');
    expect((await lintJson([], folder)).summary).toMatchObject({ files: 1, errors: 0 });
  });
});

describe('a typed path of a pipe', () => {
  test.each([
    [['graph', 'p.agent.json'], 2, 'p.agent.json cannot be read: it is not a regular file'],
    [['simulate', 'p.agent.json', '--call=silent'], 2, 'p.agent.json is not a regular file'],
    [['init', '--hook'], 3, '.pre-commit-config.yaml is no longer a regular file, so it was not changed'],
    [
      ['simulate', 'r.alert-rule.json', '--series', 'p.agent.json'],
      2,
      '--series: p.agent.json cannot be read: it is not a regular file',
    ],
  ])('is refused by %j', async (args, code, words) => {
    const rule = JSON.stringify({
      name: 'Slow',
      metric_type: 'call_count',
      threshold_type: 'absolute',
      threshold_value: 1,
      comparator: '>',
      frequency: '1h',
      window: '1h',
    });
    const folder = folderWith({ 'r.alert-rule.json': rule });
    for (const name of ['p.agent.json', '.pre-commit-config.yaml']) pipe(join(folder, name));
    const result = await preflight(args, folder);
    expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(words)]);
  });
  test('is reported by config', async () => {
    const folder = folderWith({});
    pipe(join(folder, 'p.agent.json'));
    expect((await preflight(['config', 'p.agent.json'], folder)).stdout).toContain('it is not a regular file');
  });
});

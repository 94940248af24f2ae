import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agent, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const bad = (id: string): string => agent('"voice_speed": "1.5"', id);

describe('--write-baseline', () => {
  test('accepts what is there, and only that', async () => {
    const folder = folderWith({ 'a.agent.json': bad('agent_a'), 'b.agent.json': bad('agent_b') });
    expect(await preflight(['lint', '--write-baseline'], folder)).toEqual({
      code: 0,
      stdout: '',
      stderr: `2 findings in 2 files written to ${join(folder, 'preflight.baseline.json')}\n`,
    });
    expect(await lintJson([], folder)).toMatchObject({
      code: 0,
      findings: [],
      summary: { files: 2, baselined: 2, errors: 0 },
    });
    write(folder, { 'c.agent.json': bad('agent_c') });
    expect((await lintJson([], folder)).lines).toEqual(['c.agent.json wrong-type /voice_speed error']);
    // what is accepted is not mended either, and nothing is accepted twice
    expect((await lintJson(['--fix'], folder)).summary).toMatchObject({ fixed: 1, baselined: 2 });
    await preflight(['lint', '--write-baseline'], folder);
    expect((await lintJson([], folder)).summary).toMatchObject({ baselined: 2 });
  });
  test('of some paths leaves the entries of others', async () => {
    const folder = folderWith({
      'x/a.agent.json': bad('agent_a'),
      'y/b.agent.json': bad('agent_b'),
      'preflight.config.json': '{}',
    });
    await preflight(['lint', '--write-baseline', 'x'], folder);
    expect((await lintJson([], folder)).lines).toEqual(['y/b.agent.json wrong-type /voice_speed error']);
    await preflight(['lint', '--write-baseline', 'y/b.agent.json'], folder);
    expect((await lintJson([], folder)).lines).toEqual([]);
    write(folder, { 'x/a.agent.json': agent('', 'agent_a') });
    await preflight(['lint', '--write-baseline'], folder);
    expect(
      (JSON.parse(readFileSync(join(folder, 'preflight.baseline.json'), 'utf8')) as { findings: unknown[] }).findings,
    ).toEqual([{ rule: 'wrong-type', file: 'y/b.agent.json', at: '/voice_speed' }]);
  });
  test.each(['--fix', '--diff', '--watch', '--changed-since=HEAD', '--rule=wrong-type'])(
    'does not go together with %s',
    async option => {
      expect((await preflight(['lint', '--write-baseline', option], folderWith({}))).code).toBe(2);
    },
  );
});

describe('suppressions on the command line', () => {
  const entry = (file: string, more: object = {}): object => ({
    rule: 'wrong-type',
    file,
    at: '/voice_speed',
    reason: 'as exported',
    ...more,
  });
  const folder = (...suppress: object[]): string =>
    folderWith({
      'a.agent.json': bad('agent_a'),
      'sub/b.agent.json': agent('', 'agent_b'),
      'preflight.config.json': JSON.stringify({ suppress }),
    });
  test('are counted, and told when they have no use', async () => {
    expect(await lintJson([], folder(entry('a.agent.json')))).toMatchObject({
      code: 0,
      findings: [],
      summary: { suppressed: 1, files: 2 },
    });
    expect((await lintJson([], folder(entry('./a.agent.json', { until: '2026-01-14' })))).lines).toEqual([
      'a.agent.json wrong-type /voice_speed error',
      'preflight.config.json expired-suppression /suppress/0/until warning',
    ]);
    const unused = await lintJson(
      [],
      folder(
        entry('a.agent.json'),
        entry('sub/b.agent.json'),
        entry('sub/c.agent.json'),
        entry('a.agent.json', { at: '/voice_option/speed' }),
      ),
    );
    expect(unused.findings.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
      '/suppress/1 wrong-type finds nothing at "/voice_speed" in sub/b.agent.json, so this suppression has no use',
      '/suppress/2/file there is no file "sub/c.agent.json" in the workspace, so nothing is suppressed; did you mean "sub/b.agent.json"?',
      '/suppress/3/at "/voice_option/speed" is not in a.agent.json, so nothing is suppressed',
    ]);
  });
  test('are judged only where everything they could suppress was looked at', async () => {
    const some = folder(entry('sub/b.agent.json'), entry('gone.agent.json'));
    expect(
      (await lintJson(['a.agent.json'], some)).findings.filter(({ rule }) => rule.endsWith('suppression')),
    ).toEqual([]);
    expect((await lintJson(['sub'], some)).lines).toEqual([
      'preflight.config.json unused-suppression /suppress/0 warning',
    ]);
    expect((await lintJson(['--rule', 'missing-field'], some)).findings).toEqual([]);
    expect(
      (await lintJson(['preflight.config.json'], some)).lines.filter(line => line.includes('suppression')),
    ).toHaveLength(2);
  });
  test('show in every format', async () => {
    const some = folder(entry('sub/b.agent.json'));
    for (const format of ['pretty', 'json', 'sarif', 'github', 'gitlab', 'junit', 'markdown', 'compact'])
      expect((await preflight(['lint', '--format', format], some)).stdout).toContain('unused-suppression');
  });
});

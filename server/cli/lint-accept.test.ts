import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fnv1a } from '../core/json/by-text.ts';
import { expectOutput, outputValidator } from '../testing/outputs.ts';
import { agent, draft, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';
import { formats } from '../view/formats/index.ts';

const folderWith = scratchFolders();
const wrongAgent = (id: string): string => draft('"voice_speed": "1.5"', id);

describe('--write-baseline', () => {
  test('accepts the current findings and no others', async () => {
    const folder = folderWith({ 'a.agent.json': wrongAgent('agent_a'), 'b.agent.json': wrongAgent('agent_b') });
    expect(await preflight(['lint', '--write-baseline'], folder)).toEqual({
      code: 0,
      stdout: '',
      stderr: 'findings at 2 places in 2 files written to preflight.baseline.json\n',
    });
    expect(await lintJson([], folder)).toMatchObject({
      code: 0,
      findings: [],
      summary: { files: 2, baselined: 2, errors: 0 },
    });
    write(folder, { 'c.agent.json': wrongAgent('agent_c') });
    expect((await lintJson([], folder)).lines).toEqual(['c.agent.json wrong-type /voice_speed error']);
    // accepted findings are not fixed, and are not accepted twice
    expect((await lintJson(['--fix'], folder)).summary).toMatchObject({ fixed: 1, baselined: 2 });
    await preflight(['lint', '--write-baseline'], folder);
    expect((await lintJson([], folder)).summary).toMatchObject({ baselined: 2 });
  });
  test('with paths keeps the entries of other paths', async () => {
    const folder = folderWith({
      'x/a.agent.json': wrongAgent('agent_a'),
      'y/b.agent.json': wrongAgent('agent_b'),
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
    ).toEqual([{ rule: 'wrong-type', file: 'y/b.agent.json', at: '/voice_speed', text: fnv1a('"1.5"') }]);
  });
  test.each(['--fix', '--diff', '--watch', '--changed-since=HEAD', '--rule=wrong-type'])(
    'cannot be combined with %s',
    async option => {
      expect((await preflight(['lint', '--write-baseline', option], folderWith({}))).code).toBe(2);
      expect((await preflight(['lint', '--prune-baseline', option], folderWith({}))).code).toBe(2);
    },
  );
});

describe('the baseline', () => {
  const speed = (value: string, id = 'agent_a'): string => agent(`"voice_speed": ${value}`, id);
  const entries = (folder: string): unknown =>
    JSON.parse(readFileSync(join(folder, 'preflight.baseline.json'), 'utf8')) as unknown;
  const first = (...findings: object[]): string => JSON.stringify({ version: 1, findings });
  const entry = (file: string, at = '/voice_speed'): object => ({ rule: 'out-of-range', file, at });

  test('does not accept another wrong value that is added later', async () => {
    const folder = folderWith({ 'a.agent.json': speed('2.75') });
    await preflight(['lint', '--write-baseline'], folder);
    expect(await lintJson([], folder)).toMatchObject({ code: 0, summary: { baselined: 1 } });
    write(folder, { 'a.agent.json': speed('99') });
    expect(await lintJson([], folder)).toMatchObject({
      code: 1,
      lines: ['a.agent.json out-of-range /voice_speed error'],
      summary: { stale: 1 },
    });
  });
  test('is not created if there is nothing to accept, but an existing baseline is emptied', async () => {
    const folder = folderWith({
      'a/preflight.config.json': '{}',
      'a/a.agent.json': speed('3'),
      'b/preflight.config.json': '{}',
      'b/b.agent.json': speed('1', 'agent_b'),
    });
    const accepting = async (cwd = folder) => (await preflight(['lint', '--write-baseline'], cwd)).stderr;
    expect(await accepting()).toBe('findings at 1 place in 1 file written to a/preflight.baseline.json\n');
    expect(await accepting(join(folder, 'b'))).toBe('nothing found, so no preflight.baseline.json is written\n');
    expect(existsSync(join(folder, 'b/preflight.baseline.json'))).toBe(false);
    write(folder, { 'a/a.agent.json': speed('1') });
    expect(await accepting()).toBe('findings at 0 places in 0 files written to a/preflight.baseline.json\n');
    expect(entries(join(folder, 'a'))).toEqual({ version: 2, findings: [] });
  });
  test('of version 1 accepts its findings until the baseline is written again', async () => {
    const folder = folderWith({
      'a.agent.json': speed('99'),
      'b/b.agent.json': speed('3', 'agent_b'),
      'preflight.baseline.json': first(entry('a.agent.json'), entry('b/b.agent.json'), entry('a.agent.json', '/gone')),
    });
    expect(await lintJson([], folder)).toMatchObject({ code: 0, summary: { baselined: 2, stale: 1 } });
    await preflight(['lint', '--write-baseline', 'b'], folder);
    expect(entries(folder)).toEqual({
      version: 2,
      findings: [
        { ...entry('a.agent.json'), text: fnv1a('99') },
        { ...entry('b/b.agent.json'), text: fnv1a('3') },
      ],
    });
    write(folder, { 'a.agent.json': speed('98') });
    expect((await lintJson([], folder)).lines).toEqual(['a.agent.json out-of-range /voice_speed error']);
  });
  test('is reported for entries that match no finding, and --prune-baseline removes only these entries', async () => {
    const folder = folderWith({
      'a.agent.json': speed('3'),
      'b.agent.json': speed('4', 'agent_b'),
      'c/c.agent.json': speed('5', 'agent_c'),
    });
    await preflight(['lint', '--write-baseline'], folder);
    rmSync(join(folder, 'c/c.agent.json'));
    write(folder, { 'a.agent.json': speed('1'), 'd.agent.json': speed('6', 'agent_d') });
    const { stdout, stderr } = await preflight(['lint', '--verbose', '--no-color'], folder);
    expect(stdout).toContain('(1 in the baseline, 2 stale in the baseline)');
    expect(stderr).toContain(
      'preflight.baseline.json: out-of-range is no longer found at /voice_speed of a.agent.json\n' +
        'preflight.baseline.json: out-of-range is no longer found at /voice_speed of c/c.agent.json\n' +
        '2 entries of the baseline no longer occur; "preflight lint --prune-baseline" removes them',
    );
    // entries of files that were not checked are not reported
    expect((await lintJson(['b.agent.json'], folder)).summary).not.toHaveProperty('stale');
    expect((await lintJson(['--rule', 'wrong-type'], folder)).summary).not.toHaveProperty('stale');
    expect(await preflight(['lint', '--prune-baseline', 'a.agent.json'], folder)).toMatchObject({
      code: 0,
      stderr: `1 entry removed from preflight.baseline.json\n`,
    });
    expect(await preflight(['lint', '--prune-baseline'], folder)).toEqual({
      code: 0,
      stdout: '',
      stderr: `1 entry removed from preflight.baseline.json\n`,
    });
    expect(entries(folder)).toEqual({ version: 2, findings: [{ ...entry('b.agent.json'), text: fnv1a('4') }] });
    expect(await lintJson([], folder)).toMatchObject({ lines: ['d.agent.json out-of-range /voice_speed error'] });
    expect((await preflight(['lint', '--prune-baseline'], folder)).stderr).toBe(
      `0 entries removed from preflight.baseline.json\n`,
    );
  });
  test('accepts the findings of a renamed file, but not of other files', async () => {
    const folder = folderWith({ 'a.agent.json': speed('3'), 'b.agent.json': speed('4', 'agent_b') });
    await preflight(['lint', '--write-baseline'], folder);
    rmSync(join(folder, 'a.agent.json'));
    write(folder, { 'new/c.agent.json': speed('3') });
    const summary = { baselined: 2 };
    expect(await lintJson([], folder)).toMatchObject({ code: 0, lines: [], summary });
    expect((await lintJson([], folder)).summary).not.toHaveProperty('stale');
    // an entry accepts only one renamed file, and only the same value
    write(folder, { 'new/d.agent.json': speed('3', 'agent_d'), 'b.agent.json': speed('3', 'agent_b') });
    expect(await lintJson([], folder)).toMatchObject({
      lines: ['b.agent.json out-of-range /voice_speed error', 'new/d.agent.json out-of-range /voice_speed error'],
      summary: { baselined: 1, stale: 1 },
    });
    expect(await preflight(['lint', '--prune-baseline'], folder)).toMatchObject({
      code: 0,
      stderr: '1 entry removed from preflight.baseline.json, 1 renamed with its file\n',
    });
    expect(entries(folder)).toEqual({ version: 2, findings: [{ ...entry('new/c.agent.json'), text: fnv1a('3') }] });
  });
  test('keeps the entries of a file that currently cannot be read', async () => {
    const folder = folderWith({ 'a.agent.json': speed('3') });
    await preflight(['lint', '--write-baseline'], folder);
    const writtenEntries = entries(folder);
    write(folder, { 'a.agent.json': '{ "voice_id": ' });
    expect((await lintJson([], folder)).summary).not.toHaveProperty('stale');
    await preflight(['lint', '--prune-baseline'], folder);
    expect(entries(folder)).toEqual(writtenEntries);
  });
  test('is missing for --prune-baseline, which says so and cannot be combined with --write-baseline', async () => {
    expect(await preflight(['lint', '--prune-baseline'], folderWith({}))).toMatchObject({
      code: 0,
      stderr: 'there is no preflight.baseline.json here\n',
    });
    expect((await preflight(['lint', '--prune-baseline', '--write-baseline'], folderWith({}))).code).toBe(2);
  });
  test('matches the published schema, in both versions', async () => {
    const folder = folderWith({ 'a.agent.json': speed('3'), 'b.agent.json': speed('{}', 'agent_b') });
    await preflight(['lint', '--write-baseline'], folder);
    expectOutput('baseline', entries(folder));
    expectOutput('baseline', JSON.parse(first(entry('a.agent.json'))));
    expect(outputValidator('baseline')({ version: 3, findings: [] })).toBe(false);
  });
});

describe('suppressions of the configuration, on the command line', () => {
  const entry = (file: string, more: object = {}): object => ({
    rule: 'wrong-type',
    file,
    at: '/voice_speed',
    reason: 'as exported',
    ...more,
  });
  const folder = (...suppress: object[]): string =>
    folderWith({
      'a.agent.json': wrongAgent('agent_a'),
      'sub/b.agent.json': agent('', 'agent_b'),
      'preflight.config.json': JSON.stringify({ suppress }),
    });
  test('are counted, and reported if they have no effect', async () => {
    expect(await lintJson([], folder(entry('a.agent.json')))).toMatchObject({
      code: 0,
      findings: [],
      summary: { suppressed: 1, files: 2 },
    });
    expect((await lintJson([], folder(entry('./a.agent.json', { until: '2026-01-14' })))).lines).toEqual([
      'a.agent.json wrong-type /voice_speed error',
      'preflight.config.json expired-suppression /suppress/0/until warning',
    ]);
    const unusedResult = await lintJson(
      [],
      folder(
        entry('a.agent.json'),
        entry('sub/b.agent.json'),
        entry('sub/c.agent.json'),
        entry('a.agent.json', { at: '/voice_option/speed' }),
      ),
    );
    expect(unusedResult.findings.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
      '/suppress/1 wrong-type finds nothing at "/voice_speed" in sub/b.agent.json; remove the suppression',
      '/suppress/2/file file: no "sub/c.agent.json" here, so nothing is suppressed; did you mean "sub/b.agent.json"?',
      '/suppress/3/at at: no "/voice_option/speed" in a.agent.json, so nothing is suppressed',
    ]);
  });
  test('are reported only if everything that they could suppress was checked', async () => {
    const folderWithEntries = folder(entry('sub/b.agent.json'), entry('gone.agent.json'));
    expect(
      (await lintJson(['a.agent.json'], folderWithEntries)).findings.filter(({ rule }) => rule.endsWith('suppression')),
    ).toEqual([]);
    expect((await lintJson(['sub'], folderWithEntries)).lines).toEqual([
      'preflight.config.json unused-suppression /suppress/0 warning',
    ]);
    expect((await lintJson(['--rule', 'missing-field'], folderWithEntries)).findings).toEqual([]);
    expect(
      (await lintJson(['preflight.config.json'], folderWithEntries)).lines.filter(line => line.includes('suppression')),
    ).toHaveLength(2);
  });
  test('are reported in every format if they have no effect', async () => {
    const folderWithEntry = folder(entry('sub/b.agent.json'));
    for (const format of Object.keys(formats))
      expect((await preflight(['lint', '--format', format], folderWithEntry)).stdout).toContain('unused-suppression');
  });
});

test('a finding that moved to a more precise place is still accepted at its former place', async () => {
  const folder = folderWith({ 'desk.agent.json': draft('"stt_mode": "custom"') }),
    rule = 'custom-stt-without-config',
    [text] = (await lintJson([], folder)).lines;
  expect(text).toBe(`desk.agent.json ${rule} /custom_stt_config error`);
  const { stdout } = await preflight(['lint', '--format', 'gitlab'], folder);
  const [{ fingerprint }] = JSON.parse(stdout) as [{ fingerprint: string }];
  const writtenKey = JSON.stringify([rule, 'desk.agent.json', '/stt_mode']);
  expect(fingerprint).toBe(createHash('sha256').update(writtenKey).digest('hex').slice(0, 32));
  const entry = { rule, file: 'desk.agent.json', at: '/stt_mode' };
  write(folder, { 'preflight.baseline.json': JSON.stringify({ version: 1, findings: [entry] }) });
  expect(await lintJson([], folder)).toMatchObject({ findings: [], summary: { baselined: 1 } });
  rmSync(join(folder, 'preflight.baseline.json'));
  for (const at of ['/stt_mode', '/custom_stt_config']) {
    const suppress = [{ ...entry, at, reason: 'Decided in June.' }];
    write(folder, { 'preflight.config.json': JSON.stringify({ suppress }) });
    expect(await lintJson([], folder)).toMatchObject({ findings: [], summary: { suppressed: 1 } });
  }
});

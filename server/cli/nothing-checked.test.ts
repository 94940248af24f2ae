import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agent, committed, git, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const names = '"preflight lint --verbose" names them';

test('a run that checked no file lists what it skipped, and why', async () => {
  const folder = committed(folderWith({ 'package.json': '{}', 'data/x.json': '[]' }));
  write(folder, {
    '.gitignore': 'out\n',
    'out/desk.agent.json': agent(),
    'preflight.config.json': '{ "ignore": ["drafts", "old.*"] }',
    'drafts/desk.agent.json': agent(),
    'old.agent.json': agent(),
  });
  symlinkSync('drafts/desk.agent.json', join(folder, 'link.json'));
  symlinkSync('drafts', join(folder, 'linked'));
  const line =
    '0 files checked; skipped: 2 JSON files of an unknown kind, 1 path that git ignores, ' +
    `2 paths that the configuration ignores and 2 symbolic links; ${names}\n`;
  expect(await preflight(['lint'], folder)).toMatchObject({ code: 0, stderr: line });
  expect(await preflight(['ci'], folder)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(line) as string,
  });
  expect((await preflight(['ci', '--base', 'HEAD'], folder)).stderr).toContain('0 files checked; skipped: ');
  expect((await preflight(['lint', '--quiet'], folder)).stderr).toBe('');
  const answerOf = (await preflight(['lint', '--verbose'], folder)).stderr;
  for (const name of ['package.json', 'data/x.json', 'out', 'drafts', 'old.agent.json', 'link.json', 'linked'])
    expect(answerOf).toContain(`skipped ${name}: `);
});

test('nothing is said about skipped files in an empty folder, or if a file was checked', async () => {
  expect(await preflight(['lint'], folderWith({}))).toMatchObject({
    code: 0,
    stdout: '0 files checked, nothing found\n',
    stderr: '',
  });
  const { stderr } = await preflight(['lint'], folderWith({ 'package.json': '{}', 'desk.agent.json': agent() }));
  expect(stderr).toBe('');
});

test('of typed files of unknown kinds, one is named and the others are counted', async () => {
  const folder = folderWith({
    'a.json': '{}',
    'b.json': '{}',
    'c.json': '{}',
    'd/e.json': '{}',
    'desk.agent.json': agent(),
  });
  expect(await preflight(['lint', 'a.json', 'b.json', 'c.json'], folder)).toMatchObject({
    code: 0,
    stderr: `0 files checked; skipped: 3 JSON files of an unknown kind; ${names}\n`,
  });
  const otherFiles = folderWith({ 'a.json': '{}', 'b.json': '{}', 'c.json': '{}', 'd/e.json': '{}' });
  expect((await preflight(['lint', 'a.json', 'b.json'], otherFiles)).stderr).toBe(
    `0 files checked; skipped: 2 JSON files of an unknown kind; ${names}\n`,
  );
  expect((await preflight(['lint', 'd'], otherFiles)).stderr).toBe(
    `0 files checked; skipped: 1 JSON file of an unknown kind; ${names}\n`,
  );
  expect((await preflight(['lint', 'a.json'], otherFiles)).stderr).toContain('skipped a.json: neither its name nor');
  expect((await preflight(['lint', 'none.json'], otherFiles)).code).toBe(2);
});

test('an empty file is checked like the files beside it, unless the folder also has other files', async () => {
  const texts = { 'v1.json': agent(), 'v2.json': agent('', 'agent_desk', 2) };
  const lintResult = async (files: Record<string, string>) => {
    const { code, stdout } = await preflight(['lint', '--format', 'compact'], folderWith({ ...texts, ...files }));
    return { code, stdout };
  };
  expect(await lintResult({ 'v3.json': '' })).toEqual({
    code: 1,
    stdout: 'v3.json:1:1: error expected a JSON object, got an empty file [invalid-json]\n',
  });
  expect(await lintResult({ 'v3.json': '<!doctype html>\n<title>502</title>' })).toEqual({
    code: 1,
    stdout: 'v3.json:1:1: error a web page, not JSON; perhaps an error page was saved [invalid-json]\n',
  });
  const folder = folderWith(texts);
  writeFileSync(join(folder, 'v3.json'), Buffer.from(`\uFEFF${agent('', 'agent_desk', 3)}`, 'utf16le'));
  expect((await preflight(['lint', '--format', 'compact'], folder)).stdout).toBe(
    'v3.json:1:1: error expected UTF-8, got UTF-16 (little-endian); save the file as UTF-8 [unreadable-file]\n',
  );
  expect((await lintResult({ 'v3.json': '', 'package.json': '{}' })).code).toBe(0);
  expect((await lintResult({ 'notes/v3.json': '' })).code).toBe(0);
  expect((await lintResult({ 'tsconfig.json': '// a comment\n{}' })).code).toBe(0);
});

test('an error of the API that was saved in place of a record is reported, unless the file is an example of errors', async () => {
  const answer = '{"status":"error","message":"Item not found"}\n',
    texts = { 'v1.json': agent(), 'v2.json': agent('', 'agent_desk', 2) };
  const lintLines = async (files: Record<string, string>) =>
    (await preflight(['lint', '--format', 'compact'], folderWith(files))).stdout;
  const words = 'warning an error answer of the API, not a record: "Item not found" [empty-record]\n';
  expect(await lintLines({ ...texts, 'v3.json': answer })).toBe(`v3.json:1:1: ${words}`);
  // the record is expected to have many fields, or to be a list
  expect(await lintLines({ 'a.alert-rule.json': answer })).toBe(`a.alert-rule.json:1:1: ${words}`);
  expect(await lintLines({ 'all.agent-list.json': answer })).toBe(`all.agent-list.json:1:1: ${words}`);
  expect(await lintLines({ ...texts, 'not-found.json': answer })).toBe('');
  expect(await lintLines({ ...texts, 'notes/v3.json': answer })).toBe('');
  expect(await lintLines({ ...texts, 'v3.json': '{"status":"error","message":"x","id":1}' })).toBe('');
});

test('a file from which the record was deleted is a warning if it had a draft, and an error if it had callers', async () => {
  const number = '{ "phone_number": "+13125550100", "inbound_agents": [{ "agent_id": "agent_desk", "weight": 1 }] }',
    texts = { 'a/v1.json': agent(), 'b/v2.json': agent('', 'agent_desk', 2), 'n/number.json': number };
  const stagedLines = async (file: string, text: string, ...options: readonly string[]) => {
    const folder = committed(folderWith(texts));
    write(folder, { [file]: text });
    git(folder, 'add', '-A');
    return preflight(['lint', '--staged', '--format', 'compact', ...options], folder);
  };
  expect(await stagedLines('a/v1.json', '{ "done": true }')).toMatchObject({
    code: 0,
    stdout: 'a/v1.json:1:1: warning no longer checked: a/v1.json (the file contains no record) [unchecked]\n',
  });
  expect(await stagedLines('a/v1.json', '{ "done": true }', '--max-warnings', '0')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('1 warning, and at most 0 are allowed\n'),
  });
  expect(await stagedLines('a/v1.json', '{ "done": true }', '--max-warnings', '1')).toMatchObject({ code: 0 });
  expect(await stagedLines('n/number.json', '{"status":"error","message":"x"}')).toMatchObject({ code: 1 });
  const { code, stderr } = await stagedLines('n/number.json', '{ "done": true }');
  expect(code).toBe(1);
  expect(stderr).toContain('restore the records of the file, or delete it');
});

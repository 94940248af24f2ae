import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agent, committed, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const names = '"preflight lint --verbose" names them';

test('a run that checked nothing says what it skipped, and why', async () => {
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
    '0 files checked; skipped: 2 JSON files of no kind that Preflight knows, 1 path that git ignores, ' +
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

test('an empty folder has nothing to skip, and skipped files are not mentioned if one was checked', async () => {
  expect(await preflight(['lint'], folderWith({}))).toMatchObject({
    code: 0,
    stdout: '0 files checked, nothing found\n',
    stderr: '',
  });
  const { stderr } = await preflight(['lint'], folderWith({ 'package.json': '{}', 'desk.agent.json': agent() }));
  expect(stderr).toBe('');
});

test('files given by name that are all unknown are counted, and one is named', async () => {
  const folder = folderWith({
    'a.json': '{}',
    'b.json': '{}',
    'c.json': '{}',
    'd/e.json': '{}',
    'desk.agent.json': agent(),
  });
  expect(await preflight(['lint', 'a.json', 'b.json', 'c.json'], folder)).toMatchObject({
    code: 0,
    stderr: `0 files checked; skipped: 3 JSON files of no kind that Preflight knows; ${names}\n`,
  });
  const alone = folderWith({ 'a.json': '{}', 'b.json': '{}', 'c.json': '{}', 'd/e.json': '{}' });
  expect((await preflight(['lint', 'a.json', 'b.json'], alone)).stderr).toBe(
    `0 files checked; skipped: 2 JSON files of no kind that Preflight knows; ${names}\n`,
  );
  expect((await preflight(['lint', 'd'], alone)).stderr).toBe(
    `0 files checked; skipped: 1 JSON file of no kind that Preflight knows; ${names}\n`,
  );
  expect((await preflight(['lint', 'a.json'], alone)).stderr).toContain('skipped a.json: neither its name nor');
  expect((await preflight(['lint', 'none.json'], alone)).code).toBe(2);
});

test('a file without any JSON is checked as what is beside it, unless something else is there, too', async () => {
  const texts = { 'v1.json': agent(), 'v2.json': agent('', 'agent_desk', 2) };
  const found = async (files: Record<string, string>) => {
    const { code, stdout } = await preflight(['lint', '--format', 'compact'], folderWith({ ...texts, ...files }));
    return { code, stdout };
  };
  expect(await found({ 'v3.json': '' })).toEqual({
    code: 1,
    stdout: 'v3.json:1:1: error expected a JSON object, got an empty file [invalid-json]\n',
  });
  expect(await found({ 'v3.json': '<!doctype html>\n<title>502</title>' })).toEqual({
    code: 1,
    stdout: 'v3.json:1:1: error a web page, not JSON; perhaps an error page was saved [invalid-json]\n',
  });
  const folder = folderWith(texts);
  writeFileSync(join(folder, 'v3.json'), Buffer.from(`\uFEFF${agent('', 'agent_desk', 3)}`, 'utf16le'));
  expect((await preflight(['lint', '--format', 'compact'], folder)).stdout).toBe(
    'v3.json:1:1: error expected UTF-8, got UTF-16 (little-endian); save the file as UTF-8 [unreadable-file]\n',
  );
  expect((await found({ 'v3.json': '', 'package.json': '{}' })).code).toBe(0);
  expect((await found({ 'notes/v3.json': '' })).code).toBe(0);
  expect((await found({ 'tsconfig.json': '// a comment\n{}' })).code).toBe(0);
});

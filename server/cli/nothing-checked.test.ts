import { symlinkSync } from 'node:fs';
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

import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agent, committed, git, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const wrong = agent('"voice_speed": 9');

test.each(['lint --changed-since HEAD', 'lint --staged', 'lint desk.agent.json', 'ci --base HEAD', 'plan --base HEAD'])(
  'a pipe as .git/info/exclude does not stop preflight %s',
  async line => {
    const folder = committed(folderWith({ 'desk.agent.json': agent() }));
    rmSync(join(folder, '.git/info/exclude'), { force: true });
    execFileSync('mkfifo', [join(folder, '.git/info/exclude')]);
    write(folder, { 'desk.agent.json': wrong, 'new.agent.json': agent('', 'agent_new') });
    expect((await preflight(line.split(' '), folder)).code).toBeLessThan(2);
  },
);

test('untracked files and settings are changes, unless git ignores them', async () => {
  const folder = committed(folderWith({ 'sub/old.agent.json': wrong, '.gitignore': 'out\n' }));
  write(folder, {
    'sub/new.agent.json': agent('"voice_speed": 9', 'agent_new'),
    'out/x.agent.json': agent('"voice_speed": 9', 'agent_x'),
  });
  const lint = async (): Promise<readonly string[]> => (await lintJson(['--changed-since', 'HEAD'], folder)).lines;
  expect(await lint()).toEqual(['sub/new.agent.json out-of-range /voice_speed error']);
  write(folder, { 'preflight.config.json': '{}' });
  expect(await lint()).toHaveLength(2);
});

test('git add -N stages nothing', async () => {
  const folder = committed(folderWith({ 'old.agent.json': wrong }));
  write(folder, { 'new.agent.json': agent('"voice_speed": 9', 'agent_new'), 'sub/empty.json': '' });
  git(folder, 'add', '-N', 'new.agent.json');
  for (const cwd of [folder, join(folder, 'sub')])
    expect((await lintJson(['--staged'], cwd)).stderr).toContain(
      'nothing is staged, so the whole workspace is checked',
    );
  git(folder, 'add', 'sub/empty.json');
  expect((await lintJson(['--staged', '--verbose'], folder)).stderr).not.toContain('new.agent.json');
  git(folder, 'add', 'new.agent.json');
  expect((await lintJson(['--staged'], folder)).lines).toEqual(['new.agent.json out-of-range /voice_speed error']);
});

test('a demand of a policy that is nested without end is said once', async () => {
  const deep = `${'{"not":'.repeat(30_000)}{}${'}'.repeat(30_000)}`;
  const folder = folderWith({
    'preflight.config.json': `{"policies":[{"id":"p","kind":"llm","message":"m","must":${deep}}]}`,
  });
  const { code, stderr } = await preflight(['lint'], folder);
  expect([code, stderr.includes('invalid-policy'), stderr.includes('internal-error')]).toEqual([2, true, false]);
});

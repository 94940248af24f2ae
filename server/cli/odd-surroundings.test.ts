import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agent, committed, git, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const wrongAgent = agent('"voice_speed": 9');

test.each(['lint --changed-since HEAD', 'lint --staged', 'lint desk.agent.json', 'ci --base HEAD', 'plan --base HEAD'])(
  'preflight %s works if .git/info/exclude is a pipe',
  async line => {
    const folder = committed(folderWith({ 'desk.agent.json': agent() }));
    rmSync(join(folder, '.git/info/exclude'), { force: true });
    execFileSync('mkfifo', [join(folder, '.git/info/exclude')]);
    write(folder, { 'desk.agent.json': wrongAgent, 'new.agent.json': agent('', 'agent_new') });
    expect((await preflight(line.split(' '), folder)).code).toBeLessThan(2);
  },
);

test('untracked files and settings count as changes, unless git ignores them', async () => {
  const folder = committed(folderWith({ 'sub/old.agent.json': wrongAgent, '.gitignore': 'out\n' }));
  write(folder, {
    'sub/new.agent.json': agent('"voice_speed": 9', 'agent_new'),
    'out/x.agent.json': agent('"voice_speed": 9', 'agent_x'),
  });
  const lint = () => lintJson(['--changed-since', 'HEAD'], folder);
  const lines = ['sub/new.agent.json out-of-range /voice_speed error'];
  expect(await lint()).toMatchObject({ lines, settings: [] });
  write(folder, { 'preflight.config.json': '{ "liveTags": ["prod"] }' });
  expect(await lint()).toMatchObject({
    lines,
    settings: [expect.stringMatching(/^preflight.config.json:1 liveTags: added/)],
  });
});

test('git add -N stages nothing', async () => {
  const folder = committed(folderWith({ 'old.agent.json': wrongAgent }));
  write(folder, { 'new.agent.json': agent('"voice_speed": 9', 'agent_new'), 'sub/empty.json': '' });
  git(folder, 'add', '-N', 'new.agent.json');
  for (const cwd of [folder, join(folder, 'sub')])
    expect((await lintJson(['--staged'], cwd)).stderr).toContain(
      'nothing is staged, so the whole workspace of the last commit is checked',
    );
  git(folder, 'add', 'sub/empty.json');
  expect((await lintJson(['--staged', '--verbose'], folder)).stderr).not.toContain('new.agent.json');
  git(folder, 'add', 'new.agent.json');
  expect((await lintJson(['--staged'], folder)).lines).toEqual(['new.agent.json out-of-range /voice_speed error']);
});

test('a requirement of a policy that is nested without end is reported once', async () => {
  const deepPolicy = `${'{"not":'.repeat(30_000)}{}${'}'.repeat(30_000)}`;
  const folder = folderWith({
    'preflight.config.json': `{"policies":[{"id":"p","kind":"llm","message":"m","must":${deepPolicy}}]}`,
  });
  const { code, stderr } = await preflight(['lint'], folder);
  expect([code, stderr.includes('invalid-policy'), stderr.includes('internal-error')]).toEqual([2, true, false]);
});

describe('in a sparse checkout', () => {
  const sparse = (): string => {
    const folder = committed(
      folderWith({
        'preflight.config.json': '{ "complete": ["agent", "llm"] }',
        'agents/desk.agent.json': agent().replace(
          '"custom-llm", "llm_websocket_url": "wss://desk.example.com/llm"',
          '"service-llm", "llm_id": "llm_desk"',
        ),
        'engines/desk.llm.json': '{ "llm_id": "llm_desk", "general_prompt": "Hi" }',
        'main.agent-weights.json': '[{ "agent_id": "agent_desk", "agent_version": 1, "weight": 1 }]',
      }),
    );
    git(folder, 'sparse-checkout', 'set', '--no-cone', '/*', '!/agents/', '!/engines/');
    return folder;
  };
  const wordsOf = (n: number): string =>
    `the sparse checkout omits ${n} JSON files, so records that are not here are not reported as missing\n`;
  test.each(['lint', 'lint main.agent-weights.json', 'lint --staged', 'ci --base HEAD', 'lint --changed-since HEAD'])(
    'a file that is not on disk is not missing for preflight %s',
    async line => {
      const { code, stderr } = await preflight(line.split(' '), sparse());
      expect([code, stderr.includes(wordsOf(2))]).toEqual([0, true]);
    },
  );
  test('an untracked file is missing if the checkout is complete', async () => {
    const folder = sparse();
    git(folder, 'sparse-checkout', 'disable');
    rmSync(join(folder, 'engines/desk.llm.json'));
    expect((await lintJson([], folder)).lines).toEqual([
      'agents/desk.agent.json unknown-engine /response_engine/llm_id error',
    ]);
    git(folder, 'sparse-checkout', 'set', '--no-cone', '/*', '!/main.agent-weights.json');
    expect((await lintJson([], folder)).lines.filter(text => text.endsWith(' error'))).toEqual([]);
  });
});

test.each(['lint --staged', 'ci --base main', 'lint --changed-since main...HEAD'])(
  'preflight %s checks an existing file, even if git is configured to omit it from the disk',
  async line => {
    const folder = committed(folderWith({ 'desk.agent.json': agent() }));
    git(folder, 'checkout', '-qb', 'feat');
    write(folder, { 'desk.agent.json': wrongAgent });
    git(folder, 'add', '-A');
    git(folder, 'update-index', '--skip-worktree', 'desk.agent.json');
    if (!line.includes('staged')) git(folder, 'commit', '-qm', 'bad');
    expect((await preflight(line.split(' '), folder)).code).toBe(1);
  },
);
